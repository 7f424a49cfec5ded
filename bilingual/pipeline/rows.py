"""Rows: the join of the beads of all versions of a strand with their pivot, the first version."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.model import Bead
from bilingual.pipeline.versions import Version

_NONE: Final = -9
Aligner = Callable[[Version, Version], Sequence[Bead]]


@dataclass(frozen=True, slots=True)
class Line:
    """One row before it has cells: for each version of the strand the indices of its segments; and the lowest score."""

    indices: tuple[tuple[int, ...], ...]
    score: float | None


def lines(strand: Sequence[Version], align: Aligner) -> tuple[Line, ...]:
    """The lines of a strand in reading order. Every segment of every version stands in exactly one line."""
    pivot, others = strand[0], strand[1:]
    beads = [_stated(pivot, other) or tuple(align(pivot, other)) for other in others]
    owner = _components(len(pivot.segments), beads)
    return tuple(_walk(len(pivot.segments), owner, beads))


def _stated(pivot: Version, other: Version) -> tuple[Bead, ...]:
    """One bead a paragraph where the layout of the file states the pairing, else nothing."""
    if not other.stated or len(pivot.breaks) != len(other.breaks):
        return ()
    return tuple(map(Bead, _paragraphs(pivot), _paragraphs(other)))


def _paragraphs(version: Version) -> Iterator[tuple[int, ...]]:
    ends = (*version.breaks[1:], len(version.segments))
    for start, end in zip(version.breaks, ends, strict=False):
        yield tuple(range(start, end))


def _components(count: int, beads: Sequence[Sequence[Bead]]) -> list[int]:
    """For each segment of the pivot the first segment of its row: those that one bead of any version holds together."""
    owner = list(range(count))
    for version_beads in beads:
        for bead in version_beads:
            if len(bead.source) > 1:
                first = min(owner[i] for i in bead.source)
                merged = {owner[i] for i in range(min(bead.source), max(bead.source) + 1)}
                for i in range(first, count):
                    if owner[i] in merged:
                        owner[i] = first
    return owner


def _homes(beads: Sequence[Bead], owner: Sequence[int]) -> list[tuple[int, int]]:
    """For each bead the row of the pivot at or before it, and the one at or after it; -1 and -2 for none.

    They are the same inside a row: what only this version has between two segments that another version holds together
    belongs into their row, or it would stand after what follows it.
    """
    own = [owner[bead.source[0]] if bead.source else _NONE for bead in beads]
    before = _carried(own, -1)
    after = _carried(own[::-1], -2)
    return list(zip(before, reversed(after), strict=True))


def _carried(rows: Sequence[int], first: int) -> list[int]:
    """`rows` with every `_NONE` replaced by the last row before it, or by `first`."""
    carried = itertools.accumulate(rows, lambda last, here: last if here == _NONE else here, initial=first)
    return list(carried)[1:]


def _walk(count: int, owner: Sequence[int], beads: Sequence[Sequence[Bead]]) -> Iterator[Line]:
    """Lines in the order of the pivot; what only another version has stands where that version has it."""
    rows: dict[int, list[list[int]]] = {}
    scores: dict[int, float] = {}
    alone: dict[int, list[tuple[int, tuple[int, ...], float]]] = {}
    for v, version_beads in enumerate(beads, 1):
        homes = _homes(version_beads, owner)
        for bead, (before, after) in zip(version_beads, homes, strict=True):
            if bead.source or before == after:
                cells = rows.setdefault(before, [[] for _ in range(len(beads) + 1)])
                cells[v].extend(bead.target)
                if bead.target:
                    scores[before] = min(scores.get(before, 1.0), bead.score)
            elif bead.target:
                alone.setdefault(before, []).append((v, bead.target, bead.score))
    for at in (-1, *sorted(set(owner))):
        if at >= 0:
            cells = rows.get(at, [[] for _ in range(len(beads) + 1)])
            cells[0] = [i for i in range(count) if owner[i] == at]
            yield Line(tuple(map(tuple, cells)), scores.get(at))
        for v, target, score in alone.get(at, ()):
            yield Line(tuple(target if n == v else () for n in range(len(beads) + 1)), score)
