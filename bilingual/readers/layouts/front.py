"""Front matter: the title of a document, its notes and its preface, told apart in the blocks before the first paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.model import Math, Note, Paragraph
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, weight, words
from bilingual.readers.layouts.notes import note_kind
from bilingual.readers.lines import paragraphs

# What a heading on a web page has around it: emoji before, the sign of its own address after.
_SIGNS: Final = (range(0x2190, 0x2200), range(0x2300, 0x2400), range(0x25A0, 0x2C00), range(0x1F000, 0x1FB00))
_EMOJI: Final = "".join(chr(code) for block in _SIGNS for code in block) + "\ufe0f\u200d"
_LEFT: Final = f"{_EMOJI} \t\n\u3000#"
_RIGHT: Final = " \t\n\u3000¶#"
_ANCHOR: Final = re.compile(r"¶\s*$")
_ADDRESS: Final = re.compile(r"\W*(?:https?://|www\.)\S+\W*$")
_LONGEST_HEADER: Final = 240  # weight; a line that is longer and does not end like a sentence is still text


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the first paper."""

    title: str
    notes: tuple[Note, ...]
    preface: tuple[Paragraph, ...]


def is_header(block: Block) -> bool:
    """Whether a block reads as a header: short words, and neither a sentence nor a formula on a line of its own."""
    text = block.text
    if any(isinstance(run, Math) and run.display for run in block.runs) or not words(block.runs).strip():
        return False
    return not ends_sentence(text) and weight(text) <= _LONGEST_HEADER


def read_front(blocks: Sequence[Block]) -> Front:
    """The title, notes and preface in `blocks`; each block goes to exactly one of notes and preface."""
    notes: list[Note] = []
    kept: list[Block] = []
    headers: list[Block] = []
    for block in blocks:
        kind = note_kind(block.text)
        if not kind and is_header(block) and not kept:
            kind = "header"
            headers.append(block)
        if kind:
            notes.append(Note(kind, block.text.strip(), block.line))
        elif block.text.strip():
            kept.append(block)
    return Front(_title(headers), tuple(notes), paragraphs(kept))


def _title(headers: list[Block]) -> str:
    """A heading, else a line with the mark of a web page's heading, else the first header."""
    headers = [h for h in headers if not _ADDRESS.match(h.text)]
    marked = [h for h in headers if h.kind is BlockKind.HEADING] or [h for h in headers if _ANCHOR.search(h.text)]
    first = (marked or headers)[:1]
    return first[0].text.lstrip(_LEFT).rstrip(_RIGHT) if first else ""
