"""Lines: what the line ends inside a paragraph mean.

Some files are wrapped at a width and their line ends mean nothing; in others every line is an entry. A paragraph is
wrapped when nearly all its lines but the last are about equally long and no longer than a screen is wide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bilingual.model import Math, Paragraph, ParagraphKind, Runs, Text, trim
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import OPAQUE, coarse_lang, ends_sentence, flat, flow, unwrap, weight, words
from bilingual.readers.labels import LABELS, normal

_WIDEST: Final = 132  # columns; editors and mail wrap at 72 to 120
_NARROWEST: Final = 30
_EQUAL: Final = 0.6  # a line before a long word is at least this share of the widest
_SHARE: Final = 0.8
_SOME: Final = 12  # weight of a line that is in one language
_LABEL: Final = re.compile(r"([^：:]{1,40})[：:]")


def columns(text: str) -> int:
    """The width of `text` on a terminal: two columns for an East Asian wide character, one for others."""
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)


def is_wrapped(text: str) -> bool:
    """Whether the line ends in `text` are there only because of a width."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return True
    if max(map(len, lines)) > _WIDEST:
        return False
    if any(_begins_anew(line) for line in lines[1:]) or 2 * sum(map(ends_sentence, lines[:-1])) >= len(lines):
        return False
    if len(_langs(lines)) > 1:
        return False
    widths = [columns(line) for line in lines]
    widest = max(widths)
    if not _NARROWEST <= widest <= _WIDEST:
        return False
    full = sum(width >= _EQUAL * widest for width in widths[:-1])
    return full >= _SHARE * (len(widths) - 1)


def _begins_anew(line: str) -> bool:
    """Whether a line begins with the label of a field or an address, as wrapped text hardly does."""
    label = _LABEL.match(line)
    return bool(label and normal(label[1]) in LABELS) or line.startswith(("http://", "https://"))


def split_lines(block: Block) -> Iterator[Block]:
    """A block for each line of `block`; marker and kind stay with the first, the others are paragraphs."""
    whole = flow(block.runs)
    start = 0
    for index, piece in enumerate(whole.text.split("\n")):
        end = start + len(piece)
        runs = trim(whole.cut(start, end))
        if runs or index == 0:
            line = block.line + whole.line(start)
            last = block.line + whole.line(end)
            kind = block.kind if index == 0 else BlockKind.PARAGRAPH
            yield replace(block, kind=kind, runs=runs, line=line, line_end=min(last, block.line_end))
        start = end + 1


def logical_lines(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """`blocks` with the paragraphs whose line ends mean something split at them, and items that hold fields."""
    found: list[Block] = []
    for block in blocks:
        text = flat(block.runs)
        if "\n" in text and _means_lines(block, text):
            found.extend(split_lines(block))
        else:
            found.append(block)
    return tuple(found)


def _means_lines(block: Block, text: str) -> bool:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    anew = any(map(_begins_anew, lines[1:]))
    if block.kind is BlockKind.ITEM:
        return anew
    if block.kind is not BlockKind.PARAGRAPH:
        return False
    if OPAQUE in lines and any(isinstance(run, Math) and run.display for run in block.runs):
        # A formula on a line of its own stands inside a paragraph.
        return anew
    if any(isinstance(run, Text) and "\n" in run.text for run in block.runs):
        return not is_wrapped(text)
    # Only forced breaks: they part lines of one text, unless each line has a form of its own.
    return anew or len(_langs(lines)) > 1 or (len(lines) > 1 and all(map(_LABEL.match, lines)))


def _langs(lines: Iterable[str]) -> set[str]:
    return {coarse_lang(line) for line in lines if weight(line) >= _SOME}


def paragraph(runs: Runs, line: int, kind: ParagraphKind = ParagraphKind.TEXT, level: int = 0) -> Paragraph:
    """A paragraph of the model: lines joined, language found coarsely."""
    joined = unwrap(runs)
    return Paragraph(joined, coarse_lang(words(joined)), kind, line, level)


def paragraphs(blocks: Iterable[Block]) -> tuple[Paragraph, ...]:
    """The paragraphs of the model for blocks that hold text; empty ones go."""
    kinds = {BlockKind.HEADING: ParagraphKind.HEADING, BlockKind.ITEM: ParagraphKind.ITEM}
    return tuple(
        paragraph(block.runs, block.line, kinds.get(block.kind, ParagraphKind.TEXT), block.level)
        for block in blocks
        if flat(block.runs).strip()
    )
