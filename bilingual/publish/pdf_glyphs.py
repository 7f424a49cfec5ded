"""Missing glyphs: the characters of a digest that no font of this system can show, and where they stand."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bilingual.findings import Finding, Severity
from bilingual.publish.view import DigestView, runs_text


def missing_glyphs(view: DigestView, missing: frozenset[str]) -> tuple[Finding, ...]:
    """A finding for each character of `missing`, sorted, with the first row or entry that has it."""
    left = set(missing)
    place_of: dict[str, str] = {}
    for place, text in _texts(view) if left else ():
        for char in left.intersection(text):
            place_of[char] = place
        left.difference_update(text)
        if not left:
            break
    return tuple(_finding(char, place_of.get(char, "")) for char in sorted(missing))


def _finding(char: str, place: str) -> Finding:
    name = unicodedata.name(char, "a character without a name")
    code = f"{char} U+{ord(char):04X}" if char.isprintable() else f"U+{ord(char):04X}"
    message = f"No installed font has {code} ({name}), and the PDF shows a box; install a font that has it."
    return Finding("font.missing-glyph", Severity.WARNING, message, segment=place)


def _texts(view: DigestView) -> Iterator[tuple[str, str]]:
    for title in view.titles:
        yield "", title.text
    for section in view.sections:
        yield section.anchor, "".join((section.label, *(title.text for title in section.titles), *section.notes))
        for row in section.preface:
            yield row.id, "".join(runs_text(cell.runs) for cell in row.cells)
        for entry in section.entries:
            meta = "".join((entry.authors, entry.venue, *(link.label for link in entry.links)))
            yield str(entry.number), "".join(runs_text(title.runs) for title in entry.titles) + meta
            for row in entry.rows:
                yield row.id, "".join(runs_text(cell.runs) for cell in row.cells)
