"""The alignment itself: probabilities of all beads by the forward and backward sums, then the best whole path.

The path maximizes the expected number of right beads (minimum Bayes risk decoding, as Kumar and Byrne 2004 do for
words), so that a bead's own probability is both what it was chosen by and what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bilingual.alignment.band import Window
from bilingual.alignment.potentials import KINDS, Evidence, potentials
from bilingual.alignment.similarity import REACH

_Table = npt.NDArray[np.float64]
_GAP_GAIN: Final = 0.25  # what a rightly unpaired sentence is worth beside a right bead
_SOURCE_GAP: Final = len(KINDS)
_TARGET_GAP: Final = len(KINDS) + 1
_NONE: Final = -1e30  # the log of nothing; a finite number needs no special care in sums


class Step(NamedTuple):
    """One bead of the path: where it begins, how many sentences it takes of each side, and its probability."""

    source: int
    target: int
    m: int
    n: int
    probability: float


def best_path(evidence: Evidence, windows: Sequence[Window]) -> list[Step]:
    """The path of greatest expected agreement through `windows`, which cover all rows in order."""
    forward = _forward(evidence, windows)
    total = forward[-1][-1, -1]
    decoded = _backward(evidence, windows, forward, total)
    return list(_trace(decoded, windows, evidence.shape))


@dataclass(frozen=True, slots=True)
class _Decoded:
    """For each cell of a window the kind of the bead that begins there, and its probability."""

    kinds: npt.NDArray[np.int8]
    probabilities: npt.NDArray[np.float32]


def _forward(evidence: Evidence, windows: Sequence[Window]) -> list[_Table]:
    """Log sums over all paths from the beginning to each cell, a table a window."""
    tables: list[_Table] = []
    gap = evidence.weights.gap
    for number, window in enumerate(windows):
        height, width = window.bottom - window.top, window.right - window.left
        rows = np.full((height + REACH, width + REACH), _NONE)
        if number:
            rows[:REACH, REACH:] = _carried(tables[-1], windows[number - 1], window, last=True)
        begins = slice(window.top - REACH, window.bottom)
        scores = _scores(evidence, begins, slice(window.left - REACH, window.right))
        terms = np.empty((len(KINDS) + 2, width))
        for row in range(height):
            terms[-1] = _NONE
            if window.top + row == 0 == window.left:
                terms[-1, 0] = 0.0
            for kind, (m, n) in enumerate(KINDS):
                at, part = row + REACH - m, slice(REACH - n, REACH - n + width)
                np.add(rows[at, part], scores[kind, at, part], out=terms[kind])
            np.add(rows[row + REACH - 1, REACH:], gap, out=terms[_SOURCE_GAP])
            rows[row + REACH, REACH:] = _with_gaps(_log_sum(terms), gap)
        tables.append(rows[REACH:, REACH:])
    return tables


def _backward(evidence: Evidence, windows: Sequence[Window], forward: Sequence[_Table], total: float) -> list[_Decoded]:
    """Log sums from each cell to the end, and with them the best bead that begins in each cell."""
    decoded: list[_Decoded] = []
    after: tuple[_Table, _Table] | None = None
    gap = evidence.weights.gap
    for number in range(len(windows) - 1, -1, -1):
        window = windows[number]
        height, width = window.bottom - window.top, window.right - window.left
        sums = np.full((height + REACH, width + REACH), _NONE)
        values = np.full((height + REACH, width + REACH), _NONE)
        if after is not None:
            sums[height:, :width] = _carried(after[0], windows[number + 1], window, last=False)
            values[height:, :width] = _carried(after[1], windows[number + 1], window, last=False)
        scores = _scores(evidence, slice(window.top, window.bottom), slice(window.left, window.right))
        ends = window.bottom == evidence.shape[0] + 1 and window.right == evidence.shape[1] + 1
        _sum_back(scores, sums, gap, ends)
        chances = _chances(scores, sums, forward[number] - total, gap)
        decoded.append(_decode(chances, values, ends))
        after = sums[:height, :width], values[:height, :width]
    return decoded[::-1]


def _scores(evidence: Evidence, rows: slice, columns: slice) -> _Table:
    return np.maximum(potentials(evidence, rows, columns).astype(np.float64), _NONE)


def _sum_back(scores: _Table, sums: _Table, gap: float, ends: bool) -> None:
    """Fill in the log sums from each cell of a window to the end; `ends` says that the window has the last cell."""
    height, width = scores.shape[1:]
    terms = np.empty((len(KINDS) + 2, width))
    for row in range(height - 1, -1, -1):
        terms[-1] = _NONE
        if ends and row == height - 1:
            terms[-1, -1] = 0.0
        for kind, (m, n) in enumerate(KINDS):
            np.add(sums[row + m, n : n + width], scores[kind, row], out=terms[kind])
        np.add(sums[row + 1, :width], gap, out=terms[_SOURCE_GAP])
        sums[row, :width] = _with_gaps(_log_sum(terms)[::-1], gap)[::-1]


def _chances(scores: _Table, sums: _Table, before: _Table, gap: float) -> _Table:
    """The probability of every bead and gap that begins in a cell, of shape (kinds + 2, rows, columns)."""
    height, width = before.shape
    logs = np.empty((len(KINDS) + 2, height, width))
    for kind, (m, n) in enumerate(KINDS):
        logs[kind] = before + scores[kind] + sums[m : m + height, n : n + width]
    logs[_SOURCE_GAP] = before + gap + sums[1 : height + 1, :width]
    logs[_TARGET_GAP] = before + gap + sums[:height, 1 : width + 1]
    return np.asarray(np.exp(np.minimum(logs, 0.0, out=logs), out=logs))


def _decode(chances: _Table, values: _Table, ends: bool) -> _Decoded:
    """The best bead of each cell, and its probability; gaps of the target are taken along a row at its end."""
    height, width = chances.shape[1:]
    kinds = np.zeros((height, width), np.int8)
    picked = np.zeros((height, width), np.float32)
    columns = np.arange(width)
    sizes = [*KINDS, (1, 0)]
    gain = np.empty((len(sizes), width))
    skips = np.cumsum((chances[_TARGET_GAP] * _GAP_GAIN)[:, ::-1], axis=1)[:, ::-1]
    chances[_SOURCE_GAP] *= _GAP_GAIN
    for row in range(height - 1, -1, -1):
        for kind, (m, n) in enumerate(sizes):
            np.add(chances[kind, row], values[row + m, n : n + width], out=gain[kind])
        best = np.argmax(gain, axis=0)
        value = gain[best, columns]
        if ends and row == height - 1:
            value[-1] = 0.0
        # The best place to stop skipping target sentences, from the right; equal values stop at once.
        lead = value - skips[row]
        reached = np.maximum.accumulate(lead[::-1])[::-1]
        values[row, :width] = reached + skips[row]
        best[reached > lead] = _TARGET_GAP
        kinds[row] = best
        picked[row] = chances[best, row, columns]
    picked[kinds == _SOURCE_GAP] /= _GAP_GAIN
    return _Decoded(kinds, picked)


def _trace(decoded: Sequence[_Decoded], windows: Sequence[Window], shape: tuple[int, int]) -> list[Step]:
    sizes = [*KINDS, (1, 0), (0, 1)]
    steps = []
    row = column = number = 0
    while (row, column) != shape:
        while row >= windows[number].bottom:
            number += 1
        window, table = windows[number], decoded[number]
        at = row - window.top, column - window.left
        m, n = sizes[int(table.kinds[at])]
        steps.append(Step(row, column, m, n, float(table.probabilities[at])))
        row, column = row + m, column + n
    return steps


def _with_gaps(base: _Table, gap: float) -> _Table:
    """Add to each cell the paths that come from the left by skipping target sentences."""
    offset = np.arange(len(base)) * gap
    return np.asarray(np.logaddexp.accumulate(base - offset) + offset)


def _log_sum(terms: _Table) -> _Table:
    """The log of the sum of exponentials down the columns; `terms` is used up."""
    top = terms.max(axis=0)
    np.exp(np.subtract(terms, top, out=terms), out=terms)
    return np.asarray(np.log(terms.sum(axis=0)) + top)


def _carried(table: _Table, window: Window, other: Window, *, last: bool) -> _Table:
    """The last (or first) rows of a window's table in the columns of its neighbour; nothing where it has none."""
    rows = np.full((REACH, other.right - other.left), _NONE)
    part = table[-REACH:] if last else table[:REACH]
    left, right = max(window.left, other.left), min(window.right, other.right)
    place = slice(REACH - len(part), REACH) if last else slice(0, len(part))
    rows[place, left - other.left : right - other.left] = part[:, left - window.left : right - window.left]
    return rows
