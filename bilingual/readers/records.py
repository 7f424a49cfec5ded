"""Records: what BibTeX, RIS, tables, JSON and feeds have in common. A record has named fields and is one paper.

Fields that have no place in a paper become a note, and a record that holds neither title nor summary a finding, so
that nothing is lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import Document, Note, Paragraph, Runs, Translation, trim
from bilingual.protect import scan
from bilingual.readers.assemble import document
from bilingual.readers.characters import clean
from bilingual.readers.flow import coarse_lang, unwrap
from bilingual.readers.identity import arxiv_id, identifiers
from bilingual.readers.layouts.reading import Draft, Reading
from bilingual.readers.lines import paragraph
from bilingual.readers.roles import Role, role_of

LAYOUT: Final = "records"
_BLANK: Final = re.compile(r"\n[ \t\r\u3000]*\n\s*")
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{1,10}://[^\s\"'<>，。；、|]+", re.IGNORECASE)
_SEMICOLON: Final = re.compile(r"[;；|]")
_COMMA: Final = re.compile(r"[,，、&]|\band\b")
_OLD_ARXIV: Final = re.compile(r"(?P<id>[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")


@dataclass(frozen=True, slots=True)
class Record:
    """A record on lines `line` to `line_end`: fields as (name, value) in order, and authors where they come as a list.

    `paragraphs` are a summary that its format has parted already.
    """

    fields: tuple[tuple[str, str], ...]
    line: int
    line_end: int
    authors: tuple[str, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    role: Role
    lang: str
    value: str


def records_document(
    records: Iterable[Record],
    path: str,
    format: str,
    rule: str,
    *,
    title: str = "",
    findings: Sequence[Finding] = (),
) -> Document:
    """The document of these records; `rule` says in words what a record is, `findings` are those of the format."""
    cleaned, of_characters = _cleaned(tuple(records), path)
    drafts: list[Draft] = []
    notes: list[Note] = []
    skipped: list[Finding] = []
    for record in cleaned:
        draft, note = _draft(record, rule)
        if draft.title or draft.paragraphs:
            drafts.append(draft)
            notes.extend([note] if note.text else [])
        else:
            skipped.append(skip(path, record.line, "it has neither a title nor a summary", note.text))
    reading = Reading(LAYOUT, 1.0, title, (), tuple(drafts), tuple(notes))
    found = sorted((*findings, *skipped), key=lambda finding: finding.line)
    return document(reading, path, format=format, findings=(*of_characters, *found))


def skip(path: str, line: int, why: str, text: str = "") -> Finding:
    """The finding for a record that was left out: where, why, and how it begins."""
    begins = " ".join(text[:200].split())[:100]
    shown = f": {begins}" if begins else ""
    return Finding("read.record-skipped", Severity.WARNING, f"A record was skipped because {why}{shown}", path, line)


def text_paragraphs(text: str, line: int) -> tuple[Paragraph, ...]:
    """The paragraphs of a value: parted by empty lines, with their formulas, code and addresses found."""
    return tuple(paragraph(trim(scan(part)), line) for part in _BLANK.split(text.replace("\r\n", "\n")) if part.strip())


def split_authors(text: str) -> tuple[str, ...]:
    """The names in a list: parted by semicolons if there are any, so that `Wang, Li; Chen, Hui` is two people."""
    parting = _SEMICOLON if _SEMICOLON.search(text) else _COMMA
    return tuple(name for part in parting.split(" ".join(text.split())) if (name := part.strip()))


def _draft(record: Record, rule: str) -> tuple[Draft, Note]:
    """The draft of a record, and what has no place in one."""
    texts: list[_Text] = []
    links: list[str] = []
    keys: list[str] = []
    other: list[str] = []
    said: dict[Role, str] = {}
    names = record.authors
    for name, value in record.fields:
        role, lang = role_of(name)
        if role in (Role.TITLE, Role.SUMMARY):
            texts.append(_Text(role, lang, value))
        elif role is Role.AUTHORS and not names:
            names = split_authors(value)
        elif role is Role.IDENTIFIER and (found := _identified(value)):
            keys.extend(found)
            links.extend(_ADDRESS.findall(value))
        elif role is Role.LINK and (addresses := _ADDRESS.findall(value)):
            links.extend(addresses)
        elif role in (Role.VENUE, Role.DATE) and role not in said:
            said[role] = " ".join(value.split())
        else:
            other.append(f"{name}: {' '.join(value.split())}")
    title, summary, translations = _languages(texts, record)
    draft = Draft(
        title=title,
        paragraphs=summary,
        line=record.line,
        line_end=record.line_end,
        rule=rule,
        authors=names,
        venue=said.get(Role.VENUE, ""),
        date=said.get(Role.DATE, ""),
        identifiers=tuple(dict.fromkeys(keys)),
        links=tuple(dict.fromkeys(links)),
        translations=translations,
    )
    return draft, Note("field", "; ".join(other), record.line)


def _languages(texts: Sequence[_Text], record: Record) -> tuple[Runs, tuple[Paragraph, ...], tuple[Translation, ...]]:
    """Title and summary of the paper, and what the record gives of them in another language.

    The language of the paper is that of the field that states none, else of the first.
    """
    main = _main_language(texts, record)
    titles: dict[str, Runs] = {}
    summaries: dict[str, tuple[Paragraph, ...]] = {main: record.paragraphs}
    for text in texts:
        lang = text.lang or coarse_lang(text.value)
        if text.role is Role.TITLE:
            titles.setdefault(lang, trim(unwrap(scan(text.value))))
        else:
            summaries[lang] = (*summaries.get(lang, ()), *text_paragraphs(text.value, record.line))
    own = summaries.pop(main)
    named = main if main in titles or len(titles) != 1 else next(iter(titles))
    title = titles.pop(named, ())
    translations = []
    for lang in dict.fromkeys([*summaries, *titles]):
        there = summaries.get(lang, ())
        translations.append(Translation(lang, titles.get(lang, ()), there, len(there) == len(own) == 1))
    return title, own, tuple(translations)


def _main_language(texts: Sequence[_Text], record: Record) -> str:
    if record.paragraphs:
        return record.paragraphs[0].lang
    summaries = [text for text in texts if text.role is Role.SUMMARY] or list(texts)
    unstated = [text for text in summaries if not text.lang]
    chosen = (unstated or summaries)[:1]
    return next((text.lang or coarse_lang(text.value) for text in chosen), "en")


def _identified(value: str) -> tuple[str, ...]:
    """The identifiers that a value gives, bare or in an address."""
    text = value.strip()
    old = _OLD_ARXIV.fullmatch(text)
    if old:
        return (f"arxiv:{old['id'].lower()}",)
    bare = arxiv_id(text)
    return (bare,) if bare else identifiers([text])


def _cleaned(records: tuple[Record, ...], path: str) -> tuple[tuple[Record, ...], tuple[Finding, ...]]:
    """The records without characters that mean nothing, and what was removed, with the lines of the records."""
    cleaned: list[Record] = []
    dirty: list[tuple[int, str]] = []
    for record in records:
        fields = tuple((name, clean(value, path)[0]) for name, value in record.fields)
        authors = tuple(clean(author, path)[0] for author in record.authors)
        if fields != record.fields or authors != record.authors:
            values = " ".join((*(value for _, value in record.fields), *record.authors))
            dirty.append((record.line, " ".join(values.split("\n"))))
        cleaned.append(replace(record, fields=fields, authors=authors))
    return tuple(cleaned), clean("".join(_on_their_lines(dirty)), path)[1]


def _on_their_lines(dirty: Sequence[tuple[int, str]]) -> Iterator[str]:
    line = 1
    for number, text in dirty:
        yield "\n" * max(0, number - line)
        line = max(line, number)
        yield text
