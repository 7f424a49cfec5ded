"""What edits teach: formulas and numbers that an edit touched, and replacements that were made again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import OriginKind, Text
from bilingual.model.review import Change
from bilingual.protect import opaque_spans
from bilingual.protect.numbers import compare
from bilingual.review.project import operations
from bilingual.review.tokens import Token, spans, tokens

# A term is short; longer replacements are new wording.
_LONGEST: Final = 12
_OFTEN: Final = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """A replacement that editors made in `count` segments: a term, or a rule of script conversion when `script`."""

    lang: str
    before: str
    after: str
    count: int
    script: bool


def touched(changes: Iterable[Change]) -> Iterator[Finding]:
    """`review.protected` for each formula, code span or address that an edit of a translation removed or added.

    `review.number` where its numbers are not those of before. An editor may mean either, and should be asked.
    """
    for change in changes:
        if change.kind is OriginKind.SOURCE or not change.before or not change.after:
            continue
        before, after = Counter(opaque_spans(change.before)), Counter(opaque_spans(change.after))
        for what, gone in (("removes", before - after), ("adds", after - before)):
            for span in gone:
                message = f"The edit of {change.author or 'an editor'} in {change.lang} {what} {span}."
                yield Finding("review.protected", Severity.WARNING, message, segment=change.row)
        difference = compare(_words(change.before), _words(change.after))
        if difference.missing or difference.added:
            numbers = ", ".join(number.text for number in (*difference.missing, *difference.added))
            message = f"The edit of {change.author or 'an editor'} in {change.lang} changes numbers: {numbers}."
            yield Finding("review.number", Severity.WARNING, message, segment=change.row)


def _words(runs: Iterable[object]) -> str:
    return "".join(run.text if isinstance(run, Text) else " " for run in runs)


def proposals(changes: Iterable[Change]) -> tuple[Proposal, ...]:
    """The replacements made in at least two segments, most frequent first."""
    seen: Counter[tuple[str, str, str, bool]] = Counter()
    for change in changes:
        if change.kind is OriginKind.SOURCE:
            continue
        script = change.kind is OriginKind.SCRIPT
        seen.update({(change.lang, before, after, script) for before, after in _replacements(change)})
    often = sorted(
        ((count, key) for key, count in seen.items() if count >= _OFTEN), key=lambda item: (-item[0], item[1])
    )
    return tuple(Proposal(lang, before, after, count, script) for count, (lang, before, after, script) in often)


def _replacements(change: Change) -> Iterator[tuple[str, str]]:
    before, after = (tokens(spans(runs, lambda tex, _: tex)) for runs in (change.before, change.after))
    for kind, i1, i2, j1, j2 in _whole_words(operations(before, after), before, after):
        old, new = _text(before[i1:i2]), _text(after[j1:j2])
        if kind == "replace" and 0 < len(old) <= _LONGEST and 0 < len(new) <= _LONGEST:
            yield old, new


def _whole_words(
    steps: Iterable[tuple[str, int, int, int, int]], before: Sequence[Token], after: Sequence[Token]
) -> Iterator[tuple[str, int, int, int, int]]:
    """The steps widened so that no Latin word is cut: `optimizer` → `optimiser`, not z → s."""
    for kind, i1, i2, j1, j2 in steps:
        if kind != "replace":
            continue
        while i1 and j1 and before[i1 - 1] == after[j1 - 1] and _is_letter(before[i1 - 1]):
            i1, j1 = i1 - 1, j1 - 1
        while i2 < len(before) and j2 < len(after) and before[i2] == after[j2] and _is_letter(before[i2]):
            i2, j2 = i2 + 1, j2 + 1
        yield kind, i1, i2, j1, j2


def _is_letter(token: Token) -> bool:
    return token.inline is None and token.key.isascii() and token.key.isalpha()


def _text(sequence: Sequence[Token]) -> str:
    return "" if any(token.inline is not None for token in sequence) else "".join(t.key for t in sequence)
