"""Corrections by the user: only some sections or papers (`select`), and where a paper begins (`papers`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bilingual.errors import ConfigError, UsageError
from bilingual.model import Document, Note, Paper, Paragraph, Runs, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import Flow, flow
from bilingual.readers.layouts.bullets import is_title
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.layouts.sections import sections
from bilingual.readers.lines import logical_lines

_RANGE: Final = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")


def select_sections(blocks: tuple[Block, ...], select: Sequence[str]) -> tuple[tuple[Block, ...], tuple[Note, ...]]:
    """The blocks of the sections whose headings hold one of the texts `select`, and notes of what was left out.

    Without such a heading all blocks stay, and `select_papers` looks among the papers.
    """
    wanted = [text.casefold() for text in select if not _RANGE.fullmatch(text.strip())]
    if not wanted:
        return blocks, ()
    chosen: set[int] = set()
    for section in sections(blocks).walk():
        if section.heading and any(text in section.name.casefold() for text in wanted):
            chosen.update(range(section.start, section.end))
    if not chosen:
        return blocks, ()
    left = [block for index, block in enumerate(blocks) if index not in chosen and block.text.strip()]
    kept = tuple(block for index, block in enumerate(blocks) if index in chosen)
    return kept, tuple(Note("not selected", block.text.strip(), block.line) for block in left)


def select_papers(reading: Reading, select: Sequence[str], path: str, *, by_section: bool) -> Reading:
    """`reading` with only the papers that `select` names: by number (`3`, `5-8`), or by words of title or section.

    `by_section` says that the words have done their work already. Raises UsageError when nothing is left.
    """
    wanted = _Wanted(select, words=not by_section)
    if wanted.everything:
        return reading
    chosen = [wanted(number, plain(d.title), d.part) for number, d in enumerate(reading.drafts, 1)]
    if not any(chosen):
        raise _nothing(select, path)
    drafts = tuple(draft for draft, is_chosen in zip(reading.drafts, chosen, strict=True) if is_chosen)
    left = [draft for draft, is_chosen in zip(reading.drafts, chosen, strict=True) if not is_chosen]
    notes = tuple(Note("not selected", _whole(draft.title, draft.paragraphs), draft.line) for draft in left)
    return replace(reading, drafts=drafts, notes=(*reading.notes, *notes))


def select_in_document(document: Document, select: Sequence[str]) -> Document:
    """`document`, a file of records, with only the papers that `select` names. Raises UsageError for none."""
    wanted = _Wanted(select, words=True)
    if wanted.everything:
        return document
    chosen = [wanted(paper.position.n, plain(paper.title), paper.part) for paper in document.papers]
    if not any(chosen):
        raise _nothing(select, document.path)
    papers: list[Paper] = []
    notes = list(document.notes)
    for paper, is_chosen in zip(document.papers, chosen, strict=True):
        if is_chosen:
            papers.append(replace(paper, position=replace(paper.position, n=len(papers) + 1)))
        else:
            notes.append(Note("not selected", _whole(paper.title, paper.paragraphs), paper.position.line_start))
    return replace(document, papers=tuple(papers), notes=tuple(notes))


class _Wanted:
    """Which papers the texts of a selection name."""

    def __init__(self, select: Sequence[str], *, words: bool) -> None:
        ranges = [_RANGE.fullmatch(text.strip()) for text in select]
        self._ranges = [(int(r[1]), int(r[2] or r[1])) for r in ranges if r]
        self._words = [text.casefold() for text, r in zip(select, ranges, strict=True) if not r] if words else []

    @property
    def everything(self) -> bool:
        """Whether no selection is made."""
        return not self._ranges and not self._words

    def __call__(self, number: int, title: str, part: str) -> bool:
        """Whether the paper of this number, title and section is wanted."""
        if any(first <= number <= last for first, last in self._ranges):
            return True
        return any(word in f"{title}\n{part}".casefold() for word in self._words)


def _nothing(select: Sequence[str], path: str) -> UsageError:
    return UsageError(
        f"Nothing in {path} is selected by {', '.join(select)}; "
        "give words of a heading or title, or numbers of papers as `bilingual read` shows them."
    )


def _whole(title: Runs, paragraphs: Sequence[Paragraph]) -> str:
    return "\n\n".join([plain(title), *(p.text for p in paragraphs)]).strip()


def read_pattern(blocks: tuple[Block, ...], pattern: str) -> Reading:
    """The papers that begin where a line matches the regular expression `pattern` from its start.

    A group named `title` is the title; without one, a first line that reads like a title is, else the paper has none.
    Raises ConfigError for a pattern that cannot be compiled.
    """
    try:
        begins = re.compile(pattern)
    except re.error as error:
        raise ConfigError(f"The `papers` pattern {pattern!r} is no regular expression: {error}.") from None
    lines = logical_lines(blocks)
    found = [(index, match) for index, block in enumerate(lines) if (match := _match(begins, block))]
    if not found:
        return Reading("pattern")
    ends = [*(index for index, _ in found[1:]), len(lines)]
    made = [_draft(lines, index, match, end, pattern) for (index, match), end in zip(found, ends, strict=True)]
    front = read_front(lines[: found[0][0]])
    notes = [*front.notes, *(note for _, more in made for note in more)]
    return Reading("pattern", 1.0, front.title, front.preface, tuple(one for one, _ in made), tuple(notes))


def _match(begins: re.Pattern[str], block: Block) -> re.Match[str] | None:
    """A line as it was written: with the marker of its item, or the signs of its heading."""
    text = flow(block.runs).text
    if not text.strip():
        return None
    for written in (text, f"{block.marker} {text}", f"{'#' * block.level} {text}"):
        match = begins.match(written)
        if match:
            return match
    return None


def _draft(
    lines: Sequence[Block], index: int, match: re.Match[str], end: int, pattern: str
) -> tuple[Draft, tuple[Note, ...]]:
    block, body = lines[index], list(lines[index + 1 : end])
    whole = flow(block.runs)
    title, rest = _title(whole, match, block)
    if rest:
        body.insert(0, replace(block, kind=BlockKind.PARAGRAPH, runs=rest))
    return draft(read_title(title), body, block.line, f"pattern: the line matches {pattern}", line_end=block.line_end)


def _title(whole: Flow, match: re.Match[str], block: Block) -> tuple[Runs, Runs]:
    if match.groupdict().get("title"):
        # The match may have been made with the marker before the text.
        shift = len(match.string) - len(whole.text)
        at, end, after = (max(0, place - shift) for place in (*match.span("title"), match.end()))
        return whole.cut(at, end), whole.cut(after + _separator(whole.text[after:]), len(whole.text))
    if is_title(block.text):
        return block.runs, ()
    return (), block.runs


def _separator(text: str) -> int:
    found = re.match(r"[\s:：\-–—*】》]+", text)
    return found.end() if found else 0
