"""Conversion of Chinese text from one script or region to another.

A segment is converted whole: opaque inlines are one private-use character each and emphasis is kept as offsets, so
that a word split by emphasis (头|发) is still one word. Text that is in the target script already is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError
from bilingual.model import Runs, Text, source_text
from bilingual.protect import Mark, Masked, mask, scan, unmask
from bilingual.scripts.detect import telling
from bilingual.scripts.engine import Convert, configurations, corrected, load, safe
from bilingual.scripts.house import House

PROFILES: Final = ("standard", "regional")
_MAYBE_OPAQUE: Final = re.compile(r"[$`\\]|://|www\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Converter:
    """A conversion from `source` to `target` (canonical tags); pure, so it can be shared between threads.

    `name` says how, for the origin of a segment: `opencc s2tw standard`.
    """

    source: str
    target: str
    name: str
    _steps: tuple[Convert, ...] = ()
    _house: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """`text` in the target script; formulas, code and addresses in it stay to the character."""
        if not self._steps or not text:
            return text
        if _MAYBE_OPAQUE.search(text):
            return "".join(map(source_text, self.runs(scan(text))))
        return self._words(text)

    def runs(self, runs: Runs) -> Runs:
        """The runs of a segment in the target script, with the same opaque inlines and the same emphasis."""
        if not self._steps or not any(isinstance(run, Text) and run.text for run in runs):
            return runs
        masked = mask(runs)
        text = self._words(masked.text)
        return unmask(text, masked, _project(masked, text))

    def _words(self, text: str) -> str:
        if self._settled(text):
            return text
        if "\n" in text and telling(lang.script(self.target)).search(text):
            return "".join(
                line if self._settled(line) else self._converted(line) for line in text.splitlines(True)
            )
        return self._converted(text)

    def _settled(self, text: str) -> bool:
        """Whether `text` is in the target script already: it has characters of that one and none of the other."""
        script = lang.script(self.target)
        if script == lang.script(self.source):
            return False
        other = lang.HANS if script == lang.HANT else lang.HANT
        return telling(other).search(text) is None and telling(script).search(text) is not None

    def _converted(self, text: str) -> str:
        house = dict(self._house)
        if not house:
            return self._opencc(text)
        pattern = re.compile("|".join(map(re.escape, sorted(house, key=len, reverse=True))))
        pieces: list[str] = []
        done = 0
        for match in pattern.finditer(text):
            pieces += (self._opencc(text[done : match.start()]), house[match[0]])
            done = match.end()
        return "".join([*pieces, self._opencc(text[done:])])

    def _opencc(self, text: str) -> str:
        for step in self._steps:
            text = safe(step, text)
        return text


@cache
def _engine(source: str, target: str, profile: str) -> tuple[str, tuple[Convert, ...]]:
    if profile not in PROFILES:
        raise LanguageError(f'The script profile "{profile}" is not known; use {" or ".join(PROFILES)}.')
    names = configurations(source, target, profile == "regional")
    if not names:
        return "unchanged", ()
    steps = tuple(load(name) if len(names) > 1 else corrected(name) for name in names)
    return f"opencc {' '.join(names)} {profile}", steps


def converter(source: str, target: str, profile: str = "standard", house: House | None = None) -> Converter:
    """The converter from `source` to `target` (BCP 47 tags, any case).

    `profile` is `standard` (characters and regional variants of them) or `regional` (vocabulary too). A house
    dictionary wins over everything. Raises LanguageError for an unknown tag or profile, or for an impossible pair.
    """
    one, other = lang.parse(source), lang.parse(target)
    name, steps = _engine(one, other, profile)
    terms = tuple(house.terms(other).items()) if house and steps else ()
    return Converter(one, other, name, steps, terms)


def _project(masked: Masked, text: str) -> tuple[Mark, ...]:
    """The marks of a masked text in the coordinates of its conversion, which may be longer or shorter."""
    if len(text) == len(masked.text) or not masked.marks:
        return masked.marks
    place = _places(masked.text, text)
    return tuple(Mark(place(mark.start), place(mark.end), mark.marks) for mark in masked.marks)


def _places(before: str, after: str) -> Callable[[int], int]:
    """Where an offset of `before` lies in `after`: by the texts they share, and in proportion between those."""
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()

    def place(at: int) -> int:
        for _, start, end, first, last in blocks:
            if start <= at < end:
                return first + round((at - start) * (last - first) / (end - start))
        return len(after)

    return place
