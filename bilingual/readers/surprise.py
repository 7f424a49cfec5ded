"""Surprise: how unlikely a text is as Chinese or English writing, in nats (negative natural logarithms).

The costs are rough shares of running text: a frequent Han letter is one of 840 that make up three quarters of it, one
of the other letters of the first levels of GB 2312 and Big5 (the standards' own division into common and less common)
one of some 6,000 that make up most of the rest, and so on down to characters that no text has.
"""

from __future__ import annotations

import functools
import unicodedata
from collections import Counter
from typing import Final

from bilingual.readers.frequent_han import FREQUENT

# First code point, last, cost; what is in none of these ranges costs _RARE. The first that fits counts.
_RANGES: Final = (
    (0x20, 0x7E, 4.0),
    (0x2010, 0x2026, 6.0),
    (0x3001, 0x3002, 4.0),
    (0x3008, 0x3017, 6.0),
    (0xFF01, 0xFF5E, 5.5),
    (0x00A0, 0x00FF, 8.0),
    (0x0391, 0x03C9, 8.0),
    (0x2190, 0x22FF, 9.0),
    (0x2460, 0x249B, 9.0),
    (0x25A0, 0x27BF, 9.0),
    (0x0100, 0x024F, 10.0),
    (0x1F300, 0x1FAFF, 10.0),
    (0x3000, 0x30FF, 11.0),
    (0x0400, 0x04FF, 12.0),
    (0xAC00, 0xD7A3, 12.0),
    (0x3400, 0x4DBF, 16.0),
)
_FREQUENT: Final = 6.6
_COMMON: Final = 10.2
_SECOND_LEVEL: Final = 13.0
_RARE: Final = 15.0
_NEVER: Final = 20.0
# Natural Chinese has a mean near 7.3 over its characters that are not ASCII, text read in a wrong encoding of the same
# kind 10 and more; names and classical quotations raise the first, never by two.
_READABLE: Final = 9.2
_CONTROLS: Final = 8  # one character in so many may be a control or unassigned


def surprise(text: str) -> float:
    """The cost of `text` in nats: the sum over its characters."""
    return sum(cost(char) * count for char, count in Counter(text).items())


def unusual(text: str) -> str:
    """The characters of `text` that are not ASCII: the ones that tell one encoding from another."""
    return "".join(char for char in text if char > "\x7f")


def is_readable(text: str) -> bool:
    """Whether `text` is, on the whole, writing, and holds few characters that no writing has."""
    counts = Counter(text)
    never = sum(count for char, count in counts.items() if cost(char) == _NEVER)
    return never * _CONTROLS <= len(text) and surprise(text) <= _READABLE * len(text)


@functools.lru_cache(maxsize=32_768)
def cost(char: str) -> float:
    """The cost of one character in nats."""
    if char in "\n\t\r":
        return 4.0
    if char in FREQUENT:
        return _FREQUENT
    code = ord(char)
    category = unicodedata.category(char)
    if category in ("Cc", "Co", "Cs", "Cn") or char == "\ufffd":
        return _NEVER
    if 0x4E00 <= code <= 0x9FFF:
        return _han(char)
    return next((price for first, last, price in _RANGES if first <= code <= last), _RARE)


def _han(char: str) -> float:
    levels = [_lead(char, "gb2312") - 0xB0, _lead(char, "big5") - 0xA4]
    if 0 <= levels[0] <= 0xD7 - 0xB0 or 0 <= levels[1] <= 0xC6 - 0xA4:
        return _COMMON
    return _SECOND_LEVEL if levels[0] >= 0 or levels[1] >= 0 else _RARE


def _lead(char: str, codec: str) -> int:
    """The first byte of a character in a two-byte encoding, 0 when it is not there."""
    return char.encode(codec, errors="ignore")[:1].ljust(1, b"\0")[0]
