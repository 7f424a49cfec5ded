"""Names in a text, and among them those that the paper gives to its own work ("We propose FedCGNM (…)", "提出 VIP（…").

Names are Latin tokens that ordinary words do not look like: an inner capital, capitals only, or a digit. A word with
one capital ("Raft") is a name only where the text says that it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from enum import IntEnum
from typing import Final

_TOKEN: Final = re.compile(r"(?<![A-Za-z0-9\\])[A-Za-z0-9][A-Za-z0-9]*(?:[-.+_‑–][A-Za-z0-9]+)*[+*]{0,2}")
_INNER: Final = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}|[A-Za-z]\d|\d[A-Za-z]")
_NAME: Final = r"(?P<name>[A-Za-z0-9][A-Za-z0-9]*(?:[-.+_‑][A-Za-z0-9]+)*[+*]{0,2})"
_NOT_OWN: Final = (
    r"(?!\s*(?:的|之|风格|風格|式|类|類|变体|變體|系列|等)|"
    r"[-‑ ](?:based|style|like|type|inspired|variants?|family)|['’]s)"
)
_VERB: Final = (
    r"(?:propos(?:e[sd]?|ing)|introduc(?:e[sd]?|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed)?|"
    r"describe[sd]?|devise[sd]?|release[sd]?|build|builds|built|create[sd]?|unveil[s]?|contribute[sd]?)"
)
_CALLED: Final = (
    r"(?:called|named|dubbed|termed|coined|denoted|abbreviated as|referred to as|calls? (?:it|this|them)|"
    r"names? it|we call|we term)"
)
_HAN_VERB: Final = (
    r"(?:提出|引入|介[绍紹]|[设設][计計]|[构構][建造]|建[构構]|[开開][发發]|推出|[给給]出|得到|[实實][现現]|[发發]布|"
    r"名[为為]|[称稱][为為作]|[称稱]之[为為]|[简簡][称稱]|叫做|[说說]明)"
)
_STRONG: Final = (
    re.compile(
        rf"\b{_VERB}\s+(?:the\s+)?{_NAME}(?=\s*[,(（:;.—–]|\s+(?:to|which|that|as|for|and|with)\b|\s*$){_NOT_OWN}"
    ),
    re.compile(rf"\b{_CALLED}\s+(?:the\s+|an?\s+)?[\"“'‘*]*{_NAME}{_NOT_OWN}"),
    re.compile(rf"(?:^|[.!?。！？]\s*|\b{_VERB}\s+){_NAME}\s*[(（](?=[A-Z][a-z]+[-–\s])"),
    re.compile(
        rf"{_HAN_VERB}(?:了|一[种種个個套款项項]|名[为為]|[称稱][为為]|新的|全新|的|出|\s|[“「\"])*{_NAME}{_NOT_OWN}"
    ),
    re.compile(rf"{_HAN_VERB}[^。；;！？!?\n]{{0,60}}?(?:[（(]|[与與和]|[——:：])\s*{_NAME}\s*[)）]"),
)
_WEAK: Final = (
    re.compile(rf"\b{_VERB}\s[^.;!?\n]{{0,140}}?\({_NAME}\)"),
    re.compile(rf"\b(?:our|Our)\s+{_NAME}{_NOT_OWN}"),
    re.compile(rf"(?:^|[.!?]\s+){_NAME}\s+(?=[a-z]+s\b)"),
    re.compile(rf"(?:^|[。！？]\s*){_NAME}\s*(?=[\u4e00-\u9fff])(?!\s*(?:的|之|中|上|等|与|與|和))"),
)
_CAPITALISED: Final = re.compile(r"(?:(?<=[a-z,\u4e00-\u9fff，（(“]\s)|(?<=[\u4e00-\u9fff，（(“]))[A-Z][a-z]{3,}\b")
_TITLE_PREFIX: Final = re.compile(r"^\s*(?:\d{4}\s*年?\s*[:：]\s*)?(?P<head>[^:：]{2,40}?)\s*[:：]\s*\S")
_TITLE_MEANS: Final = re.compile(rf"\b(?:with|via|by|using)\s+{_NAME}\s*$")
_TITLE_SUFFIX: Final = re.compile(rf"[(（]\s*{_NAME}\s*[)）]\s*$")


class Coinage(IntEnum):
    """How clearly a text says that a name is of its own making."""

    WEAK = 1
    STRONG = 2


def key(name: str) -> str:
    """The form in which names are compared: lower case, no hyphens, stars or plural."""
    name = unicodedata.normalize("NFKC", name)
    if re.search(r"[A-Z0-9]s$", name):
        name = name[:-1]
    return re.sub(r"[-_*‑–]", "", name).casefold().rstrip(".")


def names(text: str) -> Counter[str]:
    """The names of `text` by key, with how often each occurs. Formulas and addresses should be out of it already."""
    found: Counter[str] = Counter()
    for match in _TOKEN.finditer(text):
        for piece in _own_part(match[0]):
            found[key(piece)] += 1
    return found


def display_forms(text: str) -> dict[str, str]:
    """For each name key of `text` the form in which it is first written."""
    forms: dict[str, str] = {}
    for match in _TOKEN.finditer(text):
        forms.setdefault(key(match[0]), match[0])
        for piece in _own_part(match[0]):
            forms.setdefault(key(piece), piece)
    return forms


def capitalised(text: str) -> frozenset[str]:
    """Keys of words with one leading capital that stand within a sentence: proper names of all sorts, weak evidence."""
    found = re.findall(
        r"(?<=[a-z,\u4e00-\u9fff，（(“]\s)[A-Z][a-z]{3,}\b|(?<=[\u4e00-\u9fff，（(“])[A-Z][a-z]{3,}\b", text
    )
    return frozenset(key(word) for word in found)


def coined(title: str, text: str) -> dict[str, Coinage]:
    """The names that a paper with this title and summary introduces as its own, by key."""
    found: dict[str, Coinage] = {}
    for name in _from_title(title):
        found[key(name)] = Coinage.STRONG
    means = _TITLE_MEANS.search(title)
    if means and _INNER.search(means["name"]) and means["name"] in text:
        found[key(means["name"])] = Coinage.WEAK
    for strength, patterns in ((Coinage.STRONG, _STRONG), (Coinage.WEAK, _WEAK)):
        for pattern in patterns:
            for match in pattern.finditer(text):
                name = match["name"]
                if not _can_be_name(name):
                    continue
                if strength is Coinage.WEAK and not _INNER.search(name) and text.count(name) < 2:
                    continue
                found[key(name)] = max(strength, found.get(key(name), Coinage.WEAK))
    return found


def _from_title(title: str) -> list[str]:
    found = []
    suffix = _TITLE_SUFFIX.search(title)
    if suffix and _can_be_name(suffix["name"]):
        found.append(suffix["name"])
    prefix = _TITLE_PREFIX.match(title)
    if prefix:
        tokens = prefix["head"].split()
        if len(tokens) == 1 and _can_be_name(tokens[0]):
            found.append(tokens[0])
        elif len(tokens) <= 3 and any(_INNER.search(token) for token in tokens):
            found.extend(token for token in tokens if _looks_like_name(token))
    return found


def _own_part(token: str) -> list[str]:
    """The token without lower-case tails (`SVD-free` is SVD); nothing when it does not look like a name."""
    parts = re.split(r"[-‑–]", token)
    while parts and not re.search(r"[A-Z0-9]", parts[-1]):
        parts.pop()
    if not parts:
        return []
    whole = "-".join(parts)
    return [whole] if _looks_like_name(whole) else []


def _looks_like_name(token: str) -> bool:
    if len(token) < 2 or not re.search(r"[A-Za-z]", token) or not re.search(r"[A-Z]|[a-z]\d|\d[a-z]{2}", token):
        return False
    if re.fullmatch(r"\d[\d.,]*(?:[KMBGTkmbgtx]|th|st|nd|rd|GB|MB|TB|ms|s|D|d|bit|B)?|[IVX]+|[A-Za-z]", token):
        return False
    return any(_INNER.search(part) for part in re.split(r"[-‑–]", token))


def _can_be_name(token: str) -> bool:
    """Whether a token in the place of an own name can be one: a capital or a digit somewhere, and not a plain word."""
    return (
        len(token) >= 2
        and token[0].isalnum()
        and bool(re.search(r"[A-Z]|[a-z]\d", token))
        and not re.fullmatch(r"[\d.]+\w?", token)
        and token not in _PLAIN
    )


_PLAIN: Final = frozenset(
    "The This These That We Our In On For To A An It Its Two Three First Second Both New Novel Here There Such "
    "Experiments Extensive Results Empirical Theoretical Code Data Bayesian Gaussian Markov Deep Neural Learning "
    "Large Language Models Model Towards Toward Beyond Rethinking Understanding Training Attention Position Survey "
    "Unlearning Optimal Stochastic Adaptive Efficient Fast Robust Scalable Federated However Moreover Specifically "
    "Additionally Existing Recent".split()
)
