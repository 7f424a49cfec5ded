"""Precision, recall and F1 of an alignment against a gold one, in the convention of the published comparisons.

As in the scorers of Vecalign (Thompson and Koehn 2019) and Bertalign: unpaired sentences are left out of both sides of
the count. Strict: a bead is right when the gold has exactly the same one. Lax: when it shares a sentence pair with one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bilingual.errors import AlignmentError
from bilingual.model import Bead


@dataclass(frozen=True, slots=True)
class Scores:
    """Precision, recall and their harmonic mean, each between 0 and 1; 1 when there is nothing to find or to judge."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Strict and lax scores of beads against a gold alignment."""

    strict: Scores
    lax: Scores


def evaluate(beads: Iterable[Bead], gold: Iterable[Bead]) -> Evaluation:
    """Judge `beads` by `gold`; empty sides are not counted."""
    found = _pairs(beads)
    wanted = _pairs(gold)
    strict = Scores(_share(b in wanted for b in found), _share(b in found for b in wanted))
    found_links, wanted_links = _links(found), _links(wanted)
    lax = Scores(
        _share(any(link in wanted_links for link in _links([b])) for b in found),
        _share(any(link in found_links for link in _links([b])) for b in wanted),
    )
    return Evaluation(strict, lax)


def parse_gold(text: str, name: str = "gold") -> tuple[Bead, ...]:
    """Read a gold alignment: a bead a line, `0,1:2` or `[0, 1]:[2]`, indices from 0; `#` begins a comment.

    The second form is that of Vecalign and Bertalign, which may be followed by `:cost`. Raises AlignmentError that
    names the line.
    """
    beads = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        parts = content.replace("[", "").replace("]", "").split(":")
        try:
            if len(parts) not in (2, 3):
                raise ValueError
            source, target = (tuple(int(i) for i in part.replace(",", " ").split()) for part in parts[:2])
        except ValueError:
            raise AlignmentError(
                f'{name}, line {number}: "{content}" is not a bead; write indices from 0 as in "0,1:2".'
            ) from None
        beads.append(Bead(source, target))
    _each_once(beads, name)
    return tuple(beads)


def format_gold(beads: Sequence[Bead]) -> str:
    """Beads in the form that `parse_gold` reads."""
    return "".join(f"{','.join(map(str, b.source))}:{','.join(map(str, b.target))}\n" for b in beads)


def _each_once(beads: Sequence[Bead], name: str) -> None:
    for side in ("source", "target"):
        seen: set[int] = set()
        for bead in beads:
            again = seen.intersection(getattr(bead, side))
            if again:
                raise AlignmentError(f"{name}: {side} segment {min(again)} is in two beads; it may be in one only.")
            seen.update(getattr(bead, side))


def _pairs(beads: Iterable[Bead]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    return {(b.source, b.target) for b in beads if b.source and b.target}


def _links(pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]) -> set[tuple[int, int]]:
    return {(i, j) for source, target in pairs for i in source for j in target}


def _share(right: Iterable[bool]) -> float:
    judged = list(right)
    return sum(judged) / len(judged) if judged else 1.0
