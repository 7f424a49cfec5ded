"""One paper a file: a title, then the parts of its notes or of the paper itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import coarse_lang, ends_sentence, weight, words
from bilingual.readers.labels import Label
from bilingual.readers.layouts.bullets import is_title
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.fields import parse_field
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.notes import note_kind
from bilingual.readers.layouts.reading import Reading
from bilingual.readers.layouts.sections import is_part
from bilingual.readers.lines import logical_lines

_CLAUSE: Final = re.compile("[，。；]")
_NAMED: Final = 4  # weight of the words of a title
_TOLD: Final = 0.3  # share of a file without named parts that must be sentences or fields
_SHORTEST: Final = 20  # weight of the text that makes a paper of a file


def read_single(blocks: tuple[Block, ...]) -> Reading:
    """All blocks as one paper; the score is high when headings name the parts of a paper."""
    lines = logical_lines(blocks)
    at = _title_at(lines)
    head = lines[at] if at >= 0 else None
    body = [piece for block in lines[at + 1 :] for piece in _sides(block)]
    texts = [block for block in body if block.kind is not BlockKind.HEADING and not note_kind(block.text)]
    total = sum(weight(block.text) for block in texts)
    told = sum(weight(block.text) for block in texts if _tells(block))
    headings = [block for block in lines if block.kind is BlockKind.HEADING]
    parts = sum(is_part(block.text) for block in headings)
    if total < _SHORTEST or (not parts and told < _TOLD * total):
        # A list of titles or names is about no one paper.
        return Reading("paper")
    rule = f"paper: {parts} headings name the parts of one paper" if parts else "paper: the file is about one paper"
    first = head or lines[0]
    made, notes = draft(read_title(head.runs if head else ()), body, first.line, rule, line_end=lines[-1].line_end)
    front = read_front(lines[: max(at, 0)])
    score = 0.9 if parts >= 2 and parts >= 0.2 * len(headings) else 0.3
    return Reading("paper", score, front.title, front.preface, (made,), (*front.notes, *notes))


def _sides(block: Block) -> list[Block]:
    """A row of two cells in two languages is a paragraph and its translation."""
    if block.kind is not BlockKind.ROW or len(block.cells) != 2:
        return [block]
    langs = {coarse_lang(words(cell)) for cell in block.cells}
    if len(langs) < 2:
        return [block]
    return [replace(block, kind=BlockKind.PARAGRAPH, runs=cell, cells=(), header=()) for cell in block.cells]


def _tells(block: Block) -> bool:
    """Whether a block says something, as a sentence or a field does and a name does not."""
    return ends_sentence(block.text) or bool(_CLAUSE.search(block.text)) or parse_field(block.runs) is not None


def _title_at(lines: Sequence[Block]) -> int:
    """The index of the block with the title: the first heading that names no part, or a first line like a title; -1."""
    for index, block in enumerate(lines):
        if block.kind is BlockKind.HEADING:
            if not is_part(block.text):
                return index
            break
    for index, block in enumerate(lines[:4]):
        found = parse_field(block.runs)
        if found and found.label is Label.TITLE:
            return -1
        if found or note_kind(block.text):
            continue
        named = block.kind is BlockKind.PARAGRAPH and is_title(block.text) and weight(words(block.runs)) >= _NAMED
        return index if named else -1
    return -1
