"""Masking for engines that keep placeholders: each protected span is one numbered tag, verified exactly once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bilingual.model import Runs, Text, join
from bilingual.protect.mask import Masked, mask, unmask
from bilingual.translation.punctuation import one_stop

_TAG: Final = re.compile(r"<\s?x\s?(\d{1,4})\s?/?\s?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A sentence with `<x1/>`, `<x2/>` … where its protected spans are."""

    text: str
    masked: Masked

    @property
    def pieces(self) -> tuple[str, ...]:
        """What the model is asked: the sentence, whole."""
        return (self.text,)


def tag(runs: Runs) -> Tagged | None:
    """`runs` with tags for its protected spans; None when its text has such tags itself, so that none is mistaken."""
    masked = mask(runs)
    if _TAG.search(masked.text):
        return None
    number = {char: f"<x{n}/>" for n, char in enumerate(masked.placeholders, 1)}
    return Tagged("".join(number.get(char, char) for char in masked.text), masked)


def untag(tagged: Tagged, answer: str) -> Runs | None:
    """The runs of a model's answer, or None unless it has each tag exactly once and no other."""
    placeholders = tagged.masked.placeholders
    seen = [int(match[1]) for match in _TAG.finditer(answer)]
    if sorted(seen) != list(range(1, len(placeholders) + 1)):
        return None
    text = _TAG.sub(lambda match: placeholders[int(match[1]) - 1], answer).strip()
    try:
        return unmask(one_stop(tagged.masked.text, text), tagged.masked)
    except ValueError:
        return None


def emphasise(source: Runs, target: Runs) -> Runs:
    """`target` with the emphasis of `source` where it is clear: all of it, or words that stand in it unchanged once."""
    marked = [run for run in source if isinstance(run, Text) and run.marks and run.text.strip()]
    if not marked:
        return target
    texts = [run for run in source if isinstance(run, Text) and run.text.strip()]
    if len(marked) == len(texts) and len({run.marks for run in marked}) == 1:
        return join(Text(run.text, marked[0].marks) if isinstance(run, Text) else run for run in target)
    for run in marked:
        target = _mark_once(target, run.text.strip(), run.marks)
    return target


def _mark_once(runs: Runs, words: str, marks: tuple[str, ...]) -> Runs:
    places = [at for at, run in enumerate(runs) if isinstance(run, Text) and not run.marks and words in run.text]
    if len(places) != 1:
        return runs
    at = places[0]
    run = runs[at]
    if not isinstance(run, Text) or run.text.count(words) != 1:
        return runs
    before, _, after = run.text.partition(words)
    return join((*runs[:at], Text(before), Text(words, marks), Text(after), *runs[at + 1 :]))
