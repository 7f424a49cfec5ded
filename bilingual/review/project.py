"""Where the boundaries between segments are in a text that an editor has changed."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from bilingual.review.tokens import Token

_STOPS: Final = frozenset("。！？!?.…；;\n")
_CLOSERS: Final = frozenset("”’」』）)》〉\"' ")

# Above this many differing tokens the difference is taken as one replacement: comparing grows with the square.
_LONGEST: Final = 20_000

Operation: TypeAlias = tuple[str, int, int, int, int]


def operations(before: Sequence[Token], after: Sequence[Token]) -> list[Operation]:
    """How `before` becomes `after`: (equal|replace|delete|insert, i1, i2, j1, j2), as difflib has them."""
    start = 0
    shortest = min(len(before), len(after))
    while start < shortest and before[start] == after[start]:
        start += 1
    end = 0
    while end < shortest - start and before[-1 - end] == after[-1 - end]:
        end += 1
    made: list[Operation] = [("equal", 0, start, 0, start)] if start else []
    middle = before[start : len(before) - end], after[start : len(after) - end]
    made += [(tag, i1 + start, i2 + start, j1 + start, j2 + start) for tag, i1, i2, j1, j2 in _middle(*middle)]
    if end:
        made.append(("equal", len(before) - end, len(before), len(after) - end, len(after)))
    return made


def _middle(before: Sequence[Token], after: Sequence[Token]) -> list[Operation]:
    if not before and not after:
        return []
    if len(before) + len(after) > _LONGEST:
        return [("replace", 0, len(before), 0, len(after))]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [(tag, i1, i2, j1, j2) for tag, i1, i2, j1, j2 in matcher.get_opcodes()]


def project(boundaries: Sequence[int], before: Sequence[Token], after: Sequence[Token]) -> list[int]:
    """The place in `after` that answers to each of the ascending `boundaries` in `before`, ascending too."""
    found: list[int] = []
    steps = operations(before, after)
    for boundary in boundaries:
        place = _place(boundary, steps, after)
        found.append(max(place, found[-1]) if found else place)
    return found


def _place(boundary: int, steps: Sequence[Operation], after: Sequence[Token]) -> int:
    place = 0
    for step in steps:
        kind, i1, i2, j1, j2 = step
        if i1 > boundary:
            break
        if kind == "insert":
            place = after_insertion(j1, j2, after) if i1 == boundary else j2
        elif boundary >= i2:
            place = j2
        elif boundary > i1:
            place = j1 + boundary - i1 if kind == "equal" else _within(boundary, step, after)
    return place


def after_insertion(start: int, end: int, after: Sequence[Token]) -> int:
    """Where the second segment begins when `after[start:end]` was put in between two.

    It belongs to the first when it ends like a sentence, else to the second.
    """
    last = end
    while last > start and after[last - 1].key in _CLOSERS:
        last -= 1
    return end if last > start and after[last - 1].key in _STOPS else start


def _within(boundary: int, step: Operation, after: Sequence[Token]) -> int:
    """A place in replaced text: at the sentence end nearest to the same share of it."""
    _, i1, i2, j1, j2 = step
    guess = j1 + round((boundary - i1) / max(i2 - i1, 1) * (j2 - j1))
    ends = [j for j in range(j1 + 1, j2 + 1) if after[j - 1].key in _STOPS]
    return min(ends, key=lambda end: abs(end - guess)) if ends else guess
