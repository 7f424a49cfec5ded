"""Terms: concepts with their names in each language, found in a text and checked in its translation.

A concept follows TBX (ISO 30042): a name is preferred, admitted or forbidden. English names are found inflected
("neural networks"), with hyphens or spaces; Chinese ones as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from bilingual import lang
from bilingual.findings import Finding, Severity

_WORD: Final = re.compile(r"[^\W_]+(?:['’][a-z]+)?")


class Status(StrEnum):
    """What TBX-Basic calls the administrative status of a term."""

    PREFERRED = "preferred"
    ADMITTED = "admitted"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Term:
    """A name of a concept in the language `lang`, a canonical tag."""

    lang: str
    text: str
    status: Status = Status.PREFERRED
    note: str = ""


@dataclass(frozen=True, slots=True)
class Concept:
    """The names of one thing. `place` says where it was defined, for messages."""

    id: str
    terms: tuple[Term, ...]
    place: str = ""

    def names(self, tag: str, *statuses: Status) -> tuple[str, ...]:
        """Its names in a language with one of `statuses`, the preferred ones first."""
        fitting = [t for t in self.terms if lang.same_language(t.lang, tag) and t.status in statuses]
        return tuple(t.text for t in sorted(fitting, key=lambda t: t.status is not Status.PREFERRED))


@dataclass(frozen=True, slots=True)
class Found:
    """A name of a concept that stands in a text from `start` to `end`."""

    concept: Concept
    start: int
    end: int


_ALLOWED: Final = (Status.PREFERRED, Status.ADMITTED)


@dataclass(frozen=True)
class Termbase:
    """The concepts of all term files, in order."""

    concepts: tuple[Concept, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.concepts)

    def simplified(self, convert: Callable[[str], str]) -> Termbase:
        """The termbase with each Traditional name known in Simplified too, as the text that models see."""
        return Termbase(tuple(_with_simplified(concept, convert) for concept in self.concepts))

    def find(self, text: str, tag: str) -> tuple[Found, ...]:
        """The concepts named in `text`, which is in the language `tag`; of names that overlap the longest."""
        finder = self._finders.get(lang.script(tag) if lang.is_chinese(tag) else tag[:2])
        return tuple(finder.find(text)) if finder else ()

    @cached_property
    def _finders(self) -> dict[str, _Finder]:
        finders: dict[str, _Finder] = {}
        for concept in self.concepts:
            for term in concept.terms:
                for key in _finder_keys(term.lang):
                    finders.setdefault(key, _Finder(chinese=lang.is_chinese(term.lang))).add(term.text, concept)
        return finders


def _finder_keys(tag: str) -> set[str]:
    """Where a name is looked for: its script; names and texts of unknown script are found with either."""
    if not lang.is_chinese(tag):
        return {tag[:2]}
    return {lang.script(tag), ""} if lang.script(tag) else {lang.HANS, lang.HANT, ""}


def _with_simplified(concept: Concept, convert: Callable[[str], str]) -> Concept:
    known = {(term.lang, term.text) for term in concept.terms}
    made = [
        replace(term, lang="zh-Hans", text=convert(term.text))
        for term in concept.terms
        if lang.script(term.lang) == lang.HANT
    ]
    return replace(concept, terms=(*concept.terms, *(t for t in made if (t.lang, t.text) not in known)))


class _Finder:
    """Names of one language by their first word or character, so that a text is read once."""

    def __init__(self, *, chinese: bool) -> None:
        self._chinese = chinese
        self._by_first: dict[str, list[tuple[tuple[str, ...], Concept]]] = {}

    def add(self, name: str, concept: Concept) -> None:
        units = self._units(name)
        if units:
            key = units[0][0].casefold()
            names = self._by_first.setdefault(key, [])
            names.append((tuple(unit for unit, _, _ in units), concept))
            names.sort(key=lambda item: -len(item[0]))

    def find(self, text: str) -> Iterator[Found]:
        units = self._units(text)
        at = 0
        while at < len(units):
            found = self._at(units, at)
            if found is None:
                at += 1
                continue
            concept, count = found
            yield Found(concept, units[at][1], units[at + count - 1][2])
            at += count

    def _at(self, units: list[tuple[str, int, int]], at: int) -> tuple[Concept, int] | None:
        for key in {units[at][0].casefold()} if self._chinese else base_forms(units[at][0]):
            for name, concept in self._by_first.get(key, ()):
                if len(name) <= len(units) - at and all(
                    self._same(part, units[at + i][0]) for i, part in enumerate(name)
                ):
                    return concept, len(name)
        return None

    def _same(self, part: str, unit: str) -> bool:
        return part.casefold() == unit.casefold() or (not self._chinese and part.casefold() in base_forms(unit))

    def _units(self, text: str) -> list[tuple[str, int, int]]:
        """Words of an English text, characters of a Chinese one with its Latin words whole; spaces and hyphens go."""
        if not self._chinese:
            return [(m[0], m.start(), m.end()) for m in _WORD.finditer(text)]
        return [(m[0], m.start(), m.end()) for m in re.finditer(r"[A-Za-z0-9]+|[^\W_]", text)]


def base_forms(word: str) -> frozenset[str]:
    """What an English word may be an inflected form of, itself among them: plural, genitive, -ed, -ing, -ly."""
    lower = re.sub(r"['’]s?$", "", word.casefold())
    forms = {lower}
    for end, put in (("ies", "y"), ("es", ""), ("es", "is"), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")):
        if lower.endswith(end) and len(lower) - len(end) >= 3:
            forms.add(lower[: -len(end)] + put)
    for end, put in (("ing", ""), ("ing", "e"), ("ly", ""), ("ices", "ix"), ("ices", "ex"), ("a", "um"), ("i", "us")):
        if lower.endswith(end) and len(lower) - len(end) >= 3:
            forms.add(lower[: -len(end)] + put)
    doubled = re.match(r"(.*?([bdgklmnprt]))\2(?:ed|ing)$", lower) if len(lower) < 40 else None
    if doubled:
        forms.add(doubled[1])
    return frozenset(forms)


def check_terms(
    base: Termbase, source: str, target: str, source_tag: str, target_tag: str, segment: str = ""
) -> tuple[Finding, ...]:
    """`terms.missing` and `terms.forbidden` for the concepts that `source` names, each concept once."""
    found = []
    there = {hit.concept.id for hit in base.find(target, target_tag)} if base else set()
    for concept in _concepts(base.find(source, source_tag)):
        wanted = concept.names(target_tag, *_ALLOWED)
        bad = [name for name in concept.names(target_tag, Status.FORBIDDEN) if _holds(target, name, target_tag)]
        good = any(_holds(target, name, target_tag) for name in wanted) if concept.id in there else False
        named = concept.names(source_tag, *Status)[0]
        use = f' use "{wanted[0]}".' if wanted else ""
        if bad:
            message = f'"{bad[0]}" is forbidden for {named};{use}' if use else f'"{bad[0]}" is forbidden for {named}.'
            found.append(Finding("terms.forbidden", Severity.WARNING, message, segment=segment))
        elif wanted and not good:
            message = f"The term for {named} is missing;{use}"
            found.append(Finding("terms.missing", Severity.WARNING, message, segment=segment))
    return tuple(found)


def _concepts(found: Iterable[Found]) -> list[Concept]:
    return list({hit.concept.id: hit.concept for hit in found}.values())


def _holds(text: str, name: str, tag: str) -> bool:
    finder = _Finder(chinese=lang.is_chinese(tag))
    finder.add(name, Concept("", ()))
    return next(finder.find(text), None) is not None
