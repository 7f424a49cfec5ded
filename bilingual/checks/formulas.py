"""Formulas, code and addresses: the same in every column of a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from bilingual import lang
from bilingual.checks.rows import PlacedRow, Rules, cell_runs
from bilingual.findings import Finding, Severity
from bilingual.model import OriginKind
from bilingual.protect import opaque_spans, verify


def check(place: PlacedRow, rules: Rules) -> Iterator[Finding]:
    """`protect.lost` and `protect.added` where a text was made here; `formulas.differ` where people wrote both."""
    for pivot, cell in place.pairs():
        before, after = cell_runs(pivot), cell_runs(cell)
        if cell.origin.kind is not OriginKind.SOURCE:
            yield from (replace(f, path=place.path) for f in verify(before, after, segment=place.row.id))
            continue
        one, other = Counter(map(_folded, opaque_spans(before))), Counter(map(_folded, opaque_spans(after)))
        different = [*(one - other).elements(), *(other - one).elements()]
        if different:
            shown = ", ".join(different[:5])
            message = f"The {lang.english_name(cell.lang)} text has other formulas or addresses: {shown}."
            yield place.finding("formulas.differ", Severity.INFO, message)


def _folded(span: str) -> str:
    return "".join(span.split())
