"""Text that can be compared: spans of characters with marks, and formulas, code and links as a whole.

What Word gives back is never the XML it got. Two texts are the same when a reader sees the same: formulas are compared
after a way through OMML, white space is folded, and characters that XML cannot hold count as what is written for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, assert_never

from bilingual.model import Break, Code, Inline, Link, Math, Runs, Text, inline_text, join, trim
from bilingual.ooxml.write import link_target
from bilingual.protect import scan

_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINE_ENDS: Final = re.compile("\r\n|[\r\u2028\u2029]")

Canonical: TypeAlias = Callable[[str, bool], str | None]
"""The LaTeX of a formula (tex, display) after a way through Word; None for one that Word shows as LaTeX."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """A recorded change: `inserted` or deleted, by whom and when."""

    inserted: bool
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters with one look, or one opaque inline, whose `text` is then the key that decides equality."""

    text: str
    marks: tuple[str, ...] = ()
    inline: Inline | None = None
    tracked: Tracked | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """One character, or one opaque inline. Equal when key and marks are."""

    key: str
    marks: tuple[str, ...] = ()
    inline: Inline | None = field(default=None, compare=False)
    tracked: Tracked | None = field(default=None, compare=False)


def math_span(tex: str, display: bool, key: str, tracked: Tracked | None = None) -> Span:
    """The span of a formula; `key` is its LaTeX after a way through Word."""
    opening = r"\[" if display else r"\("
    return Span(f"math:{key}", (), Math(tex, display, opening), tracked)


def link_span(href: str, label: str, tracked: Tracked | None = None) -> Span:
    """The span of a link; a slash at the end of an address is not a difference."""
    return Span(f"link:{link_target(href).rstrip('/')} {label}", (), Link(href, label), tracked)


def link_spans(href: str, inner: Iterable[Span]) -> list[Span]:
    """A link as it was and as it is to be; one span when its label did not change."""
    listed = list(inner)
    before = "".join(_label(s) for s in listed if not (s.tracked and s.tracked.inserted))
    after = "".join(_label(s) for s in listed if not (s.tracked and not s.tracked.inserted))
    tracks = [s.tracked for s in listed if s.tracked is not None]
    if not tracks:
        return [link_span(href, after)]
    last = tracks[-1]
    made = [link_span(href, before, Tracked(False, last.author, last.date))] if before else []
    return made + ([link_span(href, after, Tracked(True, last.author, last.date))] if after else [])


def _label(span: Span) -> str:
    return span.text.partition(":")[2] if span.inline is not None else span.text


def code_span(code: str, tracked: Tracked | None = None) -> Span:
    """The span of program text."""
    return Span(f"code:{code}", (), Code(code), tracked)


def spans(runs: Iterable[Inline], canonical: Canonical, *, inline_only: bool = False) -> list[Span]:
    """The spans of runs as Word shows them; `inline_only` says that display formulas are set inline, as in titles."""
    made: list[Span] = []
    for run in runs:
        match run:
            case Text(text, marks):
                made.append(Span(shown(text), marks))
            case Math(tex, display):
                key = canonical(tex, display and not inline_only)
                made.append(Span(shown(inline_text(run))) if key is None else Span(f"math:{key}", (), run))
            case Code(code):
                made.append(Span(f"code:{shown(code)}", (), run))
            case Link(href, label):
                span = link_span(href, shown(label))
                made.append(Span(span.text, (), run) if link_target(href) else Span(shown(label)))
            case Break():
                made.append(Span("\n"))
            case _:
                assert_never(run)
    return made


def shown(text: str) -> str:
    """Text as the writer puts it into Word: line ends as one, and U+FFFD for what XML cannot hold."""
    return _LINE_ENDS.sub("\n", _ILLEGAL.sub("\ufffd", text))


def signature(sequence: Iterable[Span]) -> str:
    """A string that is equal for spans that read the same, white space folded."""
    parts: list[str] = []
    marks: tuple[str, ...] = ()
    for span in sequence:
        if span.inline is not None:
            parts.append(f"\x00{span.text}\x00")
            continue
        if span.marks != marks and span.text.strip():
            marks = span.marks
            parts.append(f"\x01{','.join(marks)}\x02")
        parts.append(span.text)
    return " ".join("".join(parts).split())


def tokens(sequence: Iterable[Span]) -> list[Token]:
    """The spans, character by character. White space has no marks."""
    made: list[Token] = []
    for span in sequence:
        if span.inline is not None:
            made.append(Token(span.text, (), span.inline, span.tracked))
        else:
            made += [Token(c, () if c.isspace() else span.marks, None, span.tracked) for c in span.text]
    return made


def runs_of(sequence: Sequence[Token]) -> Runs:
    """Tokens as runs, with no white space at the ends; LaTeX typed with its delimiters becomes a formula."""
    made: list[Inline] = []
    for token in sequence:
        if token.inline is not None:
            made.append(token.inline)
        elif token.key == "\n":
            made.append(Break())
        else:
            made.append(Text(token.key, token.marks))
    scanned: list[Inline] = []
    for run in join(made):
        if isinstance(run, Text):
            scanned += [Text(r.text, run.marks) if isinstance(r, Text) else r for r in scan(run.text)]
        else:
            scanned.append(run)
    return trim(join(scanned))
