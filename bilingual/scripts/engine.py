"""OpenCC, made safe: any `str` goes in, and what OpenCC cannot carry comes out where it was.

OpenCC drops a NUL together with the character after it and refuses lone surrogates; both are kept out of it here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError

Convert = Callable[[str], str]
_UNSAFE: Final = re.compile("[\x00\ud800-\udfff]+")


def safe(convert: Convert, text: str) -> str:
    """`convert(text)`, with NULs and lone surrogates kept in place and never shown to `convert`."""
    if not _UNSAFE.search(text):
        return convert(text)
    pieces: list[str] = []
    done = 0
    for match in _UNSAFE.finditer(text):
        pieces += (convert(text[done : match.start()]), match[0])
        done = match.end()
    return "".join([*pieces, convert(text[done:])])


def configurations(source: str, target: str, vocabulary: bool) -> tuple[str, ...]:
    """The OpenCC configurations that lead from `source` to `target` (canonical tags), in order.

    There are none when the text stays. Raises LanguageError when there is no such conversion.
    """
    if not (lang.is_chinese(source) and lang.is_chinese(target)):
        raise LanguageError(f"Script conversion is between Chinese scripts, not from {source} to {target}.")
    if not lang.script(target):
        raise LanguageError(
            f"The target {target} names no script; use zh-Hans, zh-Hant or one with a region."
        )
    opposite = "t" if lang.script(target) == lang.HANS else "s"
    one, other = lang.opencc_standard(source) or opposite, lang.opencc_standard(target)
    if lang.script(source) == lang.script(target):
        regional = one != other and "t" not in (one, other)
        return (f"{one}2t", f"t2{other}") if regional else ()
    phrases = "p" if vocabulary and {one, other} & {"tw", "hk"} else ""
    return (f"{one}2{other}{phrases}",)


@cache
def load(configuration: str) -> Convert:
    """OpenCC with one of its own configurations, such as s2tw; loaded once (about 0.1 s)."""
    import opencc

    convert: Convert = opencc.OpenCC(configuration).convert
    return convert
