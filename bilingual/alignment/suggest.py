"""What to write into `alignment.toml` about a bead: the exact lines for everything that a person may decide of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.model import Bead

_BEGINS: Final = 12  # characters that tell a sentence from its neighbours
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines that carry out `what`, said as a person would."""

    what: str
    lines: str


def correction_line(
    texts: tuple[str, str], bead: Bead, source: Sequence[str], target: Sequence[str], action: str = "confirm"
) -> str:
    """The lines that do `action` to a bead, to paste into `alignment.toml` and to change as needed."""
    begins = [
        side[indices[0]][:_BEGINS] if indices else ""
        for side, indices in ((source, bead.source), (target, bead.target))
    ]
    return (
        f'[[bead]]\naction = "{action}"\ntexts = [{_quoted(texts)}]\n'
        f"source = {list(bead.source)}\ntarget = {list(bead.target)}\nbegins = [{_quoted(begins)}]\n"
    )


def suggestions(
    beads: Sequence[Bead], at: int, texts: tuple[str, str], source: Sequence[str], target: Sequence[str]
) -> tuple[Suggestion, ...]:
    """What can be decided of the bead number `at`: that it is right, wrong, two in one, or part of a neighbour."""
    bead = beads[at]

    def lines(action: str, of: Bead) -> str:
        return correction_line(texts, of, source, target, action)

    made = [Suggestion("It is right", lines("confirm", bead))]
    if bead.source and bead.target:
        made.append(Suggestion("They do not belong together", lines("forbid", bead)))
        if len(bead.source) + len(bead.target) > 2:
            made.append(Suggestion("A new bead begins here", lines("split", _second_half(bead, source, target))))
    neighbours = (("the one before", at - 1, at), ("the next", at, at + 1))
    for name, first, second in neighbours:
        if first >= 0 and second < len(beads):
            whole = Bead(beads[first].source + beads[second].source, beads[first].target + beads[second].target)
            if whole.source and whole.target:
                made.append(Suggestion(f"Join it with {name}", lines("join", whole)))
    return tuple(made)


def _second_half(bead: Bead, source: Sequence[str], target: Sequence[str]) -> Bead:
    """The sentences with which the likeliest second half begins: the cuts that part both sides at about the same share.

    A side of one sentence goes with the second half.
    """
    cuts = itertools.product(_shares(bead.source, source), _shares(bead.target, target))
    (one, _), (other, _) = min(cuts, key=lambda cut: (abs(cut[0][1] - cut[1][1]), abs(cut[0][1] - 0.5)))
    return Bead((one,), (other,))


def _shares(indices: Sequence[int], texts: Sequence[str]) -> list[tuple[int, float]]:
    """Where a side can be cut, as the index after the cut and the share of the text before it."""
    if len(indices) == 1:
        return [(indices[0], 0.0)]
    ends = list(itertools.accumulate(len(texts[i]) for i in indices))
    return [(i, end / max(1, ends[-1])) for i, end in zip(indices[1:], ends, strict=False)]


def _quoted(values: Iterable[str]) -> str:
    """Basic strings of TOML; control characters, which it does not allow, as their numbers."""
    return ", ".join('"' + "".join(map(_character, value)) + '"' for value in values)


def _character(char: str) -> str:
    return _ESCAPES.get(char) or (f"\\u{ord(char):04x}" if ord(char) < 0x20 or ord(char) == 0x7F else char)
