"""Inlines: what a sentence is made of. XLIFF 2.1 calls the opaque ones (Math, Code) `ph`.

A formula keeps the delimiters it was written with, so that `source_text` gives a source back to the character.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

_CLOSERS: Final = {r"\(": r"\)", r"\[": r"\]", "$": "$", "$$": "$$", "": ""}


@dataclass(frozen=True, slots=True)
class Text:
    """Characters to be read; `marks` is a sorted tuple out of strong, emphasis, underline, strike, sup, sub."""

    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Math:
    r"""A formula in LaTeX, without its delimiters. An environment keeps its `\begin` and has `opening` ""."""

    tex: str
    display: bool = False
    opening: str = r"\("

    @property
    def closing(self) -> str:
        """The delimiter that ends what `opening` began."""
        return _CLOSERS[self.opening]


@dataclass(frozen=True, slots=True)
class Code:
    """Program text that nothing may change; `fence` is the run of backticks around it in the source."""

    code: str
    fence: str = "`"


@dataclass(frozen=True, slots=True)
class Link:
    """A link. A bare address in a text has `label == href`."""

    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Break:
    """A forced line break inside a paragraph."""


Inline: TypeAlias = Text | Math | Code | Link | Break
Runs: TypeAlias = tuple[Inline, ...]


def inline_text(inline: Inline) -> str:
    r"""The inline as the JSON interfaces show it: formulas as `\(tex\)` or `\[tex\]`, everything else as it reads."""
    match inline:
        case Text(text):
            return text
        case Math(tex, display):
            return rf"\[{tex}\]" if display else rf"\({tex}\)"
        case Code(code, fence):
            return f"{fence}{code}{fence}"
        case Link(_, label):
            return label
        case Break():
            return "\n"
        case _:
            assert_never(inline)


def source_text(inline: Inline) -> str:
    """The inline with the delimiters it had in the source; differs from `inline_text` for formulas only."""
    if isinstance(inline, Math):
        return f"{inline.opening}{inline.tex}{inline.closing}"
    return inline_text(inline)


def plain(runs: Iterable[Inline]) -> str:
    """The runs as one string in the form of the JSON interfaces."""
    return "".join(map(inline_text, runs))


def formulas(runs: Iterable[Inline]) -> tuple[str, ...]:
    """The LaTeX of all formulas in `runs`, in order, repeats kept."""
    return tuple(run.tex for run in runs if isinstance(run, Math))


def links(runs: Iterable[Inline]) -> tuple[str, ...]:
    """The targets of all links in `runs`, in order, repeats kept."""
    return tuple(run.href for run in runs if isinstance(run, Link))


def trim(runs: Runs) -> Runs:
    """`runs` without white space and breaks at either end; empty texts go."""
    left = list(runs)
    while left and isinstance(left[0], Text | Break):
        first = left[0]
        stripped = first.text.lstrip() if isinstance(first, Text) else ""
        if isinstance(first, Text) and stripped:
            left[0] = Text(stripped, first.marks)
            break
        del left[0]
    while left and isinstance(left[-1], Text | Break):
        last = left[-1]
        stripped = last.text.rstrip() if isinstance(last, Text) else ""
        if isinstance(last, Text) and stripped:
            left[-1] = Text(stripped, last.marks)
            break
        del left[-1]
    return tuple(left)


def join(runs: Iterable[Inline]) -> Runs:
    """`runs` with neighbouring texts of equal marks made one and empty texts dropped."""
    joined: list[Inline] = []
    for run in runs:
        if isinstance(run, Text):
            if not run.text:
                continue
            before = joined[-1] if joined else None
            if isinstance(before, Text) and before.marks == run.marks:
                joined[-1] = Text(before.text + run.text, run.marks)
                continue
        joined.append(run)
    return tuple(joined)
