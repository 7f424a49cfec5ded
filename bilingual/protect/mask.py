"""Masks: one private-use character for each opaque inline, so that a whole segment can be converted at once.

Emphasis is not masked but kept as offsets, because words cross it. The characters come from plane 15, and from a
stretch of it that the text itself does not use, so that private-use characters of a source survive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bilingual.model import Inline, Runs, Text, join

_FIRST: Final = 0xF0000
_LAST: Final = 0x10FFFD


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis from character `start` up to `end` of a masked text."""

    start: int
    end: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with one placeholder character an opaque inline.

    `opaque[i]` stands where the character `placeholders[i]` is; `marks` are in the coordinates of `text`.
    """

    text: str
    placeholders: str
    opaque: tuple[Inline, ...]
    marks: tuple[Mark, ...] = ()


def mask(runs: Runs) -> Masked:
    """`runs` with every inline but Text made one character."""
    opaque = tuple(run for run in runs if not isinstance(run, Text))
    placeholders = _unused(runs, len(opaque))
    pieces: list[str] = []
    marks: list[Mark] = []
    at = seen = 0
    for run in runs:
        piece = run.text if isinstance(run, Text) else placeholders[seen]
        if isinstance(run, Text):
            if run.marks and piece:
                marks.append(Mark(at, at + len(piece), run.marks))
        else:
            seen += 1
        pieces.append(piece)
        at += len(piece)
    return Masked("".join(pieces), placeholders, opaque, tuple(marks))


def is_whole(text: str, masked: Masked) -> bool:
    """Whether `text` holds every placeholder of `masked` exactly once; their order may differ, as in a translation."""
    return all(text.count(char) == 1 for char in masked.placeholders)


def unmask(text: str, masked: Masked, marks: tuple[Mark, ...] = ()) -> Runs:
    """The runs of a text made from `masked.text`, its placeholders turned back into their inlines.

    `marks` are in the coordinates of `text`. Raises ValueError when a placeholder is missing or doubled: no position
    is ever guessed.
    """
    if not is_whole(text, masked):
        raise ValueError("a protected span is missing or doubled in the converted text")
    inline_of = dict(zip(masked.placeholders, masked.opaque, strict=True))
    style_at = {at: mark.marks for mark in marks for at in range(mark.start, mark.end)}
    runs: list[Inline] = []
    start = 0
    for at, char in enumerate(text):
        opaque = inline_of.get(char)
        if opaque is not None:
            runs.extend(_styled(text, start, at, style_at))
            runs.append(opaque)
            start = at + 1
    runs.extend(_styled(text, start, len(text), style_at))
    return join(runs)


def _styled(text: str, start: int, end: int, style_at: dict[int, tuple[str, ...]]) -> list[Inline]:
    if not style_at:
        return [Text(text[start:end])] if end > start else []
    return [Text(text[at], style_at.get(at, ())) for at in range(start, end)]


def _unused(runs: Runs, count: int) -> str:
    """`count` neighbouring characters of planes 15 and 16 that no Text of `runs` holds."""
    if not count:
        return ""
    used = sorted({ord(c) for run in runs if isinstance(run, Text) for c in run.text if ord(c) >= _FIRST})
    first = _FIRST
    for code in used:
        if code >= first + count:
            break
        first = code + 1
    if first + count - 1 > _LAST:
        raise ValueError(f"a segment with {count} protected spans leaves no private-use characters to mask them")
    return "".join(map(chr, range(first, first + count)))
