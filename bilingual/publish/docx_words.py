"""The few words that a Word document needs beside its text, in each language a column may have."""

from __future__ import annotations

from typing import Final

from bilingual import lang

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # in Traditional Chinese, in Simplified Chinese, in English
    "contents": ("目錄", "目录", "Contents"),
    "row": ("列", "行", "Row"),
    "colophon": ("製作說明", "制作说明", "Colophon"),
    "no_title": ("無標題", "无标题", "Untitled"),
}


def word(name: str, tag: str) -> str:
    """The word `name` in the language of a column, for a canonical BCP 47 tag."""
    hant, hans, english = _WORDS[name]
    if not lang.is_chinese(tag):
        return english
    return hant if lang.script(tag) == lang.HANT else hans
