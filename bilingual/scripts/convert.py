"""Conversion of Chinese text from one script or region to another.

A segment is converted whole: opaque inlines are one private-use character each and emphasis is kept as offsets, so
that a word split by emphasis (头|发) is still one word. Text that is in the target script already is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from bilingual import lang
from bilingual.errors import ConfigError
from bilingual.model import Runs, Text, source_text
from bilingual.protect import Mark, Masked, mask, scan, unmask
from bilingual.scripts.context import Contexts, contexts
from bilingual.scripts.detect import has
from bilingual.scripts.engine import (
    PLACEHOLDER,
    Convert,
    compiled,
    configurations,
    corrected,
    corrections,
    load,
    placeholders,
    safe,
)
from bilingual.scripts.house import House, HouseEntry, Profile
from bilingual.scripts.phrases import Phrase

_BETWEEN: Final = re.compile("([^\u3400-\u9fff]+)")
PROFILES: Final = ("standard", "regional")
_HOUSE: Final = 0x10F000  # the first placeholder of a house term, in plane 16
_OPAQUE: Final = 0x10EFFF  # stands for an opaque span of a plain text
_PARAGRAPHS: Final = re.compile(r"(\n[ \t\r]*\n)")
_OPAQUE_SIGNS: Final = ("$", "\\", "`", "://", "ww.", "WW.")


def _is_suspect(text: str) -> bool:
    """Whether `text` may hold a formula, code or an address."""
    return any(sign in text for sign in _OPAQUE_SIGNS)


@dataclass(frozen=True, slots=True)
class Engine:
    """What is done to words between the guards: the context decides, then OpenCC with the corrections."""

    steps: tuple[Convert, ...]
    direction: str = ""
    contexts: Contexts | None = None

    def __call__(self, text: str) -> str:
        """`text` converted, with no guard and no protection."""
        if not self.contexts:
            return self._converted(text)
        if PLACEHOLDER in text:  # the source uses it itself: keep it, convert around it
            return PLACEHOLDER.join(map(self, text.split(PLACEHOLDER)))
        return self._converted(self._decided(text, self.contexts))

    def _converted(self, text: str) -> str:
        for step in self.steps:
            text = safe(step, text)
        return text

    def _decided(self, text: str, contexts: Contexts) -> str:
        """`text` with a placeholder for each word whose context asks for the technical reading."""
        placeholder = placeholders(self.direction)
        pieces: list[str] = []
        done = 0
        for reading in contexts.readings(text):
            pieces += (text[done : reading.start], placeholder[reading.target])
            done = reading.end
        return "".join([*pieces, text[done:]]) if pieces else text


@dataclass(frozen=True, slots=True)
class Terms:
    """The house dictionary of one conversion, ready to use: each term is one private-use character meanwhile."""

    pattern: re.Pattern[str]
    wanted: dict[str, str]

    def convert(self, text: str, convert: Convert) -> str:
        """`convert(text)` with the terms kept out of it and put in as the house wants them."""
        found: list[str] = []
        first = chr(_HOUSE)

        def hide(match: re.Match[str]) -> str:
            found.append(self.wanted[match[0]])
            return first

        if first in text:  # the source uses the placeholder itself: convert what lies between the terms
            return "".join(
                self.wanted[piece] if at % 2 else convert(piece) for at, piece in enumerate(self._split(text))
            )
        hidden = self.pattern.sub(hide, text)
        if not found:
            return convert(text)
        pieces = convert(hidden).split(first)
        return "".join([pieces[0], *(f"{term}{piece}" for term, piece in zip(found, pieces[1:], strict=True))])

    def _split(self, text: str) -> list[str]:
        pieces: list[str] = []
        done = 0
        for match in self.pattern.finditer(text):
            pieces += (text[done : match.start()], match[0])
            done = match.end()
        return [*pieces, text[done:]]


@dataclass(frozen=True, slots=True)
class Converter:
    """A conversion from `source` to `target` (canonical tags); pure, so it can be shared between threads.

    `name` says how, for the origin of a segment: `opencc s2tw standard`.
    """

    source: str
    target: str
    name: str
    engine: Engine
    terms: Terms | None = None

    @property
    def changes(self) -> bool:
        """Whether there is anything to do between these two tags."""
        return bool(self.engine.steps)

    def text(self, text: str) -> str:
        """`text` in the target script; formulas, code and addresses in it stay to the character."""
        if not self.changes or not text:
            return text
        if _is_suspect(text):
            return self._around(text)
        return self.words(text)

    def runs(self, runs: Runs) -> Runs:
        """The runs of a segment in the target script, with the same opaque inlines and the same emphasis."""
        if not self.changes or not any(isinstance(run, Text) and run.text for run in runs):
            return runs
        masked = mask(runs)
        text = self.words(masked.text)
        return runs if text == masked.text else unmask(text, masked, _project(masked, text))

    def words(self, text: str) -> str:
        """`text` in the target script, with nothing in it taken for code or a formula."""
        if self.terms:
            return self.terms.convert(text, self._guarded)
        return self._guarded(text)

    def _around(self, text: str) -> str:
        """Convert around the opaque spans of a plain text, each of which is one character meanwhile."""
        hole = chr(_OPAQUE)
        if hole in text:
            return "".join(map(source_text, self.runs(scan(text))))
        opaque: list[str] = []
        words: list[str] = []
        for paragraph in _PARAGRAPHS.split(text):  # a span never crosses an empty line
            if not _is_suspect(paragraph):
                words.append(paragraph)
                continue
            for run in scan(paragraph):
                if isinstance(run, Text):
                    words.append(run.text)
                else:
                    opaque.append(source_text(run))
                    words.append(hole)
        masked = "".join(words)
        pieces = self.words(masked).split(hole)
        return "".join([pieces[0], *(f"{span}{piece}" for span, piece in zip(opaque, pieces[1:], strict=True))])

    def _guarded(self, text: str) -> str:
        if self.settled(text):
            return text
        if "\n" in text and self._between_scripts and has(lang.script(self.target), text):
            return "".join(line if self.settled(line) else self.engine(line) for line in text.splitlines(True))
        return self.engine(text)

    @property
    def _between_scripts(self) -> bool:
        return lang.script(self.target) != lang.script(self.source)

    def settled(self, text: str) -> bool:
        """Whether `text` is in the target script already: it has characters of that one and none of the other."""
        if not self._between_scripts:
            return False
        script = lang.script(self.target)
        other = lang.HANS if script == lang.HANT else lang.HANT
        return not has(other, text) and has(script, text)


def converter(source: str, target: str, profile: str | Profile = "standard", house: House | None = None) -> Converter:
    """The converter from `source` to `target` (BCP 47 tags, any case).

    `profile` is `standard` (characters and regional variants of them), `regional` (vocabulary too) or one of a
    person's own from `read_profile`. A house dictionary wins over everything. Raises LanguageError for an unknown
    tag or an impossible pair, ConfigError for an unknown profile.
    """
    one, other = lang.parse(source), lang.parse(target)
    own = profile if isinstance(profile, Profile) else Profile(profile, profile)
    if own.base not in PROFILES:
        raise ConfigError(
            f'The script profile "{own.base}" is not known; use {" or ".join(PROFILES)}, or a CSV file of your own.'
        )
    configured = configurations(one, other, own.base == "regional")
    name = f"opencc {' '.join(configured)} {own.name}" if configured else "unchanged"
    wanted = house.terms(other) if house and configured else {}
    if lang.script(one) == lang.script(other):
        engine = Engine(tuple(map(load, configured)))
        wanted = House(own.entries).terms(other) | wanted if configured else {}
    else:
        engine = _engine(configured[0], own.entries, other)
    return Converter(one, other, name, engine, _terms(wanted))


@cache
def _engine(configuration: str, own: tuple[HouseEntry, ...], target: str) -> Engine:
    direction = "s2t" if configuration.startswith("s") else "t2s"
    vocabulary = House(own).terms(target)
    if not vocabulary:
        step = corrected(configuration)
    else:
        theirs = {s: Phrase(s, t, "an entry of the profile") for s, t in vocabulary.items()}
        step = compiled(configuration, {**corrections(configuration), **theirs})
    if not (configuration.endswith("p") and "tw" in configuration):
        return Engine((step,), direction)
    phrases: Iterable[str] = [*corrections(configuration), *vocabulary]
    return Engine((step,), direction, contexts(direction, phrases))


def _terms(wanted: dict[str, str]) -> Terms | None:
    if not wanted:
        return None
    pattern = "|".join(map(re.escape, sorted(wanted, key=len, reverse=True)))
    return Terms(re.compile(pattern), wanted)


def _project(masked: Masked, text: str) -> tuple[Mark, ...]:
    """The marks of a masked text in the coordinates of its conversion, which may be longer or shorter."""
    if len(text) == len(masked.text) or not masked.marks:
        return masked.marks
    place = places(masked.text, text)
    return tuple(Mark(place(mark.start), place(mark.end), mark.marks) for mark in masked.marks)


def places(before: str, after: str) -> Callable[[int], int]:
    """Where an offset of `before` lies in its conversion `after`: by the texts they share, else in proportion.

    Both are cut at what is not Han, which conversion hardly ever changes, so that the comparison stays short.
    """
    if len(before) == len(after):
        return lambda at: at
    ours, theirs = _BETWEEN.split(before), _BETWEEN.split(after)
    if ours[1::2] != theirs[1::2]:
        ours, theirs = [before], [after]
    blocks: list[tuple[int, int, int, int]] = []
    start = first = 0
    for one, other in zip(ours, theirs, strict=True):
        if len(one) == len(other):
            found = [(0, len(one), 0, len(other))]
        else:
            found = [code[1:] for code in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()]
        blocks += [(start + a, start + b, first + x, first + y) for a, b, x, y in found if b > a]
        start, first = start + len(one), first + len(other)
    starts = [block[0] for block in blocks]

    def place(at: int) -> int:
        found = bisect_right(starts, at) - 1
        if found < 0 or at >= len(before):
            return 0 if found < 0 else len(after)
        start, end, first, last = blocks[found]
        return first + round((at - start) * (last - first) / (end - start))

    return place
