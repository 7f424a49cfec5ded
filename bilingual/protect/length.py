"""How long a translation should be, from what its source holds.

Measured on the paragraphs of four public English–Chinese documents: one Han character stands for 3.2 to 4.0 English
letters and spaces (medians of the documents), and Latin text for itself.
"""

from __future__ import annotations

import re
from typing import Final

from bilingual import lang

_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_SPACE: Final = re.compile(r"\s+")
LETTERS_PER_HAN: Final = 3.7


def han_count(text: str) -> int:
    """How many Han characters `text` holds."""
    return len(_HAN.findall(text))


def length_ratio(source: str, target: str, source_tag: str, target_tag: str) -> float:
    """The length of `target` by the length that a translation of `source` would have; 1 is as expected, 0 is empty.

    `source` must hold something; for one that does not the ratio is 1.
    """
    one, other = _size(source, source_tag, target_tag), _size(target, target_tag, target_tag)
    return other / one if one else 1.0


def _size(text: str, tag: str, target_tag: str) -> float:
    """The length in characters of the target language."""
    flat = _SPACE.sub(" ", text).strip()
    if lang.is_chinese(tag) == lang.is_chinese(target_tag):
        return float(len(flat))
    if lang.is_chinese(tag):
        han = han_count(flat)
        return han * LETTERS_PER_HAN + (len(flat) - han)
    return len(flat) / LETTERS_PER_HAN
