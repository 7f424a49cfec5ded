"""The view model: what every publisher shows of a digest, in the order it is shown, with all words chosen.

It holds runs and plain strings, never markup, so that PDF, HTML, EPUB and Word can show the same. Nothing here is
stored: the whole view is computed from a `Digest`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bilingual import lang
from bilingual.model import (
    Cell,
    Digest,
    Entry,
    Inline,
    Link,
    Origin,
    OriginKind,
    Pair,
    Row,
    Runs,
    Section,
    Text,
    TitleCell,
    inline_text,
    join,
    trim,
)
from bilingual.publish.words import fact, word, words

_EAST_ASIAN: Final = re.compile("[\u2e80-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_SPACES: Final = re.compile(r"\s+")
_NOTHING: Final = Origin(OriginKind.MISSING)
_LIVE_LINK: Final = re.compile(r"(?:https?|ftp|mailto|doi):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column: its BCP 47 tag, and its caption, the name of the language in itself."""

    tag: str
    caption: str


@dataclass(frozen=True, slots=True)
class CellView:
    """What one column shows in one row.

    `lang` is the language of the text itself: English in a Chinese column is `en`. `mark` is a label such as
    "Machine translation", and empty when the origin is the one that section or entry state for this column.
    `missing` says that there is nothing to show; `runs` is then empty.
    """

    column: str
    lang: str
    runs: Runs
    origin: str
    mark: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class RowView:
    """One row. `anchor` is a valid XML id; `starts` says that a paragraph begins here."""

    id: str
    anchor: str
    cells: tuple[CellView, ...]
    starts: bool


@dataclass(frozen=True, slots=True)
class TitleView:
    """A title in one column; `quiet` says that the source had none and these are the first words of the text."""

    column: str
    lang: str
    runs: Runs
    text: str
    quiet: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class EntryView:
    """One paper. `titles` has one title for each column, or a single one when they are all the same.

    `label` is the number and title on one line for contents, bookmarks and running heads: no markup, no formula
    delimiters, no white space but single spaces. `origins` says for each column where most of its text comes from, in
    words, and is empty where that is what the section says. `sources` are the papers as "path, number".
    """

    number: int
    anchor: str
    key: str
    label: str
    titles: tuple[TitleView, ...]
    origins: tuple[str, ...]
    rows: tuple[RowView, ...]
    authors: str
    venue: str
    links: tuple[Link, ...]
    sources: tuple[str, ...]

    @property
    def spans(self) -> bool:
        """Whether one title stands for all columns."""
        return len(self.titles) == 1

    @property
    def heading(self) -> TitleView:
        """The title that is the heading in the structure of a document: the first that says something."""
        return next((title for title in self.titles if not title.missing), self.titles[0])


@dataclass(frozen=True, slots=True)
class SectionView:
    """Entries under one heading; `preface` are rows before the first entry. `titles` has equal ones once.

    `origins` says for each column where most of its text comes from, in words, and is empty for source text.
    """

    anchor: str
    label: str
    titles: tuple[TitleView, ...]
    preface: tuple[RowView, ...]
    origins: tuple[str, ...]
    entries: tuple[EntryView, ...]
    notes: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True)
class PairView:
    """Two papers that may be the same, for a person to decide; each is (where, title)."""

    papers: tuple[tuple[str, str], ...]
    evidence: str


@dataclass(frozen=True, slots=True)
class DigestView:
    """The whole digest. `lang` is the language of all words that are not text of a source: that of the first column.

    `titles` has the digest's title in each column, equal ones once. `colophon` is (label, value) in words of `lang`.
    """

    lang: str
    titles: tuple[TitleView, ...]
    date: str
    columns: tuple[ColumnView, ...]
    sections: tuple[SectionView, ...]
    words: dict[str, str]
    colophon: tuple[tuple[str, str], ...]
    possible: tuple[PairView, ...]

    @property
    def title(self) -> str:
        """The title in the first column, on one line."""
        return self.titles[0].text if self.titles else ""

    @property
    def entries(self) -> Iterator[EntryView]:
        """All entries in order."""
        return (entry for section in self.sections for entry in section.entries)


def view(digest: Digest) -> DigestView:
    """The view of a digest, the same for every publisher."""
    tag = digest.columns[0]
    titles = _distinct(tuple(_title(cell, tag) for cell in digest.title))
    return DigestView(
        lang=tag,
        titles=titles,
        date=digest.date,
        columns=tuple(ColumnView(column, lang.autonym(column)) for column in digest.columns),
        sections=tuple(_section(section, tag) for section in digest.sections),
        words=words(tag),
        colophon=tuple(fact(subject, value, tag) for subject, value in digest.colophon),
        possible=tuple(map(_pair, digest.possible)),
    )


def cell_runs(cell: Cell) -> Runs:
    """The segments of a cell put together as they stood in their paragraph, with no white space at the ends."""
    runs: list[Inline] = []
    for segment in cell.segments:
        runs += (*segment.runs, Text(segment.space_after))
    return trim(join(runs))


def shown_lang(runs: Runs, column: str) -> str:
    """The language that runs in a column are in: `en` for words without a Han character in a Chinese column."""
    if not lang.is_chinese(column):
        return column
    text = "".join(run.text for run in runs if isinstance(run, Text))
    return "en" if _LETTER.search(text) and not _EAST_ASIAN.search(text) else column


def one_line(runs: Runs) -> str:
    """The runs without markup, formula delimiters and line breaks, for bookmarks, contents and running heads."""
    from bilingual.publish.plain_math import readable

    return _SPACES.sub(" ", "".join(readable(run) for run in runs)).strip()


def live_href(href: str) -> str:
    """The address if it may be a live link, else "": only schemes of the web and of mail, none that runs or reads."""
    return href if _LIVE_LINK.match(href) else ""


def anchor(prefix: str, name: str) -> str:
    """A valid and unique XML id for a row or section id."""
    return prefix + re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)


def _section(section: Section, tag: str) -> SectionView:
    titles = _distinct(tuple(_title(cell, tag) for cell in section.title))
    every = (*section.preface, *(row for entry in section.entries for row in entry.rows))
    usual = _usual_origins(every, len(section.title))
    return SectionView(
        anchor=anchor("s-", section.id),
        label=titles[0].text if titles else section.path,
        titles=titles,
        preface=_rows(section.preface, usual, tag),
        origins=tuple(_origin_word(origin, tag) for origin in usual),
        entries=tuple(_entry(entry, usual, tag) for entry in section.entries),
        notes=tuple(note for note in section.notes if note not in {title.text for title in titles}),
        path=section.path,
    )


def _entry(entry: Entry, stated: tuple[Origin, ...], tag: str) -> EntryView:
    titles = _shared(tuple(_title(cell, tag) for cell in entry.title))
    usual = _usual_origins(entry.rows, len(stated))
    said = [title.text for title in titles if not title.missing]
    return EntryView(
        number=entry.number,
        anchor=f"e{entry.number}",
        key=entry.key,
        label=f"{entry.number} {said[0] if said else word('no_title', tag)}",
        titles=titles,
        origins=tuple(
            "" if own in (here, _NOTHING) else _origin_word(own, tag) or word("source", tag)
            for own, here in zip(usual, stated, strict=True)
        ),
        rows=_rows(entry.rows, usual, tag),
        authors=", ".join(entry.authors),
        venue=entry.venue,
        links=tuple(Link(live_href(href), href) for href in entry.links),
        sources=tuple(f"{paper.path}, {paper.n}" for paper in entry.papers),
    )


def _title(cell: TitleCell, tag: str) -> TitleView:
    runs = trim(cell.runs)
    text = one_line(runs)
    if not text:
        nothing = word("no_title", cell.lang)
        return TitleView(cell.lang, cell.lang, (Text(nothing),), nothing, quiet=True, missing=True)
    return TitleView(cell.lang, shown_lang(runs, cell.lang), runs, text, quiet=cell.placeholder)


def _shared(titles: tuple[TitleView, ...]) -> tuple[TitleView, ...]:
    """A single title when all columns have the same one."""
    distinct = {title.runs for title in titles}
    return titles[:1] if len(distinct) == 1 else titles


def _distinct(titles: tuple[TitleView, ...]) -> tuple[TitleView, ...]:
    """The titles that say something, equal ones once."""
    by_text = {title.text: title for title in reversed(titles) if not title.missing}
    return tuple(title for title in titles if by_text.get(title.text) is title)


def _rows(rows: Iterable[Row], usual: tuple[Origin, ...], tag: str) -> tuple[RowView, ...]:
    return tuple(
        RowView(
            row.id,
            anchor("r", row.id),
            tuple(_cell(cell, origin, tag) for cell, origin in zip(row.cells, usual, strict=True)),
            row.starts,
        )
        for row in rows
    )


def _cell(cell: Cell, usual: Origin, tag: str) -> CellView:
    runs = cell_runs(cell)
    if not runs:
        return CellView(cell.lang, tag, (), OriginKind.MISSING.value, missing=True)
    origin = cell.origin
    mark = "" if origin.kind is usual.kind else word(origin.kind.value, tag)
    return CellView(cell.lang, shown_lang(runs, cell.lang), runs, origin.kind.value, mark)


def _usual_origins(rows: tuple[Row, ...], count: int) -> tuple[Origin, ...]:
    """For each of `count` columns the origin that most of its cells have; `missing` when it has no text at all."""
    columns = zip(*(row.cells for row in rows), strict=True) if rows else [()] * count
    return tuple(_most_common(cell.origin for cell in column if cell.segments) for column in columns)


def _most_common(origins: Iterable[Origin]) -> Origin:
    counted = Counter(origins).most_common(1)
    return counted[0][0] if counted else _NOTHING


def _origin_word(origin: Origin, tag: str) -> str:
    if origin.kind in (OriginKind.SOURCE, OriginKind.MISSING):
        return ""
    label = word(origin.kind.value, tag)
    return f"{label} · {origin.by}" if origin.by else label


def _pair(pair: Pair) -> PairView:
    return PairView(tuple((f"{p.path}, {p.n}", p.title or p.key) for p in pair.papers), "; ".join(pair.evidence))


def runs_text(runs: Runs) -> str:
    """The runs as they read, formulas with their delimiters: what search and tests look at."""
    return "".join(map(inline_text, runs))
