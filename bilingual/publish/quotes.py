"""Quotation marks by region: 「」『』 in Traditional columns, “”‘’ in Simplified ones (GB/T 15834; CLREQ, 3.1.3).

It changes what a page shows, never a source: documents that come back from an editor keep the marks of the source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bilingual import lang
from bilingual.model import Cell, Digest, Inline, Row, Runs, Section, Text, TitleCell

_CORNERS: Final = str.maketrans("“”‘’", "「」『』")
_CURLS: Final = str.maketrans("「」『』", "“”‘’")
_STRAIGHT: Final = re.compile('"')
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_APOSTROPHE: Final = re.compile("(?<=[A-Za-z])’(?=[A-Za-z])")
_KEPT: Final = "\ufdd0"  # a noncharacter, which no source has


def regional(digest: Digest) -> Digest:
    """The digest with the quotation marks of each Chinese column's region; English text is left as it is."""
    return replace(
        digest,
        title=tuple(map(_title, digest.title)),
        sections=tuple(map(_section, digest.sections)),
    )


def regional_runs(runs: Runs, tag: str) -> Runs:
    """The runs of one text in a Chinese column. Straight marks become pairs where their number is even."""
    words = "".join(run.text for run in runs if isinstance(run, Text))
    if not lang.is_chinese(tag) or not _HAN.search(words):
        return runs
    traditional = lang.script(tag) == lang.HANT
    pair = "「」" if traditional else "“”"
    table: Mapping[int, str | int] = _CORNERS if traditional else _CURLS
    paired = words.count('"') % 2 == 0
    seen = 0

    def straight(_: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        return pair[(seen - 1) % 2]

    made: list[Inline] = []
    for run in runs:
        if isinstance(run, Text):
            text = _APOSTROPHE.sub(_KEPT, run.text)
            text = _STRAIGHT.sub(straight, text) if paired else text
            made.append(Text(text.translate(table).replace(_KEPT, "’"), run.marks))
        else:
            made.append(run)
    return tuple(made)


def _section(section: Section) -> Section:
    entries = (
        replace(entry, title=tuple(map(_title, entry.title)), rows=tuple(map(_row, entry.rows)))
        for entry in section.entries
    )
    return replace(
        section,
        title=tuple(map(_title, section.title)),
        preface=tuple(map(_row, section.preface)),
        entries=tuple(entries),
    )


def _title(cell: TitleCell) -> TitleCell:
    return replace(cell, runs=regional_runs(cell.runs, cell.lang))


def _row(row: Row) -> Row:
    return replace(row, cells=tuple(map(_cell, row.cells)))


def _cell(cell: Cell) -> Cell:
    return replace(cell, segments=tuple(replace(s, runs=regional_runs(s.runs, cell.lang)) for s in cell.segments))
