"""Coverage: which rows have no text in a column, and which have the source's text instead of a translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, readable
from bilingual.findings import Finding, Severity
from bilingual.protect.length import han_count

_SHOWN: Final = 40  # numbers of entries in one message


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`coverage.untranslated` for a cell of another language that repeats the Chinese source."""
    for pivot, cell in place.pairs():
        if lang.is_chinese(pivot.lang) and not lang.is_chinese(cell.lang):
            han, left = han_count(readable(pivot)), han_count(readable(cell))
            if han > 2 and left * 2 > han:
                message = f"The {lang.english_name(cell.lang)} text is not translated."
                yield place.finding("coverage.untranslated", Severity.ERROR, message)


def check_entries(places: Sequence[PlacedRow], columns: Sequence[str]) -> Iterator[Finding]:
    """`coverage.missing`: one for each column about what it lacks altogether, one for each entry it has in part."""
    groups: dict[tuple[str, str], list[PlacedRow]] = {}
    for place in places:
        name = f"entry {place.entry.number}" if place.entry else "the preface"
        groups.setdefault((place.path, name), []).append(place)
    for at, column in enumerate(columns):
        language = lang.english_name(column)
        lacking = []
        for (path, name), rows in groups.items():
            empty = [place for place in rows if not place.row.cells[at].segments]
            if empty and len(empty) == len(rows):
                lacking.append(name.removeprefix("entry "))
            elif empty:
                message = f"In {language}, {name} has no text in {len(empty)} of its {len(rows)} rows."
                yield Finding("coverage.missing", Severity.WARNING, message, path, 0, empty[0].row.id)
        if lacking:
            shown = ", ".join(lacking[:_SHOWN]) + (", …" if len(lacking) > _SHOWN else "")
            message = f"In {language}, {len(lacking)} of {len(groups)} entries and prefaces have no text: {shown}."
            yield Finding("coverage.missing", Severity.WARNING, message)
