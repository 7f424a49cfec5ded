"""The digest: papers by languages, aligned into rows. What every publisher shows and what `digest.json` says."""

from __future__ import annotations

from dataclasses import dataclass

from bilingual.findings import Finding
from bilingual.model.inline import Runs, plain
from bilingual.model.segment import SOURCE, Origin, OriginKind, Segment


@dataclass(frozen=True, slots=True)
class PaperRef:
    """A paper by its place: the path of its document as digest.toml has it, and its number there from 1."""

    path: str
    n: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What one language has in one row: none, one or several segments of `lang`, the tag of the column."""

    lang: str
    segments: tuple[Segment, ...] = ()

    @property
    def text(self) -> str:
        """The segments put together as they stood in their paragraph, with no white space at the ends."""
        return "".join(s.text + s.space_after for s in self.segments).strip()

    @property
    def origin(self) -> Origin:
        """The origin of the first segment that is not source text, else of the first; `missing` for none."""
        if not self.segments:
            return Origin(OriginKind.MISSING)
        made = (s.origin for s in self.segments if s.origin.kind is not OriginKind.SOURCE)
        return next(made, self.segments[0].origin)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the side-by-side table: a cell for each column of the digest, in its order.

    `id` is unique in the digest and seen by the reader (`12.3`: third row of the twelfth entry; `A.1` in a preface).
    `starts` says that a paragraph begins here. `score` is that of the bead, None where nothing was aligned.
    """

    id: str
    cells: tuple[Cell, ...]
    starts: bool = False
    score: float | None = None


@dataclass(frozen=True, slots=True)
class TitleCell:
    """The title in one column. `placeholder` says that the source had none and the text is taken from the summary."""

    lang: str
    runs: Runs
    origin: Origin = SOURCE
    placeholder: bool = False

    @property
    def text(self) -> str:
        """The title in the form of the JSON interfaces."""
        return plain(self.runs)


@dataclass(frozen=True, slots=True)
class Entry:
    """The same paper, seen in one or more documents. `number` counts from 1 in the digest's order."""

    number: int
    key: str
    papers: tuple[PaperRef, ...]
    title: tuple[TitleCell, ...]
    rows: tuple[Row, ...]
    authors: tuple[str, ...] = ()
    venue: str = ""
    links: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under one heading: a source document, or a venue when the digest is ordered by venue.

    `preface` are the rows of the text that stood before the first paper; `notes` the document's own header lines.
    """

    id: str
    title: tuple[TitleCell, ...]
    entries: tuple[Entry, ...]
    preface: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    path: str = ""


@dataclass(frozen=True, slots=True)
class PaperPlace:
    """A paper that may be the same as another, or has no partner, as `match --json` lists it."""

    path: str
    n: int
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Papers of two documents that are, or may be, the same. `score` is between 0 and 1."""

    papers: tuple[PaperPlace, PaperPlace]
    score: float
    evidence: tuple[str, ...]
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Digest:
    """The whole digest. `title` has a text for each column; `date` is ISO 8601; `columns` are BCP 47 tags in order."""

    title: tuple[TitleCell, ...]
    date: str
    columns: tuple[str, ...]
    sections: tuple[Section, ...]
    possible: tuple[Pair, ...] = ()
    unmatched: tuple[PaperPlace, ...] = ()
    findings: tuple[Finding, ...] = ()
    colophon: tuple[tuple[str, str], ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in order."""
        return tuple(entry for section in self.sections for entry in section.entries)
