"""Titles in lenticular brackets: 【title】, then a summary on the same line, in nested items or in the lines below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bilingual.model import Runs
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, flow, weight
from bilingual.readers.layouts.claims import Claim
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.titles import are_titles

_BRACKETED: Final = re.compile(r"\s*(?:\d{1,3}\s*[.、．]\s*)?【(?P<title>[^【】]{2,300})】[\s:：]*")
_LEAST: Final = 3
_TAIL: Final = 60  # weight of words after the bracket that belong to the title, such as 那些你不知道的事
_TEXTS: Final = (BlockKind.PARAGRAPH, BlockKind.ITEM)


def claim_bracketed(blocks: Sequence[Block], start: int, end: int, part: str) -> list[Claim]:
    """A claim for each bracketed title that has no other nested in it, where three or more are titles."""
    begins = [index for index in range(start, end) if _bracket(blocks[index])]
    if len(begins) < _LEAST:
        return []
    ends = [_end(blocks, index, following) for index, following in zip(begins, [*begins[1:], end], strict=True)]
    # An item that ends where a nested title begins is the heading of a group.
    leaves = [
        (index, stop)
        for index, stop, following in zip(begins, ends, [*begins[1:], end], strict=True)
        if not (following < end and blocks[index].kind is BlockKind.ITEM and _is_nested(blocks, index, following))
    ]
    cuts = [_cut(blocks[index]) for index, _ in leaves]
    if len(leaves) < _LEAST or not are_titles([title for title, _ in cuts]):
        return []
    claims = []
    for (index, stop), (title, rest) in zip(leaves, cuts, strict=True):
        block = blocks[index]
        body = [*([replace(block, kind=BlockKind.PARAGRAPH, runs=rest)] if rest else []), *blocks[index + 1 : stop]]
        rule = "list: a title in 【】"
        made, notes = draft(read_title(title), body, block.line, rule, part=part, line_end=block.line_end)
        claims.append(Claim(index, stop, made, notes, "list"))
    return claims


def _bracket(block: Block) -> re.Match[str] | None:
    return _BRACKETED.match(block.text) if block.kind in _TEXTS else None


def _is_nested(blocks: Sequence[Block], index: int, following: int) -> bool:
    return blocks[following].kind is BlockKind.ITEM and blocks[following].level > blocks[index].level


def _end(blocks: Sequence[Block], index: int, limit: int) -> int:
    """Where the paper ends: at the next title, or at an item that is no part of this one."""
    head = blocks[index]
    if head.kind is not BlockKind.ITEM:
        return limit
    for at in range(index + 1, limit):
        if blocks[at].kind is BlockKind.ITEM and blocks[at].level <= head.level:
            return at
    return limit


def _cut(block: Block) -> tuple[Runs, Runs]:
    """The title and what stands after it on its line; a few words that end no sentence belong to the title."""
    whole = flow(block.runs)
    found = _BRACKETED.match(whole.text)
    if found is None:
        return block.runs, ()
    rest = whole.text[found.end() :]
    if weight(rest) <= _TAIL and not ends_sentence(rest):
        return block.runs, ()
    return whole.cut(found.start("title"), found.end("title")), whole.cut(found.end(), len(whole.text))
