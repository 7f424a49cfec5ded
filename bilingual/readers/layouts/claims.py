"""Claims: stretches of blocks that one layout takes for a paper, so that several layouts can share a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bilingual.model import Note
from bilingual.readers.blocks import Block
from bilingual.readers.layouts.reading import Draft


@dataclass(frozen=True, slots=True)
class Claim:
    """Blocks `start` up to `end` are the paper `draft`. `linked` says that only its link makes it one."""

    start: int
    end: int
    draft: Draft
    notes: tuple[Note, ...]
    layout: str
    linked: bool = False


def free_stretches(claims: Iterable[Claim], start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between `start` and `end` that no claim covers."""
    free: list[tuple[int, int]] = []
    at = start
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.end <= at or claim.start >= end:
            continue
        if claim.start > at:
            free.append((at, claim.start))
        at = claim.end
    if at < end:
        free.append((at, end))
    return free


def left_over(blocks: Sequence[Block], claims: Sequence[Claim]) -> tuple[list[Block], list[Block]]:
    """The blocks before the first claim, and all others that no claim covers."""
    first = min((claim.start for claim in claims), default=len(blocks))
    front = list(blocks[:first])
    rest = [block for start, end in free_stretches(claims, first, len(blocks)) for block in blocks[start:end]]
    return front, rest
