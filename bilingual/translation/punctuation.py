"""Punctuation and spaces where pieces of a translated sentence meet: 。 becomes a full stop, and one only."""

from __future__ import annotations

import re
from typing import Final

from bilingual import lang

_TO_WESTERN: Final = str.maketrans(
    {
        "，": ",",
        "、": ",",
        "。": ".",
        "；": ";",
        "：": ":",
        "！": "!",
        "？": "?",
        "（": "(",
        "）": ")",
        "【": "[",
        "】": "]",
        "「": "“",
        "」": "”",
        "『": "‘",
        "』": "’",
        "《": "“",
        "》": "”",
        "～": "–",
        "｡": ".",
        "〈": "‘",
        "〉": "’",
    }
)
MARKS: Final = '，、。；：！？（）【】「」『』《》〈〉～｡,.;:!?()[]“”‘’"—…·'
_ANY_MARK: Final = re.compile(f"[{re.escape(MARKS)}]")
_WIDE: Final = re.compile(r"([，、；：！？。])(?=[^\s，、；：！？。）】」』”’)\]\"'.,;:!?])")
_NO_SPACE_AFTER: Final = "([{“‘/\n$#@"
_NO_SPACE_BEFORE: Final = ",.;:!?)]}”’%/\n"
_END: Final = 40  # characters in which the end of a sentence is looked for
_DOUBLED: Final = re.compile(r"(?<![.!?…])([.!?])(?:\s?[.。])+(?=\s*[)”’\"]*\s*$)")


def western(text: str) -> str:
    """`text` with full-width Chinese punctuation made Western, and a space after what a word follows."""
    return _WIDE.sub(r"\1 ", text).translate(_TO_WESTERN) if _ANY_MARK.search(text) else text


def needs_space(left: str, right: str, target_tag: str) -> bool:
    """Whether a space parts the end of `left` from the beginning of `right`."""
    if not left or not right or left[-1].isspace() or right[0].isspace():
        return False
    if left[-1] in _NO_SPACE_AFTER or right[0] in _NO_SPACE_BEFORE:
        return False
    return not lang.is_chinese(target_tag)


def one_stop(source: str, target: str) -> str:
    """`target` without a second full stop at its end, unless `source` ends in dots itself."""
    if re.search(r"[.…]{2,}\W*$", source[-_END:]):
        return target
    return target[:-_END] + _DOUBLED.sub(r"\1", target[-_END:])
