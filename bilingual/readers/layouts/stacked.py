"""Stacked titles: a line with a title, and its summary in the lines or paragraphs below, with no sign on either."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, unwrap, weight, words
from bilingual.readers.layouts.bullets import is_title
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.front import is_header, read_front
from bilingual.readers.layouts.headings import is_title_like
from bilingual.readers.layouts.notes import note_kind
from bilingual.readers.layouts.reading import Reading
from bilingual.readers.layouts.titles import are_titles
from bilingual.readers.lines import logical_lines

_SCORE: Final = 0.85  # under that of layouts with signs of their own
_ALIKE: Final = 0.8  # share of the titles that must read like ones of papers


def read_stacked(blocks: tuple[Block, ...]) -> Reading:
    """A paper for each line like a title that a sentence follows, where there are two at least."""
    units = [replace(block, runs=unwrap(block.runs)) for block in logical_lines(blocks) if block.text.strip()]
    begins = [at for at in range(len(units) - 1) if _is_head(units[at]) and _is_body(units[at + 1])]
    if len(begins) < 2 or any(unit.kind not in (BlockKind.PARAGRAPH, BlockKind.QUOTE) for unit in units[begins[0] :]):
        return Reading("stacked")
    heads = [units[at] for at in begins]
    alike = sum(is_title_like(head.text) for head in heads)
    if alike < _ALIKE * len(heads) or not are_titles([head.runs for head in heads]):
        return Reading("stacked")
    made = []
    loose: list[Block] = []
    for begin, end in zip(begins, [*begins[1:], len(units)], strict=True):
        body = [unit for unit in units[begin + 1 : end] if not _is_beside(unit)]
        loose.extend(unit for unit in units[begin + 1 : end] if _is_beside(unit))
        rule = "stacked: a line like a title, with a summary below"
        made.append(draft(read_title(units[begin].runs), body, units[begin].line, rule, line_end=units[begin].line_end))
    before, after = read_front(units[: begins[0]]), read_front(loose)
    notes = (*before.notes, *(note for _, more in made for note in more), *after.notes)
    drafts = tuple(one for one, _ in made)
    return Reading("stacked", _SCORE, before.title, (*before.preface, *after.preface), drafts, notes)


def _is_head(unit: Block) -> bool:
    return is_title(unit.text) and is_header(unit) and not note_kind(unit.text) and weight(words(unit.runs)) >= 4


def _is_body(unit: Block) -> bool:
    return ends_sentence(unit.text) and not is_title(unit.text)


def _is_beside(unit: Block) -> bool:
    """A line between papers that is about the source or heads the next ones."""
    return bool(note_kind(unit.text)) or _is_head(unit)
