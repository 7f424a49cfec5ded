"""How much two sentences, or two runs of neighbouring sentences, have in common.

A channel gives each sentence a vector; the likeness of two groups is the cosine of their summed vectors. Since a dot
product of sums is a sum of dot products, one block matrix of single sentences serves all m–n beads.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bilingual.alignment.lexicon import Lexicon, han_words, vocabulary
from bilingual.alignment.tokens import Tokens

Array: TypeAlias = npt.NDArray[np.float32]
REACH: Final = 3  # most sentences on one side of a bead
_ANCHOR_WEIGHT: Final = {"f": 1.6, "c": 1.5, "u": 1.6, "n": 1.2, "m": 0.7}
_Vector: TypeAlias = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Lexical:
    """Sparse vectors of both sides in one feature space, as arrays in sentence order.

    `ids` and `weights` of sentence i lie between `starts[i]` and `starts[i + 1]`. `norms[r][i]` is the dot product
    of sentence i with sentence i + r of the same side, in the space of its own language.
    """

    source: Sparse
    target: Sparse
    source_norms: Array
    target_norms: Array

    def block(self, rows: slice, columns: slice) -> Array:
        """Dot products of source sentences `rows` and target sentences `columns`."""
        left_ids, left_weights, left_rows = self.source.part(rows)
        right_ids, right_weights, right_rows = self.target.part(columns)
        common = np.intersect1d(left_ids, right_ids)
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        if not len(common):
            return np.zeros(shape, np.float32)
        left = _dense(left_ids, left_weights, left_rows, common, shape[0])
        right = _dense(right_ids, right_weights, right_rows, common, shape[1])
        return left @ right.T


@dataclass(frozen=True, slots=True)
class Sparse:
    """Rows of feature numbers and weights, one after the other."""

    ids: npt.NDArray[np.int32]
    weights: Array
    starts: npt.NDArray[np.int64]

    def part(self, rows: slice) -> tuple[npt.NDArray[np.int32], Array, npt.NDArray[np.int64]]:
        """The features of some rows, their weights, and the row of each from 0."""
        begin, end = self.starts[rows.start], self.starts[rows.stop]
        counts = np.diff(self.starts[rows.start : rows.stop + 1])
        return self.ids[begin:end], self.weights[begin:end], np.repeat(np.arange(len(counts)), counts)


@dataclass(frozen=True, slots=True)
class Dense:
    """Vectors of a model for both sides, of shape (sentences, dimensions); longer sentences have longer vectors."""

    source: Array
    target: Array
    source_norms: Array
    target_norms: Array

    @classmethod
    def of(cls, source: Array, target: Array, source_lengths: Array, target_lengths: Array) -> Dense:
        """Centre each side by its own mean, which takes the language out of a vector, and scale by length."""
        sides = []
        for vectors, lengths in ((source, source_lengths), (target, target_lengths)):
            centred = vectors - vectors.mean(axis=0, keepdims=True) if len(vectors) > 2 else vectors
            size = np.linalg.norm(centred, axis=1, keepdims=True)
            unit = centred / np.maximum(size, 1e-6)
            sides.append((unit * np.sqrt(lengths)[:, None]).astype(np.float32))
        return cls(sides[0], sides[1], _dense_norms(sides[0]), _dense_norms(sides[1]))

    def block(self, rows: slice, columns: slice) -> Array:
        """Dot products of source sentences `rows` and target sentences `columns`."""
        return self.source[rows] @ self.target[columns].T


def lexical(source: Sequence[Tokens], target: Sequence[Tokens], lexicon: Lexicon, same_language: bool) -> Lexical:
    """The lexical channel: anchors, equal Latin words, and either translated words or the characters of both sides.

    `lexicon` maps words of the source to words of the target; with `same_language` it is not used.
    """
    known = frozenset() if same_language else vocabulary(lexicon)
    left = [_features(t, known, same_language) for t in source]
    right = [_features(t, known, same_language) for t in target]
    left_df, right_df = _frequencies(left), _frequencies(right)
    weights = {f: _weight(f, left_df, right_df, (len(left), len(right))) for f in right_df}
    rarity = {f: _idf(f, left_df, len(left)) for f in left_df} if not same_language else {}
    dots: list[_Vector] = []
    own: list[_Vector] = []
    for features in left:
        dot: dict[str, float] = {}
        mine: dict[str, float] = {}
        for feature in features:
            if feature in weights:
                mine[feature] = dot[feature] = weights[feature]
            elif feature[0] == "w" and not same_language:
                _translate(feature, lexicon, rarity, right_df, dot, mine)
        dots.append(dot)
        own.append(mine)
    reachable = {f for dot in dots for f in dot}
    others = [{f: weights[f] for f in features if f in reachable} for features in right]
    index = {feature: number for number, feature in enumerate(sorted(reachable))}
    return Lexical(_sparse(dots, index), _sparse(others, index), _sparse_norms(own), _sparse_norms(others))


def _translate(
    feature: str,
    lexicon: Lexicon,
    rarity: Mapping[str, float],
    right_df: Counter[str],
    dot: dict[str, float],
    mine: dict[str, float],
) -> None:
    """Put the translations of a word that the other side has anywhere into `dot`, and the word itself into `mine`."""
    weight = rarity[feature]
    for word, probability in lexicon.get(feature[2:], {}).items():
        other = f"h:{word}"
        if other in right_df:
            dot[other] = max(dot.get(other, 0.0), weight * probability)
            mine[feature] = weight


def _features(t: Tokens, known: frozenset[str], same_language: bool) -> set[str]:
    found = set(t.anchors)
    found.update(f"w:{word}" for word in t.words)
    if same_language:
        for run in t.han:
            found.update(f"h:{char}" for char in run)
            found.update(f"h:{run[i : i + 2]}" for i in range(len(run) - 1))
    else:
        found.update(f"h:{word}" for word in han_words(t.han, known))
    return found


def _frequencies(features: Sequence[set[str]]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for found in features:
        counted.update(found)
    return counted


def _idf(feature: str, df: Counter[str], count: int) -> float:
    return math.log((count + 1) / (df[feature] + 0.5)) + 0.1


def _kind(feature: str) -> float:
    return _ANCHOR_WEIGHT.get(feature[0], 1.0)


def _weight(feature: str, left: Counter[str], right: Counter[str], counts: tuple[int, int]) -> float:
    """The weight of a feature by its rarity; one that only the target can have (a translated word) by that side's."""
    idf = _idf(feature, right, counts[1])
    if feature in left:
        idf = min(idf, _idf(feature, left, counts[0]))
    return max(idf, 0.05) * _kind(feature)


def _sparse(rows: Sequence[_Vector], index: Mapping[str, int]) -> Sparse:
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    ids = np.fromiter((index[f] for row in rows for f in sorted(row)), np.int32, int(starts[-1]))
    weights = np.fromiter((row[f] for row in rows for f in sorted(row)), np.float32, int(starts[-1]))
    return Sparse(ids, weights, starts)


def _sparse_norms(rows: Sequence[_Vector]) -> Array:
    norms = np.zeros((REACH, len(rows)), np.float32)
    for reach in range(REACH):
        for at in range(len(rows) - reach):
            one, other = rows[at], rows[at + reach]
            norms[reach, at] = sum(w * other[f] for f, w in one.items() if f in other)
    return norms


def _dense_norms(vectors: Array) -> Array:
    norms = np.zeros((REACH, len(vectors)), np.float32)
    for reach in range(min(REACH, len(vectors))):
        norms[reach, : len(vectors) - reach] = np.einsum("ij,ij->i", vectors[: len(vectors) - reach], vectors[reach:])
    return norms


def _dense(
    ids: npt.NDArray[np.int32],
    weights: Array,
    rows: npt.NDArray[np.int64],
    common: npt.NDArray[np.int32],
    height: int,
) -> Array:
    place = np.searchsorted(common, ids)
    place[place == len(common)] = 0
    found = common[place] == ids
    matrix = np.zeros((height, len(common)), np.float32)
    matrix[rows[found], place[found]] = weights[found]
    return matrix
