"""Where the path of an alignment can be: windows of columns for chunks of rows, around anchors that both texts have.

Features that occur once on either side give points; the heaviest chain of points that rises on both sides gives the
path (the idea of patience diff and of hunalign's anchors). Time and memory grow with the length of the path.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bilingual.alignment.similarity import Lexical, Sparse

CHUNK: Final = 64  # rows computed at once
_FULL: Final = 700  # columns up to which the whole matrix is looked at
_HALF: Final = 56  # columns on either side of the path
_SUPPORT: Final = 40  # how far a point looks for others that agree with it


@dataclass(frozen=True, slots=True)
class Window:
    """Rows `top` to `bottom` of the table of prefixes and the columns `left` to `right` that are looked at in them."""

    top: int
    bottom: int
    left: int
    right: int


def windows(lexical: Lexical, shape: tuple[int, int]) -> list[Window]:
    """Windows that cover prefixes 0 to n of the source, each overlapping its neighbours in columns."""
    rows, columns = shape[0] + 1, shape[1] + 1
    if columns <= _FULL:
        return [Window(top, min(top + CHUNK, rows), 0, columns) for top in range(0, rows, CHUNK)]
    path, slack = _path(lexical, shape)
    found = []
    for top in range(0, rows, CHUNK):
        bottom = min(top + CHUNK, rows)
        half = _HALF + int(slack[max(top - 1, 0) : bottom + 1].max())
        left = max(0, int(path[max(top - 1, 0)]) - half)
        right = min(columns, int(path[min(bottom, rows - 1)]) + half + 1)
        found.append(Window(top, bottom, left, right))
    return found


def _path(lexical: Lexical, shape: tuple[int, int]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The column of the path at each row, and how unsure it is there: a share of the distance to the nearest point."""
    points = _supported(_chain(_points(lexical.source, lexical.target)), shape)
    xs = np.array([0, *(x for x, _ in points), shape[0]], np.float64)
    ys = np.array([0, *(y for _, y in points), shape[1]], np.float64)
    at = np.arange(shape[0] + 1, dtype=np.float64)
    path = np.interp(at, xs, ys)
    nearest = np.minimum(at - xs[np.searchsorted(xs, at, "right") - 1], _next_point(xs, at) - at)
    return path, nearest * 0.4


def _next_point(xs: npt.NDArray[np.float64], at: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return xs[np.minimum(np.searchsorted(xs, at, "left"), len(xs) - 1)]


def _points(source: Sparse, target: Sparse) -> list[tuple[int, int, float]]:
    """Pairs of sentences that share features which occur once on each side, with the sum of their weights."""
    left, right = _single(source), _single(target)
    weights: Counter[tuple[int, int]] = Counter()
    for feature, (row, weight) in left.items():
        if feature in right:
            weights[row, right[feature][0]] += weight  # type: ignore[assignment]
    return sorted((x, y, w) for (x, y), w in weights.items())


def _single(side: Sparse) -> dict[int, tuple[int, float]]:
    ids, rows = side.ids, np.repeat(np.arange(len(side.starts) - 1), np.diff(side.starts))
    unique, first, counts = np.unique(ids, return_index=True, return_counts=True)
    once = first[counts == 1]
    return {int(f): (int(rows[at]), float(side.weights[at])) for f, at in zip(unique[counts == 1], once, strict=True)}


def _chain(points: list[tuple[int, int, float]]) -> list[tuple[int, int]]:
    """The heaviest chain of points that rises strictly in both coordinates; O(k log k)."""
    ends: list[int] = []  # columns where chains end, ascending
    totals: list[float] = []  # the heaviest chain that ends at or before that column, ascending
    tips: list[int] = []
    before = [-1] * len(points)
    group: list[tuple[int, float, int]] = []
    for index, (x, y, weight) in enumerate(points):
        place = bisect_left(ends, y)
        before[index] = tips[place - 1] if place else -1
        group.append((y, (totals[place - 1] if place else 0.0) + weight, index))
        if index + 1 == len(points) or points[index + 1][0] != x:
            for column, total, tip in group:
                _offer(ends, totals, tips, column, total, tip)
            group = []
    chain: list[tuple[int, int]] = []
    tip = tips[-1] if tips else -1
    while tip >= 0:
        chain.append(points[tip][:2])
        tip = before[tip]
    return chain[::-1]


def _offer(ends: list[int], totals: list[float], tips: list[int], column: int, total: float, tip: int) -> None:
    """Keep a chain that ends at `column` if no lighter column has a heavier one; drop those it beats."""
    place = bisect_left(ends, column)
    if place and totals[place - 1] >= total:
        return
    if place < len(ends) and ends[place] == column and totals[place] >= total:
        return
    last = place
    while last < len(ends) and totals[last] <= total:
        last += 1
    ends[place:last], totals[place:last], tips[place:last] = [column], [total], [tip]


def _supported(chain: list[tuple[int, int]], shape: tuple[int, int]) -> list[tuple[int, int]]:
    """Points that another point near them agrees with; a lone accidental point must not pull the path away."""
    slope = shape[1] / shape[0]
    kept = []
    for index, (x, y) in enumerate(chain):
        near = chain[max(0, index - 3) : index] + chain[index + 1 : index + 4]
        agree = sum(abs(u - x) <= _SUPPORT and abs((v - y) - (u - x) * slope) <= _SUPPORT / 2 for u, v in near)
        if agree >= 1:
            kept.append((x, y))
    return kept
