"""Feeds: a paper an entry of Atom (RFC 4287), RSS 2.0 or RSS 1.0, as arXiv and journals publish them.

Read with lxml, which says on which line an entry stands and goes on after broken XML; feedparser does neither, and
falls back to expressions that hostile input makes slow. There are no entities, no document types and no network.
Summaries may be pages: their HTML is read as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import TYPE_CHECKING, Final

from bilingual.errors import SourceError
from bilingual.findings import Finding, Severity
from bilingual.model import Document, Paragraph
from bilingual.readers.characters import clean
from bilingual.readers.lines import paragraphs
from bilingual.readers.records import Record, records_document, split_authors, text_paragraphs

if TYPE_CHECKING:
    from lxml import etree

_RULE: Final = "records: an entry of a feed"
_DECLARATION: Final = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_ENTITY: Final = re.compile(r"<!\s*ENTITY", re.IGNORECASE)
_DOCTYPE: Final = re.compile(r"<!\s*DOCTYPE[^>\[]{0,1000}>", re.IGNORECASE)
_NAMED: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)(?P<name>[A-Za-z][A-Za-z0-9]{1,30});")
_REFERENCE: Final = re.compile(r"&#(?:x(?P<hex>[0-9A-Fa-f]{1,8})|(?P<decimal>[0-9]{1,8}));")
_ENTRIES: Final = frozenset(("entry", "item"))
_BODIES: Final = ("encoded", "content", "summary", "description")  # the first that is there is the fullest
_MARKUP: Final = re.compile(
    r"<(?:p|br|div|a|b|i|em|strong|span|ul|ol|li|sub|sup|h[1-6]|img|blockquote)\b[^>]{0,500}>", re.I
)
# How arXiv's RSS begins a description, and how its older feeds ended a title.
_ANNOUNCED: Final = re.compile(r"\s*arXiv:(?P<id>\S+)\s+Announce Type:\s*(?P<kind>\S+)\s+Abstract:\s*")
_TITLE_END: Final = re.compile(r"\s*\(arXiv:(?P<id>[^\s()]{5,30})(?:\s+\[[^\]]{1,60}\])?(?:\s+UPDATED)?\)\s*$")
_SIMPLE: Final = {
    "published": "published",
    "pubDate": "published",
    "date": "date",
    "updated": "updated",
    "doi": "doi",
    "journal_ref": "journal ref",
    "publicationName": "journal",
    "comment": "comment",
    "category": "category",
    "subject": "category",
    "guid": "id",
    "id": "id",
}


def read(text: str, path: str) -> Document:
    """The document of a decoded feed. Raises SourceError when it declares entities or is no XML at all."""
    text, removed = clean(_REFERENCE.sub(_written_out, text), path)
    root, whole = _parse(text, path)
    entries = [element for element in root.iter() if _local(element) in _ENTRIES]
    findings = [*removed]
    if not whole:
        message = "The XML of the feed is broken; what could be read was read, and entries may be missing."
        findings.append(Finding("read.feed-broken", Severity.WARNING, message, path, 1))
    ends = [_line(entry) for entry in entries[1:]] + [text.count("\n") + 1]
    records = [_record(entry, end) for entry, end in zip(entries, ends, strict=False)]
    title = next((_text(child) for child in _feed(root) if _local(child) == "title"), "")
    return records_document(records, path, "feed", _RULE, title=title, findings=findings)


def _parse(text: str, path: str) -> tuple[etree._Element, bool]:
    """The root of the feed, and whether its XML is whole."""
    from lxml import etree

    if _ENTITY.search(text):
        raise SourceError(f"{path} was not read, because its XML declares entities, which no feed needs.")
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True,
        remove_comments=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(_plain(text).encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        raise SourceError(f"{path} is not XML that can be read; get the feed again.")
    return root, not any(entry.domain_name == "PARSER" for entry in parser.error_log)


def _written_out(match: re.Match[str]) -> str:
    """A reference to a character that XML does not allow, as that character, so that it is removed and told."""
    code = int(match["hex"], 16) if match["hex"] else int(match["decimal"])
    allowed = code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
    if allowed:
        return match[0]
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _plain(text: str) -> str:
    """The text without its declaration and document type, HTML's named characters as such; lines keep their numbers."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    declaration = _DECLARATION.match(text.removeprefix("\ufeff"))
    if declaration:
        text = blank(declaration) + text.removeprefix("\ufeff")[declaration.end() :]
    text = _DOCTYPE.sub(blank, text, count=1)
    return _NAMED.sub(lambda match: unescape(match[0]) if match[0][1:] in html5 else match[0], text)


def _local(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _line(element: etree._Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 1


def _feed(root: etree._Element) -> Iterator[etree._Element]:
    """What stands beside the entries: the children of the feed or of its channel."""
    for child in root:
        if _local(child) == "channel":
            yield from child
        else:
            yield child


def _text(element: etree._Element) -> str:
    """The text of an element and of all in it."""
    return "".join(str(piece) for piece in element.itertext()).strip()


def _record(entry: etree._Element, end: int) -> Record:
    line = _line(entry)
    fields: list[tuple[str, str]] = []
    authors: list[str] = []
    bodies: dict[str, etree._Element] = {}
    for child in entry:
        name = _local(child)
        if name == "title" and not any(field == "title" for field, _ in fields):
            fields.extend(_title(_text(child)))
        elif name in _BODIES:
            bodies.setdefault(name, child)
        elif name in ("author", "creator"):
            authors.extend(_authors(child))
        elif name == "link":
            fields.append(("link", child.get("href") or _text(child)))
        elif name in _SIMPLE:
            fields.append((_SIMPLE[name], _text(child) or child.get("term", "")))
    body = next(
        (bodies[name] for name in _BODIES if name in bodies and (_text(bodies[name]) or len(bodies[name]))), None
    )
    summary, announced = _summary(body, line) if body is not None else ((), [])
    filled = tuple((name, value) for name, value in (*fields, *announced) if value)
    return Record(filled, line, max(line, end), tuple(dict.fromkeys(authors)), summary)


def _title(text: str) -> list[tuple[str, str]]:
    found = _TITLE_END.search(text[-120:])
    if not found:
        return [("title", text)]
    return [("title", text[: len(text) - len(found[0])]), ("arxiv", f"arXiv:{found['id']}")]


def _authors(element: etree._Element) -> list[str]:
    names = [_text(child) for child in element if _local(child) == "name"]
    if names:
        return names
    text = re.sub(r"<[^<>]{0,500}>", "", _text(element))
    return list(split_authors(text))


def _summary(body: etree._Element, line: int) -> tuple[tuple[Paragraph, ...], list[tuple[str, str]]]:
    """The paragraphs of a summary, and what arXiv says before it."""
    from lxml import etree

    from bilingual.readers.html import html_blocks

    text = _text(body)
    announced = _ANNOUNCED.match(text)
    said: list[tuple[str, str]] = []
    if announced:
        said = [("arxiv", f"arXiv:{announced['id']}"), ("announced", announced["kind"])]
        text = text[announced.end() :]
    if len(body) and body.get("type") == "xhtml":
        inner = "".join(etree.tostring(child, encoding="unicode", with_tail=False) for child in body)
        return paragraphs(html_blocks(inner, line).blocks), said
    if body.get("type") == "html" or _MARKUP.search(text):
        return paragraphs(html_blocks(text, line).blocks), said
    return text_paragraphs(text, line), said
