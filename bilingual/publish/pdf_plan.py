"""The plan of a PDF: a digest cut into stretches that are set apart from each other, on as many cores as there are.

Where it is cut depends on the text only, never on the cores, so that the bytes do not depend on the machine; and on no
more of the text than has to be, so that an edit leaves the other stretches as they were and a build can take them from
the one before. A new stretch begins a new page; a section begins one anyway, so only a long section is cut inside.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, NamedTuple

from bilingual.publish.view import DigestView, EntryView, RowView, SectionView, runs_text

_LEAST: Final = 25_000  # characters of all columns, about 12 pages; most stretches have twice that
_MOST: Final = 80_000  # memory stays low, and two cores are busy
_LINE: Final = 30


@dataclass(frozen=True, slots=True)
class Part:
    """What one stretch has of a section; `opens` says that it begins with the section's heading."""

    view: SectionView
    opens: bool
    preface: tuple[RowView, ...]
    entries: tuple[EntryView, ...]


class _Piece(NamedTuple):
    """What is never cut: an entry, or the beginning of a section with its preface."""

    section: SectionView
    entry: EntryView | None
    weight: int

    @property
    def rank(self) -> tuple[bool, int]:
        """How much a stretch would like to begin here: at a section if it can, else at one paper or another."""
        name = self.section.anchor if self.entry is None else self.entry.key
        return self.entry is None, zlib.crc32(name.encode("utf-8", "surrogatepass"))


def stretches(view: DigestView) -> tuple[tuple[Part, ...], ...]:
    """The stretches of a digest in order; there is always one, if only an empty one."""
    return tuple(tuple(_parts(pieces)) for pieces in _cut(list(_pieces(view))))


def _pieces(view: DigestView) -> Iterator[_Piece]:
    for section in view.sections:
        bare = replace(section, preface=(), entries=())
        yield _Piece(section, None, _weight(section.preface))
        for entry in section.entries:
            yield _Piece(bare, entry, _weight(entry.rows))


def _cut(pieces: Sequence[_Piece]) -> Iterator[Sequence[_Piece]]:
    """Pieces in stretches of `_LEAST` to `_MOST`; only the last may be shorter, and one with a very long piece longer.

    A stretch begins at a piece that no other within `_LEAST` of it outranks, whatever is farther away.
    """
    starts = [0, *accumulate(piece.weight for piece in pieces)]
    ranks = [piece.rank for piece in pieces]
    first = 0
    for n in range(1, len(pieces)):
        low, high = bisect_left(starts, starts[n] - _LEAST), bisect_right(starts, starts[n] + _LEAST, hi=len(pieces))
        wanted = low > 0 and ranks[n] == max(ranks[low:high])
        full = starts[n + 1] - starts[first] > _MOST
        if pieces[n - 1].entry is not None and starts[n] - starts[first] > 0 and (wanted or full):
            yield pieces[first:n]
            first = n
    yield pieces[first:]


def _parts(pieces: Iterable[_Piece]) -> Iterator[Part]:
    """The pieces of a stretch by section."""
    held: list[EntryView] = []
    opening: SectionView | None = None
    section: SectionView | None = None
    for piece in pieces:
        if piece.entry is None:
            if section is not None:
                yield _part(section, opening, held)
            section = opening = piece.section
            held = []
        else:
            section = section or piece.section
            held.append(piece.entry)
    if section is not None:
        yield _part(section, opening, held)


def _part(section: SectionView, opening: SectionView | None, entries: list[EntryView]) -> Part:
    bare = replace(section, preface=(), entries=())
    return Part(bare, opening is not None, opening.preface if opening else (), tuple(entries))


def _weight(rows: Iterable[RowView]) -> int:
    """The characters of rows; a row without text still takes a line of the page."""
    return sum(_LINE + sum(len(runs_text(cell.runs)) for cell in row.cells) for row in rows)
