"""Readers: the bytes of a source file → its papers.

A format turns bytes into blocks, a layout finds the papers in blocks, and neither knows the other. Formats of records
(BibTeX, RIS, CSV, JSON Lines, feeds) give papers directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bilingual.errors import SourceError
from bilingual.model import Document

if TYPE_CHECKING:
    from bilingual.findings import Finding
    from bilingual.readers.encoding import Decoded
    from bilingual.readers.layouts import Reading
    from bilingual.readers.parsed import Parsed

__all__ = ["read_bytes"]


def read_bytes(
    data: bytes,
    path: str,
    *,
    layout: str = "auto",
    encoding: str | None = None,
    papers: str | None = None,
    select: tuple[str, ...] = (),
) -> Document:
    """The document that the bytes of a source file hold.

    `path` is the name to show; its extension and the content decide the format. `layout` is a name of
    `layouts.LAYOUTS` or "auto"; `encoding` a codec name, or None to find it; `papers` a regular expression that
    matches where a paper begins; `select` words of headings or titles, or numbers of papers (`3`, `5-8`), of what to
    read. Raises SourceError when the bytes cannot be read, UsageError for an unknown layout or a selection of nothing,
    ConfigError for a bad pattern.
    """
    from bilingual.readers.assemble import document
    from bilingual.readers.characters import clean
    from bilingual.readers.encoding import declared_charset, decode
    from bilingual.readers.formats import RECORDS, find_format, is_docx, may_declare

    if not data.strip():
        raise SourceError(f"{path} is empty; give a file with summaries of papers.")
    if is_docx(data, path):
        parsed = _docx(data, path)
        reading = _read(parsed, path, layout, papers, select)
        return document(reading, path, encoding="utf-8", format="docx", findings=parsed.findings)
    declared = declared_charset(data) if may_declare(path, data) else None
    decoded = decode(data, path, encoding, declared)
    if not decoded.text.strip():
        raise SourceError(f"{path} holds nothing but white space; give a file with summaries of papers.")
    name = find_format(decoded.text, path)
    if name in RECORDS:
        return _records(name, decoded, path, select)
    text, of_characters = clean(decoded.text, path)
    parsed = _parsed(text, name)
    reading = _read(parsed, path, layout, papers, select)
    findings: tuple[Finding, ...] = (*decoded.findings, *of_characters, *parsed.findings)
    return document(reading, path, encoding=decoded.encoding, format=name, findings=findings)


def _records(name: str, decoded: Decoded, path: str, select: tuple[str, ...]) -> Document:
    """A file of records; each format of them has a module of its name with a function `read`."""
    from dataclasses import replace
    from importlib import import_module

    from bilingual.readers.selecting import select_in_document

    found: Document = import_module(f"bilingual.readers.{name}").read(decoded.text, path)
    found = select_in_document(found, select)
    return replace(found, encoding=decoded.encoding, findings=(*decoded.findings, *found.findings))


def _parsed(text: str, name: str) -> Parsed:
    from bilingual.readers.html import read_html
    from bilingual.readers.markdown import read_markdown
    from bilingual.readers.parsed import Parsed
    from bilingual.readers.text import read_text

    if name == "markdown":
        return read_markdown(text)
    if name == "html":
        return read_html(text)
    return Parsed(read_text(text))


def _docx(data: bytes, path: str) -> Parsed:
    from bilingual.readers.docx import read_blocks
    from bilingual.readers.parsed import Parsed

    blocks, findings = read_blocks(data, path)
    return Parsed(blocks, findings=findings)


def _read(parsed: Parsed, path: str, layout: str, papers: str | None, select: tuple[str, ...]) -> Reading:
    from dataclasses import replace

    from bilingual.model import Text
    from bilingual.readers.layouts import read_layout
    from bilingual.readers.selecting import read_pattern, select_papers, select_sections

    blocks, left = select_sections(parsed.blocks, select)
    reading = read_pattern(blocks, papers) if papers else read_layout(blocks, layout)
    reading = select_papers(reading, select, path, by_section=bool(left))
    if parsed.title and reading.layout == "paper" and len(reading.drafts) == 1 and not reading.drafts[0].title:
        titled = replace(reading.drafts[0], title=(Text(parsed.title),))
        reading = replace(reading, drafts=(titled,))
    return replace(reading, title=reading.title or parsed.title, notes=(*parsed.notes, *left, *reading.notes))
