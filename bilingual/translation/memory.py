"""Translation memory: sentences that people translated, found again exactly or nearly, never across scripts.

A text is looked up in the form of the JSON interfaces, with white space made one space. A sentence in Traditional is
answered by Traditional memories only and Simplified by Simplified ones: what was said of one may be wrong of the other.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Protocol

from bilingual.model import Runs, plain

_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Match:
    """An entry of a memory that answers a sentence.

    `score` is 1 for the same text, 1.01 when its neighbours are the same too, below 1 for a similar text. `by` names
    the translator or file, `date` is as the memory has it, `source` the text that was translated then.
    """

    runs: Runs
    score: float
    by: str
    date: str
    source: str

    @property
    def credit(self) -> str:
        """Who translated it and when, as the origin of a cell: `ann, 2026-01-05`."""
        day = re.match(r"(\d{4})-?(\d\d)-?(\d\d)", self.date)
        return f"{self.by}, {'-'.join(day.groups())}" if day else self.by


class Memory(Protocol):
    """What finds matches."""

    def find(
        self, runs: Runs, source: str, target: str, *, before: str = "", after: str = "", lowest: float = 1.0
    ) -> Match | None:
        """The best match with at least the score `lowest`, or None; `before` and `after` are its neighbours' texts."""


def memory_key(text: str) -> str:
    """The text under which a sentence is found: NFC, white space folded, soft hyphens and joiners gone."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", re.sub("[\u00ad\u200b-\u200d\ufeff]", "", text))).strip()


def key_of(runs: Runs) -> str:
    """The key of runs: formulas, code and addresses count as they read."""
    return memory_key(plain(runs))
