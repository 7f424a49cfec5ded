"""The plan of a PDF: a digest cut into stretches that are set apart from each other, on as many cores as there are.

Where it is cut depends on the text only, never on the cores, so that the bytes do not depend on the machine; and on no
more of the text than has to be, so that an edit leaves the other stretches as they were and a build can take them from
the one before. A new stretch begins a new page; a section begins one anyway, so only a long section is cut inside.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bilingual.publish.view import DigestView, EntryView, RowView, SectionView, runs_text

_LEAST: Final = 40_000  # characters of all columns, about 20 pages: memory stays low and two cores are busy
_MOST: Final = 80_000
_ONE_IN: Final = (
    4  # papers that a stretch may begin with, by their key: an edit moves the cuts after it to the next one
)
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
    def may_begin(self) -> bool:
        """Whether this is a place for a cut that does not depend on what is before it."""
        return self.entry is None or zlib.crc32(self.entry.key.encode("utf-8", "surrogatepass")) % _ONE_IN == 0


def stretches(view: DigestView) -> tuple[tuple[Part, ...], ...]:
    """The stretches of a digest in order; there is always one, if only an empty one."""
    return tuple(tuple(_parts(pieces)) for pieces in _cut(_pieces(view)))


def _pieces(view: DigestView) -> Iterator[_Piece]:
    for section in view.sections:
        bare = replace(section, preface=(), entries=())
        yield _Piece(section, None, _weight(section.preface))
        for entry in section.entries:
            yield _Piece(bare, entry, _weight(entry.rows))


def _cut(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces in stretches of `_LEAST` to `_MOST`, begun where a piece says it may, if there is such a place."""
    taken: list[_Piece] = []
    filled = 0
    for piece in pieces:
        heading = bool(taken) and taken[-1].entry is None
        full = filled + piece.weight > _MOST or (filled >= _LEAST and piece.may_begin)
        if taken and not heading and full:
            yield taken
            taken, filled = [], 0
        taken.append(piece)
        filled += piece.weight
    yield taken


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
