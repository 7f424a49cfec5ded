"""A returned Word file, opened: its document as bytes to stream, its comments, its manifest, who saved it and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lxml import etree

from bilingual.errors import ReviewError, SourceError
from bilingual.ooxml.anchors import Manifest, read_manifest
from bilingual.ooxml.package import Package, Relationship, open_package

# ISO/IEC 29500 Strict has other namespaces; they are read as the transitional ones.
_STRICT: Final = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)

# Word writes a handful of custom XML parts; a file with thousands is not searched to the end.
_MOST_ITEMS: Final = 64


@dataclass(frozen=True, slots=True)
class Opened:
    """What a returned file holds. `relationships` are those of the document.

    `comments` and `extended` are the roots of the comment parts, None where there are none. `program` is the one that
    saved the file, as it calls itself, and "" when it does not say.
    """

    name: str
    document: bytes
    relationships: dict[str, Relationship]
    comments: etree._Element | None
    extended: etree._Element | None
    manifest: Manifest | None
    identifier: str
    author: str
    date: str
    program: str


def open_docx(data: bytes, name: str) -> Opened:
    """The file in `data`. Raises ReviewError when it cannot be used, with what to do."""
    try:
        package = open_package(data, name)
        document = package.read(package.main)
        for strict, transitional in _STRICT if b"http://purl.oclc.org/ooxml/" in document[:4096] else ():
            document = document.replace(strict, transitional)
        core, program = _texts(package, "docProps/core.xml"), _texts(package, "docProps/app.xml")
        return Opened(
            name=name,
            document=document,
            relationships=package.relationships(package.main),
            comments=_related(package, "comments"),
            extended=_related(package, "commentsExtended"),
            manifest=_manifest(package),
            identifier=core.get("identifier", ""),
            author=core.get("lastModifiedBy", ""),
            date=core.get("modified", ""),
            program=program.get("Application", ""),
        )
    except SourceError as error:
        raise ReviewError(str(error)) from error


def _related(package: Package, kind: str) -> etree._Element | None:
    part = package.related(kind)
    return package.xml(part) if part else None


def _manifest(package: Package) -> Manifest | None:
    """The manifest, whatever number the program that saved the file gave its part."""
    for n in range(1, _MOST_ITEMS):
        part = f"customXml/item{n}.xml"
        if package.has(part) and (found := read_manifest(package.read(part))) is not None:
            return found
    return None


def _texts(package: Package, part: str) -> dict[str, str]:
    """The texts of a flat part of properties by local name; a damaged one has none."""
    if not package.has(part):
        return {}
    try:
        return {str(e.tag).rpartition("}")[2]: e.text or "" for e in package.xml(part)}
    except SourceError:
        return {}
