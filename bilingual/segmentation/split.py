"""Split runs into sentences; opaque inlines are masked first, so that a stop inside a formula or address is none."""

from __future__ import annotations

import itertools
from bisect import bisect_right

from bilingual.model import Break, Inline, Paragraph, Runs, Segment, Text, join
from bilingual.protect import mask
from bilingual.segmentation.pairs import enclosed
from bilingual.segmentation.rules import sentence_ends


def split(runs: Runs) -> tuple[tuple[Runs, str], ...]:
    """The sentences of `runs`, each with the white space that parted it from the next.

    Put together again, sentences and white space are `runs` without white space at its ends; a forced line break
    always parts two sentences and becomes a line feed. An empty input gives no sentence.
    """
    masked = mask(runs)
    text = masked.text
    breaks = {c for c, inline in zip(masked.placeholders, masked.opaque, strict=True) if isinstance(inline, Break)}
    ends = set(sentence_ends(text, enclosed(text)))
    for at, char in enumerate(text):
        if char in breaks:
            ends.update((at, at + 1))
    slicer = _Slicer(runs)
    bounds = sorted({0, len(text), *ends})
    sentences: list[tuple[Runs, str]] = []
    for start, end in itertools.pairwise(bounds):
        piece = text[start:end]
        if piece in breaks or not piece.strip():
            if sentences:
                gap = "\n" if piece in breaks else piece
                sentences[-1] = (sentences[-1][0], sentences[-1][1] + gap)
            continue
        left = len(piece) - len(piece.lstrip())
        right = len(piece.rstrip())
        if left and sentences:
            sentences[-1] = (sentences[-1][0], sentences[-1][1] + piece[:left])
        sentences.append((slicer.part(start + left, start + right), piece[right:]))
    if sentences:
        sentences[-1] = (sentences[-1][0], "")
    return tuple(sentences)


def segments(paragraph: Paragraph, place: str) -> tuple[Segment, ...]:
    """The sentences of a paragraph as segments with the ids `place.1`, `place.2`, …"""
    return tuple(
        Segment(f"{place}.{n}", paragraph.lang, runs, space_after=gap)
        for n, (runs, gap) in enumerate(split(paragraph.runs), 1)
    )


class _Slicer:
    """Parts of runs by offsets of their masked text, where an opaque inline is one character."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        lengths = [len(run.text) if isinstance(run, Text) else 1 for run in runs]
        self._starts = [0, *itertools.accumulate(lengths)]

    def part(self, start: int, end: int) -> Runs:
        """The runs from offset `start` up to `end`."""
        cut: list[Inline] = []
        for index in range(bisect_right(self._starts, start) - 1, len(self._runs)):
            run, at = self._runs[index], self._starts[index]
            if at >= end:
                break
            cut.append(Text(run.text[max(0, start - at) : end - at], run.marks) if isinstance(run, Text) else run)
        return join(cut)
