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


class Claimed:
    """Which of a document's blocks are taken."""

    def __init__(self, size: int) -> None:
        self._taken = bytearray(size)

    def add(self, claims: Iterable[Claim]) -> None:
        """Takes the blocks of `claims`."""
        for claim in claims:
            self._taken[claim.start : claim.end] = b"\1" * (claim.end - claim.start)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no block from `start` up to `end` is taken."""
        return self._taken.find(1, start, end) < 0

    def stretches(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches between `start` and `end` that are free."""
        free: list[tuple[int, int]] = []
        at = start
        while at < end:
            begin = self._taken.find(0, at, end)
            if begin < 0:
                break
            stop = self._taken.find(1, begin, end)
            at = end if stop < 0 else stop
            free.append((begin, at))
        return free


def left_over(blocks: Sequence[Block], claims: Sequence[Claim]) -> tuple[list[Block], list[Block]]:
    """The blocks before the first claim, and all others that no claim covers."""
    claimed = Claimed(len(blocks))
    claimed.add(claims)
    first = min((claim.start for claim in claims), default=len(blocks))
    front = list(blocks[:first])
    rest = [block for start, end in claimed.stretches(first, len(blocks)) for block in blocks[start:end]]
    return front, rest
