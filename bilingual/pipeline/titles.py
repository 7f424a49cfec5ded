"""Titles of entries in every column, and what stands for a title where a source has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bilingual import lang
from bilingual.findings import Finding
from bilingual.model import Origin, OriginKind, Runs, Segment, Text, TitleCell, join, trim
from bilingual.protect import scan, verify

_HAN_LIMIT: Final = 30  # characters: one line of a half-page column at 10 pt holds about 24 to 34
_WORD_LIMIT: Final = 12
_CLAUSE: Final = "，；：、,;:（("


def title_cells(
    title: str | Runs,
    tag: str,
    columns: Sequence[str],
    convert: Callable[[Runs, str, str], tuple[Runs, str]],
    others: Sequence[tuple[Runs, str]] = (),
) -> tuple[tuple[TitleCell, ...], list[Finding]]:
    """A title for each column: in its own language, else converted from the other script, else as the source has it.

    `others` are all titles of the entry with their tags, the given one among them.
    """
    runs = scan(title) if isinstance(title, str) else title
    known = list(others) or [(runs, tag)]
    cells: list[TitleCell] = []
    findings: list[Finding] = []
    for column in columns:
        own = next((r for r, t in known if lang.same_language(t, column)), None)
        chinese = next(((r, t) for r, t in known if lang.is_chinese(t)), None)
        if own is not None:
            cells.append(TitleCell(column, own))
        elif chinese is not None and lang.is_chinese(column):
            made, by = convert(chinese[0], chinese[1], column)
            findings.extend(verify(chinese[0], made))
            cells.append(TitleCell(column, made, Origin(OriginKind.SCRIPT, by)))
        else:
            cells.append(TitleCell(column, runs))
    return tuple(cells), findings


def placeholder(segments: Sequence[Segment], tag: str) -> Runs:
    """The beginning of a summary, cut at the end of a clause or word before the first formula, and an ellipsis."""
    text = ""
    cut = False
    for run in segments[0].runs:
        if not isinstance(run, Text):
            cut = True
            break
        text += run.text
    shortened = _shorten_han(text) if lang.is_chinese(tag) else _shorten_words(text)
    cut = cut or shortened != text or len(segments) > 1
    shortened = shortened.rstrip(" .。，,；;：:、（(")
    if not shortened:
        return trim(segments[0].runs)
    return join((Text(shortened + ("…" if cut else "")),))


def _shorten_han(text: str) -> str:
    if len(text) <= _HAN_LIMIT:
        return text
    clause = max((text.rfind(mark, _HAN_LIMIT // 2, _HAN_LIMIT) for mark in _CLAUSE), default=-1)
    end = clause if clause > 0 else _HAN_LIMIT
    while end > _HAN_LIMIT // 2 and text[end - 1 : end + 1].isascii() and text[end - 1 : end + 1].isalnum():
        end -= 1
    return text[:end]


def _shorten_words(text: str) -> str:
    words = text.split(" ")
    return text if len(words) <= _WORD_LIMIT else " ".join(words[:_WORD_LIMIT])
