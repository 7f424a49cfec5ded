"""Punctuation: Western marks in English, full-width ones in Chinese (CLREQ 3.1), one stop, brackets that close."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, readable
from bilingual.findings import Finding, Severity

_WIDE: Final = re.compile("[，。；：！？（）【】「」『』、]")
_NARROW: Final = re.compile("(?<=[\u4e00-\u9fff])[,;!?](?=[\u4e00-\u9fff])")
_DOUBLED: Final = re.compile(r"[。！？]\s?[。.]|(?<![.\w])[.!?]\s?[.。](?![.\w])|(?<=[A-Za-z])\.\.(?!\.)")
_ENUMERATOR: Final = re.compile(r"(?<![\w(（])[a-z\d]{1,2}[)）]")  # 1) and a) have no opening bracket
_PAIRS: Final = (("（", "）"), ("(", ")"), ("「", "」"), ("“", "”"), ("《", "》"), ("[", "]"))


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`punctuation.wide`, `punctuation.narrow`, `punctuation.doubled` and `punctuation.unbalanced`."""
    pivot = place.pivot
    for cell in place.row.cells:
        if not cell.segments:
            continue
        name, text = lang.english_name(cell.lang), readable(cell)
        chinese = lang.is_chinese(cell.lang)
        wide, narrow = _WIDE.search(text), _NARROW.search(text)
        if wide and not chinese and not re.search("[\u4e00-\u9fff]", text):
            message = f'The {name} text has the full-width mark "{wide[0]}".'
            yield place.finding("punctuation.wide", Severity.WARNING, message)
        if narrow and chinese:
            message = f'The {name} text has the half-width mark "{narrow[0]}" between Chinese characters.'
            yield place.finding("punctuation.narrow", Severity.INFO, message)
        doubled = _DOUBLED.search(text)
        if doubled:
            message = f'The {name} text has a doubled stop: "{doubled[0]}".'
            yield place.finding("punctuation.doubled", Severity.WARNING, message)
        lost = _unbalanced(text)
        if lost and pivot is not None and (cell is pivot or not _unbalanced(readable(pivot))):
            severity = Severity.INFO if cell is pivot else Severity.WARNING
            yield place.finding("punctuation.unbalanced", severity, f"The {name} text has {lost} without its partner.")


def _unbalanced(text: str) -> str:
    """The first kind of bracket whose marks do not come in pairs; Chinese and Western ones may answer each other."""
    text = _ENUMERATOR.sub("", text).translate(str.maketrans("（）", "()"))
    for opening, closing in _PAIRS[1:]:
        if text.count(opening) != text.count(closing):
            return opening if text.count(opening) > text.count(closing) else closing
    return ""
