"""Rows with their places, and the cell of each that the others are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bilingual.findings import Finding, Severity
from bilingual.model import Cell, Digest, Entry, OriginKind, Row, Runs, Text
from bilingual.protect.terms import Termbase


@dataclass(frozen=True, slots=True)
class Rules:
    """What checks need from other layers.

    `foreign` gives the characters of a text that the script of a tag does not have.
    """

    terms: Termbase = field(default_factory=Termbase)
    foreign: Callable[[str, str], str] = lambda text, tag: ""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row, with the path of its source, and its entry; None in a preface."""

    row: Row
    path: str
    entry: Entry | None = None

    @property
    def pivot(self) -> Cell | None:
        """The first cell that a source wrote, else the first with text; None for an empty row."""
        filled = [cell for cell in self.row.cells if cell.segments]
        own = (cell for cell in filled if cell.origin.kind is OriginKind.SOURCE)
        return next(own, filled[0] if filled else None)

    def pairs(self) -> Iterator[tuple[Cell, Cell]]:
        """(pivot, other cell) for each other cell with text."""
        pivot = self.pivot
        if pivot is not None:
            yield from ((pivot, cell) for cell in self.row.cells if cell is not pivot and cell.segments)

    def finding(self, code: str, severity: Severity, message: str) -> Finding:
        """A finding at this row."""
        return Finding(code, severity, message, self.path, 0, self.row.id)


def placed_rows(digest: Digest) -> Iterator[PlacedRow]:
    """All rows in the order of the digest."""
    for section in digest.sections:
        for row in section.preface:
            yield PlacedRow(row, section.path)
        for entry in section.entries:
            path = entry.papers[0].path if entry.papers else section.path
            for row in entry.rows:
                yield PlacedRow(row, path, entry)


def cell_runs(cell: Cell) -> Runs:
    """The runs of all segments of a cell."""
    return tuple(run for segment in cell.segments for run in (*segment.runs, Text(segment.space_after)))


def readable(cell: Cell) -> str:
    """The texts of a cell with a space where a formula, code or address stands."""
    return "".join(run.text if isinstance(run, Text) else " " for run in cell_runs(cell)).strip()
