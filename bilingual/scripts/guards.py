"""Guards: what is not good about the script of a text, before or after it is converted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from bilingual import lang
from bilingual.findings import Finding, Severity
from bilingual.model import Text, source_text
from bilingual.protect import scan
from bilingual.scripts.detect import characters, count
from bilingual.scripts.phrases import characters_only, rows

_SHOWN: Final = 6  # characters or words that a message names


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that the other region has, what this region says instead, and where it does not count."""

    pattern: re.Pattern[str]
    other: str
    own: str


def guard(text: str, tag: str, path: str = "") -> tuple[Finding, ...]:
    """What is not good about `text`, which is or was converted to be in `tag` (a canonical Chinese tag).

    `script.mixed`: a line with characters that only the other script has. `script.vocabulary`: words of the other
    region, one finding each with the first line; a warning where the text has both words, else information.
    """
    masked = "".join(run.text if isinstance(run, Text) else _lines(source_text(run)) for run in scan(text))
    return (*_mixed(masked, tag, path), *_vocabulary(masked, tag, path))


def _lines(span: str) -> str:
    return "\n" * span.count("\n")


def _mixed(text: str, tag: str, path: str) -> Iterator[Finding]:
    script = lang.script(tag)
    other = {lang.HANS: lang.HANT, lang.HANT: lang.HANS}.get(script)
    if other is None:
        return
    foreign = frozenset(characters()[other])
    for number, line in enumerate(text.split("\n"), 1):
        found = dict.fromkeys(char for char in line if char in foreign)
        counts = count(line) if found else None
        if counts and counts.hans and counts.hant:
            shown = " ".join(list(found)[:_SHOWN])
            message = f"{lang.english_name(tag)} is mixed with characters of the other script: {shown}."
            yield Finding("script.mixed", Severity.WARNING, message, path, number)


def _vocabulary(text: str, tag: str, path: str) -> Iterator[Finding]:
    for word in _words(lang.script(tag), lang.opencc_standard(tag)):
        match = word.pattern.search(text)
        if match is None:
            continue
        line = text.count("\n", 0, match.start()) + 1
        both = word.own in text
        beside = f" beside {word.own}" if both else f"; here one writes {word.own}"
        severity = Severity.WARNING if both else Severity.INFO
        yield Finding("script.vocabulary", severity, f"{word.other} stands{beside}.", path, line)


@cache
def _words(script: str, region: str) -> tuple[_Word, ...]:
    """The words to look for in a text of `script`: those of the mainland in Taiwan's, and the other way round."""
    if region == "hk" or not script:
        return ()
    table = list(rows("vocabulary.csv"))
    if script == lang.HANT:
        return tuple(_Word(_pattern(r["mainland"], r), r["mainland"], r["taiwan"]) for r in table)
    cells = [row[column] for row in table for column in ("mainland", "taiwan")]
    simplified = {text: phrase.target for text, phrase in characters_only("t2s", cells, "").items()}
    words = [(simplified[row["taiwan"]], simplified[row["mainland"]]) for row in table]
    return tuple(_Word(re.compile(re.escape(other)), other, own) for other, own in words if other not in _BOTH)


# Words that Taiwan prefers and that the mainland writes as well.
_BOTH: Final = frozenset({"影片", "介面", "向量", "资料", "预设", "使用者", "程序设计", "分散式", "稳健", "晶片"})


def _pattern(word: str, row: dict[str, str]) -> re.Pattern[str]:
    """`word`, but not as a part of the longer words that `row` names."""
    before = "".join(f"(?<!{re.escape(left)})" for left in row["not_after"].split("|") if left)
    after = "|".join(re.escape(right) for right in row["not_before"].split("|") if right)
    return re.compile(before + re.escape(word) + (f"(?!{after})" if after else ""))
