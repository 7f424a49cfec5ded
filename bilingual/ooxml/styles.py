"""Styles of a Word document: which paragraphs are headings, and which marks a character style gives.

A heading is a paragraph with an outline level (17.3.1.20), its own or its style's. Programs that export to Word make
styles of their own without one (`石墨文档标题 1`, `一级标题`), so the name of a style counts too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bilingual.ooxml.names import W, flag, number, value

if TYPE_CHECKING:
    from lxml import etree

    from bilingual.ooxml.package import Package

BODY_LEVEL: Final = 9  # the outline level that says "body text"
_HEADING: Final = re.compile(
    r"(?:heading|headline|标题|標題|überschrift|titre|título|titolo|見出し|제목)\s*(?P<level>[1-9])(?:\s*char)?$",
    re.IGNORECASE,
)
_CHINESE_HEADING: Final = re.compile(
    r"(?P<level>[一二三四五六1-6])\s*[级級]\s*(?:标题|標題)$|(?:标题|標題)(?P<after>[一二三四五六])$"
)
_TITLE: Final = frozenset(("title", "标题", "標題", "文档标题", "文檔標題", "文章标题", "document title"))
_CONTENTS: Final = re.compile(r"(?:toc|目录|目錄)\s*[1-9]$", re.IGNORECASE)
_CODE: Final = re.compile(r"\bcode\b|verbatim|代码|代碼|程式碼|preformatted", re.IGNORECASE)
_QUOTE: Final = re.compile(r"quot|block ?text|引用|引文", re.IGNORECASE)
_LONGEST_CHAIN: Final = 20


@dataclass(frozen=True, slots=True)
class Style:
    """A style as its part has it; `level` is its outline level from 0, -1 for none; `numbering` is (numId, ilvl)."""

    id: str
    name: str
    based_on: str = ""
    level: int = -1
    numbering: tuple[str, int] | None = None
    marks: tuple[tuple[str, bool], ...] = ()


class Styles:
    """The styles of a document by id; what a style does not say, the one that it is based on does."""

    def __init__(self, styles: Mapping[str, Style]) -> None:
        self._styles = styles

    def name(self, style_id: str) -> str:
        """The name of a style; its id when it is not there."""
        style = self._styles.get(style_id)
        return style.name if style else style_id

    def heading_level(self, style_id: str) -> int:
        """The level of heading that a style makes, from 1; 0 when it makes none."""
        for style in self._chain(style_id):
            if style.level >= 0:
                return style.level + 1 if style.level < BODY_LEVEL else 0
            named = _level_of(style.name)
            if named:
                return named
        return 0 if style_id in self._styles else _level_of(style_id)

    def is_title(self, style_id: str) -> bool:
        """Whether a style is that of the document's title."""
        return self.name(style_id).strip().lower() in _TITLE

    def is_contents(self, style_id: str) -> bool:
        """Whether a style is that of a line of the table of contents."""
        return bool(_CONTENTS.match(self.name(style_id).strip()))

    def is_code(self, style_id: str) -> bool:
        """Whether a style is that of program text."""
        return bool(style_id) and bool(_CODE.search(self.name(style_id)))

    def is_quote(self, style_id: str) -> bool:
        """Whether a style is that of a quotation."""
        return bool(style_id) and bool(_QUOTE.search(self.name(style_id)))

    def numbering(self, style_id: str) -> tuple[str, int] | None:
        """The numbering that a style gives its paragraphs, as (numId, ilvl), or None."""
        return next((style.numbering for style in self._chain(style_id) if style.numbering), None)

    def marks(self, style_id: str) -> dict[str, bool]:
        """What a character style says of each mark."""
        said: dict[str, bool] = {}
        for style in self._chain(style_id):
            said = dict(style.marks) | said
        return said

    def _chain(self, style_id: str) -> list[Style]:
        chain: list[Style] = []
        while style_id in self._styles and len(chain) < _LONGEST_CHAIN:
            chain.append(self._styles[style_id])
            style_id = chain[-1].based_on
        return chain


def read_styles(package: Package) -> Styles:
    """The styles of a document; none when it has no part of styles."""
    part = package.related("styles")
    if not part:
        return Styles({})
    return Styles({style.id: style for style in map(_style, package.xml(part).iter(f"{W}style"))})


def _style(element: etree._Element) -> Style:
    properties = element.find(f"{W}pPr")
    level = value(properties.find(f"{W}outlineLvl")) if properties is not None else ""
    return Style(
        id=value(element, "styleId"),
        name=value(element.find(f"{W}name")),
        based_on=value(element.find(f"{W}basedOn")),
        level=number(level, -1),
        numbering=paragraph_numbering(properties),
        marks=tuple(run_marks(element.find(f"{W}rPr")).items()),
    )


def paragraph_numbering(properties: etree._Element | None) -> tuple[str, int] | None:
    """The (numId, ilvl) that paragraph properties state; numId "0" takes numbering away."""
    found = properties.find(f"{W}numPr") if properties is not None else None
    if found is None or found.find(f"{W}numId") is None:
        return None
    return value(found.find(f"{W}numId")), number(value(found.find(f"{W}ilvl")))


def run_marks(properties: etree._Element | None) -> dict[str, bool]:
    """What run properties say of each mark of the model."""
    if properties is None:
        return {}
    said: dict[str, bool] = {}
    for mark, names in (("strong", ("b",)), ("emphasis", ("i",)), ("strike", ("strike", "dstrike"))):
        for name in names:
            on = flag(properties.find(W + name))
            if on is not None:
                said[mark] = on or said.get(mark, False)
    underline = properties.find(f"{W}u")
    if underline is not None:
        said["underline"] = value(underline) not in ("", "none")
    vertical = value(properties.find(f"{W}vertAlign"))
    if vertical:
        said["sup"], said["sub"] = vertical == "superscript", vertical == "subscript"
    return said


def _level_of(name: str) -> int:
    """The level that the name of a heading style states, 0 for another name."""
    match = _HEADING.search(name.strip())
    if match:
        return int(match["level"])
    chinese = _CHINESE_HEADING.search(name.strip())
    if not chinese:
        return 0
    digit = chinese["level"] or chinese["after"]
    return int(digit) if digit.isascii() else "一二三四五六".index(digit) + 1
