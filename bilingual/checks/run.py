"""All checks of a digest, in the order of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bilingual.checks import coverage, formulas, length, numbers, punctuation, script, terms
from bilingual.checks.rows import PlacedRow, Rules, placed_rows
from bilingual.findings import Finding
from bilingual.model import Digest

Check = Callable[[PlacedRow, Rules], Iterator[Finding]]

CHECKS: Final[dict[str, Check]] = {
    "numbers": numbers.check,
    "formulas": formulas.check,
    "terms": terms.check,
    "script": script.check,
    "punctuation": punctuation.check,
    "length": length.check,
    "coverage": coverage.check,
}


def check_digest(digest: Digest, rules: Rules | None = None) -> tuple[Finding, ...]:
    """What all checks find in `digest`, row by row; its own findings are not among them."""
    rules = rules or Rules()
    places = list(placed_rows(digest))
    found = [finding for place in places for check in CHECKS.values() for finding in check(place, rules)]
    return (*found, *coverage.check_entries(places, digest.columns))
