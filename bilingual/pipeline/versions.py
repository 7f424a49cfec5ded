"""Versions: the texts of one entry, one a language of one document, and the strands they are laid side by side in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bilingual import lang
from bilingual.model import Document, Paper, PaperRef, Paragraph, Runs, Segment
from bilingual.scripts.detect import count_runs
from bilingual.segmentation import segments

_PLAINLY: Final = 3


@dataclass(frozen=True, slots=True)
class Version:
    """One text of an entry. `breaks` are the indices of the segments that begin a paragraph.

    `stated` says that its paragraphs answer one by one to those of the version before it, as its file has them.
    """

    ref: PaperRef
    lang: str
    title: Runs
    title_lang: str
    segments: tuple[Segment, ...]
    breaks: tuple[int, ...]
    stated: bool = False


def versions(document: Document, paper: Paper) -> tuple[Version, ...]:
    """The paper's own text and its translations in the same file, cut into segments."""
    ref = PaperRef(document.path, paper.position.n)
    own = _version(ref, paper.key, paper.lang, paper.title, paper.title_lang or paper.lang, paper.paragraphs)
    others = (
        replace(
            _version(ref, f"{paper.key}@{other.lang}", other.lang, other.title, other.lang, other.paragraphs),
            stated=other.stated and len(other.paragraphs) == len(paper.paragraphs),
        )
        for other in paper.translations
    )
    return (own, *others)


def _version(
    ref: PaperRef, key: str, tag: str, title: Runs, title_lang: str, paragraphs: Sequence[Paragraph]
) -> Version:
    made, breaks = flatten(paragraphs, key)
    return Version(ref, tag, title, title_lang, made, breaks)


def flatten(paragraphs: Iterable[Paragraph], key: str) -> tuple[tuple[Segment, ...], tuple[int, ...]]:
    """The segments of all paragraphs in order, and the indices of those that begin one.

    The last segment of each paragraph but the last is followed by a line feed, so that joined cells keep the break.
    """
    made: list[Segment] = []
    breaks: list[int] = []
    for n, paragraph in enumerate(paragraphs, 1):
        parts = segments(paragraph, f"{key}/{n}")
        if not parts:
            continue
        if made:
            made[-1] = replace(made[-1], space_after="\n")
        breaks.append(len(made))
        made.extend(replace(part, lang=segment_lang(part)) for part in parts)
    return tuple(made), tuple(breaks)


def segment_lang(segment: Segment) -> str:
    """The script of a segment, that of its paragraph unless the segment is plainly in the other one.

    Plainly is three characters that only the other script has and none of the paragraph's own: one or two are names.
    """
    if not lang.is_chinese(segment.lang):
        return segment.lang
    counts = count_runs(segment.runs)
    if counts.hant >= _PLAINLY and not counts.hans:
        return "zh-Hant"
    if counts.hans >= _PLAINLY and not counts.hant:
        return "zh-Hans"
    return segment.lang


def strands(found: Sequence[Version], columns: Sequence[str]) -> tuple[tuple[Version, ...], ...]:
    """The versions in groups that hold each column's language at most once.

    Two Simplified summaries of one paper cannot share a column, so the second begins a strand of its own, below the
    first: nothing is dropped. Versions in no column's language stay with the first strand, as sources to convert from.
    """
    groups: list[list[Version]] = []
    for version in found:
        place = next((g for g in groups if not any(lang.same_language(v.lang, version.lang) for v in g)), None)
        if place is None:
            groups.append([version])
        else:
            place.append(version)
    return tuple(tuple(sorted(group, key=lambda v: not _has_column(v, columns))) for group in groups)


def _has_column(version: Version, columns: Sequence[str]) -> bool:
    return any(lang.same_language(version.lang, column) for column in columns)
