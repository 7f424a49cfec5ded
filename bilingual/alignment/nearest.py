"""Nearest neighbours between two sets of vectors, block by block, and their likeness corrected for hubs.

Some texts are near to everything (hubs); CSLS (Conneau et al. 2018) takes the mean likeness of each text to its own
nearest neighbours away from both sides. Ten thousand by ten thousand vectors never stand in memory as one matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bilingual.alignment.similarity import Array

NEIGHBOURS: Final = 10  # the k of CSLS that its authors use
_BLOCK: Final = 1024  # rows and columns of a block; 4 MB of single-precision numbers


@dataclass(frozen=True, slots=True)
class Neighbours:
    """For each text its nearest ones on the other side, best first: their numbers and cosines, shape (texts, k)."""

    numbers: npt.NDArray[np.int64]
    cosines: Array

    @property
    def mean(self) -> Array:
        """The mean cosine of each text to its neighbours: how much of a hub it is."""
        return np.asarray(self.cosines.mean(axis=1), np.float32)


def centred(vectors: Array) -> Array:
    """Unit vectors with the mean of their side taken away, which takes the language out of them."""
    moved = vectors - vectors.mean(axis=0, keepdims=True) if len(vectors) > 2 else vectors
    return np.asarray(moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-6), np.float32)


def nearest(one: Array, other: Array, k: int = NEIGHBOURS) -> tuple[Neighbours, Neighbours]:
    """The k nearest of `other` for each row of `one`, and the other way round; unit vectors on both sides.

    The same vectors always give the same neighbours, in the same order.
    """
    there = _Best(len(one), min(k, len(other)))
    back = _Best(len(other), min(k, len(one)))
    for top in range(0, len(one), _BLOCK):
        rows = one[top : top + _BLOCK]
        for left in range(0, len(other), _BLOCK):
            block = rows @ other[left : left + _BLOCK].T
            there.offer(slice(top, top + len(rows)), left, block)
            back.offer(slice(left, left + block.shape[1]), top, block.T)
    return there.found(), back.found()


def csls(there: Neighbours, back: Neighbours) -> Array:
    """The corrected likeness of each text to its neighbours, twice the cosine less both hub means."""
    return np.asarray(2 * there.cosines - there.mean[:, None] - back.mean[there.numbers], np.float32)


class _Best:
    """The best k of each row so far."""

    def __init__(self, count: int, k: int) -> None:
        self._k = k
        self._cosines = np.full((count, k), -2.0, np.float32)
        self._numbers = np.zeros((count, k), np.int64)

    def offer(self, rows: slice, first: int, block: Array) -> None:
        """Look at a block whose columns are the texts from number `first` on."""
        k = min(self._k, block.shape[1])
        best = np.argpartition(-block, k - 1, axis=1)[:, :k]
        cosines = np.concatenate([self._cosines[rows], np.take_along_axis(block, best, axis=1)], axis=1)
        both = np.concatenate([self._numbers[rows], best + first], axis=1)
        order = np.lexsort((both, -cosines), axis=1)[:, : self._k]
        self._cosines[rows] = np.take_along_axis(cosines, order, axis=1)
        self._numbers[rows] = np.take_along_axis(both, order, axis=1)

    def found(self) -> Neighbours:
        """What was best in all blocks."""
        return Neighbours(self._numbers, self._cosines)
