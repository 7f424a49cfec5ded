"""From a title and the blocks after it to a draft: fields taken out, links off the title, two languages told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.model import Note, Runs, Text, plain, trim
from bilingual.readers.blocks import Block
from bilingual.readers.flow import flat, flow, unwrap
from bilingual.readers.identity import identifiers
from bilingual.readers.layouts.bilingual import pair_languages
from bilingual.readers.layouts.fields import read_fields, without_links
from bilingual.readers.layouts.reading import Draft
from bilingual.readers.lines import logical_lines, paragraphs

# What stands before a title in a list: a number, brackets of emphasis, stars and emoji.
_NUMBER: Final = re.compile(
    r"\s*(?:[#№]?\d{1,3}\s*[.、)）．:：]\s*|[（(]\s*\d{1,3}\s*[)）]\s*|\[\d{1,3}\]\s*|[①-⑳]\s*|[一二三四五六七八九十]{1,3}、\s*)"
)
_ORNAMENT: Final = re.compile(
    "^[\u2190-\u21ff\u2300-\u23ff\u25a0-\u2bff\U0001f000-\U0001faff\ufe0f\u200b\u200d\ufeff\\s]+"
)
_TAIL: Final = " \t\n\r\f\v\u3000\xa0¶\u200b\ufeff:：|·"
_SPACES: Final = re.compile(r"[ \t]{2,}")
_YEAR: Final = re.compile(r"\s*(?P<year>(?:19|20)\d\d)\s*年?\s*[:：]\s*")
_LENTICULAR: Final = re.compile(r"^[【《](?P<inside>[^【】《》]+)[】》]$")
_BY: Final = re.compile(r"\s{0,4}[(（](?P<by>[^()（）]{2,60}\bet al\.?)\s?[)）]$")


@dataclass(frozen=True, slots=True)
class Title:
    """A title without its number and links, and what stood around it."""

    runs: Runs
    links: tuple[str, ...] = ()
    date: str = ""
    authors: tuple[str, ...] = ()


def read_title(runs: Runs) -> Title:
    """The title that `runs` hold: number and ornaments off, one pair of 【】 or 《》 around the whole off."""
    bare, hrefs = without_links(unwrap(runs))
    whole = flow(bare)
    start, end = 0, len(whole.text)
    date = ""
    for pattern in (_ORNAMENT, _NUMBER, _ORNAMENT):
        found = pattern.match(whole.text, start)
        # A number alone is the title of nothing; "3.5 Sonnet" is no number of an item.
        if found and found.end() < end and not whole.text[found.end()].isdecimal():
            start = found.end()
    year = _YEAR.match(whole.text, start)
    if year and year.end() < end:
        date, start = year["year"], year.end()
    end = max(start, len(whole.text.rstrip(_TAIL)))
    names: tuple[str, ...] = ()
    by = _BY.search(whole.text, start, end)
    if by and by.start() > start:
        end, names = by.start(), (by["by"],)
    wrapped = _LENTICULAR.match(whole.text[start:end])
    if wrapped:
        start, end = start + 1, end - 1
    return Title(_single_spaced(trim(whole.cut(start, end))), hrefs, date, names)


def _single_spaced(runs: Runs) -> Runs:
    """Titles copied from PDF files have runs of spaces where a line ended."""
    return tuple(Text(_SPACES.sub(" ", run.text), run.marks) if isinstance(run, Text) else run for run in runs)


def draft(
    title: Title,
    body: Sequence[Block],
    line: int,
    rule: str,
    *,
    part: str = "",
    line_end: int = 0,
) -> tuple[Draft, tuple[Note, ...]]:
    """The draft of one paper, and notes of what is about it and has no field of its own."""
    fields = read_fields(logical_lines(body))
    runs, own_links = (fields.title, ()) if fields.title and not title.runs else (title.runs, title.links)
    if title.runs and fields.title and flat(fields.title) != flat(title.runs):
        fields.notes.append(Note("field", plain(fields.title), line))
    links = tuple(dict.fromkeys([*(href for href in own_links if href), *title.links, *fields.links]))
    keys = tuple(dict.fromkeys([*fields.identifiers, *identifiers(links)]))
    pairing = pair_languages(paragraphs(fields.body), runs)
    last = max([line_end, line, *(block.line_end for block in body)])
    made = Draft(
        title=pairing.title,
        paragraphs=pairing.paragraphs,
        line=line,
        line_end=last,
        rule=rule,
        authors=fields.authors or title.authors,
        venue=fields.venue,
        date=fields.date or title.date,
        identifiers=keys,
        links=links,
        translations=pairing.translations,
        part=part,
    )
    return made, tuple(fields.notes)
