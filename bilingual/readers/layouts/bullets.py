"""Bullets: an item with the title of a paper, then its summary.

The summary may stand under an item of its own that is empty (`-`), on the next line, in the next paragraph, in a nested
item, or in the next item of the same list.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from bilingual.model import Note, Runs
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, flat, flow, unwrap, weight
from bilingual.readers.layouts.drafting import Title, draft, read_title
from bilingual.readers.layouts.front import is_header, read_front
from bilingual.readers.layouts.notes import is_closing, note_kind
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.layouts.titles import ALONE, are_foreign_titles, are_titles, cut_title
from bilingual.readers.lines import is_wrapped, logical_lines, split_lines

_LONGEST_TITLE: Final = 400  # weight


@dataclass(slots=True)
class _Entry:
    """An item that begins a paper and the blocks that follow it."""

    head: Block
    body: list[Block] = field(default_factory=list)
    part: str = ""


def is_title(text: str) -> bool:
    """Whether a line can be a title: short, and no sentence (a title may ask a question)."""
    line = text.strip()
    return 0 < weight(line) <= _LONGEST_TITLE and (not ends_sentence(line) or line.endswith(("?", "？", "!", "！")))


def read_bullets(blocks: tuple[Block, ...]) -> Reading:
    """A paper for each item that has a title and a summary; an item with only a title is none."""
    units = [piece for block in logical_lines(blocks) for piece in _pieces(block)]
    level = min((unit.level for unit in units if unit.kind is BlockKind.ITEM), default=0)
    front, entries, loose = _entries(units, level)
    closing = _take_closing(entries)
    made = [_draft(entry) for entry in entries]
    drafts = [pair[0] for pair in made if pair]
    if not drafts:
        return Reading("bullets")
    fields = [note for pair in made if pair for note in pair[1]]
    bare = [entry.head for entry, pair in zip(entries, made, strict=True) if pair is None]
    before, after = read_front(front), read_front([*loose, *bare])
    last = (Note(note_kind(block.text) or "closing", block.text.strip(), block.line) for block in closing)
    notes = (*before.notes, *fields, *after.notes, *last)
    share = len(drafts) / len(entries)
    titles = [made.title for made in drafts if made.title]
    fits = share >= 0.5 and (not titles or are_titles(titles) or are_foreign_titles(drafts))
    score = (0.95 if len(drafts) >= 2 else ALONE) * share if fits else 0.0
    return Reading("bullets", score, before.title, (*before.preface, *after.preface), tuple(drafts), notes)


def _take_closing(entries: list[_Entry]) -> list[Block]:
    """What stands after the last entry and is none of its own, taken out of it.

    That is a closing line, or text outside the list where no other entry has any.
    """
    if not entries:
        return []
    inside = entries[:-1] and all(not any(map(_is_outside, entry.body)) for entry in entries[:-1])
    body = entries[-1].body
    told = cut_title(flow(entries[-1].head.runs)) is not None
    for at, block in enumerate(body):
        if _is_outside(block) and (inside or ((at or told) and is_closing(block.text))):
            entries[-1].body = body[:at]
            return body[at:]
    return []


def _is_outside(block: Block) -> bool:
    return block.kind is not BlockKind.ITEM and block.level == 0


def _pieces(block: Block) -> list[Block]:
    """An item whose later lines are no part of its first is cut there."""
    if block.kind is BlockKind.ITEM and "\n" in flat(block.runs):
        lines = list(split_lines(block))
        if is_title(lines[0].text) and not is_wrapped(flat(block.runs)):
            rest = replace(block, kind=BlockKind.PARAGRAPH, line=lines[1].line, runs=_after_first_line(block), level=1)
            return [lines[0], rest]
    return [replace(block, runs=unwrap(block.runs))]


def _after_first_line(block: Block) -> Runs:
    whole = flow(block.runs)
    return unwrap(whole.cut(whole.text.index("\n"), len(whole.text)))


def _entries(units: list[Block], level: int) -> tuple[list[Block], list[_Entry], list[Block]]:
    """What stands before the first entry, the entries, and lines between them that belong to none."""
    front: list[Block] = []
    loose: list[Block] = []
    entries: list[_Entry] = []
    part = ""
    for unit in units:
        outer = unit.kind is BlockKind.ITEM and unit.level == level and unit.text.strip()
        if outer and not (entries and _is_summary_of(unit, entries[-1])):
            entries.append(_Entry(unit, part=part))
        elif not entries:
            front.append(unit)
        elif unit.kind is BlockKind.HEADING or note_kind(unit.text) or _is_heading_after(unit, entries[-1]):
            loose.append(unit)
            part = "" if note_kind(unit.text) else unit.text.strip()
        elif unit.text.strip():
            entries[-1].body.append(unit)
    return front, entries, loose


def _is_summary_of(unit: Block, entry: _Entry) -> bool:
    """An item that is a sentence after one that is a bare title is its summary."""
    head = entry.head
    return not entry.body and is_title(head.text) and not is_title(unit.text) and not cut_title(flow(head.runs))


def _is_heading_after(unit: Block, entry: _Entry) -> bool:
    return bool(entry.body) and unit.kind is BlockKind.PARAGRAPH and is_header(unit)


def _draft(entry: _Entry) -> tuple[Draft, tuple[Note, ...]] | None:
    head, body = entry.head, entry.body
    if body and is_title(head.text):
        rule = "bullets: an item with a title and a summary after it"
        return draft(read_title(head.runs), body, head.line, rule, part=entry.part, line_end=head.line_end)
    cut = cut_title(flow(head.runs))
    if cut:
        rule = "bullets: an item that is a title, a colon and a summary"
        whole = [replace(head, kind=BlockKind.PARAGRAPH, runs=cut[1]), *body]
        return draft(read_title(cut[0]), whole, head.line, rule, part=entry.part, line_end=head.line_end)
    if is_title(head.text):
        return None
    rule = "bullets: an item that is a summary with no title"
    whole = [replace(head, kind=BlockKind.PARAGRAPH), *body]
    return draft(Title(()), whole, head.line, rule, part=entry.part, line_end=head.line_end)
