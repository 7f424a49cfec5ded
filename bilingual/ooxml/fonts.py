"""Fonts of Word documents by language, and the alternatives a program should use where one is missing.

The names are fonts that every Windows and Mac copy of Office has, whatever language it was sold in: Microsoft
JhengHei and Microsoft YaHei come with all of them, PMingLiU only with a Chinese supplement. Where they are missing
(LibreOffice on Linux), `w:altName` (ECMA-376 Part 1, 17.8.3.1) and the run's language lead to the Noto fonts of the
same region.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bilingual import lang

MATH: Final = "Cambria Math"
CODE: Final = "Consolas"
LATIN: Final = "Calibri"

_HANT: Final = "Microsoft JhengHei"
_HANS: Final = "Microsoft YaHei"


class RunFonts(NamedTuple):
    """The fonts of a run: `latin` for w:ascii and w:hAnsi, `east_asian` for w:eastAsia."""

    latin: str
    east_asian: str


class FontEntry(NamedTuple):
    """A font of word/fontTable.xml: `charset` is a Windows charset in hexadecimal, `family` as 17.8.3.9 has it."""

    name: str
    alternatives: str
    charset: str
    family: str
    pitch: str


TABLE: Final = (
    FontEntry(LATIN, "Carlito", "00", "swiss", "variable"),
    FontEntry(_HANT, "微軟正黑體,PingFang TC,Noto Sans CJK TC", "88", "swiss", "variable"),
    FontEntry(_HANS, "微软雅黑,PingFang SC,Noto Sans CJK SC", "86", "swiss", "variable"),
    FontEntry(CODE, "Menlo,DejaVu Sans Mono", "00", "modern", "fixed"),
    FontEntry(MATH, "Latin Modern Math", "00", "roman", "variable"),
)


def default(tag: str) -> RunFonts:
    """The fonts of text in a language, for a canonical BCP 47 tag; Chinese of unknown script counts as Simplified."""
    return RunFonts(LATIN, _HANT if lang.script(tag) == lang.HANT else _HANS)
