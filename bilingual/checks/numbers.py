"""Numbers: the same amounts in every column of a row."""

from __future__ import annotations

from collections.abc import Iterator

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, readable
from bilingual.findings import Finding, Severity
from bilingual.protect.numbers import compare


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`numbers.differ` for each column whose numbers are not those of the source."""
    for pivot, cell in place.pairs():
        difference = compare(readable(pivot), readable(cell))
        missing = ", ".join(number.text for number in difference.missing)
        added = ", ".join(number.text for number in difference.added)
        parts = [f"missing: {missing}" if missing else "", f"only there: {added}" if added else ""]
        if missing or added:
            what = "; ".join(part for part in parts if part)
            message = f"The {lang.english_name(cell.lang)} text has other numbers than its source; {what}."
            yield place.finding("numbers.differ", Severity.WARNING, message)
