"""Verify: the same protected spans on both sides of a conversion or translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bilingual.findings import Finding, Severity
from bilingual.model import Code, Inline, Link, Math, Runs, inline_text


def opaque_spans(runs: Iterable[Inline]) -> tuple[str, ...]:
    """What must be the same on both sides: formulas, code and link targets, in order, as texts."""
    return tuple(
        run.href if isinstance(run, Link) else inline_text(run) for run in runs if isinstance(run, Math | Code | Link)
    )


def verify(source: Runs, target: Runs, *, path: str = "", line: int = 0, segment: str = "") -> tuple[Finding, ...]:
    """`protect.lost` for each span of `source` that `target` lacks, `protect.added` for each it has too many."""
    before, after = Counter(opaque_spans(source)), Counter(opaque_spans(target))
    lost = [
        Finding(
            "protect.lost",
            Severity.ERROR,
            f"{span} is in the source and not in the result.",
            path,
            line,
            segment,
        )
        for span in (before - after).elements()
    ]
    added = [
        Finding(
            "protect.added",
            Severity.ERROR,
            f"{span} is in the result and not in the source.",
            path,
            line,
            segment,
        )
        for span in (after - before).elements()
    ]
    return (*lost, *added)
