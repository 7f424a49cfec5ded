"""Numerals in words: Chinese (一千七百五十亿, 二〇二六) and English (twenty-five, two-thirds) as exact values.

Only what is written is valued: vague amounts (数百, 上万, dozens) and idioms (万一, 一致) have no value and give None.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

HAN_DIGITS: Final = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    "〇": 0,
    "两": 2,
    "兩": 2,
}
HAN_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
HAN_SCALES: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
HAN_NUMERAL: Final = "[零〇一二两兩三四五六七八九十百千万萬亿億]"

_UNITS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_UNITS: Final = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_ORDINAL_TENS: Final = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split()
CARDINALS: Final = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: value * 10 for value, word in enumerate(_TENS, 2)},
}
ORDINALS: Final = {
    **{word: value for value, word in enumerate(_ORDINAL_UNITS)},
    **{word: value * 10 for value, word in enumerate(_ORDINAL_TENS, 2)},
}
SCALES: Final = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
PARTS: Final = {
    "half": 2,
    "halves": 2,
    "quarter": 4,
    "quarters": 4,
    **{word: value for word, value in ORDINALS.items() if value > 2},
    **{f"{word}s": value for word, value in ORDINALS.items() if value > 2},
}
MULTIPLES: Final = {
    "twice": 2,
    "thrice": 3,
    "both": 2,
    "pair": 2,
    "pairs": 2,
    "dual": 2,
    "twin": 2,
    "dozen": 12,
    "once": 1,
    **{f"{stem}{end}": 2 for stem in ("double", "halve") for end in ("", "d", "s")},
    "doubling": 2,
    "halving": 2,
    "tripling": 3,
    "triple": 3,
    "tripled": 3,
    "triples": 3,
    "triplet": 3,
    "quadruple": 4,
    "quadrupled": 4,
    "quintuple": 5,
    "triad": 3,
    "trio": 3,
    "quartet": 4,
    "bi": 2,
    "tri": 3,
    **{f"{word}fold": value for word, value in CARDINALS.items() if value},
}
MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|"
            "october oct|november nov|december dec"
        ).split("|"),
        1,
    )
    for name in names.split()
}
_WORD: Final = re.compile(r"[A-Za-z]+")


def han_value(text: str) -> int | None:
    """The value of a Chinese numeral without a fraction; None when it states none (千万 alone, or 百 of 数百)."""
    if text[0] in "百千万萬亿億":
        return None
    if len(text) > 1 and all(char in HAN_DIGITS for char in text):
        return int("".join(str(HAN_DIGITS[char]) for char in text))
    total = section = 0
    digit: int | None = None
    before = 1  # the unit before a last digit: 一百二 is 120, 三万五 is 35,000
    for char in text:
        if char in HAN_DIGITS:
            digit = HAN_DIGITS[char]
            before = 10 if char in "零〇" else before
        elif char in HAN_UNITS:
            section += (1 if digit is None else digit) * HAN_UNITS[char]
            before, digit = HAN_UNITS[char], None
        else:
            total = (total + section + (digit or 0)) * HAN_SCALES[char]
            before, section, digit = HAN_SCALES[char], 0, None
    shortened = digit is not None and before > 10 and len(text) > 2
    return total + section + (digit or 0) * (before // 10 if shortened else 1)


def english_value(text: str) -> Fraction | None:
    """The value of an English numeral in words, cardinal, ordinal or fraction; None when the words make none."""
    words = [word for word in _WORD.findall(text.lower()) if word not in ("and", "a", "an")]
    if not words:
        return None
    if words[-1] in PARTS and (len(words) == 1 or words[-1] not in ORDINALS or text.lower().startswith(("a ", "one"))):
        whole = _cardinal(words[:-1]) if len(words) > 1 else 1
        return None if whole is None else Fraction(whole, PARTS[words[-1]])
    value = _cardinal(words)
    return None if value is None else Fraction(value)


def _cardinal(words: list[str]) -> int | None:
    total = section = 0
    seen = False
    for word in words:
        if word in CARDINALS or word in ORDINALS:
            section += CARDINALS.get(word, ORDINALS.get(word, 0))
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in SCALES:
            total += (section or 1) * SCALES[word]
            section = 0
        else:
            return None
        seen = True
    return total + section if seen else None
