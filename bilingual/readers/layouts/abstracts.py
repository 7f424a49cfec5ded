"""Untitled abstracts: every paragraph of some length is a paper.

With blank lines between paragraphs, those make the paragraphs; without any, each line does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, unwrap, weight
from bilingual.readers.layouts.bilingual import pair_languages
from bilingual.readers.layouts.front import is_header, read_front
from bilingual.readers.layouts.notes import is_closing, note_kind
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.lines import logical_lines, paragraphs

_SHORTEST: Final = 150  # weight: about 25 English words or 50 Han letters
_NAME: Final = re.compile(r"\d[\d.]*\d|[A-Z][A-Za-z0-9-]*[A-Z0-9][A-Za-z0-9]*|[A-Z][a-z]{2,}")
_LONG: Final = 350  # weight of a paragraph that is an abstract even when it ends without a stop


def read_abstracts(blocks: tuple[Block, ...]) -> Reading:
    """A paper for each paragraph that is long enough; a short one belongs to the abstract before it."""
    units = _units(blocks)
    drafts: list[Draft] = []
    loose: list[Block] = []
    open_blocks: list[Block] = []
    front: list[Block] = []
    part = waiting = ""
    for unit in units:
        if _is_abstract(unit):
            if open_blocks:
                drafts.append(_draft(open_blocks, part))
            part = waiting or part
            waiting = ""
            open_blocks = [unit]
        elif not open_blocks:
            front.append(unit)
        elif note_kind(unit.text) or is_header(unit) or is_closing(unit.text):
            loose.append(unit)
            waiting = "" if note_kind(unit.text) else unit.text.strip()
        else:
            open_blocks.append(unit)
    if open_blocks:
        drafts.append(_draft(open_blocks, part))
    drafts = _paired(drafts)
    before, after = read_front(front), read_front(loose)
    written = sum(weight(unit.text) for unit in units) - sum(weight(unit.text) for unit in (*front, *loose))
    share = written / max(1, sum(weight(unit.text) for unit in units))
    score = 0.6 * share if len(drafts) >= 2 else 0.3 * share
    notes = (*before.notes, *after.notes)
    return Reading("abstracts", score, before.title, (*before.preface, *after.preface), tuple(drafts), notes)


def _units(blocks: tuple[Block, ...]) -> list[Block]:
    texts = [block for block in blocks if block.text.strip()]
    apart = any(two.line > one.line_end + 1 for one, two in pairwise(texts))
    units = texts if apart else logical_lines(texts)
    return [replace(unit, runs=unwrap(unit.runs)) for unit in units]


def _is_abstract(unit: Block) -> bool:
    if unit.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE) or note_kind(unit.text):
        return False
    size = weight(unit.text)
    return size >= _LONG or (size >= _SHORTEST and ends_sentence(unit.text))


def _paired(drafts: list[Draft]) -> list[Draft]:
    """Abstracts that take turns in two languages, each after its original, are one paper in two languages."""
    pairs = [(one, two) for one, two in zip(drafts[::2], drafts[1::2], strict=False)]
    if len(drafts) % 2 or not drafts:
        return drafts
    joined = [pair_languages((*one.paragraphs, *two.paragraphs)) for one, two in pairs]
    langs = {pairing.paragraphs[0].lang for pairing in joined}
    if len(langs) > 1 or not all(pairing.translations for pairing in joined):
        return drafts
    shared = sum(bool(_names(one) & _names(two)) for one, two in pairs)
    if not (shared * 2 >= len(pairs) or (len(pairs) > 1 and not any(map(_names, drafts[1::2])))):
        return drafts
    rule = "abstracts: a paragraph and its translation after it"
    return [
        replace(one, paragraphs=pairing.paragraphs, translations=pairing.translations, line_end=two.line_end, rule=rule)
        for (one, two), pairing in zip(pairs, joined, strict=True)
    ]


def _names(draft: Draft) -> set[str]:
    """Numbers and names in Latin letters, which a text and its translation share."""
    text = " ".join(p.text for p in draft.paragraphs)
    return {word.lower() for word in _NAME.findall(text)}


def _draft(blocks: list[Block], part: str) -> Draft:
    rule = "abstracts: a paragraph of its own, long enough to be an abstract"
    return Draft((), paragraphs(blocks), blocks[0].line, blocks[-1].line_end, rule, part=part)
