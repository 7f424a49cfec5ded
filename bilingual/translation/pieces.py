"""Split a sentence into what a model translates and what it must not see, and put it together again.

No placeholder survives a small model reliably (the best of those tried came back about half of the time), so a
sentence is cut at its protected spans; each span then stands in the result exactly once by construction. A sentence
with no span that is not too long stays one piece and reaches the model as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bilingual import lang
from bilingual.model import Inline, Runs, Text, join
from bilingual.protect.length import han_count
from bilingual.protect.mask import Masked, mask
from bilingual.protect.names import names
from bilingual.protect.numbers import plain_digits
from bilingual.translation.clauses import clauses
from bilingual.translation.punctuation import MARKS, needs_space, one_stop, western

# Tokens that models change without need: identifiers with an underscore, citations, pictures, addresses of people.
_VERBATIM: Final = re.compile(
    r"(?<![A-Za-z0-9._])[A-Za-z0-9.]*+_[A-Za-z0-9_.]*[A-Za-z0-9_]|\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,40}\]"
    r"|\([A-Z][\w'’-]{1,40}(?: et al\.| and [A-Z][\w'’-]{1,40})?,? (?:19|20)\d\d[a-z]?\)"
    r"|[\U0001f000-\U0001faff\u2600-\u27bf\u2b50¶][\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]*"
    r"|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\n[ \t]*",
    re.ASCII,
)
_LIST_MARK: Final = re.compile(r"\s*(?:[-*+•·▪■◆]|\d{1,3}[.)、．]|[(（]\d{1,3}[)）])\s+")
_BESIDE: Final = re.compile(r"[A-Za-z0-9_-]")
_EDGE: Final = f"{MARKS} \t\r\n\u3000\u00a0"


@dataclass(frozen=True, slots=True)
class Words:
    """A piece for the model."""

    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What stands in the result as it is: protected spans, and text that is in the target language already."""

    runs: Runs


Part: TypeAlias = Words | Kept


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of one sentence in order. `source` is its text with one character for each protected span."""

    source: str
    parts: tuple[Part, ...]
    target_tag: str

    @property
    def pieces(self) -> tuple[str, ...]:
        """What the model is asked, in order."""
        return tuple(part.text for part in self.parts if isinstance(part, Words))


Fixed: TypeAlias = Mapping[tuple[int, int], str]
"""Offsets in the masked text of a sentence, and the text of the target language that stands for them."""


def plan(runs: Runs, source_tag: str, target_tag: str, limit: int, fixed: Fixed | None = None) -> Plan:
    """How `runs` is translated: its parts, no piece longer than `limit` characters where a clause mark allows.

    `fixed` are stretches whose translation is known, such as terms, and numbers that a model got wrong before.
    """
    masked = mask(runs)
    text = plain_digits(masked.text)
    spans = list(_spans(text, masked, fixed or {}))
    if not spans and len(text) <= limit and _is_foreign(text, source_tag):
        return Plan(text, (Words(text),), target_tag)
    parts: list[Part] = []
    at = 0
    for start, end, kept in spans:
        parts.extend(_pieces(text[at:start], source_tag, limit))
        parts.append(Kept(kept))
        at = end
    parts.extend(_pieces(text[at:], source_tag, limit))
    return Plan(text, tuple(parts), target_tag)


def assemble(made: Plan, outputs: Sequence[str]) -> Runs:
    """The runs of a sentence from what the model gave for each piece of its plan, in order."""
    if len(made.parts) == 1 and isinstance(made.parts[0], Words):
        return join((Text(one_stop(made.source, outputs[0])),))
    result: list[Inline] = []
    tail = ""
    answers = iter(outputs)
    last = len(made.parts) - 1
    known = set(names(made.source)) | {"I"}
    for index, part in enumerate(made.parts):
        if isinstance(part, Words):
            clean = _mid_sentence(next(answers), known, starts=_begins(tail), ends=index == last)
            runs: Runs = (Text(clean),) if clean else ()
        else:
            runs = part.runs
        if not runs:
            continue
        head = runs[0].text if isinstance(runs[0], Text) else "x"
        if needs_space(tail, head, made.target_tag):
            result.append(Text(" "))
        result.extend(runs)
        tail = runs[-1].text if isinstance(runs[-1], Text) else "x"
    return _one_stop_at_end(join(result), made.source)


def _begins(tail: str) -> bool:
    """Whether what follows `tail` begins a sentence."""
    return not tail or tail.rstrip(" ").endswith((".", "!", "?", "\n")) or bool(_LIST_MARK.fullmatch(tail))


def _spans(text: str, masked: Masked, fixed: Fixed) -> Iterator[tuple[int, int, Runs]]:
    """The stretches that no model sees, in order and parted, with what stands for each in the result."""
    found: list[tuple[int, int, str | None]] = [(start, end, known) for (start, end), known in fixed.items()]
    found.extend((match.start(), match.end(), None) for match in _VERBATIM.finditer(text))
    first = _LIST_MARK.match(text)
    if first and first.end() < len(text):
        found.append((0, first.end(), None))
    opaque = set(masked.placeholders)
    found.extend((*_with_neighbours(text, at), None) for at, char in enumerate(text) if char in opaque)
    done = 0
    for start, end, known in sorted(found, key=lambda span: (span[0], -span[1])):
        if end <= done or (start < done and known is not None):
            continue
        start = max(start, done)
        yield start, end, _kept(text[start:end] if known is None else known, masked)
        done = end


def _with_neighbours(text: str, at: int) -> tuple[int, int]:
    r"""A formula with the Latin characters that touch it, as in `top-\(k\)` and `\(n\)-gram`."""
    start, end = at, at + 1
    while start and at - start < 40 and _BESIDE.match(text, start - 1):
        start -= 1
    while end < len(text) and end - at < 40 and _BESIDE.match(text, end):
        end += 1
    return start, end


def _kept(text: str, masked: Masked) -> Runs:
    inline_of = dict(zip(masked.placeholders, masked.opaque, strict=True))
    return join(inline_of.get(char) or Text(char) for char in text)


def _pieces(text: str, source_tag: str, limit: int) -> Iterator[Part]:
    """The text between two spans: its punctuation made the target's, the rest for the model clause by clause."""
    for clause in clauses(text, limit):
        head, core, end = _trimmed(clause)
        if head.strip():
            yield Kept((Text(western(head.strip())),))
        if core:
            yield Words(core) if _is_foreign(core, source_tag) else Kept((Text(western(core)),))
        if end.strip():
            yield Kept((Text(western(end.strip())),))


def _trimmed(clause: str) -> tuple[str, str, str]:
    """A clause without the punctuation around it; brackets and quotation marks that it needs itself stay."""
    core = clause.strip(_EDGE)
    head, _, end = clause.partition(core) if core else ("", "", clause)
    for opening, closing in ("（）", "()", "“”", "「」", "《》", "[]", "【】", "『』", "‘’"):
        if core.count(opening) > core.count(closing) and end.startswith(closing):
            core, end = core + end[0], end[1:]
        elif core.count(closing) > core.count(opening) and head.endswith(opening):
            head, core = head[:-1], head[-1] + core
    return head, core, end


def _is_foreign(text: str, source_tag: str) -> bool:
    """Whether there is something to translate: Chinese in a Chinese source, letters in any other."""
    return bool(han_count(text)) if lang.is_chinese(source_tag) else bool(re.search(r"[^\W\d_]", text))


def _mid_sentence(output: str, known: set[str], *, starts: bool, ends: bool) -> str:
    """What a model gave for a piece, without the full stop and the capital that only a whole sentence has."""
    text = output.strip()
    if not ends:
        text = re.sub(r"(?<!\w\.\w)(?<!etc)\s?[.。]$", "", text)
    first = re.match(r"[A-Za-z][A-Za-z'’]*", text)
    if first is None:
        return text
    word = first[0]
    if starts:
        return text if word in known or not word.islower() else word.capitalize() + text[len(word) :]
    if word[0].isupper() and word[1:].islower() and word not in known:
        return text[0].lower() + text[1:]
    return text if len(word) > 1 or word != "A" else f"a{text[1:]}"


def _one_stop_at_end(runs: Runs, source: str) -> Runs:
    if runs and isinstance(runs[-1], Text):
        last = runs[-1]
        return join((*runs[:-1], Text(one_stop(source, last.text), last.marks)))
    return runs
