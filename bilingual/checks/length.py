"""Length: a translation that is much shorter or longer than its source has lost or gained text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, readable
from bilingual.findings import Finding, Severity
from bilingual.protect.length import length_ratio

_SHORTEST: Final = 0.45
_LONGEST: Final = 2.2
_ENOUGH: Final = 12  # characters of a source; of less a ratio says nothing


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`length.ratio` for each column in another language whose text has not about the expected length."""
    for pivot, cell in place.pairs():
        before, after = readable(pivot), readable(cell)
        if lang.is_chinese(pivot.lang) == lang.is_chinese(cell.lang) or len(before) < _ENOUGH:
            continue
        ratio = length_ratio(before, after, pivot.lang, cell.lang)
        if not _SHORTEST <= ratio <= _LONGEST:
            message = f"The {lang.english_name(cell.lang)} text has {ratio:.1f} times the expected length."
            yield place.finding("length.ratio", Severity.WARNING, message)
