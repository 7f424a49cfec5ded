"""Entries: titles in a list or in lines of their own that fields or a link mark as papers.

A title with fields right after it is an entry, wherever it stands. An item of a list is one for its link alone when at
least half of the list links to papers, or when the heading over the list says that they are papers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bilingual.model import Link, Runs, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import flow, weight
from bilingual.readers.identity import is_paper_address
from bilingual.readers.labels import LABELS, Label, normal
from bilingual.readers.layouts.bullets import is_title
from bilingual.readers.layouts.claims import Claim, Claimed
from bilingual.readers.layouts.drafting import Title, draft, read_title
from bilingual.readers.layouts.fields import is_identity, parse_field
from bilingual.readers.layouts.front import is_header
from bilingual.readers.layouts.headings import is_title_like
from bilingual.readers.layouts.notes import is_empty_line, note_kind
from bilingual.readers.layouts.sections import is_part

_TEXTS: Final = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE)
_YEAR_FIRST: Final = re.compile(r"\W*(?:19|20)\d\d\s*年?\s*[:：]")
_SEPARATOR: Final = re.compile(r"^[\s:：,，;；|·•\-–—.。]+")
_BEFORE_LINK: Final = 14  # weight of what may stand before the link that is the title
_TAGS: Final = 15  # weight under which what follows a link is no summary
_MOST: Final = 0.7
_LOOK: Final = 12  # blocks after a title in which the first field that names a paper stands
_SHORT_LABEL: Final = re.compile(r"(?!\W*\d)[^：:\n]{1,12}[：:]")


def claim_entries(blocks: Sequence[Block], start: int, end: int, part: str, *, named: bool) -> list[Claim]:
    """The entries among blocks `start` up to `end`, under one heading; `named` says that it names papers."""
    claims = _records(blocks, start, end, part) or _fielded(blocks, start, end, part)
    if is_part(part):
        # A list of links under "Related work" of a note names other papers; titles with fields are entries anywhere.
        return claims
    claimed = Claimed(end)
    claimed.add(claims)
    for begin, stop in claimed.stretches(start, end):
        claims.extend(_linked(blocks, begin, stop, part, named=named))
    return claims


def _records(blocks: Sequence[Block], start: int, end: int, part: str) -> list[Claim]:
    """Papers that begin with a field `title: …`."""
    labels = [_label(blocks[index]) for index in range(start, end)]
    begins = [start + at for at, label in enumerate(labels) if label is Label.TITLE]
    if not begins or not any(
        label in (Label.SUMMARY, Label.AUTHORS, Label.PAPER_LINK, Label.ARXIV) for label in labels
    ):
        return []
    claims = []
    for begin, stop in zip(begins, [*begins[1:], end], strict=True):
        rule = "list: a field that states the title begins a paper"
        made, notes = draft(Title(()), blocks[begin:stop], blocks[begin].line, rule, part=part)
        claims.append(Claim(begin, stop, made, notes, "list"))
    return claims


def _label(block: Block) -> Label | None:
    found = parse_field(block.runs) if block.kind in _TEXTS else None
    return found.label if found else None


def _fielded(blocks: Sequence[Block], start: int, end: int, part: str) -> list[Claim]:
    """Titles with fields right after them, and those of their neighbours that have none."""
    begins = [index for index in range(start, end) if _is_head(blocks, index, start, end)]
    if not begins:
        return []
    heads = {(blocks[index].kind, blocks[index].level) for index in begins}
    if len(heads) == 1:
        kind, level = next(iter(heads))
        alike = [
            index
            for index in range(begins[0], end)
            if blocks[index].kind is kind and blocks[index].level == level and _may_be_title(blocks[index])
        ]
        items = kind is BlockKind.ITEM
        if items and len(begins) * 2 >= len(alike):
            begins = sorted({*begins, *(index for index in alike if not _is_inside(blocks, index, begins))})
    claims = []
    for begin, limit in zip(begins, [*begins[1:], end], strict=True):
        head = blocks[begin]
        stop = _entry_end(blocks, begin, limit)
        rule = "list: a title with fields after it"
        made, notes = draft(read_title(head.runs), blocks[begin + 1 : stop], head.line, rule, part=part)
        claims.append(Claim(begin, stop, made, notes, "list"))
    return claims


def _entry_end(blocks: Sequence[Block], begin: int, limit: int) -> int:
    """Where the entry of an item ends: before the next item beside it that is a title of something else."""
    head = blocks[begin]
    if head.kind is not BlockKind.ITEM:
        return limit
    for index in range(begin + 1, limit):
        block = blocks[index]
        if index + 1 < len(blocks) and _heads_a_list(block, blocks[index + 1], head):
            return index
        beside = block.kind is BlockKind.ITEM and block.level <= head.level
        if beside and _may_be_title(block) and not _is_meta_line(blocks, index, begin):
            return index
    return limit


def _heads_a_list(block: Block, after: Block, head: Block) -> bool:
    """A short line at the margin with a new item after it is a heading between two lists."""
    if block.kind is not BlockKind.PARAGRAPH or block.level or after.kind is not BlockKind.ITEM:
        return False
    return after.level <= head.level and is_header(block) and parse_field(block.runs) is None


def _is_head(blocks: Sequence[Block], index: int, start: int, end: int) -> bool:
    """Whether the block is a title that fields which name a paper follow at once."""
    block = blocks[index]
    if not _may_be_title(block) or _is_meta_line(blocks, index, start):
        return False
    for after in range(index + 1, min(end, index + 1 + _LOOK)):
        found = parse_field(blocks[after].runs)
        if blocks[after].kind is BlockKind.ITEM and blocks[after].level < block.level:
            return False
        if found is None:
            if blocks[after].kind is BlockKind.ITEM and _SHORT_LABEL.match(blocks[after].text):
                continue
            return False
        if is_identity(found):
            return True
    return False


def _may_be_title(block: Block) -> bool:
    if block.kind not in _TEXTS or parse_field(block.runs) or note_kind(block.text) or is_empty_line(block.text):
        return False
    return is_title(plain(block.runs)) and weight(block.text) >= 4


def _is_meta_line(blocks: Sequence[Block], index: int, start: int) -> bool:
    """A line `label: value` with fields on both sides is one more field, whose label is not known."""
    block = blocks[index]
    if index == start or not _SHORT_LABEL.match(block.text):
        return False
    before = blocks[index - 1]
    return before.kind is block.kind and before.level == block.level and parse_field(before.runs) is not None


def _is_inside(blocks: Sequence[Block], index: int, begins: Sequence[int]) -> bool:
    """An item at the level of the titles that is a line of the entry above, not a title."""
    return (
        index not in begins
        and bool(_SHORT_LABEL.match(blocks[index].text))
        and parse_field(blocks[index - 1].runs) is not None
    )


def _linked(blocks: Sequence[Block], start: int, end: int, part: str, *, named: bool) -> list[Claim]:
    """The items of a list of links to papers."""
    items = [i for i in range(start, end) if blocks[i].kind is BlockKind.ITEM]
    if not items:
        return []
    level = min(blocks[i].level for i in items)
    outer = [i for i in items if blocks[i].level == level]
    spans = dict(zip(outer, [*outer[1:], end], strict=True))
    inside = {i: [run for b in blocks[i : spans[i]] for run in b.runs if isinstance(run, Link)] for i in outer}
    linked = [i for i in outer if any(not run.href.startswith("#") for run in inside[i])]
    papers = [i for i in linked if any(is_paper_address(run.href) for run in inside[i])]
    titled = [i for i in linked if i in papers or any(is_title_like(run.label) for run in inside[i])]
    enough = len(papers) * 2 >= len(outer) or (named and len(titled) * 2 >= len(outer))
    if not enough or (len(linked) < 2 and not named):
        return []
    dated = [i for i in linked if _YEAR_FIRST.match(blocks[i].text)]
    chosen = dated if len(dated) >= _MOST * len(outer) else linked
    claims = []
    for index in chosen:
        stop = _span_end(blocks, index, spans[index])
        title, body = _link_title(blocks[index], blocks[index + 1 : stop])
        if title is None:
            continue
        rule = "list: an item with a link to a paper"
        made, notes = draft(title, body, blocks[index].line, rule, part=part, line_end=blocks[index].line_end)
        claims.append(Claim(index, stop, made, notes, "list", linked=True))
    return claims


def _span_end(blocks: Sequence[Block], index: int, limit: int) -> int:
    """An item of links ends with what is nested in it; a paragraph at the margin after it is not its own."""
    stop = index + 1
    while stop < limit and blocks[stop].level > blocks[index].level - (blocks[stop].kind is BlockKind.PARAGRAPH):
        stop += 1
    return stop


def _link_title(item: Block, nested: Sequence[Block]) -> tuple[Title | None, list[Block]]:
    """The title of an item of links, and the blocks that are its summary."""
    targets = [run for run in item.runs if isinstance(run, Link) and not run.href.startswith("#")]
    papers = [run for run in targets if is_paper_address(run.href) and is_title_like(run.label)]
    head = (papers or targets)[:1]
    if not head:
        return read_title(_without_colon(item.runs)), list(nested)
    at = item.runs.index(head[0])
    before, after = item.runs[:at], item.runs[at + 1 :]
    said = plain(before)
    if normal(head[0].label) in LABELS or head[0].label == head[0].href:
        # Title [paper](…) [code](…), or a bare address after the title.
        title = read_title(_without_colon(before)) if weight(said) >= 4 else None
        if title is None:
            return None, []
        return title, [replace(item, kind=BlockKind.PARAGRAPH, runs=item.runs[at:]), *nested]
    title = read_title((*(before if _YEAR_FIRST.match(said) else ()), head[0]))
    if papers and weight(said) > _BEFORE_LINK:
        return title, [replace(item, kind=BlockKind.PARAGRAPH), *nested]
    rest = _after_separator(after)
    if weight(plain(rest)) < _TAGS:
        return title, list(nested)
    return title, [replace(item, kind=BlockKind.PARAGRAPH, runs=rest), *nested]


def _without_colon(runs: Runs) -> Runs:
    whole = flow(runs)
    return whole.cut(0, len(whole.text.rstrip(" \t\n:：-–—[(")))


def _after_separator(runs: Runs) -> Runs:
    whole = flow(runs)
    found = _SEPARATOR.match(whole.text)
    return whole.cut(found.end() if found else 0, len(whole.text))
