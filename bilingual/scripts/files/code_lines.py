"""Which lines of a Markdown text are code (CommonMark): fenced and indented blocks, in lists and quotations too."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})")
_QUOTE: Final = re.compile(r"(?: {0,3}> ?)+")
_ITEM: Final = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t]*$|[ \t])")
_NO_PARAGRAPH: Final = re.compile(r" {0,3}(?:#{1,6}(?:\s|$)|(?:[-*_][ \t]*){3,}$)")
_INDENT: Final = 4  # columns from which a line is code, and of a tab (CommonMark 0.31.2, sections 2.2 and 4.4)


class CodeLines:
    """Told the lines of a text in their order, says of each whether it is code."""

    def __init__(self) -> None:
        self._fence = ""
        self._paragraph = False  # a paragraph is open, which an indented line only continues
        self._blank = True
        self._items: list[int] = []  # the columns where the texts of the list items around begin

    def is_code(self, line: str) -> bool:
        """Whether `line` is part of a block of code, fences included; an empty line is not, unless fenced."""
        quote = _QUOTE.match(line)
        body = (line[quote.end() :] if quote else line).rstrip("\r\n")
        if self._fence:
            closing = _FENCE.fullmatch(body.rstrip())
            if closing and closing[1].startswith(self._fence):
                self._fence = ""
            return True
        if not body.strip():
            self._paragraph, self._blank = False, True
            return False
        indent = _columns(body)
        self._leave(indent)
        if indent >= (self._items[-1] if self._items else 0) + _INDENT and not self._paragraph:
            return True
        return self._begins_fence(body) or self._text(body, indent)

    def _leave(self, indent: int) -> None:
        """After an empty line a text further left is not in the list item any more."""
        while self._blank and self._items and indent < self._items[-1]:
            self._items.pop()
        self._blank = False

    def _begins_fence(self, body: str) -> bool:
        item = _ITEM.match(body)
        opening = _FENCE.match(body, item.end() if item else 0)
        if not opening or (opening[1][0] == "`" and "`" in body[opening.end() :]):
            return False
        self._fence, self._paragraph = opening[1], False
        return True

    def _text(self, body: str, indent: int) -> bool:
        item = _ITEM.match(body)
        if item:
            while self._items and indent < self._items[-1]:
                self._items.pop()
            self._items.append(_columns(body[: item.end()], marker=True))
        elif indent < _INDENT and _NO_PARAGRAPH.match(body):
            self._paragraph = False
            return False
        self._paragraph = True
        return False


def _columns(text: str, *, marker: bool = False) -> int:
    """The width of the white space that `text` begins with, or with `marker` of all of it."""
    wide = text.expandtabs(_INDENT)
    return len(wide) if marker else len(wide) - len(wide.lstrip(" "))
