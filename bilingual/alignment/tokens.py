"""What a sentence offers for alignment: anchors that survive translation, words, and a length that compares.

A Han character counts for three Latin ones: with 2.8 to 3.3 the total lengths of the two sides of 487 paragraphs of a
manual and of 243 list items agree within 8 % in Simplified and 13 % in Traditional Chinese, with 2.2 only within 28 %.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bilingual.alignment.features import identifier, normal_formula
from bilingual.alignment.fold import HAN, fold
from bilingual.alignment.numbers import numbers
from bilingual.model import Break, Code, Link, Math, Text
from bilingual.protect import scan

HAN_WIDTH: Final = 3.0
_LATIN: Final = re.compile(r"[a-z0-9\u00c0-\u024f]+(?:['’][a-z]+)?")
_HAN_RUN: Final = re.compile(f"{HAN.pattern}+")
_MARKUP: Final = re.compile(r"^\s{0,3}(#{1,6})\s|^\s*(?:[-*+]|\d{1,3}[.)])\s")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one sentence. `anchors` begin with a letter for their kind and a colon; `words` are stems of
    Latin words; `han` are runs of Chinese characters, folded; `length` is in widths of a Latin letter."""

    anchors: tuple[str, ...]
    words: tuple[str, ...]
    han: tuple[str, ...]
    length: float


def tokens(text: str) -> Tokens:
    """The tokens of a sentence in the form of the JSON interfaces (`\\(tex\\)`, `` `code` ``)."""
    anchors: list[str] = []
    readable: list[str] = []
    length = 0.0
    for run in scan(text):
        match run:
            case Math(tex):
                anchors.append(f"f:{normal_formula(tex)}")
                length += min(len(tex), 20)
            case Code(code):
                anchors.append(f"c:{code.strip().casefold()}")
                readable.append(f" {code} ")
            case Link(href):
                anchors.append(f"u:{identifier(href) or href}")
                length += 10
            case Text(piece):
                readable.append(piece)
            case Break():
                readable.append(" ")
    plain = "".join(readable)
    if markup := _MARKUP.match(plain):
        anchors.append(f"m:{len(markup[1]) if markup[1] else 'item'}")
    anchors += [f"n:{number.value}" for number in numbers(plain)]
    folded = fold(plain)
    words = tuple(stem(word) for word in _LATIN.findall(folded) if not word.isdigit())
    han = tuple(_HAN_RUN.findall(folded))
    length += sum(map(len, folded.split())) + (HAN_WIDTH - 1) * sum(map(len, han))
    return Tokens(tuple(anchors), words, han, max(length, 1.0))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A folded English word without its inflection, roughly; the word list is looked up by the same stems."""
    word = re.sub(r"['’]s?$", "", word)
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    for ending, new in (("sses", "ss"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if word.endswith(ending):
            return word[: -len(ending)] + new
    if word.endswith("s") and word[-2] not in "sui":
        word = word[:-1]
    for ending in ("ing", "ed", "ly"):
        bare = word[: -len(ending)]
        if word.endswith(ending) and len(bare) >= 3 and re.search("[aeiouy]", bare):
            word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
