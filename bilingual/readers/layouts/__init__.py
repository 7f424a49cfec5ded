"""Layouts: how papers stand in a document. Every layout reads the blocks, and the one that fits best is taken."""

from __future__ import annotations

import difflib
from types import MappingProxyType
from typing import Final

from bilingual.errors import UsageError
from bilingual.readers.blocks import Block
from bilingual.readers.layouts.abstracts import read_abstracts
from bilingual.readers.layouts.bullets import read_bullets
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.prose import read_prose
from bilingual.readers.layouts.reading import Draft, Layout, Reading
from bilingual.readers.layouts.titles import read_titles
from bilingual.readers.lines import logical_lines

__all__ = ["LAYOUTS", "Draft", "Layout", "Reading", "read_layout"]

# At equal scores the one that asks for more evidence goes first.
LAYOUTS: Final[MappingProxyType[str, Layout]] = MappingProxyType(
    {"prose": read_prose, "bullets": read_bullets, "titles": read_titles, "abstracts": read_abstracts}
)


def read_layout(blocks: tuple[Block, ...], layout: str = "auto") -> Reading:
    """The reading of `blocks` by the layout of that name, or with "auto" by the one with the best score.

    With no layout that fits, everything is preface and notes, and `layout` of the reading is "". Raises UsageError for
    an unknown name.
    """
    if layout != "auto":
        reading = _named(layout)(blocks)
        return reading if reading.drafts else _nothing(blocks, layout)
    best = max((read(blocks) for read in LAYOUTS.values()), key=lambda reading: reading.score)
    return best if best.score > 0 and best.drafts else _nothing(blocks, "")


def _named(layout: str) -> Layout:
    found = LAYOUTS.get(layout)
    if found is None:
        near = difflib.get_close_matches(layout, [*LAYOUTS, "auto"], n=1)
        hint = f'; did you mean "{near[0]}"?' if near else f"; known ones are auto, {', '.join(LAYOUTS)}."
        raise UsageError(f'The layout "{layout}" is not known{hint}')
    return found


def _nothing(blocks: tuple[Block, ...], layout: str) -> Reading:
    front = read_front(logical_lines(blocks))
    return Reading(layout, 0.0, front.title, front.preface, (), front.notes)
