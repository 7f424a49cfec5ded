"""Alignment: the same paper across documents, and sentence by sentence within a pair.

Sentence alignment needs numpy, which takes half of the time that the command line has to start; what needs it is
therefore imported when it is first asked for (PEP 562).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from bilingual.alignment.corrected import correct_matching
from bilingual.alignment.corrections import Corrections, apply, parse_corrections
from bilingual.alignment.evaluate import Evaluation, Scores, evaluate, format_gold, parse_gold
from bilingual.alignment.links import links_page, text_pairs
from bilingual.alignment.matching import Matching, groups, match
from bilingual.alignment.suggest import correction_line, suggestions

if TYPE_CHECKING:
    from bilingual.alignment.embeddings import Encoder, load_encoder, vectors
    from bilingual.alignment.lexicon import parse_cedict, parse_words
    from bilingual.alignment.sentences import Comparison, Options, align, comparable

__all__ = [
    "Comparison",
    "Corrections",
    "Encoder",
    "Evaluation",
    "Matching",
    "Options",
    "Scores",
    "align",
    "apply",
    "comparable",
    "correct_matching",
    "correction_line",
    "evaluate",
    "format_gold",
    "groups",
    "links_page",
    "load_encoder",
    "match",
    "parse_cedict",
    "parse_corrections",
    "parse_gold",
    "parse_words",
    "suggestions",
    "text_pairs",
    "vectors",
]

_LATER = {
    **dict.fromkeys(("Comparison", "Options", "align", "comparable"), "bilingual.alignment.sentences"),
    **dict.fromkeys(("parse_cedict", "parse_words"), "bilingual.alignment.lexicon"),
    **dict.fromkeys(("Encoder", "load_encoder", "vectors"), "bilingual.alignment.embeddings"),
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LATER[name]), name)
