"""One script for both sides of a comparison: Traditional Chinese folded to Simplified, characters only.

Folding is for comparing, never for showing; phrase tables are not used, so that each character stands for itself.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Protocol, cast

HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


@lru_cache(maxsize=1)
def _converter() -> _Converter:
    import opencc

    return cast(_Converter, opencc.OpenCC("t2s"))


def fold(text: str) -> str:
    """`text` in compatibility form (NFKC), lower case and Simplified characters."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if not HAN.search(text):
        return text
    # OpenCC raises on lone surrogates and drops a NUL together with the character after it.
    return _converter().convert(re.sub("[\x00\ud800-\udfff]", " ", text))


def letters(text: str) -> str:
    """Only the letters and digits of a folded text: how titles are compared."""
    return "".join(char for char in fold(text) if char.isalnum())
