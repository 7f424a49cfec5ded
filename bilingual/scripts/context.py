"""Words with two readings: the regional profile takes the technical word only where its sentence speaks of that.

函数 is 函數 in mathematics and 函式 where programming is the subject; 程序 is 程式 beside 代码 and 程序 in a court. The
rules are in `data/contexts.csv`. A word is looked at with at most `_REACH` characters of its sentence on either side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from bilingual.scripts.detect import characters
from bilingual.scripts.phrases import rows

_REACH: Final = 60  # characters; a sentence of a summary has a median of 157, and what decides stands near
_STOP: Final = re.compile("[。！？!?\n]")


@dataclass(frozen=True, slots=True)
class Rule:
    """`word` becomes `target` after one of `before`, ahead of one of `after`, or near a match of `near`."""

    word: str
    target: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    near: re.Pattern[str] | None
    reason: str

    def evidence(self, text: str, start: int, end: int) -> str:
        """What in `text` speaks for the technical reading of the word between `start` and `end`, or ""."""
        for neighbour in self.before:
            if text.endswith(neighbour, 0, start):
                return neighbour
        for neighbour in self.after:
            if text.startswith(neighbour, end):
                return neighbour
        found = self.near.search(_sentence(text, start, end)) if self.near else None
        return found[found.lastindex or 0] if found else ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A word that the context decided: `target`, and the `evidence` that spoke for it."""

    start: int
    end: int
    target: str
    evidence: str
    reason: str


@dataclass(frozen=True, slots=True)
class Contexts:
    """The rules of one direction. `terms` are phrases that hold such a word and are decided as a whole."""

    rules: dict[str, tuple[Rule, ...]]
    terms: frozenset[str]
    _around: dict[str, tuple[tuple[int, int], ...]]
    _words: re.Pattern[str]

    def readings(self, text: str) -> Iterator[Reading]:
        """The words of `text` whose context asks for the technical reading, in order."""
        for match in self._words.finditer(text):
            start, end = match.span()
            if any(text[max(0, start - left) : end + right] in self.terms for left, right in self._around[match[0]]):
                continue
            for rule in self.rules[match[0]]:
                evidence = rule.evidence(text, start, end)
                if evidence:
                    yield Reading(start, end, rule.target, evidence, rule.reason)
                    break


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence around a word as far as `_REACH`, with the word itself left out."""
    left = _STOP.split(text[max(0, start - _REACH) : start])[-1]
    right = _STOP.split(text[end : end + _REACH], maxsplit=1)[0]
    return f"{left}\n{right}"


@cache
def rules(direction: str) -> dict[str, tuple[Rule, ...]]:
    """The rules of a direction, s2t or t2s, by their word."""
    by_word: dict[str, tuple[Rule, ...]] = {}
    for row in rows("contexts.csv"):
        if row["direction"] == direction:
            by_word[row["from"]] = (*by_word.get(row["from"], ()), _rule(row))
    return by_word


def _rule(row: dict[str, str]) -> Rule:
    near = "|".join(_near(word) for word in row["near"].split("|") if word)
    listed = {side: tuple(filter(None, row[side].split("|"))) for side in ("before", "after")}
    compiled = re.compile(near) if near else None
    return Rule(row["from"], row["to"], listed["before"], listed["after"], compiled, row["reason"])


def _near(word: str) -> str:
    """The pattern of a word of `near`; `@Hant` is a character that only Traditional has, with none of Simplified."""
    if word != "@Hant":
        return re.escape(word)
    only = characters()
    return rf"\A(?![\s\S]*[{only['Hans']}])[\s\S]*?([{only['Hant']}])"


def contexts(direction: str, phrases: Iterable[str]) -> Contexts:
    """The rules of `direction`, with those of `phrases` that are longer than a word with two readings and hold it."""
    found = rules(direction)
    terms = [(term, word) for term in phrases for word in found if word in term and term != word]
    around: dict[str, set[tuple[int, int]]] = {word: set() for word in found}
    for term, word in terms:
        at = term.find(word)
        around[word].add((at, len(term) - at - len(word)))
    listed = {word: tuple(sorted(sides)) for word, sides in around.items()}
    pattern = re.compile("|".join(map(re.escape, sorted(found, key=len, reverse=True))))
    return Contexts(found, frozenset(term for term, _ in terms), listed, pattern)
