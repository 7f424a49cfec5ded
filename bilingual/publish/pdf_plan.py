"""The plan of a PDF: a digest cut into stretches that are set apart from each other, on as many cores as there are.

Where it is cut depends on the text only, never on the cores, so that the bytes do not depend on the machine. A new
stretch begins a new page; a section begins one anyway, so only a section longer than a stretch is cut inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bilingual.model import Code, Math, Runs
from bilingual.publish.view import CellView, DigestView, EntryView, RowView, SectionView, TitleView, runs_text

_STRETCH: Final = 80_000  # characters of all columns, about 40 pages: memory stays low and two cores are busy
_LINE: Final = 30

_ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))
_JOINED: Final = " fi fl ff ffi ffl fj fb fh fk ft tt —— ——— ………"  # what Noto CJK has a glyph of its own for


@dataclass(frozen=True, slots=True)
class Part:
    """What one stretch has of a section; `opens` says that it begins with the section's heading."""

    view: SectionView
    opens: bool
    preface: tuple[RowView, ...]
    entries: tuple[EntryView, ...]


class Specimen(NamedTuple):
    """All characters that one style of one language uses: each font gets the same subset in every stretch."""

    style: str
    lang: str
    text: str


def stretches(view: DigestView) -> tuple[tuple[Part, ...], ...]:
    """The stretches of a digest in order; there is always one, if only an empty one."""
    made: list[tuple[Part, ...]] = []
    open_parts: list[Part] = []
    filled = 0
    for part in (part for section in view.sections for part in _parts(section)):
        weight = _weight(part.preface) + sum(_weight(entry.rows) for entry in part.entries)
        if open_parts and filled + weight > _STRETCH:
            made.append(tuple(open_parts))
            open_parts, filled = [], 0
        open_parts.append(part)
        filled += weight
    return (*made, tuple(open_parts))


def _parts(section: SectionView) -> Iterator[Part]:
    """A section in parts of about equal weight, none much heavier than a stretch."""
    weights = [_weight(entry.rows) for entry in section.entries]
    count = max(1, -(-sum(weights) // _STRETCH))
    limit = sum(weights) / count
    view = replace(section, preface=(), entries=())
    start, filled, opens = 0, 0.0, True
    for end, weight in enumerate(weights, 1):
        filled += weight
        if filled >= limit and end < len(weights):
            yield Part(view, opens, section.preface if opens else (), section.entries[start:end])
            start, filled, opens = end, 0.0, False
    yield Part(view, opens, section.preface if opens else (), section.entries[start:])


def _weight(rows: Iterable[RowView]) -> int:
    """The characters of rows; a row without text still takes a line of the page."""
    return sum(_LINE + sum(len(runs_text(cell.runs)) for cell in row.cells) for row in rows)


def specimens(view: DigestView) -> tuple[Specimen, ...]:
    """The characters of reading text, headings and code by language, sorted, with the pairs that fonts join."""
    heads: dict[str, set[str]] = {tag: {*_ASCII, *"–—…·"} for tag in (view.lang, "en", *(c.tag for c in view.columns))}
    texts: dict[str, set[str]] = {tag: set() for tag in heads}
    codes: dict[str, set[str]] = {}
    heads[view.lang].update(*view.words.values(), *(text for fact in view.colophon for text in fact))
    for column in view.columns:
        heads[column.tag].update(column.caption)
    for section in view.sections:
        heads[view.lang].update(section.label, *section.notes, *section.origins)
        for entry in section.entries:
            links = "".join(item.label for item in entry.links)
            heads[view.lang].update(entry.label, entry.authors, entry.venue, links, *entry.origins)
    for title in _titles(view):
        heads[title.lang].update(title.text, _letters(title.runs))
    for cell in _cells(view):
        texts[cell.lang].update(_letters(cell.runs))
        codes.setdefault(cell.lang, set()).update(*(run.code for run in cell.runs if isinstance(run, Code)))
    used = {("serif", tag): heads[tag] | texts[tag] for tag in heads}
    used |= {(style, tag): heads[tag] for style in ("sans", "bold") for tag in heads}
    used |= {("mono", tag): {*_ASCII, *chars} for tag, chars in codes.items() if chars}
    return tuple(Specimen(style, tag, _shown(chars)) for (style, tag), chars in sorted(used.items()))


def _shown(chars: set[str]) -> str:
    """The characters but emoji, which are pictures and not glyphs of a subset."""
    return " ".join(sorted(char for char in chars if char.isprintable() and not _is_emoji(char))) + _JOINED


def _is_emoji(char: str) -> bool:
    return 0x1F000 <= ord(char) < 0x20000


def _letters(runs: Runs) -> str:
    return runs_text(tuple(run for run in runs if not isinstance(run, Math | Code))) if runs else ""


def _titles(view: DigestView) -> Iterator[TitleView]:
    yield from view.titles
    for section in view.sections:
        yield from section.titles
        for entry in section.entries:
            yield from entry.titles


def _cells(view: DigestView) -> Iterator[CellView]:
    for section in view.sections:
        for row in (*section.preface, *(row for entry in section.entries for row in entry.rows)):
            yield from row.cells
