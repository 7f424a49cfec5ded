"""The log odds that a group of sentences of each side are translations of each other: what the dynamic program adds up.

Each kind of bead has a prior; the evidence is a logistic regression over likeness and length. Its coefficients were
fitted on true and shifted groups by `benchmarks/align_calibrate.py`, which says on which texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bilingual.alignment.similarity import REACH, Array, Dense, Lexical

KINDS: Final = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3))
_DAMPING: Final = 8.0  # added to the norms: a sentence with one weak feature is not sure of anything


@dataclass(frozen=True, slots=True)
class Weights:
    """Coefficients of the log odds.

    `priors` are those of `KINDS`, `gap` that of a sentence the other side does not have. `likeness` is that of the
    square root of the lexical cosine, `shared` of the log of what is shared, `missing` of the log of what could be
    shared and is not, `length` of the penalty of unlike lengths, `dense` of the cosine of a model's vectors. The breaks
    are paragraphs that begin on both sides at once, on one side only, or inside a group.
    """

    priors: tuple[float, ...]
    gap: float
    likeness: float
    shared: float
    missing: float
    length: float
    dense: float = 0.0
    break_both: float = 1.0
    break_one: float = -1.0
    break_inside: float = -2.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything about the two texts that the potentials are made of.

    `lengths` are in Latin letters and already scaled so that both sides have the same total; `breaks` are booleans,
    true where a paragraph begins.
    """

    lexical: Lexical
    dense: Dense | None
    source_lengths: Array
    target_lengths: Array
    source_breaks: npt.NDArray[np.bool_]
    target_breaks: npt.NDArray[np.bool_]
    weights: Weights

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of sentences."""
        return len(self.source_lengths), len(self.target_lengths)


def potentials(evidence: Evidence, rows: slice, columns: slice) -> Array:
    """The log odds of every kind of bead that begins at (i, j), of shape (kinds, rows, columns).

    Rows and columns may begin before 0 and end after the last sentence; a bead that leaves the texts has -inf.
    """
    count_s, count_t = evidence.shape
    inner_rows = slice(max(rows.start, 0), min(rows.stop + REACH - 1, count_s))
    inner_columns = slice(max(columns.start, 0), min(columns.stop + REACH - 1, count_t))
    shape = rows.stop - rows.start, columns.stop - columns.start
    result = np.full((len(KINDS), *shape), -np.inf, np.float32)
    height, width = inner_rows.stop - inner_rows.start, inner_columns.stop - inner_columns.start
    if height <= 0 or width <= 0:
        return result
    dots = evidence.lexical.block(inner_rows, inner_columns)
    dense = evidence.dense.block(inner_rows, inner_columns) if evidence.dense else None
    top, left = inner_rows.start - rows.start, inner_columns.start - columns.start
    for kind, (m, n) in enumerate(KINDS):
        if height < m or width < n:
            continue
        group_s = Side.of(evidence, inner_rows.start, height, m, source=True)
        group_t = Side.of(evidence, inner_columns.start, width, n, source=False)
        values = _log_odds(evidence, _window_sums(dots, m, n), dense, group_s, group_t)
        values += evidence.weights.priors[kind]
        end_row, end_column = min(top + height - m + 1, shape[0]), min(left + width - n + 1, shape[1])
        result[kind, top:end_row, left:end_column] = values[: end_row - top, : end_column - left]
    return result


@dataclass(frozen=True, slots=True)
class Side:
    """Groups of `size` neighbouring sentences of one side: norms, lengths, paragraph breaks."""

    size: int
    norms: Array
    dense_norms: Array | None
    lengths: Array
    starts: npt.NDArray[np.bool_]
    inside: Array

    @classmethod
    def of(cls, evidence: Evidence, first: int, count: int, size: int, *, source: bool) -> Side:
        part = slice(first, first + count)
        lengths = (evidence.source_lengths if source else evidence.target_lengths)[part]
        breaks = (evidence.source_breaks if source else evidence.target_breaks)[part]
        norms = (evidence.lexical.source_norms if source else evidence.lexical.target_norms)[:, part]
        dense = evidence.dense
        dense_norms = None
        if dense is not None:
            dense_norms = _group_norms((dense.source_norms if source else dense.target_norms)[:, part], size)
        inside = _run_sums(breaks.astype(np.float32), size) - breaks[: count - size + 1]
        starts = breaks[: count - size + 1]
        return cls(size, _group_norms(norms, size), dense_norms, _run_sums(lengths, size), starts, inside)


def _log_odds(evidence: Evidence, dots: Array, dense: Array | None, one: Side, other: Side) -> Array:
    weights = evidence.weights
    values = np.zeros_like(dots)
    for name, feature in features(dots, dense, one, other).items():
        values += np.float32(getattr(weights, name)) * feature
    return values


def features(dots: Array, dense: Array | None, one: Side, other: Side) -> dict[str, Array]:
    """The evidence for groups of two sides by the names that `Weights` has, each of shape (groups, groups).

    `dots` are lexical dot products of the groups, `dense` dot products of single sentences.
    """
    left, right = one.norms[:, None], other.norms[None, :]
    cosine = np.clip(dots / np.sqrt((left + _DAMPING) * (right + _DAMPING)), 0.0, 1.0)
    could = np.sqrt(np.minimum(left, right))
    found = {
        "likeness": np.sqrt(cosine),
        "shared": np.log1p(np.maximum(dots, 0.0)),
        "missing": np.log1p(could * (1.0 - cosine)),
        "length": length_feature(one.lengths[:, None], other.lengths[None, :]),
        "break_both": (one.starts[:, None] & other.starts[None, :]).astype(np.float32),
        "break_one": (one.starts[:, None] ^ other.starts[None, :]).astype(np.float32),
        "break_inside": one.inside[:, None] + other.inside[None, :],
    }
    if dense is not None and one.dense_norms is not None and other.dense_norms is not None:
        norms = np.sqrt(np.maximum(one.dense_norms[:, None] * other.dense_norms[None, :], 1e-6))
        found["dense"] = _window_sums(dense, one.size, other.size) / norms
    return found


def length_feature(one: Array, other: Array) -> Array:
    """A heavy-tailed penalty of the ratio of lengths: log(1 + z²/3), z in standard deviations.

    The log ratio of true pairs has a standard deviation near 0.17 for paragraphs and more for short sentences.
    """
    ratio = np.log(other + 4.0) - np.log(one + 4.0)
    variance = 0.17**2 + 2.5 / (np.minimum(one, other) + 4.0)
    return np.asarray(np.log1p(ratio * ratio / (3.0 * variance)), np.float32)


def _window_sums(matrix: Array, m: int, n: int) -> Array:
    """Sums over all m by n blocks."""
    rows = _run_sums(matrix, m)
    return np.ascontiguousarray(_run_sums(rows.T, n).T)


def _run_sums(values: Array, size: int) -> Array:
    """Sums over all runs of `size` neighbours along the first axis."""
    count = len(values) - size + 1
    total: Array = values[:count].copy()
    for k in range(1, size):
        total += values[k : k + count]
    return total


def _group_norms(norms: Array, size: int) -> Array:
    """Squared lengths of the sums of `size` neighbouring vectors."""
    count = norms.shape[1] - size + 1
    total: Array = _run_sums(norms[0], size)
    for reach in range(1, size):
        for k in range(size - reach):
            total += 2 * norms[reach, k : k + count]
    return total
