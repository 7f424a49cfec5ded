"""Term files: CSV that people write, and TBX-Basic (ISO 30042) that other tools export.

A CSV has a heading line. One column a language, headed by its tag, gives one concept a line, several names of a cell
parted by `|`; columns `status` (of the last language column) and `note` are optional. Or `source`, `target`, `status`,
where lines with the same source are one concept. TBX is read with no entities and no network.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from bilingual import lang
from bilingual.errors import LanguageError, SourceError
from bilingual.protect.terms import Concept, Status, Term

_STATUSES: Final = {
    "": Status.PREFERRED,
    "preferred": Status.PREFERRED,
    "preferredterm-admn-sts": Status.PREFERRED,
    "standardizedterm-admn-sts": Status.PREFERRED,
    "admitted": Status.ADMITTED,
    "admittedterm-admn-sts": Status.ADMITTED,
    "allowed": Status.ADMITTED,
    "forbidden": Status.FORBIDDEN,
    "deprecated": Status.FORBIDDEN,
    "deprecatedterm-admn-sts": Status.FORBIDDEN,
    "supersededterm-admn-sts": Status.FORBIDDEN,
    "obsolete": Status.FORBIDDEN,
}
_XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_FIELD_LIMIT: Final = 10_000  # characters of a cell


def read_terms(data: bytes, name: str) -> tuple[Concept, ...]:
    """The concepts of a term file. Raises SourceError, which names the file and the line."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return tuple(_tbx(data, name))
    return tuple(_csv(data, name))


def _csv(data: bytes, name: str) -> Iterator[Concept]:
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError(f"{name} is not UTF-8 text; save it again as CSV in UTF-8.") from None
    first = text.partition("\n")[0]
    delimiter = max(",\t;", key=first.count)
    lines = csv.reader(io.StringIO(text.replace("\x00", "")), delimiter=delimiter)
    try:
        rows = [(lines.line_num, [cell.strip() for cell in row]) for row in lines]
    except csv.Error as error:
        raise SourceError(f"{name}:{lines.line_num} is not CSV: {error}.") from None
    rows = [(line, row) for line, row in rows if any(row) and not row[0].startswith("#")]
    if not rows:
        return
    heads = [head.lower() for head in rows[0][1]]
    if "source" in heads and "target" in heads:
        yield from _pairs(rows[1:], heads, name)
    else:
        yield from _columns(rows[1:], rows[0][1], name)


def _columns(rows: list[tuple[int, list[str]]], heads: list[str], name: str) -> Iterator[Concept]:
    tags: dict[int, str] = {}
    status_at = note_at = -1
    for at, head in enumerate(heads):
        if head.lower() == "status":
            status_at = at
        elif head.lower() in ("note", "notes", "comment"):
            note_at = at
        elif head:
            try:
                tags[at] = lang.parse(head)
            except LanguageError as error:
                raise SourceError(f"{name}:1: {error} A term file's columns are languages, status and note.") from None
    if len(tags) < 2:
        raise SourceError(
            f"{name}:1 names {len(tags)} languages; a term file begins with a line such as zh-Hans,en,status,note."
        )
    last = max(tags)
    by_source: dict[str, list[Term]] = {}
    places: dict[str, int] = {}
    for line, row in rows:
        status = _status(_cell(row, status_at), name, line)
        terms: list[Term] = []
        for at, tag in tags.items():
            for text in _cell(row, at).split("|"):
                if text.strip():
                    terms.append(
                        Term(tag, text.strip(), status if at == last else Status.PREFERRED, _cell(row, note_at))
                    )
        key = "|".join(term.text for term in terms if term.lang != tags[last]) or f"line {line}"
        places.setdefault(key, line)
        by_source.setdefault(key, []).extend(terms)
    for key, terms in by_source.items():
        yield Concept(f"{name}:{places[key]}", tuple(dict.fromkeys(terms)), f"{name}:{places[key]}")


def _pairs(rows: list[tuple[int, list[str]]], heads: list[str], name: str) -> Iterator[Concept]:
    """Columns `source`, `target`, and optional `source_lang` (zh), `target_lang` (en), `status` and `note`."""
    at = {head: index for index, head in enumerate(heads)}
    concepts: dict[tuple[str, str], list[Term]] = {}
    places: dict[tuple[str, str], int] = {}
    for line, row in rows:
        try:
            source_tag = lang.parse(_cell(row, at.get("source_lang", -1)) or "zh")
            target_tag = lang.parse(_cell(row, at.get("target_lang", -1)) or "en")
        except LanguageError as error:
            raise SourceError(f"{name}:{line}: {error}") from None
        source, target = _cell(row, at["source"]), _cell(row, at["target"])
        if not source or not target:
            raise SourceError(f"{name}:{line} has no {'target' if source else 'source'}; each line needs both.")
        status = _status(_cell(row, at.get("status", -1)), name, line)
        note = _cell(row, at.get("note", -1))
        key = (source_tag, source)
        places.setdefault(key, line)
        terms = concepts.setdefault(key, [Term(source_tag, source)])
        terms.extend(Term(target_tag, text.strip(), status, note) for text in target.split("|") if text.strip())
    for key, terms in concepts.items():
        yield Concept(f"{name}:{places[key]}", tuple(dict.fromkeys(terms)), f"{name}:{places[key]}")


def _cell(row: list[str], at: int) -> str:
    return row[at][:_FIELD_LIMIT] if 0 <= at < len(row) else ""


def _status(text: str, name: str, line: int) -> Status:
    status = _STATUSES.get(text.strip().lower())
    if status is None:
        raise SourceError(f'{name}:{line} has the status "{text}"; it must be preferred, admitted or forbidden.')
    return status


def _tbx(data: bytes, name: str) -> Iterator[Concept]:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else "it is empty"
        raise SourceError(f"{name} is not readable XML: {reason}.") from None
    if _local(root) not in ("tbx", "martif"):
        raise SourceError(f"{name} is not TBX: its root element is <{_local(root)}>.")
    entries = [e for e in root.iter() if _local(e) in ("conceptEntry", "termEntry")]
    for number, entry in enumerate(entries, 1):
        terms = tuple(term for section in entry for term in _section(section))
        if terms:
            yield Concept(f"{name}:{entry.get('id') or number}", terms, f"{name}:{entry.sourceline or 0}")


def _section(section: Any) -> Iterator[Term]:
    """The terms of a `langSec` (TBX 3) or `langSet` (TBX 2); of languages that no digest can have, none."""
    if _local(section) not in ("langSec", "langSet"):
        return
    try:
        tag = lang.parse(section.get(_XML_LANG) or section.get("lang") or "")
    except LanguageError:
        return
    for group in section.iter():
        if _local(group) not in ("termSec", "tig", "ntig"):
            continue
        text = next((e.text.strip() for e in group.iter() if _local(e) == "term" and e.text and e.text.strip()), "")
        status = ""
        for note in group.iter():
            kind = note.get("type", "") if _local(note) == "termNote" else ""
            if kind == "administrativeStatus" or _local(note) == "administrativeStatus":
                status = (note.text or "").strip()
        if text:
            yield Term(tag, text, _STATUSES.get(status.lower(), Status.PREFERRED))


def _local(element: Any) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
