"""`title: summary` lines, one a paper.

Where the title is in another language than the summary, its end is the last `: ` before the first Han letter, since
English titles have colons of their own; otherwise the first `: ` that can end a title.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bilingual.model import Note, Runs, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import OPAQUE, Flow, ends_sentence, first_han, flow, unwrap, weight
from bilingual.readers.labels import LABELS, PARTS, normal
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.front import is_header, read_front
from bilingual.readers.layouts.notes import is_closing, note_kind
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.lines import logical_lines

_COLON: Final = re.compile(r":[ \t\u3000\xa0]+|:(?=[\u3400-\u9fff])")
_WIDE: Final = re.compile("：\\s*")
_LONGEST_TITLE: Final = 600  # weight
_SHORTEST_SUMMARY: Final = 30  # weight: ten Han letters or five English words
_SHORTEST_SENTENCE: Final = 14  # weight of a summary that ends as a sentence does
_SENTENCE_INSIDE: Final = re.compile(r"[。！；]|[a-z)]\. +[A-Z]")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]*")
_NAME: Final = re.compile(r"[A-Za-z][a-z]*[A-Z0-9]")
_SHARE: Final = 0.6
_TITLE: Final = 16  # weight: five Han letters or three words; the labels of notes are mostly shorter
ALONE: Final = 0.3  # score of a list of one, which is one only beside others of its form
_DIFFER: Final = 0.7  # the share of different titles; a digest by topics repeats up to a quarter


def cut_title(whole: Flow) -> tuple[Runs, Runs] | None:
    """The title and the summary of one `title: summary` line, or None when no colon can end a title."""
    text = whole.text
    han = first_han(text)
    for separator in (_COLON, _WIDE):
        cuts = [match.span() for match in separator.finditer(text) if match.start() > 0]
        chosen = _choose(text, cuts, han)
        if chosen is not None:
            start, end = chosen
            return unwrap(whole.cut(0, start)), unwrap(whole.cut(end, len(text)))
    return None


def _choose(text: str, cuts: list[tuple[int, int]], han: int) -> tuple[int, int] | None:
    if not cuts:
        return None
    before_han = [cut for cut in cuts if cut[1] <= han]
    if before_han:
        chosen = before_han[-1]
    elif han < 0:
        chosen = _last_in_title_case(text, cuts)
    else:
        chosen = cuts[0]
    title, summary = text[: chosen[0]], text[chosen[1] :]
    if weight(title) > _LONGEST_TITLE or (weight(title) < 2 and OPAQUE not in title) or _SENTENCE_INSIDE.search(title):
        return None
    if weight(summary) < (_SHORTEST_SENTENCE if ends_sentence(summary) else _SHORTEST_SUMMARY):
        return None
    return chosen


def _last_in_title_case(text: str, cuts: list[tuple[int, int]]) -> tuple[int, int]:
    """In an English line the title goes on past a colon as long as what follows, up to the next, is in title case."""
    chosen = cuts[0]
    for one, two in pairwise(cuts):
        words = [word for word in _WORD.findall(text[one[1] : two[0]]) if len(word) > 3]
        if not words or sum(word[0].isupper() for word in words) < 0.8 * len(words):
            break
        chosen = two
    return chosen


def read_titles(blocks: tuple[Block, ...]) -> Reading:
    """A paper for each line with a title; lines that have none belong to the paper before them."""
    units = logical_lines(blocks)
    cuts = [_cut(unit) for unit in units]
    first = next((index for index, cut in enumerate(cuts) if cut), len(units))
    texts = [index for index in range(first, len(units)) if units[index].text.strip()]
    titled = [index for index in texts if cuts[index]]
    if not titled:
        return Reading("titles")
    drafts: list[Draft] = []
    part = ""
    tail: list[Block] = []
    fields: list[Note] = []
    for index, until in zip(titled, [*titled[1:], len(units)], strict=True):
        cut = cuts[index]
        assert cut is not None
        rest = units[index + 1 : until]
        body, heading = _body(rest)
        made, more = _draft(units[index], cut, body, part)
        drafts.append(made)
        fields.extend(more)
        tail.extend(rest[len(body) :])
        part = heading or part
    front = read_front(units[:first])
    notes = (*front.notes, *fields, *read_front(tail).notes)
    left = read_front(tail).preface
    share = len(titled) / len(texts)
    fits = share >= _SHARE and (are_titles([made.title for made in drafts]) or are_foreign_titles(drafts))
    score = (0.9 if len(titled) >= 2 else ALONE) * share if fits else 0.0
    return Reading("titles", score, front.title, (*front.preface, *left), tuple(drafts), notes)


def are_titles(titles: Sequence[Runs]) -> bool:
    """Whether texts are titles of papers and not labels such as 方法: titles differ, and most are longer."""
    sizes = sorted(weight(plain(title)) for title in titles)
    return bool(sizes) and sizes[len(sizes) // 2] >= _TITLE and _differ(titles)


def are_foreign_titles(drafts: Sequence[Draft]) -> bool:
    """Whether English texts before Chinese summaries are titles, however short.

    `Key Facts: …` in a Chinese note is as short as `Deep Sets: …`, so each must be two words or a name, and no label.
    """
    titles = [draft.title for draft in drafts]
    chinese = all(any(first_han(flow(p.runs).text) >= 0 for p in draft.paragraphs) for draft in drafts)
    return bool(titles) and chinese and all(map(_is_foreign_title, titles)) and _differ(titles)


def _differ(titles: Sequence[Runs]) -> bool:
    return len({plain(title).strip().lower() for title in titles}) >= _DIFFER * len(titles)


def _is_foreign_title(title: Runs) -> bool:
    text = plain(title)
    if first_han(text) >= 0 or normal(text) in LABELS or normal(text) in PARTS:
        return False
    words = _WORD.findall(text)
    return (len(words) >= 2 and words[0][0].isupper()) or bool(_NAME.search(text))


def _cut(unit: Block) -> tuple[Runs, Runs] | None:
    if unit.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or note_kind(unit.text):
        return None
    return cut_title(flow(unit.runs))


def _body(rest: tuple[Block, ...]) -> tuple[list[Block], str]:
    """The lines that belong to the paper above, and the heading that comes after them, if any."""
    body: list[Block] = []
    for index, block in enumerate(rest):
        if is_closing(block.text):
            return body, ""
        if block.kind is BlockKind.HEADING or note_kind(block.text) or (is_header(block) and not body):
            headings = [b.text for b in rest[index:] if is_header(b) and not note_kind(b.text)]
            return body, headings[-1] if headings else ""
        body.append(block)
    return body, ""


def _draft(unit: Block, cut: tuple[Runs, Runs], body: list[Block], part: str) -> tuple[Draft, tuple[Note, ...]]:
    title, summary = cut
    whole = [replace(unit, kind=BlockKind.PARAGRAPH, runs=summary), *body]
    rule = "titles: the line is a title, a colon and a summary"
    return draft(read_title(title), whole, unit.line, rule, part=part, line_end=unit.line_end)
