"""Cards: the repeated boxes of a web page, each with one heading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.layouts.claims import Claim
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.fields import parse_field
from bilingual.readers.layouts.notes import note_kind


def claim_cards(blocks: Sequence[Block]) -> list[Claim]:
    """A claim for each card that has a title and anything under it."""
    claims: list[Claim] = []
    part = ""
    for card, group in groupby(enumerate(blocks), key=lambda pair: pair[1].card):
        members = list(group)
        if not card:
            part = next((b.text.strip() for _, b in reversed(members) if b.kind is BlockKind.HEADING), part)
            continue
        head = _head([block for _, block in members])
        if head is None:
            continue
        body = [block for _, block in members if block is not head]
        title = read_title(head.runs)
        made, notes = draft(title, body, members[0][1].line, "cards: one of the page's boxes that are alike", part=part)
        claims.append(Claim(members[0][0], members[-1][0] + 1, made, notes, "cards"))
    return claims if len(claims) >= 2 else []


def _head(card: Sequence[Block]) -> Block | None:
    """The block with the title: the heading, else the first block that is no field."""
    heading = next((block for block in card if block.kind is BlockKind.HEADING), None)
    if heading or len(card) < 2:
        return heading
    return next((block for block in card if not parse_field(block.runs) and not note_kind(block.text)), None)
