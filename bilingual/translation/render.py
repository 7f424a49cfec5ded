"""Write a number in English as a person would: 1,750 亿 is 175 billion, 百分之五 is 5%, 三种 has three."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from bilingual.protect.numbers import Number, plain_digits

_SMALL: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
_SCALES: Final = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
_HAN: Final = re.compile("[\u3400-\u9fff]")


def render(number: Number) -> str:
    """The number in English. Digits without a Chinese scale stay as they are written."""
    text = plain_digits(number.text)
    if not _HAN.search(text):
        return text.strip()
    readings = sorted(number.readings, key=lambda reading: (reading[1] != "%", reading[1], reading[0]))
    percent = next((value for value, unit in readings if unit == "%"), None)
    if percent is not None and ("分之" in text or "成" in text) and not re.search("[三四五六七八九]分之", text):
        return f"{_decimal(percent)}%"
    if "百分" in text:
        return f"{_decimal(readings[0][0])} percentage points"
    value = next((value for value, unit in readings if unit == ""), readings[0][0])
    if value.denominator != 1 and "分之" in text:
        return f"{value.numerator}/{value.denominator}"
    if not number.digits and value.denominator == 1 and value < len(_SMALL):
        return _SMALL[int(value)]
    for scale, word in _SCALES:
        if value >= scale and (value / scale * 1000).denominator == 1:
            return f"{_decimal(value / scale)} {word}"
    return _decimal(value)


def _decimal(value: Fraction) -> str:
    if value.denominator == 1:
        return f"{int(value):,}" if value >= 10_000 else str(int(value))
    return f"{float(value):.10f}".rstrip("0").rstrip(".")
