"""Evidence: every place of a conversion where there was a choice, why it fell as it did, and the line that changes it.

A choice is a character with several counterparts, a word of regional vocabulary, a word that its context decided, or a
place where the phrase reading is not what the character alone would give. Everything else has one answer.
"""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

from bilingual.model import Text, source_text
from bilingual.protect import scan
from bilingual.scripts.context import rules
from bilingual.scripts.convert import Converter, converter
from bilingual.scripts.engine import corrections
from bilingual.scripts.phrases import Phrase

_CONTEXT: Final = 8  # characters shown on either side
_LONGEST: Final = 12  # characters of a phrase that is looked for around a place


class ChoiceKind(StrEnum):
    """Why a place of a conversion had more than one answer."""

    CHARACTER = "character"
    PHRASE = "phrase"
    VOCABULARY = "vocabulary"
    CONTEXT = "context"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: `source` became `target` on `line`, at `column` (both from 1); `line_to_add` would change that.

    `others` are what it might have been; `before` and `after` are the source around it.
    """

    kind: ChoiceKind
    source: str
    target: str
    others: tuple[str, ...]
    reason: str
    line: int
    column: int
    before: str
    after: str
    line_to_add: str

    def as_json(self) -> dict[str, str | int | list[str]]:
        """The choice as the JSON report has it."""
        return {
            "kind": self.kind.value,
            "source": self.source,
            "target": self.target,
            "others": list(self.others),
            "reason": self.reason,
            "line": self.line,
            "column": self.column,
            "before": self.before,
            "after": self.after,
            "line_to_add": self.line_to_add,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All choices of one text, in order; `conversion` is the name of the converter."""

    path: str
    conversion: str
    choices: tuple[Choice, ...]

    def as_json(self) -> str:
        """The report as one JSON value."""
        listed = [choice.as_json() for choice in self.choices]
        value = {"path": self.path, "conversion": self.conversion, "choices": listed}
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

    def as_html(self) -> str:
        """The report as one page that needs nothing else, equal choices together with their count."""
        title = html.escape(f"{self.path}: {self.conversion}")
        head = "".join(f"<th scope=col>{name}</th>" for name in _COLUMNS)
        body = "\n".join(_row(choices) for choices in _grouped(self.choices))
        return _PAGE.format(title=title, head=head, body=body, count=len(self.choices))


_COLUMNS: Final = ("Source", "Result", "Could be", "Times", "First seen", "Kind", "Why", "To change it")
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2em }} table {{ border-collapse: collapse }}
td, th {{ border-bottom: 1px solid #ccc; padding: .3em .7em; text-align: left; vertical-align: top }}
mark {{ background: #ffe08a }} code {{ white-space: nowrap }}
</style></head><body><h1>{title}</h1><p>{count} choices. Lines of the last column go into the house dictionary.</p>
<table><thead><tr>{head}</tr></thead><tbody>
{body}
</tbody></table></body></html>
"""


def _grouped(choices: tuple[Choice, ...]) -> list[list[Choice]]:
    groups: dict[tuple[str, ...], list[Choice]] = {}
    for choice in choices:
        groups.setdefault((choice.kind, choice.source, choice.target, choice.reason), []).append(choice)
    return sorted(groups.values(), key=len, reverse=True)


def _row(choices: list[Choice]) -> str:
    first = choices[0]
    before, source, after = (html.escape(part) for part in (first.before, first.source, first.after))
    seen = f"{first.line}: {before}<mark>{source}</mark>{after}"
    cells = [html.escape(text) for text in (first.source, first.target, " ".join(first.others), str(len(choices)))]
    cells += [
        seen,
        first.kind.value,
        html.escape(first.reason),
        f"<code>{html.escape(first.line_to_add)}</code>",
    ]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def report(text: str, made_by: Converter, path: str = "") -> Report:
    """The choices that `made_by` makes in `text`; formulas, code, addresses and settled lines hold none."""
    choices: list[Choice] = []
    if made_by.changes and made_by.engine.direction:
        explain = _Explain(made_by)
        masked = "".join(_blank(source_text(r)) if not isinstance(r, Text) else r.text for r in scan(text))
        for number, line in enumerate(masked.split("\n"), 1):
            if line and not made_by.settled(line):
                choices += explain.line(line, number)
    return Report(path, made_by.name, tuple(choices))


def _blank(span: str) -> str:
    """White space as long as an opaque span and with the same line ends."""
    return "".join("\n" if char == "\n" else " " for char in span)


@cache
def options(key: str) -> Mapping[str, str]:
    """For s2t or t2s the counterparts of each character that has several, the usual one first.

    For s2twp or tw2sp the regional words of OpenCC itself.
    """
    text = resources.files("bilingual.scripts").joinpath("data", "choices.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {char: targets for of, char, targets in rows if of == key}


class _Explain:
    """What is needed to explain one converter: the readings of characters alone, and the corrections."""

    def __init__(self, made_by: Converter) -> None:
        self.converter = made_by
        self.direction = made_by.engine.direction
        self.options = options(self.direction)
        self.characters = converter(made_by.source, made_by.target)
        configuration = made_by.name.split(" ")[1]
        self.corrections: Mapping[str, Phrase] = corrections(configuration)
        self.vocabulary = options(configuration)
        self.alone: dict[str, str] = {}

    def line(self, line: str, number: int) -> Iterator[Choice]:
        """The choices in one line, in order."""
        self._learn(line)
        standard = self.characters.engine(line)
        if len(standard) != len(line):
            standard = "".join(self.alone.get(char, char) for char in line)
        decided = self._decided(line)
        taken: set[int] = set()
        for start, end, target in self._differences(line, standard, decided):
            kind, reason = decided.get((start, end), (ChoiceKind.VOCABULARY, ""))
            reason = reason or self._reason(line, start, end, "regional vocabulary")
            yield self._choice(kind, line, number, (start, end), target, (standard[start:end],), reason)
        taken = {at for start, end, _ in self._differences(line, standard, decided) for at in range(start, end)}
        for at, char in enumerate(line):
            if at not in taken:
                yield from self._character(line, number, at, char, standard[at])

    def _learn(self, line: str) -> None:
        new = sorted({char for char in line if char >= "\u2e80"} - self.alone.keys())
        if new:
            made = self.characters.engine("\n".join(new)).split("\n")
            self.alone.update(zip(new, made, strict=True))

    def _decided(self, line: str) -> dict[tuple[int, int], tuple[ChoiceKind, str]]:
        """The words that the house or the context decided, with why."""
        found: dict[tuple[int, int], tuple[ChoiceKind, str]] = {}
        if self.converter.engine.contexts:
            for reading in self.converter.engine.contexts.readings(line):
                why = f"{reading.reason}; here: {reading.evidence}"
                found[reading.start, reading.end] = (ChoiceKind.CONTEXT, why)
        if self.converter.terms:
            for match in self.converter.terms.pattern.finditer(line):
                found[match.span()] = (ChoiceKind.HOUSE, "an entry of the house dictionary")
        return found

    def _differences(
        self, line: str, standard: str, decided: Mapping[tuple[int, int], object]
    ) -> list[tuple[int, int, str]]:
        """Where the result is not the standard profile's: word by word as far as words are known, then by likeness."""
        result = self.converter.words(line)
        found: list[tuple[int, int, str]] = []
        at = to = 0
        ends = dict(decided.keys())
        while at < len(line):
            word = self._word(line, at, result, to, ends.get(at))
            if word:
                end, target = word
                if target != standard[at:end]:
                    found.append((at, end, target))
                at, to = end, to + len(target)
            elif result[to : to + 1] == standard[at]:
                at, to = at + 1, to + 1
            else:
                return found + self._alike(standard, result, at, to)
        return found

    def _word(self, line: str, at: int, result: str, to: int, end: int | None) -> tuple[int, str] | None:
        """The known word at `at` of `line` that the result has at `to`: where it ends, and what it became."""
        if end is not None:
            for target in self._targets(line, at, end):
                if result.startswith(target, to):
                    return end, target
        for right in range(min(len(line), at + _LONGEST), at + 1, -1):
            source = line[at:right]
            phrase = self.corrections.get(source)
            target = phrase.target if phrase else self.vocabulary.get(source, "")
            if target and result.startswith(target, to):
                return right, target
        return None

    def _targets(self, line: str, start: int, end: int) -> Iterator[str]:
        """What the house or the context may have made of a word."""
        source = line[start:end]
        if self.converter.terms and source in self.converter.terms.wanted:
            yield self.converter.terms.wanted[source]
        for rule in rules(self.direction).get(source, ()):
            yield rule.target

    def _alike(self, standard: str, result: str, at: int, to: int) -> list[tuple[int, int, str]]:
        """The differences of what is left, by what both have in common."""
        blocks = SequenceMatcher(None, standard[at:], result[to:], autojunk=False).get_opcodes()
        return [(at + a, at + b, result[to + x : to + y]) for op, a, b, x, y in blocks if op != "equal" and b > a]

    def _covering(self, line: str, start: int, end: int) -> list[tuple[int, int]]:
        """The corrections that lie over a place, the longest first."""
        found = [
            (left, right)
            for left in range(max(0, end - _LONGEST), start + 1)
            for right in range(max(end, left + 1), min(len(line), left + _LONGEST) + 1)
            if line[left:right] in self.corrections
        ]
        return sorted(found, key=lambda span: span[0] - span[1])

    def _reason(self, line: str, start: int, end: int, otherwise: str) -> str:
        for left, right in self._covering(line, start, end):
            return f"{line[left:right]}: {self.corrections[line[left:right]].reason}"
        return otherwise

    def _character(self, line: str, number: int, at: int, char: str, target: str) -> Iterator[Choice]:
        others = tuple(other for other in self.options.get(char, "") if other != target)
        alone = self.alone.get(char, char)
        if alone != target:
            others = tuple(dict.fromkeys((alone, *others)))
            reason = self._reason(line, at, at + 1, "a phrase of OpenCC")
            yield self._choice(ChoiceKind.PHRASE, line, number, (at, at + 1), target, others, reason)
        elif others:
            reason = self._reason(line, at, at + 1, "the usual counterpart; no phrase says otherwise")
            yield self._choice(ChoiceKind.CHARACTER, line, number, (at, at + 1), target, others, reason)

    def _choice(
        self,
        kind: ChoiceKind,
        line: str,
        number: int,
        span: tuple[int, int],
        target: str,
        others: tuple[str, ...],
        reason: str,
    ) -> Choice:
        start, end = span
        before, after = line[max(0, start - _CONTEXT) : start], line[end : end + _CONTEXT]
        source, other = line[start:end], others[0] if others else target
        if end - start == 1:  # one character is too little for a dictionary: take its neighbours along
            left, right = _neighbour(before[-1:]), _neighbour(after[:1])
            source, other = left + source + right, self._read(left) + other + self._read(right)
        row = io.StringIO()
        csv.writer(row, lineterminator="").writerow([source, other, self.direction, ""])
        return Choice(kind, line[start:end], target, others, reason, number, start + 1, before, after, row.getvalue())

    def _read(self, char: str) -> str:
        return self.alone.get(char, char)


def _neighbour(char: str) -> str:
    return char if "\u4e00" <= char <= "\u9fff" else ""
