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
from typing import TYPE_CHECKING, Final, assert_never

from bilingual.model import Break, Code, Inline, Link, Math, OriginKind, Runs, Text
from bilingual.ooxml.write import XML_DECLARATION, escape

if TYPE_CHECKING:
    from lxml import etree

MANIFEST_NS: Final = "urn:bilingual:manifest:1"
MANIFEST_PART: Final = "customXml/item1.xml"
_CUSTOM_XML_NS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/customXml"
_MAXIMUM: Final = 40  # longest bookmark name that Word keeps
_PREFIX: Final = "row_"


@dataclass(frozen=True, slots=True)
class ManifestSegment:
    """A segment as it was sent out. `space_after` parts it from the next one of its cell; `kind` is its origin."""

    id: str
    runs: Runs
    space_after: str = ""
    kind: OriginKind = OriginKind.SOURCE


@dataclass(frozen=True, slots=True)
class ManifestCell:
    """A cell as it was sent out."""

    lang: str
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


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a document was made from: the identity of the build, its columns and rows, complete with their texts."""

    build: str
    date: str
    columns: tuple[str, ...]
    rows: tuple[ManifestRow, ...]


def manifest(build: str, date: str, columns: tuple[str, ...], rows: Iterable[str]) -> Iterator[str]:
    """The manifest part, piece by piece; `rows` are elements that `manifest_row` made."""
    yield (
        f'{XML_DECLARATION}<manifest xmlns="{MANIFEST_NS}" build="{escape(build)}" date="{escape(date)}" '
        f'columns="{escape(" ".join(columns))}">'
    )
    yield from rows
    yield "</manifest>"


def manifest_row(row: ManifestRow) -> Iterator[str]:
    """One row of the manifest part, piece by piece."""
    yield f'<row id="{escape(row.id)}" bookmark="{bookmark(row.id)}" key="{escape(row.key)}">'
    yield from map(_cell, row.cells)
    yield "</row>"


def _cell(cell: ManifestCell) -> str:
    return f'<cell lang="{escape(cell.lang)}">{"".join(map(_segment, cell.segments))}</cell>'


def _segment(segment: ManifestSegment) -> str:
    runs = "".join(map(_inline, segment.runs))
    after = f' after="{_exact(segment.space_after)}"' if segment.space_after else ""
    return f'<segment id="{escape(segment.id)}" kind="{segment.kind.value}"{after}>{runs}</segment>'


def _inline(inline: Inline) -> str:
    match inline:
        case Text(text, marks):
            shown = f' marks="{" ".join(marks)}"' if marks else ""
            return f"<t{shown}>{_exact(text)}</t>"
        case Math(tex, display, opening):
            return f'<m display="{int(display)}" opening="{escape(opening)}">{_exact(tex)}</m>'
        case Code(code, fence):
            return f'<c fence="{escape(fence)}">{_exact(code)}</c>'
        case Link(href, label):
            return f'<a href="{_exact(href)}">{_exact(label)}</a>'
        case Break():
            return "<br/>"
        case _:
            assert_never(inline)


def _exact(text: str) -> str:
    """Escaped so that an XML parser gives the same characters back: it folds line ends and spaces otherwise."""
    return escape(text).replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#9;")


def read_manifest(data: bytes) -> Manifest | None:
    """The manifest in a custom XML part, or None when the part is something else or damaged."""
    from lxml import etree

    if MANIFEST_NS.encode() not in data:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None
    if root.tag != f"{{{MANIFEST_NS}}}manifest":
        return None
    rows = tuple(
        ManifestRow(row.get("id", ""), row.get("key", ""), tuple(map(_read_cell, row)))
        for row in root.iter(f"{{{MANIFEST_NS}}}row")
    )
    return Manifest(root.get("build", ""), root.get("date", ""), tuple(root.get("columns", "").split()), rows)


def _read_cell(cell: etree._Element) -> ManifestCell:
    return ManifestCell(
        cell.get("lang", ""),
        tuple(
            ManifestSegment(
                segment.get("id", ""),
                tuple(map(_read_inline, segment)),
                segment.get("after", ""),
                OriginKind(segment.get("kind", OriginKind.SOURCE.value)),
            )
            for segment in cell
        ),
    )


def _read_inline(element: etree._Element) -> Inline:
    text = element.text or ""
    match str(element.tag).rpartition("}")[2]:
        case "m":
            return Math(text, element.get("display") == "1", element.get("opening", ""))
        case "c":
            return Code(text, element.get("fence", "`"))
        case "a":
            return Link(element.get("href", ""), text)
        case "br":
            return Break()
        case _:
            return Text(text, tuple(element.get("marks", "").split()))


def item_properties() -> str:
    """The properties part that names the manifest (ECMA-376 Part 1, 22.5); its identifier never changes."""
    item = str(uuid.uuid5(uuid.NAMESPACE_URL, MANIFEST_NS)).upper()
    return (
        f'{XML_DECLARATION}<ds:datastoreItem xmlns:ds="{_CUSTOM_XML_NS}" ds:itemID="{{{item}}}">'
        f'<ds:schemaRefs><ds:schemaRef ds:uri="{MANIFEST_NS}"/></ds:schemaRefs></ds:datastoreItem>'
    )
