"""Pieces: what a paragraph of Word is made of, each with the tracked changes, link and comments that it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bilingual.model import Break, Code, Inline, Link, Math, Runs, Text, join
from bilingual.ooxml.revisions import Revision, Revisions

CODE: Final = "code"  # the mark of program text, which becomes `Code` in runs


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a paragraph.

    `href` is the address that it links to, or ""; pieces of one link have the same `link`, a number from 1. `comments`
    are the ids of the comments whose range it is in. `revisions` are the tracked changes, the outermost first.
    `was` are the marks that its text had before the tracked change `formatted`, None when they were not changed.
    """

    inline: Text | Math | Break
    href: str = ""
    link: int = 0
    revisions: Revisions = ()
    comments: tuple[str, ...] = ()
    was: tuple[str, ...] | None = None
    formatted: Revision | None = None

    @property
    def text(self) -> str:
        """What is read: a formula as its LaTeX."""
        match self.inline:
            case Text(text):
                return text
            case Math(tex):
                return tex
            case Break():
                return "\n"


def to_runs(pieces: Iterable[Piece]) -> Runs:
    """The pieces as runs of the model: links around their labels, program text as code."""
    runs: list[Inline] = []
    for (href, _), group in groupby(pieces, key=lambda piece: (piece.href, piece.link)):
        inlines = list(_with_code(piece.inline for piece in group))
        runs.extend(_linked(href, inlines) if href else inlines)
    return join(runs)


def _with_code(inlines: Iterable[Text | Math | Break]) -> Iterable[Inline]:
    for is_code, group in groupby(inlines, key=lambda inline: isinstance(inline, Text) and CODE in inline.marks):
        if not is_code:
            yield from group
            continue
        code = "".join(inline.text for inline in group if isinstance(inline, Text))
        fence = "`"
        while fence in code:
            fence += "`"
        if code.strip():
            yield Code(code, fence)
        elif code:
            yield Text(code)


def _linked(href: str, inlines: Iterable[Inline]) -> Iterable[Inline]:
    """A link for each stretch of text; formulas and breaks in a label stand between them."""
    for is_text, group in groupby(inlines, key=lambda inline: isinstance(inline, Text)):
        if not is_text:
            yield from group
            continue
        label = "".join(inline.text for inline in group if isinstance(inline, Text))
        yield Link(href, label) if label.strip() else Text(label)
