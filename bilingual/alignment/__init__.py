"""Alignment: the same paper across documents, and sentence by sentence within a pair.

Sentence alignment needs numpy, which takes half of the time that the command line has to start; what needs it is
therefore imported when it is first asked for (PEP 562).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from bilingual.alignment.evaluate import Evaluation, Scores, evaluate, format_gold, parse_gold
from bilingual.alignment.matching import Matching, groups, match

if TYPE_CHECKING:
    from bilingual.alignment.sentences import Comparison, Options, align, comparable

__all__ = [
    "Comparison",
    "Evaluation",
    "Matching",
    "Options",
    "Scores",
    "align",
    "comparable",
    "evaluate",
    "format_gold",
    "groups",
    "match",
    "parse_gold",
]

_LATER = dict.fromkeys(("Comparison", "Options", "align", "comparable"), "bilingual.alignment.sentences")


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LATER[name]), name)
