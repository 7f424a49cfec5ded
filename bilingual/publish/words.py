"""The words a digest needs beside its text, in each language that a column may have."""

from __future__ import annotations

from typing import Final

from bilingual import lang

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # in Traditional Chinese, in Simplified Chinese, in English
    "abstract": ("摘要", "摘要", "Summary"),
    "colophon": ("製作說明", "制作说明", "Colophon"),
    "columns": ("欄位", "栏目", "Columns"),
    "contents": ("目錄", "目录", "Contents"),
    "date": ("日期", "日期", "Date"),
    "entries": ("條目", "条目", "Entries"),
    "findings": ("待查事項", "待查事项", "Findings"),
    "jump": ("跳至論文", "跳至论文", "Go to a paper"),
    "languages": ("語言", "语言", "Languages"),
    "link_row": ("此列的連結", "此行的链接", "Link to this row"),
    "links": ("連結", "链接", "Links"),
    "machine": ("機器翻譯", "机器翻译", "Machine translation"),
    "memory": ("翻譯記憶", "翻译记忆", "From the memory"),
    "missing": ("尚無譯文", "暂无译文", "Not translated"),
    "no_match": ("沒有符合的段落", "没有匹配的段落", "No row matches"),
    "no_title": ("無標題", "无标题", "Untitled"),
    "notes": ("來源附註", "来源附注", "Notes of the sources"),
    "papers": ("論文", "论文", "Papers"),
    "possible": ("可能是同一篇論文", "可能是同一篇论文", "Possibly the same paper"),
    "preface": ("前言", "前言", "Preface"),
    "review": ("人工審校", "人工审校", "Reviewed"),
    "row": ("列", "行", "Row"),
    "rows_found": ("個段落", "个段落", "rows"),
    "script": ("字體轉換", "简繁转换", "Script conversion"),
    "search": ("搜尋", "搜索", "Search"),
    "skip": ("跳至內文", "跳至正文", "Skip to the text"),
    "source": ("原文", "原文", "Source"),
    "sources": ("來源", "来源", "Sources"),
    "theme": ("深色模式", "深色模式", "Dark mode"),
    "translation": ("翻譯引擎", "翻译引擎", "Translation"),
    "versions": ("軟體版本", "软件版本", "Versions"),
}

_VALUES: Final[dict[tuple[str, str], tuple[str, str, str]]] = {
    ("translation", "off"): ("無", "无", "none"),
    ("script", "standard"): ("逐字標準（OpenCC）", "逐字标准（OpenCC）", "characters, by OpenCC's standard"),
    ("script", "regional"): ("含地區詞彙（OpenCC）", "含地区词汇（OpenCC）", "with regional vocabulary, by OpenCC"),
}


def word(name: str, tag: str) -> str:
    """The word `name` in the language of a column, for a canonical BCP 47 tag."""
    return _WORDS[name][_index(tag)]


def words(tag: str) -> dict[str, str]:
    """All words in one language, by name: what templates call `words`."""
    return {name: forms[_index(tag)] for name, forms in _WORDS.items()}


def fact(subject: str, value: str, tag: str) -> tuple[str, str]:
    """A line of the colophon in words of `tag`; a subject or value that has no words here stays as it is."""
    label = _WORDS[subject][_index(tag)] if subject in _WORDS else subject
    shown = _VALUES.get((subject, value))
    return label, shown[_index(tag)] if shown else value


def _index(tag: str) -> int:
    if not lang.is_chinese(tag):
        return 2
    return 0 if lang.script(tag) == lang.HANT else 1
