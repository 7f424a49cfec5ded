"""Beads for people to look at: the links by colour and score, weakest first, and pairs of texts for a memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bilingual.alignment.suggest import Suggestion, suggestions
from bilingual.model import Bead

_HUES: Final = 120.0  # degrees between red (score 0) and green (score 1)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One bead as the page shows it. `hue` is a CSS colour angle; `lines` are what can go into `alignment.toml`."""

    number: int
    score: float
    hue: int
    source: tuple[tuple[int, str], ...]
    target: tuple[tuple[int, str], ...]
    lines: tuple[Suggestion, ...]


def link_rows(
    beads: Sequence[Bead], source: Sequence[str], target: Sequence[str], texts: tuple[str, str]
) -> tuple[LinkRow, ...]:
    """The rows of the page in reading order, numbered from 1."""
    return tuple(
        LinkRow(
            at + 1,
            bead.score,
            round(_HUES * min(max(bead.score, 0.0), 1.0)),
            tuple((i, source[i]) for i in bead.source),
            tuple((j, target[j]) for j in bead.target),
            suggestions(beads, at, texts, source, target),
        )
        for at, bead in enumerate(beads)
    )


def links_page(
    beads: Sequence[Bead],
    source: Sequence[str],
    target: Sequence[str],
    *,
    texts: tuple[str, str],
    langs: tuple[str, str],
) -> Mapping[str, Any]:
    """What the template `align.html.j2` shows: the links weakest first, and in reading order.

    `texts` names the two sides as `alignment.toml` does, `langs` are their BCP 47 tags.
    """
    rows = link_rows(beads, source, target, texts)
    return {
        "rows": rows,
        "weakest": sorted(rows, key=lambda row: (row.score, row.number)),
        "texts": texts,
        "langs": langs,
        "unpaired": sum(not (row.source and row.target) for row in rows),
    }


def text_pairs(
    beads: Sequence[Bead], source: Sequence[str], target: Sequence[str], *, spaces: tuple[str, str] = (" ", "")
) -> tuple[tuple[str, str, float], ...]:
    """The two texts and the score of each bead that has both sides: what a translation memory keeps.

    `spaces` joins the sentences of each side: a space for English, nothing for Chinese.
    """
    return tuple(
        (spaces[0].join(source[i] for i in bead.source), spaces[1].join(target[j] for j in bead.target), bead.score)
        for bead in beads
        if bead.source and bead.target
    )
