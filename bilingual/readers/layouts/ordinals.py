"""Ordinals at the start of sentences: 第一篇論文, 第3項研究, The second paper, Paper 4, the last paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LAST: Final = -1
_DIGITS: Final = (
    {char: value for value, char in enumerate("零一二三四五六七八九")}
    | {"〇": 0, "两": 2, "兩": 2}
    | {chr(0xFF10 + value): value for value in range(10)}
    | {str(value): value for value in range(10)}
)
_UNITS: Final = {"十": 10, "百": 100}
_SMALL: Final = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_TENS: Final = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90}
_ENGLISH: Final = (
    _SMALL
    | {f"{tens}ieth": value for tens, value in _TENS.items()}
    | {f"{tens}y-{w}": value + unit for tens, value in _TENS.items() for w, unit in _SMALL.items() if unit < 10}
)
_WORDS: Final = "|".join(sorted(_ENGLISH, key=len, reverse=True))
_NUMBER: Final = "[零〇一二三四五六七八九十百两兩0-9０-９]{1,5}"
_THING_ZH: Final = "(?:論文|论文|文章|文獻|文献|研究|工作|成果|paper)"
_THING_EN: Final = r"(?:papers?|articles?|works?|stud(?:y|ies)|contributions?|submissions?|preprints?|summar(?:y|ies))"
# What may stand between the start of a sentence and its ordinal.
_LEAD: Final = (
    r"(?:(?:接下來|接下来|接著|接着|緊接著|紧接着|其次|然後|然后|最後|最后|首先|另外|此外|同時|同时|再來|再来|而|至於|至于|"
    r"Next|Then|Finally|Lastly|First|In addition|Moreover|Meanwhile)(?:[，,、]?\s*)"
    r"|[^，,。；;第\s]{1,8}，\s*|[A-Za-z][A-Za-z ]{1,24},\s*)?(?:是\s*)?"
)
_PATTERNS: Final = (
    re.compile(
        rf"{_LEAD}(?P<family>第\s*(?P<zh>{_NUMBER})\s*(?P<counter>[篇項项個个份部則则])\s*{_THING_ZH}?)"
        r"(?!\s*(?:[到至和與与及、~～—-]|以及)\s*第?\s*[零〇一二三四五六七八九十百0-9])"
    ),
    re.compile(rf"{_LEAD}(?P<first>首)(?P<counter>[篇項项個个份部])\s*{_THING_ZH}?"),
    re.compile(rf"{_LEAD}(?P<last>最後|最后|末)一?(?P<counter>[篇項项個个份部])\s*{_THING_ZH}?"),
    re.compile(rf"(?P<label>{_THING_ZH})\s*(?P<zh>{_NUMBER})\s*(?=[：:、.．，,是\s])"),
    re.compile(
        rf"{_LEAD}(?:The|the|Our|our)?\s*(?P<en>{_WORDS}|\d{{1,3}}(?:st|nd|rd|th))\s+(?P<thing>{_THING_EN})\b", re.I
    ),
    re.compile(rf"{_LEAD}(?:The|the|Our|our)\s+(?P<last>last|final)\s+(?P<thing>{_THING_EN})\b", re.I),
    re.compile(
        r"(?P<numbered>Paper|Article|Study|Work)\s+(?:No\.?\s*)?#?(?P<digits>\d{1,3})\b(?=\s*[:.,)\-–—]|\s)", re.I
    ),
    re.compile(rf"(?P<adverb>{_WORDS})(?:ly)?,\s", re.I),
)
_START: Final = re.compile("(?:^|[。！？!?；;.…｡][”’」』）)】》\"']*)\\s*")


@dataclass(frozen=True, slots=True)
class Ordinal:
    """An ordinal at the start of a sentence.

    `place` is the index of its paragraph, `start` the offset there where the sentence begins, `end` where the ordinal
    ends. `value` is its number or LAST; `family` the way it is written, which is the same within one run.
    """

    place: int
    start: int
    end: int
    value: int
    family: str


def find_ordinals(text: str, place: int) -> Iterator[Ordinal]:
    """The ordinals at the starts of the sentences of `text`, in order."""
    for match in _START.finditer(text):
        at = match.end()
        for pattern in _PATTERNS:
            found = pattern.match(text, at)
            ordinal = _ordinal(found, place, at) if found else None
            if ordinal:
                yield ordinal
                break


def _ordinal(found: re.Match[str], place: int, at: int) -> Ordinal | None:
    named = {name: text for name, text in found.groupdict().items() if text}
    if "last" in named:
        value: int | None = LAST
    elif "first" in named:
        value = 1
    elif "zh" in named:
        value = chinese_number(named["zh"])
    elif "digits" in named:
        value = int(named["digits"])
    else:
        value = english_ordinal(named.get("en", named.get("adverb", "")))
    if value is None:
        return None
    if "counter" in named:
        family = f"第N{named['counter']}"
    elif "label" in named:
        family = f"{named['label']}N"
    elif "numbered" in named:
        family = f"{named['numbered'].capitalize()} N"
    elif "adverb" in named:
        family = "First, Second, …"
    else:
        family = "the Nth paper"
    return Ordinal(place, at, found.end(), value, family)


def chinese_number(text: str) -> int | None:
    """The number that 二十一, 21, ２１ or 一百零三 write, or None."""
    if not any(char in _UNITS for char in text):
        digits = [_DIGITS[char] for char in text]
        # 二三 is no number that counts papers; 23 is.
        return int("".join(map(str, digits))) if text[0].isdecimal() or len(text) == 1 else None
    total = digit = 0
    for char in text:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit


def english_ordinal(word: str) -> int | None:
    """The number that `third`, `thirdly` or `21st` writes, or None."""
    lower = word.lower()
    if lower[:1].isdigit():
        return int(re.sub(r"\D", "", lower))
    return _ENGLISH.get(lower)


def longest_run(ordinals: list[Ordinal], at_least: int = 2) -> tuple[Ordinal, ...]:
    """The longest run 1, 2, 3 … of one family, in the order of the text; () when none has `at_least` members.

    Of several places with the same number the first after its predecessor counts, but one at the start of a
    paragraph goes before one inside. One number may be missing; what says "the last" ends a run.
    """
    families: dict[str, list[Ordinal]] = {}
    for ordinal in ordinals:
        families.setdefault(ordinal.family, []).append(ordinal)
    runs = [_run(members) for members in families.values()]
    best = max(runs, key=len, default=())
    return best if len(best) >= at_least else ()


def _run(members: list[Ordinal]) -> tuple[Ordinal, ...]:
    by_value: dict[int, list[int]] = {}
    for index, member in enumerate(members):
        by_value.setdefault(member.value, []).append(index)
    chosen: list[int] = []
    value = 1
    while True:
        after = chosen[-1] if chosen else -1
        found = _next(by_value.get(value, ()), after)
        if found is None and chosen:
            found, value = _next(by_value.get(value + 1, ()), after), value + 1
        if found is None:
            break
        chosen.append(found)
        value += 1
    last = _next(by_value.get(LAST, ()), chosen[-1]) if chosen else None
    if last is not None:
        chosen.append(last)
    return tuple(members[index] for index in chosen)


def _next(indexes: list[int] | tuple[int, ...], after: int) -> int | None:
    return next((index for index in indexes if index > after), None)
