"""Script: no Simplified characters in a Traditional column, and none of Traditional in a Simplified one."""

from __future__ import annotations

from collections.abc import Iterator

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, readable
from bilingual.findings import Finding, Severity


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`script.mixed` with the characters that do not belong."""
    for cell in place.row.cells:
        if not (lang.is_chinese(cell.lang) and lang.script(cell.lang) and cell.segments):
            continue
        wrong = "".join(dict.fromkeys(rules.foreign(readable(cell), cell.lang)))
        if wrong:
            message = f"The {lang.english_name(cell.lang)} text has characters of the other script: {wrong[:20]}."
            yield place.finding("script.mixed", Severity.WARNING, message)
