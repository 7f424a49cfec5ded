"""What a format makes of a text: its blocks, and what it says of itself outside them."""

from __future__ import annotations

from dataclasses import dataclass

from bilingual.findings import Finding
from bilingual.model import Note
from bilingual.readers.blocks import Block


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text read by its format. `title` is one that the format states apart from the text, as front matter does."""

    blocks: tuple[Block, ...]
    title: str = ""
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()
