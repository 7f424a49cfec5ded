"""Numbers as values, so that `1,750 亿`, `175 billion` and `一千七百五十亿` are the same one.

A percent sign, a unit or a currency is not part of the value: `百分之五` is 5, as `5%` is. This is a fast and coarse
cousin of `bilingual.protect.numbers`, which says exactly which number is missing in a translation: alignment looks at
every sentence of a book, needs one value to look up, and may be wrong about a word now and then.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_SCALES: Final = {
    "百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12,
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12,
}  # fmt: skip
_DIGITS: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<number>\d{1,3}(?:[,\u2009\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s?(?P<han>[百千万萬亿億兆]{1,2})|\s(?P<word>hundred|thousand|million|billion|trillion)\b|(?P<letter>[KMBTkmb])(?![A-Za-z0-9]))?",
)
_WORDS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "first": 1, "second": 2, "third": 3, "fourth": 4,
    "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twice": 2, "half": 0.5,
}  # fmt: skip
_WORD: Final = re.compile("[A-Za-z]+")
_HAN_DIGITS: Final = dict(zip("零〇一二两兩三四五六七八九", [0, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9], strict=True))
_HAN_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_HAN: Final = re.compile("[零〇一二两兩三四五六七八九十百千]+(?:[万萬亿億][零〇一二两兩三四五六七八九十百千]*)*")


@dataclass(frozen=True, slots=True)
class Number:
    """A number found in a text. `value` is canonical (`1.75e+11`); `spelled` says that it was written in words."""

    value: str
    spelled: bool

    @property
    def significant(self) -> int:
        """How many significant digits the value has; a rough measure of how telling it is."""
        mantissa = self.value.split("e")[0].replace(".", "").lstrip("-0")
        return len(mantissa.rstrip("0") or mantissa[:1]) if "." not in self.value else len(mantissa)


def numbers(text: str) -> Iterator[Number]:
    """The numbers of `text`, those in digits first; digits inside names such as `GPT-3` or `B2` are not numbers."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    for match in _DIGITS.finditer(text):
        if _inside_name(text, match.start()):
            continue
        value = float(re.sub(r"[,\u2009\u202f]", "", match["number"]))
        for scale in match["han"] or "":
            value *= _SCALES[scale]
        for scale in (match["word"], match["letter"]):
            value *= _SCALES[scale.lower()] if scale else 1
        yield Number(_canonical(value), False)
    for word in _WORD.findall(text):
        if word.lower() in _WORDS:
            yield Number(_canonical(_WORDS[word.lower()]), True)
    for match in _HAN.finditer(text):
        spelled = _han_value(match[0])
        if spelled is not None:
            yield Number(_canonical(spelled), True)


def _inside_name(text: str, start: int) -> bool:
    """Whether the digits at `start` continue a name over a hyphen, as in `CIFAR-10`."""
    return start >= 2 and text[start - 1] in "-_" and text[start - 2].isascii() and text[start - 2].isalpha()


def _canonical(value: float) -> str:
    return f"{value:.10g}"


def _han_value(text: str) -> float | None:
    """The value of a Chinese numeral; None for what is no number, such as 一 before a measure word alone in 千万."""
    total, section, digit, seen = 0.0, 0.0, -1, False
    if all(char in _HAN_DIGITS for char in text) and len(text) > 1:
        return float("".join(str(_HAN_DIGITS[char]) for char in text))
    for char in text:
        if char in _HAN_DIGITS:
            digit, seen = _HAN_DIGITS[char], True
        elif char in _HAN_UNITS:
            section += (digit if digit >= 0 else 1) * _HAN_UNITS[char]
            digit, seen = -1, seen or char == "十"
        else:
            total = (total + section + max(digit, 0)) * _SCALES[char]
            section, digit = 0.0, -1
    return total + section + max(digit, 0) if seen else None
