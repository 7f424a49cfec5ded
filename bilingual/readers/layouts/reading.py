"""Readings: what a layout makes of blocks, before papers get their keys and numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from bilingual.findings import Finding
from bilingual.model import Note, Paragraph, Runs, Translation
from bilingual.readers.blocks import Block


@dataclass(frozen=True, slots=True)
class Draft:
    """A paper as a layout found it, on source lines `line` to `line_end`. `rule` says in words why it is one."""

    title: Runs
    paragraphs: tuple[Paragraph, ...]
    line: int
    line_end: int
    rule: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    date: str = ""
    identifiers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    translations: tuple[Translation, ...] = ()
    part: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Blocks as one layout reads them. `score` is between 0 and 1: how well the layout fits, 0 for not at all."""

    layout: str
    score: float = 0.0
    title: str = ""
    preface: tuple[Paragraph, ...] = ()
    drafts: tuple[Draft, ...] = ()
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = field(default=())


class Layout(Protocol):
    """A layout: a function from the blocks of a document to a reading of them."""

    def __call__(self, blocks: tuple[Block, ...], /) -> Reading:
        """The reading of `blocks`."""
        ...
