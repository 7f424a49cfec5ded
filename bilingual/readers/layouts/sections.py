"""Sections: the tree that headings make of a document's blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.labels import ASIDES, PARTS, normal

_NUMBERING: Final = re.compile(
    r"^\W*(?:§\s*)?(?:\d{1,2}(?:\.\d{1,2})*|[ivxIVX]{1,4}|[一二三四五六七八九十]{1,3})\s*[.、．:：\s—–-]+"
)
_NAMED: Final = re.compile(r"论文|論文|文献|文獻|\bpapers?\b|\bpublications?\b|\babstracts?\b", re.IGNORECASE)
_UNNAMED: Final = re.compile(r"目录|目錄|contents|代码|阅读路线|閱讀路線", re.IGNORECASE)


@dataclass(slots=True)
class Section:
    """A heading and what is under it.

    `start` is the index of the heading (-1 for the root), `own_end` where its own blocks end, `end` where its
    subsections do.
    """

    heading: Block | None
    start: int
    own_end: int = -1
    end: int = 0
    children: list[Section] = field(default_factory=list)
    parents: tuple[str, ...] = ()

    @property
    def level(self) -> int:
        """The level of the heading; 0 for the root."""
        return self.heading.level if self.heading else 0

    @property
    def name(self) -> str:
        """The text of the heading."""
        return self.heading.text.strip() if self.heading else ""

    def walk(self) -> Iterator[Section]:
        """This section and all under it, in the order of the text."""
        waiting = [self]
        while waiting:
            section = waiting.pop()
            yield section
            waiting.extend(reversed(section.children))


def sections(blocks: tuple[Block, ...]) -> Section:
    """The root of the tree; a heading that skips levels goes under the nearest higher one."""
    root = Section(None, -1)
    stack = [root]
    for index, block in enumerate(blocks):
        if block.kind is not BlockKind.HEADING:
            continue
        if stack[-1].own_end < 0:
            stack[-1].own_end = index
        while len(stack) > 1 and stack[-1].level >= block.level:
            stack.pop().end = index
        parents = tuple(section.name for section in stack[1:])
        section = Section(block, index, parents=parents)
        stack[-1].children.append(section)
        stack.append(section)
    for section in stack:
        section.end = len(blocks)
        section.own_end = len(blocks) if section.own_end < 0 else section.own_end
    return root


def heading_word(name: str) -> str:
    """A heading's text as the tables of labels have it, its numbering off."""
    return normal(_NUMBERING.sub("", name))


def is_part(name: str) -> bool:
    """Whether a heading names a part of a paper, such as Abstract or 方法."""
    return heading_word(name) in PARTS


def is_aside(name: str) -> bool:
    """Whether a heading names something beside the papers, such as references or a reading route."""
    return heading_word(name) in ASIDES


def names_papers(name: str) -> bool:
    """Whether a heading says that papers stand under it."""
    return bool(_NAMED.search(name)) and not _UNNAMED.search(name)
