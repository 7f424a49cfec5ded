"""Bilingual words: a small list of the project's own, a person's list or CC-CEDICT, and words learned from the texts.

A lexicon maps the stem of an English word (`tokens.stem`) to Chinese words (folded to Simplified), weights in [0, 1].
The learned part follows hunalign (Varga et al. 2005): align once, count what goes together in the beads that look right
(Dunning's association score), align again.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final, TypeAlias

from bilingual.alignment.fold import fold
from bilingual.alignment.tokens import Tokens, stem

Lexicon: TypeAlias = Mapping[str, Mapping[str, float]]

_CEDICT: Final = re.compile(r"^(\S+) (\S+) \[[^\]]*\] /(.*)/\s*$")
_GLOSS: Final = re.compile(r"[a-z][a-z-]+")
_LONGEST: Final = 6  # characters of a Chinese word that is looked for
_LEARNED_PARTNERS: Final = 4
_LEARN_AT_MOST: Final = 1500  # beads; more take time and add little
_LEAST_DICE: Final = 0.25
_LEAST_RATIO: Final = 12.0  # Dunning's G²; 10.83 is p = 0.001 for one table, and many tables are tried


@lru_cache(maxsize=1)
def own_words() -> Lexicon:
    """The list that comes with the package: common and technical words, English and Simplified Chinese."""
    text = resources.files("bilingual.alignment").joinpath("data", "en-zh.tsv").read_text("utf-8")
    return parse_words(text)


def parse_words(text: str) -> Lexicon:
    """A word list: an English word or phrase, a tab, Chinese words parted by spaces; `#` begins a comment line.

    The words of an English phrase each get the Chinese words at a lower weight.
    """
    entries: list[tuple[str, str, float]] = []
    for line in text.splitlines():
        english, tab, chinese = line.partition("\t")
        if not tab or line.startswith("#"):
            continue
        parts = re.findall(r"[a-z0-9]+", english.casefold())
        for word in chinese.split():
            entries += [(part, word, 1.0 if len(parts) == 1 else 0.6) for part in parts if len(part) > 1]
    return _lexicon(entries)


def parse_cedict(text: str) -> Lexicon:
    """CC-CEDICT's own format (`傳統 传统 [chuan2 tong3] /tradition/traditional/`), glosses of one or two words only."""
    entries: list[tuple[str, str, float]] = []
    for line in text.splitlines():
        match = _CEDICT.match(line)
        if not match or len(match[2]) > _LONGEST:
            continue
        for gloss in match[3].casefold().split("/"):
            words = _GLOSS.findall(re.sub(r"\([^)]*\)|^(?:to|a|an|the) ", "", gloss))
            if 0 < len(words) <= 2 and "cl:" not in gloss and "surname" not in gloss:
                entries += [(word, match[2], 1.0 / len(words)) for word in words]
    return _lexicon(entries)


def merge(*lexicons: Lexicon) -> Lexicon:
    """One lexicon out of several; the highest weight of a pair counts."""
    merged: dict[str, dict[str, float]] = defaultdict(dict)
    for lexicon in lexicons:
        for english, chinese in lexicon.items():
            target = merged[english]
            for word, weight in chinese.items():
                target[word] = max(weight, target.get(word, 0.0))
    return merged


def _lexicon(entries: Iterable[tuple[str, str, float]]) -> Lexicon:
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for english, chinese, weight in entries:
        key, word = stem(english), fold(chinese)
        found[key][word] = max(weight, found[key].get(word, 0.0))
    return dict(found)


def vocabulary(lexicon: Lexicon) -> frozenset[str]:
    """All Chinese words of a lexicon."""
    return frozenset(word for words in lexicon.values() for word in words)


def han_words(runs: Iterable[str], known: frozenset[str]) -> list[str]:
    """The known words of runs of Chinese characters, longest first from the left, and all pairs of characters."""
    found: list[str] = []
    for run in runs:
        at = 0
        while at < len(run):
            for size in range(min(_LONGEST, len(run) - at), 0, -1):
                if run[at : at + size] in known:
                    found.append(run[at : at + size])
                    break
            else:
                size = 1
            at += size
        found += [run[i : i + 2] for i in range(len(run) - 1) if run[i : i + 2] not in known]
    return found


def learn(pairs: Sequence[tuple[Sequence[Tokens], Sequence[Tokens]]], known: frozenset[str]) -> Lexicon:
    """Words that go together in pairs of an English and a Chinese side.

    A pair of words is kept when its G² and Dice coefficient are high, and it is among the best few of its English word.
    Of many pairs some are taken, evenly; words that occur once or nearly everywhere tell nothing.
    """
    pairs = pairs[:: max(1, len(pairs) // _LEARN_AT_MOST)]
    english = [{w for t in left for w in t.words if len(w) > 1} for left, _ in pairs]
    chinese = [{w for t in right for w in han_words(t.han, known)} for _, right in pairs]
    left, right = _telling(english), _telling(chinese)
    joint: Counter[tuple[str, str]] = Counter()
    for words, hans in zip(english, chinese, strict=True):
        kept = [z for z in hans if z in right]
        for word in words:
            if word in left:
                joint.update((word, z) for z in kept)
    entries: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for (word, han), together in joint.items():
        dice = 2 * together / (left[word] + right[han])
        if together >= 2 and dice >= _LEAST_DICE and _g2(together, left[word], right[han], len(pairs)) >= _LEAST_RATIO:
            entries[word].append((dice, han))
    return {word: {z: d for d, z in sorted(found, reverse=True)[:_LEARNED_PARTNERS]} for word, found in entries.items()}


def _telling(sides: Sequence[set[str]]) -> dict[str, int]:
    """How often each word occurs, of those that occur more than once and not in most sides."""
    counted = Counter(word for words in sides for word in words)
    return {word: count for word, count in counted.items() if 2 <= count <= max(20, len(sides) // 5)}


def _g2(together: int, left: int, right: int, total: int) -> float:
    """Dunning's log likelihood ratio (1993) of a two by two table."""
    cells = (
        (together, left * right),
        (left - together, left * (total - right)),
        (right - together, (total - left) * right),
        (total - left - right + together, (total - left) * (total - right)),
    )
    return 2 * sum(seen * math.log(seen * total / expected) for seen, expected in cells if seen > 0)
