"""Which column a language of a returned file is: tools write tags and names of their own for the same language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError

_TAG: Final = re.compile(r"(?<![A-Za-z])[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4}){0,2}(?![A-Za-z])")
_LONGEST: Final = 60  # characters of a head; longer ones are sentences

# Names that tools give to languages besides those of CLDR, as memoQ and Windows do.
_NAMES: Final = {
    "chinese (prc)": "zh-Hans-CN",
    "chinese (china)": "zh-Hans-CN",
    "chinese simplified": "zh-Hans",
    "simplified chinese": "zh-Hans",
    "chinese (taiwan)": "zh-Hant-TW",
    "chinese (hong kong)": "zh-Hant-HK",
    "chinese (hong kong sar)": "zh-Hant-HK",
    "chinese traditional": "zh-Hant",
    "traditional chinese": "zh-Hant",
}


def column_of(tag: str, columns: Sequence[str]) -> str:
    """The column that text in `tag`, as another program wrote it, belongs to; "" when there is none or no telling.

    An exact one wins; else the only column in the same language and script: `en-GB` is that of `en`.
    """
    try:
        known = lang.parse(tag)
    except LanguageError:
        language, _, rest = tag.replace("_", "-").partition("-")
        return column_of(language, columns) if rest else ""
    if known in columns:
        return known
    same = [column for column in columns if lang.same_language(known, column)]
    return same[0] if len(same) == 1 else ""


def column_of_head(text: str, columns: Sequence[str]) -> str:
    """The column that a head over a table names; "" when it names none.

    Heads are those of this program (`简体中文`), names in English (`Chinese (PRC)`), tags, and tags after a word, such
    as `Target (zh-TW)`.
    """
    head = " ".join(text.split())
    if not head or len(head) > _LONGEST:
        return ""
    exact = {name.lower(): tag for tag in reversed(columns) for name in _names_of(tag)}
    for name in sorted(exact, key=len, reverse=True):
        if _begins(head.lower(), name):
            return exact[name]
    for name, tag in _NAMES.items():
        if _begins(head.lower(), name) and (found := column_of(tag, columns)):
            return found
    inside = re.search(r"[(\[]([^)\]]*)[)\]]", head)
    candidates = (inside[1] if inside else "", head, head.split()[0])
    return next((found for text in candidates if _TAG.fullmatch(text) and (found := column_of(text, columns))), "")


def _begins(head: str, name: str) -> bool:
    """Whether a head is a name, or begins with it and goes on with a remark in brackets or the like."""
    rest = head[len(name) :].lstrip()
    return head.startswith(name) and (not rest or rest[0] in "([（［/:：,，-–—")


def _names_of(tag: str) -> set[str]:
    general = f"zh-{lang.script(tag)}" if lang.script(tag) else tag
    return {lang.autonym(tag), lang.english_name(tag), lang.english_name(general)}
