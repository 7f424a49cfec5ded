"""OpenCC, made safe and corrected: its dictionaries with those of `phrases` above them, in one pass.

OpenCC drops a NUL together with the character after it and refuses lone surrogates; both are kept out of it here.
It reads configurations from files only, so that one with our phrases lies in a temporary folder while it is loaded.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError
from bilingual.scripts.context import rules
from bilingual.scripts.detect import has
from bilingual.scripts.dictionaries import Node, dictionary_files, merged, text_node, union, write
from bilingual.scripts.phrases import Phrase, boundaries, characters_only, lasting, phrases

Convert = Callable[[str], str]
PLACEHOLDER: Final = chr(0x10F7FF)  # begins each; in plane 16, away from the characters that `protect.mask` takes first
_UNSAFE: Final = re.compile("[\x00\ud800-\udfff]+")


def safe(convert: Convert, text: str) -> str:
    """`convert(text)`, with NULs and lone surrogates kept in place and never shown to `convert`."""
    if "\0" not in text:
        try:
            return convert(text)
        except UnicodeEncodeError:
            pass
    pieces: list[str] = []
    done = 0
    for match in _UNSAFE.finditer(text):
        pieces += (convert(text[done : match.start()]), match[0])
        done = match.end()
    return "".join([*pieces, convert(text[done:])])


def configurations(source: str, target: str, vocabulary: bool) -> tuple[str, ...]:
    """The OpenCC configurations that lead from `source` to `target` (canonical tags), in order.

    Within Traditional only variants of characters change (裏 and 裡), by way of OpenCC's own standard, for which plain
    zh-Hant stands. There are none when the text stays. Raises LanguageError when there is no such conversion.
    """
    if not (lang.is_chinese(source) and lang.is_chinese(target)):
        raise LanguageError(f"Script conversion is between Chinese scripts, not from {source} to {target}.")
    if not lang.script(target):
        raise LanguageError(f"The target {target} names no script; use zh-Hans, zh-Hant or one with a region.")
    opposite = "t" if lang.script(target) == lang.HANS else "s"
    one, other = lang.opencc_standard(source) or opposite, lang.opencc_standard(target)
    if lang.script(source) == lang.script(target):
        steps = ((one, "t"), ("t", other)) if one != other else ()
        return tuple(f"{before}2{after}" for before, after in steps if before != after)
    phrases = "p" if vocabulary and {one, other} & {"tw", "hk"} else ""
    return (f"{one}2{other}{phrases}",)


@cache
def load(configuration: str) -> Convert:
    """OpenCC with one of its own configurations, such as s2tw; loaded once (about 0.1 s)."""
    import opencc

    convert: Convert = opencc.OpenCC(configuration).convert
    return convert


@cache
def corrected(configuration: str) -> Convert:
    """OpenCC with one of its own configurations between the two scripts, and our corrections above it."""
    return compiled(configuration, corrections(configuration))


@cache
def corrections(configuration: str) -> Mapping[str, Phrase]:
    """The corrections that belong to an OpenCC configuration, by source, in the forms of its region."""
    one, _, other = configuration.partition("2")
    regional = other.endswith("p") and other != "p"
    other = other.removesuffix("p")
    if one == "s":
        found = _written("s2t", other, regional)
        targets = _localized([p.target for p in found.values()], other)
        made = {p.source: replace(p, target=t) for p, t in zip(found.values(), targets, strict=True)}
        return lasting(configuration) | _staying(made, "Hans")
    found = _written("t2s", one, regional)
    sources = _localized(list(found), one)
    made = {s: replace(p, source=s) for p, s in zip(found.values(), sources, strict=True)}
    return lasting(configuration) | _staying(made, "Hant")


def _staying(found: dict[str, Phrase], script: str) -> dict[str, Phrase]:
    """`found`, and the results that hold a character of `script`, from which they come, as phrases that stay.

    A name such as 薛应旂 would otherwise look like text still to be converted.
    """
    stay = {p.target: replace(p, source=p.target) for p in found.values() if has(script, p.target)}
    return stay | found


def _written(direction: str, region: str, regional: bool) -> dict[str, Phrase]:
    """The written corrections; in the regional profile a word with two readings keeps its characters by default."""
    found = phrases(direction, region, regional)
    if not (regional and region == "tw"):
        return found
    reason = "The word has two readings, and nothing near it speaks for the technical one."
    return characters_only(direction, rules(direction), reason) | found | _placeholders(direction)


def _placeholders(direction: str) -> dict[str, Phrase]:
    return {char: Phrase(char, target, "", vocabulary=True) for target, char in placeholders(direction).items()}


@cache
def placeholders(direction: str) -> dict[str, str]:
    """Two private-use characters for each technical reading that a context may ask for; the first is PLACEHOLDER."""
    targets = dict.fromkeys(rule.target for listed in rules(direction).values() for rule in listed)
    return {target: PLACEHOLDER + chr(ord(PLACEHOLDER) + at) for at, target in enumerate(targets, 1)}


def _localized(texts: list[str], region: str) -> list[str]:
    """Texts in the forms of Taiwan in those of `region` (OpenCC's name)."""
    if region == "tw" or not texts:
        return texts
    joined = load("tw2t")("\n".join(texts))
    return (joined if region == "t" else load(f"t2{region}")(joined)).split("\n")


def compiled(configuration: str, extra: Mapping[str, Phrase]) -> Convert:
    """OpenCC with one of its own configurations and `extra` phrases, which win over its own of the same length."""
    import opencc

    share = Path(opencc.__file__).parent / "clib" / "share" / "opencc"
    config = json.loads((share / f"{configuration}.json").read_text("utf-8"))
    _absolute(config, share)
    to_traditional = configuration.startswith("s")
    with tempfile.TemporaryDirectory(prefix="bilingual-") as name:
        folder = Path(name)
        write(folder / "phrases.txt", {p.source: p.target for p in extra.values()})
        kept = _kept(list(extra.values()), config, to_traditional, folder)
        write(folder / "kept.txt", {text: text for text in kept})
        derived = boundaries(configuration)
        own = [str(folder / "phrases.txt"), *derived[:1]]
        _rewrite(config, own, [str(folder / "kept.txt"), *derived[1:]], to_traditional, folder)
        return _loaded(config, folder)


def _loaded(config: Mapping[str, object], folder: Path) -> Convert:
    """OpenCC with a configuration of ours, which is in `folder` only while it is loaded."""
    import opencc

    path = folder / "config.json"
    path.write_text(json.dumps(config), "utf-8")
    convert: Convert = opencc.OpenCC(str(path)).convert
    return convert


def _kept(extra: list[Phrase], config: dict[str, list[Node]], to_traditional: bool, folder: Path) -> list[str]:
    """What the stage that is not between the scripts must leave alone: the phrases that it would change.

    With vocabulary only what chooses words itself is kept, so that 算法 within a phrase still becomes 演算法.
    """
    chain = config["conversion_chain"]
    if len(chain) < 2 or not extra:
        return []
    regional = any(phrase.vocabulary for phrase in extra)
    texts = [
        p.target if to_traditional else p.source for p in extra if p.vocabulary or not (regional and to_traditional)
    ]
    stage = {"name": "one stage", "conversion_chain": [chain[-1 if to_traditional else 0]]}
    made = _loaded(stage, folder)("\n".join(texts)).split("\n")
    return [text for text, changed in zip(texts, made, strict=True) if text != changed]


def _rewrite(
    config: dict[str, list[Node]], own: list[str], kept: list[str], to_traditional: bool, folder: Path
) -> None:
    """Put our dictionaries above OpenCC's in the segmentation and in each stage of `config`, in place.

    `own` are for the stage between the scripts, which is the first to Traditional and the last to Simplified; `kept`
    for the other, so that what a phrase says is final. What is merged goes to `folder`.
    """
    segmentation = config.get("segmentation")
    chain = config["conversion_chain"]
    between = 0 if to_traditional else len(chain) - 1
    for at, stage in enumerate(chain):
        *phrases, characters = stage["dict"]["dicts"]  # type: ignore[index]
        above = merged([*map(text_node, own if at == between else kept), *phrases], folder / f"stage{at}.txt")
        stage["dict"] = {"type": "group", "match_policy": "short_circuit", "dicts": [above, characters]}
        if at == between and isinstance(segmentation, dict):
            same = dictionary_files(union(phrases)) == dictionary_files(segmentation["dict"])
            listed = [*map(text_node, own), segmentation["dict"]]
            segmentation["dict"] = above if same else merged(listed, folder / "words.txt")


def _absolute(node: object, share: Path) -> None:
    """Make every file name below `node` absolute, in place."""
    if isinstance(node, dict):
        if isinstance(node.get("file"), str):
            node["file"] = str(share / node["file"])
        for child in node.values():
            _absolute(child, share)
    elif isinstance(node, list):
        for child in node:
            _absolute(child, share)
