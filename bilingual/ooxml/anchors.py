"""Row ids in a Word document: as bookmarks and in a manifest part, beside the visible id in the row itself.

Editors' programs lose each of the three in their own way (LibreOffice keeps all, Google Docs drops the custom XML
part, "paste as text" drops bookmarks), so that a row is found by any of them.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bilingual.ooxml.write import XML_DECLARATION, escape

MANIFEST_NS: Final = "urn:bilingual:manifest:1"
MANIFEST_PART: Final = "customXml/item1.xml"
_CUSTOM_XML_NS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/customXml"
_MAXIMUM: Final = 40  # longest bookmark name that Word keeps
_PREFIX: Final = "row_"


@dataclass(frozen=True, slots=True)
class ManifestSegment:
    """A segment as it was sent out: its id and its text in the form of the JSON interfaces."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ManifestCell:
    """A cell as it was sent out. `digest` is `content_digest` of its text; `segments` may be left empty."""

    lang: str
    digest: str
    segments: tuple[ManifestSegment, ...] = ()


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """A row as it was sent out: its id, the key of its paper ("" in a preface) and its cells in order."""

    id: str
    key: str
    cells: tuple[ManifestCell, ...]


def content_digest(text: str) -> str:
    """16 hexadecimal digits that stand for the content of a text: the start of its SHA-256, white space folded."""
    folded = " ".join(text.split())
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def bookmark(row_id: str) -> str:
    """The name of the bookmark of a row: letters, digits and `_`, at most 40 characters, one for each id.

    `.` becomes `_`; other characters become `_x` and their number; what gets too long becomes a digest.
    """
    name = _PREFIX + re.sub(r"[^A-Za-z0-9]", lambda m: "_" if m[0] == "." else f"_x{ord(m[0]):x}_", row_id)
    return name if len(name) <= _MAXIMUM else f"{_PREFIX}h{content_digest(row_id)}"


def manifest(date: str, columns: tuple[str, ...], rows: Iterable[ManifestRow]) -> Iterator[str]:
    """The manifest part, piece by piece."""
    yield (
        f'{XML_DECLARATION}<manifest xmlns="{MANIFEST_NS}" date="{escape(date)}" columns="{escape(" ".join(columns))}">'
    )
    for row in rows:
        cells = "".join(map(_cell, row.cells))
        yield f'<row id="{escape(row.id)}" bookmark="{bookmark(row.id)}" key="{escape(row.key)}">{cells}</row>'
    yield "</manifest>"


def _cell(cell: ManifestCell) -> str:
    segments = "".join(f'<segment id="{escape(s.id)}">{escape(s.text)}</segment>' for s in cell.segments)
    return f'<cell lang="{escape(cell.lang)}" digest="{cell.digest}">{segments}</cell>'


def item_properties() -> str:
    """The properties part that names the manifest (ECMA-376 Part 1, 22.5); its identifier never changes."""
    item = str(uuid.uuid5(uuid.NAMESPACE_URL, MANIFEST_NS)).upper()
    return (
        f'{XML_DECLARATION}<ds:datastoreItem xmlns:ds="{_CUSTOM_XML_NS}" ds:itemID="{{{item}}}">'
        f'<ds:schemaRefs><ds:schemaRef ds:uri="{MANIFEST_NS}"/></ds:schemaRefs></ds:datastoreItem>'
    )
