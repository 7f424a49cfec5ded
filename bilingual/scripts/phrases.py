"""The corrections that lie above OpenCC: phrases with a reason each, from the readable files in `data/`.

`s2t.csv` and `t2s.csv` hold phrases of both profiles, `*_regional.csv` vocabulary of the regional one, and
`boundaries.txt` words and meetings of words, derived from a segmenter's word list, where OpenCC would join parts of
two words. A phrase is written in the forms of Taiwan; those of other regions follow from it.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

_ALTERNATIVES: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One correction: `source` becomes `target`, because of `reason`. `regions` are OpenCC's names, empty for all.

    `vocabulary` says that the words are chosen too, so that no other stage may choose again.
    """

    source: str
    target: str
    reason: str
    regions: tuple[str, ...] = ()
    vocabulary: bool = False


def expand(pattern: str) -> list[str]:
    """The texts a pattern stands for: `被發{明,現}` is 被發明 and 被發現; several groups multiply."""
    parts = _ALTERNATIVES.split(pattern)
    choices = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    return ["".join(pieces) for pieces in itertools.product(*choices)]


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV file in `data/`, its comments left out."""
    text = resources.files("bilingual.scripts").joinpath("data", name).read_text("utf-8")
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    yield from csv.DictReader(lines)


def _characters_only(direction: str, texts: list[str]) -> list[str]:
    """The texts in the other script, as OpenCC's own configuration without vocabulary gives them."""
    from bilingual.scripts.engine import load

    convert = load({"s2t": "s2tw", "t2s": "tw2s"}[direction])
    return convert("\n".join(texts)).split("\n") if texts else []


@cache
def read(name: str) -> tuple[Phrase, ...]:
    """The phrases of the file `name` in `data/`, alternatives expanded.

    An empty `from` is `to` in Simplified; an empty `to` says that only the characters change.
    """
    direction, vocabulary = name[:3], name.endswith("_regional.csv")
    phrases = [phrase for row in rows(name) for phrase in _phrases(row)]
    sources = [p.target for p in phrases if not p.source]
    targets = [p.source for p in phrases if not p.target]
    to_source = dict(zip(sources, _characters_only("t2s" if direction == "s2t" else "s2t", sources), strict=True))
    to_target = dict(zip(targets, _characters_only(direction, targets), strict=True))
    return tuple(
        Phrase(p.source or to_source[p.target], p.target or to_target[p.source], p.reason, p.regions, vocabulary)
        for p in phrases
    )


def _phrases(row: dict[str, str]) -> Iterator[Phrase]:
    sources, targets = expand(row["from"]), expand(row["to"])
    if sources == [""]:
        sources = [""] * len(targets)
    if targets == [""]:
        targets = [""] * len(sources)
    regions = tuple((row.get("region") or "").split())
    for source, target in zip(sources, targets, strict=True):
        yield Phrase(source, target, row["reason"], regions)


def boundaries(configuration: str) -> tuple[str, ...]:
    """The derived dictionaries of an OpenCC configuration, as paths: for the stage between the scripts, then the next.

    They are in OpenCC's own text format, so that nothing has to be read here.
    """
    if not configuration.startswith("s"):
        return ()
    folder = resources.files("bilingual.scripts").joinpath("data")
    names = ["boundaries.txt", *(["boundaries_twp.txt"] if configuration == "s2twp" else [])]
    return tuple(str(folder.joinpath(name)) for name in names)


def lasting(configuration: str) -> dict[str, Phrase]:
    """Results of an OpenCC configuration that a second conversion would change again: they stay (量子位元)."""
    text = resources.files("bilingual.scripts").joinpath("data", "lasting.tsv").read_text("utf-8")
    lines = (line.partition("\t") for line in text.splitlines())
    reason = "The result of a conversion, which a second one leaves alone."
    return {text: Phrase(text, text, reason, vocabulary=True) for name, _, text in lines if name == configuration}


def phrases(direction: str, region: str, regional: bool) -> dict[str, Phrase]:
    """All written corrections of a conversion by their source: `direction` is s2t or t2s, `region` is t, tw or hk.

    Vocabulary wins over characters.
    """
    found: dict[str, Phrase] = {}
    for name in [f"{direction}.csv", *([f"{direction}_regional.csv"] if regional else [])]:
        for phrase in read(name):
            if not phrase.regions or region in phrase.regions:
                found[phrase.source] = phrase
    return found


def characters_only(direction: str, texts: Iterable[str], reason: str) -> dict[str, Phrase]:
    """Phrases by which only the characters of `texts` change, because of `reason`."""
    listed = list(texts)
    targets = _characters_only(direction, listed)
    return {s: Phrase(s, t, reason, vocabulary=True) for s, t in zip(listed, targets, strict=True)}
