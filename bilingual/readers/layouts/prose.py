"""Prose with ordinals: running text in which 第一篇論文, 第二篇 … or the first paper, the second … begin the papers.

A paper goes from its ordinal to the next one, across paragraph breaks, and more than one may stand in a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import Note, Paragraph, Runs
from bilingual.readers.blocks import Block
from bilingual.readers.flow import Flow, flow, unwrap
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.notes import is_closing
from bilingual.readers.layouts.ordinals import LAST, Ordinal, find_ordinals, longest_run
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.lines import logical_lines, paragraph

_TITLE: Final = re.compile(
    r"[\s，,：:是為为]{0,8}(?:題為|题为|名為|名为|titled|entitled)?[\s，,：:]{0,8}"
    r"(?:《([^《》]{2,300})》|“([^“”]{8,300})”)"
)


def read_prose(blocks: tuple[Block, ...]) -> Reading:
    """The papers that a run of ordinals begins; the score grows with the length of the run."""
    units = [replace(block, runs=unwrap(block.runs)) for block in logical_lines(blocks)]
    flows = [flow(unit.runs) for unit in units]
    ordinals = [o for place, whole in enumerate(flows) for o in find_ordinals(whole.text, place)]
    run = longest_run(ordinals)
    if run and run[0].family == "First, Second, …" and len(run) < 3:
        run = ()
    if not run:
        return Reading("prose")
    closing = _closing(units, run[-1])
    end = (closing, 0)
    starts = [(ordinal.place, ordinal.start) for ordinal in run]
    drafts = tuple(
        _draft(units, flows, ordinal, number, begin, stop)
        for number, (ordinal, begin, stop) in enumerate(zip(run, starts, [*starts[1:], end], strict=True), 1)
    )
    front = read_front(_before(units, flows, starts[0]))
    notes = (*front.notes, *(Note("closing", unit.text, unit.line) for unit in units[closing:]))
    score = 0.97 if len(run) >= 3 else 0.8
    return Reading("prose", score, front.title, front.preface, drafts, notes, _gaps(run, units))


def _draft(
    units: Sequence[Block],
    flows: Sequence[Flow],
    ordinal: Ordinal,
    number: int,
    begin: tuple[int, int],
    stop: tuple[int, int],
) -> Draft:
    """The paper from place `begin` up to place `stop`, each a paragraph and an offset in it."""
    pieces: list[Paragraph] = []
    last = units[begin[0]].line
    for place in range(begin[0], min(stop[0] + 1, len(units))):
        whole = flows[place]
        start = begin[1] if place == begin[0] else 0
        end = stop[1] if place == stop[0] else len(whole.text)
        piece = paragraph(whole.cut(start, end), units[place].line)
        if piece.runs:
            pieces.append(piece)
            last = units[place].line_end
    said = flows[ordinal.place].text[ordinal.start : ordinal.end].strip()
    rule = f"prose: the sentence begins with “{said}”, number {number} of a run of ordinals"
    return Draft(_title(flows[ordinal.place], ordinal.end), tuple(pieces), units[begin[0]].line, last, rule)


def _title(whole: Flow, at: int) -> Runs:
    """A title quoted just after the ordinal; it stays in the sentence too, which would not read without it."""
    found = _TITLE.match(whole.text, at)
    if not found:
        return ()
    group = 1 if found[1] else 2
    return whole.cut(found.start(group), found.end(group))


def _before(units: Sequence[Block], flows: Sequence[Flow], start: tuple[int, int]) -> list[Block]:
    place, offset = start
    before = list(units[:place])
    head = flows[place].cut(0, offset)
    if head:
        before.append(replace(units[place], runs=unwrap(head)))
    return before


def _closing(units: Sequence[Block], last: Ordinal) -> int:
    """The index of the first paragraph after the last paper that speaks of all papers, else the number of units."""
    for place in range(last.place + 1, len(units)):
        if is_closing(units[place].text):
            return place
    return len(units)


def _gaps(run: tuple[Ordinal, ...], units: Sequence[Block]) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            "read.ordinal-missing",
            Severity.WARNING,
            f"The papers are numbered, but {one.value} is followed by {two.value}; state `papers` if one was missed.",
            line=units[two.place].line,
        )
        for one, two in pairwise(run)
        if two.value not in (one.value + 1, LAST)
    )
