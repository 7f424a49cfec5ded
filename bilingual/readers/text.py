r"""Plain text → blocks: paragraphs between blank lines, list items, and headings with `#`.

The whole text is scanned for formulas and code first, so that a line of a formula that begins with `-` or `1.` is not
taken for an item. Line ends inside a paragraph stay in its runs; a layout decides whether they mean anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bilingual.model import Runs, trim
from bilingual.protect import scan
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import Flow, flow

_MARKER: Final = re.compile(
    r"(?P<indent>[ \t\u3000]*)"
    r"(?P<marker>[-+*•·▪◦‣●○■□◆◇►▶➤–—]"
    r"|\d{1,3}[.)、．](?!\d)|[(（]\d{1,3}[)）]|\[\d{1,3}\]|[①-⑳]|[一二三四五六七八九十]{1,3}、)"
    r"(?P<gap>[ \t\u3000\xa0]+|$)"
)
# After these marks Chinese lists have no space.
_TIGHT_MARKER: Final = re.compile(
    r"(?P<indent>[ \t\u3000]*)"
    r"(?P<marker>[•●■◆►▶➤①-⑳]|\d{1,3}[、．]|[(（]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、)(?P<gap>)(?=\S)"
)
_HEADING: Final = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t]+(?=\S)")
_RULE: Final = re.compile(r"[ \t]*(?:(?:[-=_*~—─═·•#+][ \t]*){3,})$")
_TAB_WIDTH: Final = 4


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a flow: `number` counts from 1 in the source, `start` and `end` are offsets in the flow."""

    number: int
    start: int
    end: int
    text: str


def read_text(text: str) -> tuple[Block, ...]:
    """The blocks of a decoded text. Line ends may be LF, CRLF or CR."""
    whole = flow(scan(text.replace("\r\n", "\n").replace("\r", "\n")))
    return tuple(_blocks(whole))


def _lines(whole: Flow) -> Iterator[_Line]:
    start = number = 0
    for piece in whole.text.split("\n"):
        end = start + len(piece)
        number = 1 + whole.line(start)
        yield _Line(number, start, end, piece)
        start = end + 1


def _blocks(whole: Flow) -> Iterator[Block]:
    open_block: _Open | None = None
    levels: list[int] = []
    for line in _lines(whole):
        marker = _MARKER.match(line.text) or _TIGHT_MARKER.match(line.text)
        heading = _HEADING.match(line.text)
        if not line.text.strip() or _RULE.match(line.text):
            yield from _closed(open_block, whole)
            open_block = None
            if line.text.strip():
                levels = []
        elif heading:
            yield from _closed(open_block, whole)
            open_block = None
            levels = []
            runs = trim(whole.cut(line.start + heading.end(), line.end))
            yield Block(BlockKind.HEADING, runs, line.number, line.number, len(heading["marks"]))
        elif marker:
            yield from _closed(open_block, whole)
            level = _level(marker["indent"], levels)
            open_block = _Open(line, line.start + marker.end(), line.end, marker["marker"], level)
            if not line.text[marker.end() :].strip():
                yield from _closed(open_block, whole)
                open_block = None
        elif open_block is None:
            open_block = _Open(line, line.start, line.end)
        else:
            open_block.end = line.end
    yield from _closed(open_block, whole)


class _Open:
    """A block that the next line may still continue; `level` is 0 for a paragraph."""

    def __init__(self, line: _Line, start: int, end: int, marker: str = "", level: int = 0) -> None:
        self.line = line
        self.start = start
        self.end = end
        self.marker = marker
        self.level = level


def _closed(open_block: _Open | None, whole: Flow) -> Iterator[Block]:
    if open_block is None:
        return
    runs: Runs = whole.cut(open_block.start, open_block.end)
    kind = BlockKind.ITEM if open_block.level else BlockKind.PARAGRAPH
    first = open_block.line.number
    last = 1 + whole.line(open_block.end)
    yield Block(kind, trim(runs), first, last, open_block.level, open_block.marker)


def _level(indent: str, levels: list[int]) -> int:
    """The depth of an item by its indentation; `levels` are the indentations of the items it is in."""
    width = len(indent.expandtabs(_TAB_WIDTH)) + indent.count("\u3000")
    while levels and width < levels[-1]:
        levels.pop()
    if not levels or width > levels[-1]:
        levels.append(width)
    return len(levels)
