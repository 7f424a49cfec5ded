"""What a second attempt keeps out of the model's reach: numbers, names and terms that the first one got wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bilingual.protect.names import missing_names
from bilingual.protect.numbers import compare, plain_digits
from bilingual.protect.terms import Status, Termbase, check_terms
from bilingual.translation.render import render


def known_stretches(
    source: str, target: str, source_tag: str, target_tag: str, terms: Termbase
) -> dict[tuple[int, int], str]:
    """Offsets in `source` whose translation is known and was not in `target`, with that translation.

    `source` is the masked text of a sentence. Stretches do not overlap.
    """
    found: list[tuple[int, int, str]] = []
    found.extend(_terms(source, target, source_tag, target_tag, terms))
    found.extend((n.start, n.end, render(n)) for n in compare(source, target).missing)
    for name in missing_names(source, target):
        pattern = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])")
        found.extend((m.start(), m.end(), name) for m in pattern.finditer(plain_digits(source)))
    stretches: dict[tuple[int, int], str] = {}
    done = 0
    for start, end, text in sorted(found, key=lambda item: (item[0], -item[1])):
        if start >= done:
            stretches[start, end] = text
            done = end
    return stretches


def _terms(
    source: str, target: str, source_tag: str, target_tag: str, terms: Termbase
) -> Iterator[tuple[int, int, str]]:
    if not terms or not check_terms(terms, source, target, source_tag, target_tag):
        return
    for hit in terms.find(source, source_tag):
        wanted = hit.concept.names(target_tag, Status.PREFERRED, Status.ADMITTED)
        alone = source[hit.start : hit.end]
        if wanted and check_terms(terms, alone, target, source_tag, target_tag):
            yield hit.start, hit.end, wanted[0]
