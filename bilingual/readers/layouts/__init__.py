"""Layouts: how papers stand in a document. A layout reads blocks and knows nothing of files."""

from __future__ import annotations

import difflib
from types import MappingProxyType
from typing import Final

from bilingual.errors import UsageError
from bilingual.readers.blocks import Block
from bilingual.readers.layouts.cards import claim_cards
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.mixed import (
    FLAT,
    claim_all_entries,
    claim_all_headings,
    claim_all_rows,
    read_auto,
    read_claims,
)
from bilingual.readers.layouts.reading import Draft, Layout, Reading
from bilingual.readers.layouts.single import read_single
from bilingual.readers.lines import logical_lines

__all__ = ["LAYOUTS", "Draft", "Layout", "Reading", "read_layout"]

LAYOUTS: Final[MappingProxyType[str, Layout]] = MappingProxyType(
    {
        **FLAT,
        "headings": read_claims(claim_all_headings),
        "list": read_claims(claim_all_entries),
        "table": read_claims(claim_all_rows),
        "cards": read_claims(claim_cards),
        "paper": read_single,
    }
)


def read_layout(blocks: tuple[Block, ...], layout: str = "auto") -> Reading:
    """The reading of `blocks` by the layout of that name, or with "auto" by the one with the strongest evidence.

    With no layout that fits, everything is preface and notes, and `layout` of the reading is "". Raises UsageError for
    an unknown name.
    """
    reading = read_auto(blocks) if layout == "auto" else _named(layout)(blocks)
    if reading.drafts:
        return reading
    front = read_front(logical_lines(blocks))
    return Reading("" if layout == "auto" else layout, 0.0, front.title, front.preface, (), front.notes)


def _named(layout: str) -> Layout:
    found = LAYOUTS.get(layout)
    if found is None:
        near = difflib.get_close_matches(layout, [*LAYOUTS, "auto"], n=1)
        hint = f'; did you mean "{near[0]}"?' if near else f"; known ones are auto, {', '.join(LAYOUTS)}."
        raise UsageError(f'The layout "{layout}" is not known{hint}')
    return found
