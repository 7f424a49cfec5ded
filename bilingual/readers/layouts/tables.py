"""Tables with a paper a row, and tables of labels and values that describe one paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bilingual.model import Note, Runs, Text, links, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import weight
from bilingual.readers.identity import identifiers
from bilingual.readers.labels import LABELS, Label, normal
from bilingual.readers.layouts.claims import Claim
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.fields import authors
from bilingual.readers.layouts.reading import Draft
from bilingual.readers.lines import paragraph

_SHORTEST_TITLE: Final = 12  # mean weight of a column that can hold titles
_SUMMARY: Final = 30  # mean weight of a column that can hold summaries
_TEXTS: Final = re.compile(
    r"要点|要點|摘要|总结|總結|简介|簡介|贡献|貢獻|解读|解讀|summary|abstract|contribution", re.IGNORECASE
)
_TITLES: Final = re.compile(r"题目|題目|标题|標題|论文|論文|title|paper", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Columns:
    """What each column of a table holds; `title` and `summary` are indexes, `summary` -1 for none."""

    title: int
    summary: int
    labels: tuple[Label | None, ...]
    names: tuple[str, ...]


def claim_rows(blocks: Sequence[Block], start: int, end: int, part: str) -> list[Claim]:
    """A claim for each row of the tables among blocks `start` up to `end`, or one for a table of fields."""
    claims: list[Claim] = []
    indexed = [(index, blocks[index]) for index in range(start, end)]
    for is_row, group in groupby(indexed, key=lambda pair: (pair[1].kind is BlockKind.ROW, pair[1].header)):
        rows = list(group)
        if not is_row[0]:
            continue
        described = _described(rows, part)
        if described:
            claims.append(described)
            continue
        columns = _columns([row for _, row in rows])
        if columns:
            claims.extend(_claim(index, row, columns, part) for index, row in rows if _has_title(row, columns))
    return claims


def _columns(rows: Sequence[Block]) -> _Columns | None:
    """What the columns hold, by their names, else by their contents; None when no column can hold titles."""
    width = max((len(row.cells) for row in rows), default=0)
    names = _names(rows, width)
    labels = tuple(LABELS.get(normal(name)) for name in names)
    means = [_mean(rows, at) for at in range(width)]
    title = _title_column(names, labels, means, rows)
    if title < 0:
        return None
    summary = next(
        (at for at, name in enumerate(names) if at != title and (labels[at] is Label.SUMMARY or _TEXTS.search(name))),
        -1,
    )
    if summary < 0 and not any(names):
        summary = max((at for at in range(width) if at != title), key=lambda at: means[at], default=-1)
        summary = summary if summary >= 0 and means[summary] >= _SUMMARY else -1
    return _Columns(title, summary, labels, names)


def _names(rows: Sequence[Block], width: int) -> tuple[str, ...]:
    header = rows[0].header
    return (*header, *([""] * width))[:width] if header else ("",) * width


def _title_column(
    names: Sequence[str], labels: Sequence[Label | None], means: Sequence[float], rows: Sequence[Block]
) -> int:
    stated = [at for at, label in enumerate(labels) if label is Label.TITLE]
    stated += [at for at, name in enumerate(names) if _TITLES.search(name) and means[at] >= _SHORTEST_TITLE]
    for at in stated:
        if means[at] > 0 and not _is_bare_links(rows, at):
            return at
    if any(names):
        return -1
    linked = [at for at in range(len(means)) if means[at] >= _SHORTEST_TITLE and _has_links(rows, at)]
    return linked[0] if linked else -1


def _mean(rows: Sequence[Block], at: int) -> float:
    return sum(weight(plain(row.cells[at])) for row in rows if at < len(row.cells)) / len(rows)


def _is_bare_links(rows: Sequence[Block], at: int) -> bool:
    """A column 论文 of `[PDF](…)` holds links, not titles."""
    cells = [row.cells[at] for row in rows if at < len(row.cells)]
    bare = [c for c in cells if links(c) and (weight(plain(c)) < _SHORTEST_TITLE or normal(plain(c)) in LABELS)]
    return len(bare) > len(cells) / 2


def _has_links(rows: Sequence[Block], at: int) -> bool:
    return 2 * sum(bool(links(row.cells[at])) for row in rows if at < len(row.cells)) > len(rows)


def _has_title(row: Block, columns: _Columns) -> bool:
    return columns.title < len(row.cells) and weight(plain(row.cells[columns.title])) > 0


def _claim(index: int, row: Block, columns: _Columns, part: str) -> Claim:
    title = read_title(row.cells[columns.title])
    notes: list[Note] = []
    hrefs: list[str] = list(title.links)
    named: dict[Label, str] = {}
    for at, cell in enumerate(row.cells):
        if at in (columns.title, columns.summary):
            continue
        text = plain(cell).strip()
        label = columns.labels[at] if at < len(columns.labels) else None
        hrefs.extend(href for href in links(cell) if href and href not in hrefs)
        if label in (Label.AUTHORS, Label.VENUE, Label.DATE):
            named[label] = text
        elif text and label is not Label.NUMBER:
            name = columns.names[at] if at < len(columns.names) else ""
            notes.append(Note("field", f"{name}: {text}" if name else text, row.line))
    summary = row.cells[columns.summary] if 0 <= columns.summary < len(row.cells) else ()
    whole = (paragraph(summary, row.line),) if plain(summary).strip() else ()
    made = Draft(
        title=title.runs,
        paragraphs=whole,
        line=row.line,
        line_end=row.line_end,
        rule="table: a row with a title",
        authors=authors(named.get(Label.AUTHORS, "")) or title.authors,
        venue=named.get(Label.VENUE, ""),
        date=named.get(Label.DATE, "") or title.date,
        identifiers=identifiers([*hrefs, plain(row.runs)[:2000] if not hrefs else ""]),
        links=tuple(dict.fromkeys([*hrefs, *(links(summary))])),
        part=part,
    )
    return Claim(index, index + 1, made, tuple(notes), "table")


def _described(rows: Sequence[tuple[int, Block]], part: str) -> Claim | None:
    """A table of two columns whose first holds labels is one paper."""
    if len(rows) < 2 or any(len(row.cells) != 2 for _, row in rows):
        return None
    known = [LABELS.get(normal(plain(row.cells[0]))) for _, row in rows]
    if known.count(None) * 2 > len(known) or Label.TITLE not in known:
        return None
    fields = [
        replace(row, kind=BlockKind.PARAGRAPH, runs=(*_as_label(row.cells[0]), *row.cells[1]), cells=(), header=())
        for _, row in rows
    ]
    made, notes = draft(
        read_title(()), fields, rows[0][1].line, "table: labels and values that describe a paper", part=part
    )
    return Claim(rows[0][0], rows[-1][0] + 1, made, notes, "table")


def _as_label(cell: Runs) -> Runs:
    return (Text(f"{plain(cell).strip()}: "),)
