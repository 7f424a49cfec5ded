"""Beads for people to look at: a page of links by colour and score, weakest first, and pairs of texts for a memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bilingual.alignment.corrections import correction_line
from bilingual.model import Bead

_HUES: Final = 120.0  # degrees between red (score 0) and green (score 1)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One bead as the page shows it. `hue` is a CSS colour angle; `line` is what to add to `alignment.toml`."""

    number: int
    score: float
    hue: int
    source: tuple[tuple[int, str], ...]
    target: tuple[tuple[int, str], ...]
    line: str


def link_rows(
    beads: Sequence[Bead], source: Sequence[str], target: Sequence[str], texts: tuple[str, str]
) -> tuple[LinkRow, ...]:
    """The rows of the page in reading order, numbered from 1."""
    return tuple(
        LinkRow(
            number,
            bead.score,
            round(_HUES * min(max(bead.score, 0.0), 1.0)),
            tuple((i, source[i]) for i in bead.source),
            tuple((j, target[j]) for j in bead.target),
            correction_line(texts, bead, source, target),
        )
        for number, bead in enumerate(beads, 1)
    )


def links_page(
    beads: Sequence[Bead],
    source: Sequence[str],
    target: Sequence[str],
    *,
    texts: tuple[str, str],
    langs: tuple[str, str],
    template: str,
) -> str:
    """An HTML page that fetches nothing: the weakest links first, then all in reading order.

    `texts` names the two sides as `alignment.toml` does, `langs` are their BCP 47 tags, `template` is the content of
    `align.html.j2`. Source text is always escaped.
    """
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    rows = link_rows(beads, source, target, texts)
    values: Mapping[str, Any] = {
        "rows": rows,
        "weakest": sorted(rows, key=lambda row: (row.score, row.number)),
        "texts": texts,
        "langs": langs,
        "unpaired": sum(not (row.source and row.target) for row in rows),
    }
    return environment.from_string(template).render(values)


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
