"""Terms: what the termbase prefers is used, and what it forbids is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bilingual.checks.rows import PlacedRow, Rules
from bilingual.findings import Finding
from bilingual.protect.terms import check_terms


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`terms.missing` and `terms.forbidden` for the concepts that the source column names."""
    for pivot, cell in place.pairs() if rules.terms else ():
        found = check_terms(rules.terms, pivot.text, cell.text, pivot.lang, cell.lang, place.row.id)
        yield from (replace(finding, path=place.path) for finding in found)
