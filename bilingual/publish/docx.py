"""The digest as a Word document: one table of rows by languages, with native equations, contents and running heads.

The XML is made as strings and compressed as it is made, so that a conference of 6,400 papers takes seconds and little
memory; python-docx can open the result and is not needed to make it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from bilingual import lang
from bilingual.model import Digest
from bilingual.ooxml import anchors
from bilingual.ooxml.fonts import RunFonts
from bilingual.ooxml.write import ROOT_NAMESPACES, XML_DECLARATION, Relationships, escape, package
from bilingual.publish import docx_front as front
from bilingual.publish import docx_reference
from bilingual.publish.docx_cells import CellWriter, Equations
from bilingual.publish.docx_pages import heading_pages
from bilingual.publish.docx_reference import Page, Reference
from bilingual.publish.docx_table import Grid, Layout, TableWriter
from bilingual.publish.rendered import Rendered
from bilingual.publish.view import DigestView, view

__all__ = ["Layout", "Rendered", "identity", "render"]

_WORD_TYPES: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"

_CORE_TYPE: Final = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"

# From this number of languages on the sheet is turned.
_LANDSCAPE_FROM: Final = 3


def render(digest: Digest, reference: bytes, layout: Layout = Layout.ONE_TABLE, *, page: str | None = None) -> Rendered:
    """The digest as a DOCX file, with the styles, page and fonts of the `reference` document.

    `page` is the name of a sheet (A4, Letter, A5, B5) to print on instead of the reference's own.

    Findings: `math.unsupported` for each formula that stays LaTeX. Raises PublishError when the reference document
    cannot be used. The same digest and reference give the same bytes.
    """
    source = docx_reference.read(reference)
    shown = view(digest)
    sheet = source.page if page is None else source.page.on(page)
    sheet = sheet.turned() if len(digest.columns) >= _LANDSCAPE_FROM else sheet
    equations = Equations()
    relationships = Relationships(source.relationships)
    east_asian = next((tag for tag in digest.columns if lang.is_chinese(tag)), "zh-Hans-CN")
    writers = tuple(
        CellWriter(tag, _fonts(source, tag, east_asian), east_asian, equations, relationships) for tag in digest.columns
    )
    parts = _parts(digest, shown, source, sheet, writers, relationships, layout)
    return Rendered(package(parts), tuple(equations.findings))


def _fonts(source: Reference, tag: str, east_asian: str) -> RunFonts:
    """The fonts of a column; Chinese characters in a Latin one look like those of the first Chinese column."""
    own = source.fonts[tag]
    return own if lang.is_chinese(tag) else RunFonts(own.latin, source.fonts[east_asian].east_asian)


def _parts(
    digest: Digest,
    shown: DigestView,
    source: Reference,
    page: Page,
    writers: tuple[CellWriter, ...],
    relationships: Relationships,
    layout: Layout,
) -> Iterator[tuple[str, Iterator[str] | tuple[str, ...] | bytes]]:
    own_heads = bool(source.headers)
    references = source.headers
    if not own_heads:
        names = {kind: relationships.add(kind, f"digest-{kind}.xml") for kind in ("header", "footer")}
        references = "".join(f'<w:{kind}Reference w:type="default" r:id="{name}"/>' for kind, name in names.items())
    relationships.add("customXml", f"../{anchors.MANIFEST_PART}")
    core = Relationships((("rIdCore", _CORE_TYPE, "docProps/core.xml", ""),))
    core.add("officeDocument", "word/document.xml")
    item = Relationships()
    item.add("customXmlProps", "itemProps1.xml")

    yield "[Content_Types].xml", (_content_types(source, own_heads),)
    yield "_rels/.rels", (core.xml(),)
    yield "docProps/core.xml", (front.core_properties(shown, f"urn:bilingual:digest:{identity(digest)}"),)
    yield "word/document.xml", _document(shown, page, writers, references, layout)
    yield "word/_rels/document.xml.rels", (relationships.xml(),)
    if not own_heads:
        yield "word/digest-header.xml", (front.header(shown, writers[0], page),)
        yield "word/digest-footer.xml", (front.footer(writers[0]),)
    yield anchors.MANIFEST_PART, anchors.manifest(digest.date, digest.columns, manifest_rows(digest))
    yield "customXml/itemProps1.xml", (anchors.item_properties(),)
    yield "customXml/_rels/item1.xml.rels", (item.xml(),)
    for name in sorted(source.parts):
        yield name, source.parts[name]


def _document(
    digest: DigestView, page: Page, writers: tuple[CellWriter, ...], references: str, layout: Layout
) -> Iterator[str]:
    ids = [row.id for section in digest.sections for row in section.preface]
    ids += [row.id for entry in digest.entries for row in entry.rows]
    grid = Grid.fit(page.text_width, max(map(len, ids), default=1), len(digest.columns))
    yield f"{XML_DECLARATION}<w:document {ROOT_NAMESPACES}><w:body>"
    yield from front.title_block(digest, writers)
    yield from front.contents(digest, writers[0], heading_pages(digest, grid, page), page)
    yield front.section_properties(page, "", numbers="lowerRoman", ends_paragraph=True)
    yield from TableWriter(digest, grid, writers, layout).write()
    yield from front.after(digest, writers[0])
    yield front.section_properties(page, references, numbers="decimal", ends_paragraph=False)
    yield "</w:body></w:document>"


def manifest_rows(digest: Digest) -> Iterator[anchors.ManifestRow]:
    """The rows of the digest for the manifest part: ids and digests of what each cell says."""
    for section in digest.sections:
        for key, rows in (("", section.preface), *((entry.key, entry.rows) for entry in section.entries)):
            for row in rows:
                yield anchors.ManifestRow(
                    row.id,
                    key,
                    tuple(anchors.ManifestCell(cell.lang, anchors.content_digest(cell.text)) for cell in row.cells),
                )


def identity(digest: Digest) -> str:
    """32 hexadecimal digits that stand for the rows of a digest, ids and texts: the build a returned file came from."""
    total = hashlib.sha256(" ".join(digest.columns).encode())
    for row in manifest_rows(digest):
        total.update("\n".join((row.id, *(cell.digest for cell in row.cells))).encode())
    return total.hexdigest()[:32]


def _content_types(source: Reference, own_heads: bool) -> str:
    defaults = {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        **source.defaults,
    }
    types = {
        "word/document.xml": f"{_WORD_TYPES}.document.main+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        "customXml/itemProps1.xml": "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
        **source.types,
    }
    if not own_heads:
        types["word/digest-header.xml"] = f"{_WORD_TYPES}.header+xml"
        types["word/digest-footer.xml"] = f"{_WORD_TYPES}.footer+xml"
    items = [f'<Default Extension="{escape(k)}" ContentType="{escape(v)}"/>' for k, v in sorted(defaults.items())]
    items += [f'<Override PartName="/{escape(k)}" ContentType="{escape(v)}"/>' for k, v in sorted(types.items())]
    namespace = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{XML_DECLARATION}<Types xmlns="{namespace}">{"".join(items)}</Types>'
