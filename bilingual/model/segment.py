"""Segments: sentences with a language and an origin."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bilingual.model.inline import Runs, plain


class OriginKind(StrEnum):
    """Where the text of a cell comes from; the values are those of `digest.json`."""

    SOURCE = "source"
    SCRIPT = "script"
    MACHINE = "machine"
    MEMORY = "memory"
    REVIEW = "review"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a text comes from; `by` names the engine, profile or editor, or is empty."""

    kind: OriginKind = OriginKind.SOURCE
    by: str = ""


SOURCE: Final = Origin()


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence.

    `id` is its place in its document (`paper key/paragraph.sentence`, both from 1); `space_after` is the white
    space between it and the next sentence of its paragraph, so that a paragraph can be put together again.
    """

    id: str
    lang: str
    runs: Runs
    origin: Origin = SOURCE
    space_after: str = ""

    @property
    def text(self) -> str:
        """The sentence in the form of the JSON interfaces."""
        return plain(self.runs)
