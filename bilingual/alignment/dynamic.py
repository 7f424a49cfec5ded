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
_NONE: Final = -np.inf


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
        scores = potentials(evidence, begins, slice(window.left - REACH, window.right)).astype(np.float64)
        for row in range(height):
            base = np.full(width, _NONE)
            if not window.top + row:
                base[0 if not window.left else slice(0, 0)] = 0.0
            terms = [base]
            for kind, (m, n) in enumerate(KINDS):
                at, column = row + REACH - m, REACH - n
                terms.append(rows[at, column : column + width] + scores[kind, at, column : column + width])
            terms.append(rows[row + REACH - 1, REACH:] + gap)
            rows[row + REACH, REACH:] = _with_gaps(_log_sum(np.stack(terms)), gap)
        tables.append(rows[REACH:, REACH:])
    return tables


def _backward(evidence: Evidence, windows: Sequence[Window], forward: Sequence[_Table], total: float) -> list[_Decoded]:
    """Log sums from each cell to the end, and with them the best bead that begins in each cell."""
    decoded: list[_Decoded] = []
    after: _Table | None = None
    values_after: _Table | None = None
    gap = evidence.weights.gap
    for number in range(len(windows) - 1, -1, -1):
        window = windows[number]
        height, width = window.bottom - window.top, window.right - window.left
        sums = np.full((height + REACH, width + REACH), _NONE)
        values = np.full((height + REACH, width + REACH), _NONE)
        if after is not None and values_after is not None:
            sums[height:, :width] = _carried(after, windows[number + 1], window, last=False)
            values[height:, :width] = _carried(values_after, windows[number + 1], window, last=False)
        rows, columns = slice(window.top, window.bottom), slice(window.left, window.right)
        scores = potentials(evidence, rows, columns).astype(np.float64)
        kinds = np.zeros((height, width), np.int8)
        chances = np.zeros((height, width), np.float32)
        for row in range(height - 1, -1, -1):
            last = window.top + row == evidence.shape[0] and window.right == evidence.shape[1] + 1
            _backward_row(scores[:, row], sums, row, last, gap)
            _decode_row(scores[:, row], sums, values, forward[number][row] - total, row, last, gap, kinds, chances)
        after, values_after = sums[:height, :width], values[:height, :width]
        decoded.append(_Decoded(kinds, chances))
    return decoded[::-1]


def _backward_row(scores: _Table, sums: _Table, row: int, last: bool, gap: float) -> None:
    width = scores.shape[1]
    base = np.full(width, _NONE)
    if last:
        base[-1] = 0.0
    terms = [base]
    for kind, (m, n) in enumerate(KINDS):
        terms.append(sums[row + m, n : n + width] + scores[kind])
    terms.append(sums[row + 1, :width] + gap)
    sums[row, :width] = _with_gaps(_log_sum(np.stack(terms))[::-1], gap)[::-1]


def _decode_row(
    scores: _Table,
    sums: _Table,
    values: _Table,
    before: _Table,
    row: int,
    last: bool,
    gap: float,
    kinds: npt.NDArray[np.int8],
    chances: npt.NDArray[np.float32],
) -> None:
    """Fill in the best bead of each cell of a row; gaps of the target are taken along the row at the end."""
    width = scores.shape[1]
    logs = [before + scores[k] + sums[row + m, n : n + width] for k, (m, n) in enumerate(KINDS)]
    logs.append(before + gap + sums[row + 1, :width])
    chance = np.exp(np.minimum(np.stack(logs), 0.0))
    gain = chance.copy()
    gain[_SOURCE_GAP] *= _GAP_GAIN
    for kind, (m, n) in enumerate([*KINDS, (1, 0)]):
        gain[kind] += values[row + m, n : n + width]
    best = np.argmax(gain, axis=0)
    columns = np.arange(width)
    value, picked = gain[best, columns], chance[best, columns]
    if last:
        value[-1] = 0.0
    skipped = np.exp(np.minimum(before + gap + sums[row, 1 : width + 1], 0.0))
    total = np.concatenate([np.cumsum((skipped * _GAP_GAIN)[::-1])[::-1], [0.0]])[:width]
    # The best place to stop skipping target sentences, from the right; equal values stop at once.
    reached = np.maximum.accumulate((value - total)[::-1])[::-1]
    skip = reached > value - total
    values[row, :width] = reached + total
    kinds[row] = np.where(skip, _TARGET_GAP, best)
    chances[row] = np.where(skip, skipped, picked)


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
    top = terms.max(axis=0)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(np.exp(terms - safe).sum(axis=0)) + safe)


def _carried(table: _Table, window: Window, other: Window, *, last: bool) -> _Table:
    """The last (or first) rows of a window's table in the columns of its neighbour; -inf where it has none."""
    rows = np.full((REACH, other.right - other.left), _NONE)
    part = table[-REACH:] if last else table[:REACH]
    left, right = max(window.left, other.left), min(window.right, other.right)
    place = slice(REACH - len(part), REACH) if last else slice(0, len(part))
    rows[place, left - other.left : right - other.left] = part[:, left - window.left : right - window.left]
    return rows
