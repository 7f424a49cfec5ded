"""BCP 47 tags (RFC 5646) of the languages a digest may have, and the only tables that map them to other codes.

A tag is a plain `str` in canonical form; `parse` makes one from what people write (`zh_TW`, `zh-cn`).
`zh` alone says Chinese whose script is not yet known; it may be read but is never a column.
"""

from __future__ import annotations

import difflib
from typing import Final, NamedTuple

from bilingual.errors import LanguageError

HANS: Final = "Hans"
HANT: Final = "Hant"


class _Codes(NamedTuple):
    script: str  # ISO 15924, empty for Latin and for Chinese of unknown script
    opencc: str  # the standard's name in OpenCC configurations: s, t, tw, hk
    ooxml: str  # w:lang value (ECMA-376 Part 1, 17.18.52 with RFC 5646)
    east_asian: bool
    name: str  # the language's name in itself
    english: str


_TABLE: Final[dict[str, _Codes]] = {
    "zh": _Codes("", "", "zh-CN", True, "中文", "Chinese"),
    "zh-Hans": _Codes(HANS, "s", "zh-CN", True, "简体中文", "Chinese (Simplified)"),
    "zh-Hans-CN": _Codes(HANS, "s", "zh-CN", True, "简体中文", "Chinese (Simplified, China)"),
    "zh-Hans-SG": _Codes(HANS, "s", "zh-SG", True, "简体中文（新加坡）", "Chinese (Simplified, Singapore)"),
    "zh-Hant": _Codes(HANT, "t", "zh-TW", True, "繁體中文", "Chinese (Traditional)"),
    "zh-Hant-TW": _Codes(HANT, "tw", "zh-TW", True, "繁體中文", "Chinese (Traditional, Taiwan)"),
    "zh-Hant-HK": _Codes(HANT, "hk", "zh-HK", True, "繁體中文（香港）", "Chinese (Traditional, Hong Kong)"),
    "zh-Hant-MO": _Codes(HANT, "hk", "zh-MO", True, "繁體中文（澳門）", "Chinese (Traditional, Macao)"),
    "en": _Codes("", "", "en-US", False, "English", "English"),
    "en-US": _Codes("", "", "en-US", False, "English", "English (United States)"),
    "en-GB": _Codes("", "", "en-GB", False, "English", "English (United Kingdom)"),
}

# What people, older software and other standards write for the same languages (CLDR likely subtags).
_ALIASES: Final[dict[str, str]] = {
    "zh-cn": "zh-Hans-CN",
    "zh-sg": "zh-Hans-SG",
    "zh-my": "zh-Hans-SG",
    "zh-tw": "zh-Hant-TW",
    "zh-hk": "zh-Hant-HK",
    "zh-mo": "zh-Hant-MO",
    "cmn": "zh",
    "chi": "zh",
    "zho": "zh",
    "zt": "zh-Hant",
    "eng": "en",
    "cmn-hans": "zh-Hans",
    "cmn-hant": "zh-Hant",
}
_CANONICAL: Final = {tag.lower(): tag for tag in _TABLE} | _ALIASES


def parse(text: str) -> str:
    """The canonical BCP 47 tag of `text`, whatever its case and whether it uses `-` or `_`.

    Raises LanguageError, which names the nearest known tag.
    """
    wanted = text.strip().replace("_", "-").lower()
    tag = _CANONICAL.get(wanted)
    if tag is None:
        near = difflib.get_close_matches(wanted, _CANONICAL, n=1, cutoff=0.5)
        known = f'; did you mean "{_CANONICAL[near[0]]}"?' if near else f"; known tags: {', '.join(columns())}."
        raise LanguageError(f'The language tag "{text}" is not known{known}')
    return tag


def columns() -> tuple[str, ...]:
    """The tags a digest column may have: every known one but bare `zh`."""
    return tuple(tag for tag in _TABLE if tag != "zh")


def script(tag: str) -> str:
    """The ISO 15924 script code of a canonical tag: "Hans", "Hant", or "" when it has none or it is not known."""
    return _TABLE[tag].script


def is_chinese(tag: str) -> bool:
    """Whether a canonical tag is a Chinese one."""
    return _TABLE[tag].east_asian


def same_language(one: str, other: str) -> bool:
    """Whether text in `one` can stand unchanged in a column of `other`: same language and same script.

    Chinese of unknown script (`zh`) has no character that tells the scripts apart, so it can stand in either.
    """
    if is_chinese(one) != is_chinese(other):
        return False
    return script(one) == script(other) or "zh" in (one, other)


def opencc_standard(tag: str) -> str:
    """The name OpenCC's configurations give to the standard of a Chinese tag: s, t, tw or hk; "" for others."""
    return _TABLE[tag].opencc


def ooxml(tag: str) -> str:
    """The value of `w:lang` for a canonical tag (ECMA-376 knows zh-TW, not zh-Hant-TW)."""
    return _TABLE[tag].ooxml


def autonym(tag: str) -> str:
    """The name of the language in itself, for column headings."""
    return _TABLE[tag].name


def english_name(tag: str) -> str:
    """The English name of the language, for messages."""
    return _TABLE[tag].english


def argos(tag: str) -> str:
    """The code that Argos packages use: zh for Simplified, zt for Traditional, en."""
    if not is_chinese(tag):
        return "en"
    return "zt" if script(tag) == HANT else "zh"
