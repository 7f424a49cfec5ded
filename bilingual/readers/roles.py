"""Roles: what the fields of a record are for, by the names that programs and people give them in both languages."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from bilingual.readers.labels import LABELS, Label, normal


class Role(StrEnum):
    """What a field of a record gives its paper."""

    TITLE = "title"
    SUMMARY = "summary"
    AUTHORS = "authors"
    VENUE = "venue"
    DATE = "date"
    LINK = "link"
    IDENTIFIER = "identifier"
    OTHER = "other"


_NAMES: Final = {
    Role.TITLE: "title|primary title|paper title|article title|papertitle|translated title",
    Role.SUMMARY: (
        "abstract|abstracts|summary|abstractnote|abstract note|notes abstract|description|content|text|tldr|body|"
        "summaries|translation|translated abstract|translated summary|digest|ai summary|llm summary|总结|總結"
    ),
    Role.AUTHORS: "author|authors|first authors|creator|creators|author names|作者姓名",
    Role.VENUE: (
        "journal|booktitle|journaltitle|venue|conference|publication|publication title|journal name|journal ref|"
        "journal reference|secondary title|alternate title3|container title|event|source title|school|期刊名称|会议名称"
    ),
    Role.DATE: (
        "date|year|published|publication year|issued|pubdate|publication date|updated|created|published date|年|年份"
    ),
    Role.LINK: (
        "url|urls|link|links|pdf|pdf url|paper url|abs url|html url|file attachments1|code|github|homepage|"
        "地址|网址|網址"
    ),
    Role.IDENTIFIER: "doi|arxiv|arxiv id|arxivid|eprint|id|paper id|identifier|arxiv url|entry id|论文编号|編號",
}
_ROLES: Final = {name: role for role, names in _NAMES.items() for name in names.split("|")}
_OF_LABEL: Final = {
    Label.TITLE: Role.TITLE,
    Label.SUMMARY: Role.SUMMARY,
    Label.AUTHORS: Role.AUTHORS,
    Label.VENUE: Role.VENUE,
    Label.DATE: Role.DATE,
    Label.ARXIV: Role.IDENTIFIER,
    Label.DOI: Role.IDENTIFIER,
    Label.PAPER_LINK: Role.LINK,
    Label.LINK: Role.LINK,
}
_TAGS: Final = {
    **dict.fromkeys("zh cn chs chi chinese zhcn zhhans hans simplified".split(), "zh"),
    **dict.fromkeys("zhtw zhhant tw hant traditional cht".split(), "zh"),
    **dict.fromkeys("en eng english enus".split(), "en"),
}
# Words before or after the name of a field, with which a Chinese name states the language.
_CHINESE: Final = {
    **dict.fromkeys(("中文", "译文", "譯文", "翻译", "翻譯", "中译", "中譯"), "zh"),
    **dict.fromkeys(("英文", "原文"), "en"),
}
_TRANSLATIONS: Final = frozenset(
    "translation|translated abstract|translated title|translated summary|译文|譯文|翻译|翻譯".split("|")
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTING: Final = re.compile(r"[\s_\-./:()（）\[\]]+")
_REGION: Final = re.compile(r"\b(zh)[ _-]+(cn|tw|hk|hans|hant)\b")
_LONGEST: Final = 80  # characters of a name


def role_of(name: str) -> tuple[Role, str]:
    """The role of a field of this name, and the language that the name states: "zh", "en" or ""."""
    if len(name) > _LONGEST:
        return Role.OTHER, ""
    whole = _PARTING.sub(" ", name).strip().lower()
    for text in (whole, _PARTING.sub(" ", _CAMEL.sub(" ", name)).strip().lower()):
        stated = _with_language(text)
        if stated:
            return stated
        role = _plain_role(text)
        if role is not Role.OTHER:
            return role, "zh" if text in _TRANSLATIONS else ""
    return Role.OTHER, ""


def _with_language(text: str) -> tuple[Role, str] | None:
    """The role of a name that states a language before or after the field's own name."""
    words = _REGION.sub(r"\1\2", text).split()
    for at in (-1, 0):
        if len(words) > 1 and words[at] in _TAGS:
            return _found(" ".join(words[:-1] if at else words[1:]), _TAGS[words[at]])
    bare = text.replace(" ", "")
    for word, lang in _CHINESE.items():
        if len(bare) > len(word) and bare.startswith(word):
            return _found(bare.removeprefix(word), lang)
        if len(bare) > len(word) and bare.endswith(word):
            return _found(bare.removesuffix(word), lang)
    return None


def _found(name: str, lang: str) -> tuple[Role, str] | None:
    role = _plain_role(name)
    return (role, lang) if role is not Role.OTHER else None


def _plain_role(name: str) -> Role:
    known = _ROLES.get(name)
    if known:
        return known
    label = LABELS.get(normal(name))
    return _OF_LABEL.get(label, Role.OTHER) if label else Role.OTHER
