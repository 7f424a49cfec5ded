"""Assemble: documents and the groups of papers that are the same, into the rows of a digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from bilingual import lang
from bilingual.findings import Finding, Severity
from bilingual.model import (
    Cell,
    Document,
    Entry,
    Origin,
    OriginKind,
    Paper,
    PaperRef,
    Row,
    Runs,
    Section,
    Segment,
    Text,
    TitleCell,
)
from bilingual.pipeline.rows import Aligner, Line, lines
from bilingual.pipeline.titles import placeholder, title_cells
from bilingual.pipeline.versions import Version, flatten, strands, versions
from bilingual.protect import verify

Convert = Callable[[Runs, str, str], tuple[Runs, str]]
"""(runs, tag they are in, tag wanted) → (runs in that script, name of the conversion)."""

_NO_VENUE: Final = {"Hans": "未注明出处", "Hant": "未註明出處", "": "No venue stated"}
_ALL_PAPERS: Final = {"Hans": "全部论文", "Hant": "全部論文", "": "All papers"}


@dataclass(frozen=True, slots=True)
class Tools:
    """What the assembly works with: the columns, the aligner and the script conversion."""

    columns: tuple[str, ...]
    align: Aligner
    convert: Convert


def assemble(
    documents: Sequence[Document],
    groups: Sequence[tuple[PaperRef, ...]],
    tools: Tools,
    step: Callable[[], None] = lambda: None,
    evidence: Mapping[PaperRef, tuple[str, ...]] = MappingProxyType({}),
) -> tuple[tuple[Section, ...], tuple[Finding, ...]]:
    """One section a document, with its preface and its entries; a joined entry stands where its first paper does.

    `groups` are papers that are the same, two or more of them each. Entries are numbered from 1 through all sections.
    `step` is called once a paper. `evidence` says for the first paper of a group why its papers are the same.
    """
    home = {ref: group for group in groups for ref in group}
    by_ref = {PaperRef(d.path, p.position.n): (d, p) for d in documents for p in d.papers}
    sections: list[Section] = []
    findings: list[Finding] = []
    number = 0
    for index, document in enumerate(documents, 1):
        entries: list[Entry] = []
        for paper in document.papers:
            step()
            ref = PaperRef(document.path, paper.position.n)
            group = home.get(ref, (ref,))
            if group[0] != ref:
                continue
            number += 1
            entry, found = _entry(number, [by_ref[member] for member in group], tools)
            entries.append(replace(entry, evidence=evidence.get(ref, ())))
            findings.extend(found)
        sections.append(_section(index, document, tuple(entries), tools, findings))
    return tuple(sections), tuple(findings)


def _section(
    index: int, document: Document, entries: tuple[Entry, ...], tools: Tools, findings: list[Finding]
) -> Section:
    made, breaks = flatten(document.preface, f"preface-{index}")
    preface: tuple[Row, ...] = ()
    if made:
        version = Version(PaperRef(document.path, 0), document.lang, (), document.lang, made, breaks)
        preface, found = _rows(f"P{index}", ((version,),), tools)
        findings.extend(found)
    name = document.title or PurePath(document.path).stem
    title, _ = title_cells(name, document.lang, tools.columns, tools.convert)
    return Section(f"s{index}", title, entries, preface, tuple(note.text for note in document.notes), document.path)


def _entry(number: int, members: Sequence[tuple[Document, Paper]], tools: Tools) -> tuple[Entry, list[Finding]]:
    found = [version for document, paper in members for version in versions(document, paper)]
    document, paper = members[0]
    rows, findings = _rows(str(number), strands(found, tools.columns), tools)
    title, title_findings = _title(found, document, paper, tools)
    entry = Entry(
        number,
        paper.key,
        tuple(PaperRef(d.path, p.position.n) for d, p in members),
        title,
        rows,
        authors=next((p.authors for _, p in members if p.authors), ()),
        venue=next((p.venue for _, p in members if p.venue), ""),
        links=tuple(dict.fromkeys(link for _, p in members for link in p.links)),
    )
    return entry, [*title_findings, *findings]


def _title(
    found: Sequence[Version], document: Document, paper: Paper, tools: Tools
) -> tuple[tuple[TitleCell, ...], list[Finding]]:
    titled = [(version.title, version.title_lang) for version in found if version.title]
    if titled:
        return title_cells(titled[0][0], titled[0][1], tools.columns, tools.convert, titled)
    starts = [(placeholder(v.segments, v.lang), v.lang) for v in found if v.segments]
    runs, tag = starts[0] if starts else ((), paper.lang)
    cells, findings = title_cells(runs, tag, tools.columns, tools.convert, starts)
    message = f"Paper {paper.position.n} has no title; the digest shows the beginning of its summary instead."
    untitled = Finding("paper.untitled", Severity.INFO, message, document.path, paper.position.line_start, paper.key)
    shown = (cell if lang.is_chinese(cell.lang) == lang.is_chinese(tag) else replace(cell, runs=()) for cell in cells)
    return tuple(replace(cell, placeholder=True) for cell in shown), [untitled, *findings]


def _rows(prefix: str, groups: Sequence[Sequence[Version]], tools: Tools) -> tuple[tuple[Row, ...], list[Finding]]:
    rows: list[Row] = []
    findings: list[Finding] = []
    for strand in groups:
        by_column = [_source_of(strand, column) for column in tools.columns]
        starts = set(strand[0].breaks)
        for line in lines(strand, tools.align):
            row_id = f"{prefix}.{len(rows) + 1}"
            cells = []
            for column, which in zip(tools.columns, by_column, strict=True):
                cell, found = _cell(column, strand, which, line, tools, row_id)
                cells.append(cell)
                findings.extend(found)
            begins = bool(starts.intersection(line.indices[0]))
            rows.append(Row(row_id, tuple(cells), begins, line.score))
        findings.extend(_homeless(strand, by_column))
    return tuple(rows), findings


def _source_of(strand: Sequence[Version], column: str) -> int:
    """Which version fills a column, -1 for none.

    Never derives a Traditional text back from Simplified where the source has it: a version of the column's own
    script comes first, and every conversion starts from a version, not from a converted column.
    """
    own = (n for n, version in enumerate(strand) if lang.same_language(version.lang, column))
    chinese = (n for n, version in enumerate(strand) if lang.is_chinese(version.lang) and lang.is_chinese(column))
    return next(own, next(chinese, -1))


def _cell(
    column: str, strand: Sequence[Version], which: int, line: Line, tools: Tools, row_id: str
) -> tuple[Cell, list[Finding]]:
    if which < 0:
        return Cell(column), []
    made: list[Segment] = []
    findings: list[Finding] = []
    for segment in (strand[which].segments[i] for i in line.indices[which]):
        if not _needs_conversion(segment.lang, column):
            made.append(replace(segment, lang=column))
            continue
        runs, by = tools.convert(segment.runs, segment.lang, column)
        made.append(replace(segment, lang=column, runs=runs, origin=Origin(OriginKind.SCRIPT, by)))
        findings.extend(verify(segment.runs, runs, path=strand[which].ref.path, segment=row_id))
    return Cell(column, tuple(made)), findings


def _needs_conversion(tag: str, column: str) -> bool:
    """Chinese in the other script; English inside a Chinese text stays as it is."""
    return lang.is_chinese(tag) and lang.is_chinese(column) and not lang.same_language(tag, column)


def _homeless(strand: Sequence[Version], by_column: Sequence[int]) -> list[Finding]:
    """A finding for each version that no column shows: its text would be missing from the digest."""
    return [
        Finding(
            "language.no-column",
            Severity.WARNING,
            f"The {lang.english_name(version.lang)} text of paper {version.ref.n} is in no column of the digest; "
            f'add "{version.lang}" to columns to show it.',
            version.ref.path,
        )
        for n, version in enumerate(strand)
        if n not in by_column and version.segments
    ]


def reorder(sections: Sequence[Section], order: str, columns: Sequence[str]) -> tuple[Section, ...]:
    """The sections in the digest's order: as the sources have them, or all entries by title, or by venue.

    Entries are numbered anew, and row ids with them; prefaces keep their place before the entries, each in a section
    of its own.
    """
    if order == "source":
        return tuple(sections)
    opening = [replace(section, entries=()) for section in sections if section.preface]
    entries = [entry for section in sections for entry in section.entries]
    if order == "title":
        entries.sort(key=lambda entry: [cell.text.casefold() for cell in reversed(entry.title)])
        grouped = [Section("titles", _heading(_ALL_PAPERS, columns), tuple(entries))]
    else:
        venues = sorted({entry.venue for entry in entries}, key=lambda venue: (not venue, venue.casefold()))
        grouped = [
            Section(
                f"v{n}",
                _heading(dict.fromkeys(_NO_VENUE, venue) if venue else _NO_VENUE, columns),
                tuple(entry for entry in entries if entry.venue == venue),
            )
            for n, venue in enumerate(venues, 1)
        ]
    return (*opening, *_renumbered(grouped))


def _heading(words: Mapping[str, str], columns: Sequence[str]) -> tuple[TitleCell, ...]:
    return tuple(TitleCell(column, (Text(words[lang.script(column)]),)) for column in columns)


def _renumbered(sections: Sequence[Section]) -> list[Section]:
    number = 0
    result: list[Section] = []
    for section in sections:
        entries = []
        for entry in section.entries:
            number += 1
            rows = tuple(replace(row, id=f"{number}.{n}") for n, row in enumerate(entry.rows, 1))
            entries.append(replace(entry, number=number, rows=rows))
        result.append(replace(section, entries=tuple(entries)))
    return result
