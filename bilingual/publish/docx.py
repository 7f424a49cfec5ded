"""The digest as a Word document: one table of rows by languages, with native equations, contents and running heads.

The XML is made as strings and compressed as it is made, so that a conference of 6,400 papers takes seconds and little
memory; python-docx can open the result and is not needed to make it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bilingual import lang
from bilingual.findings import Finding
from bilingual.model import Digest
from bilingual.ooxml import anchors
from bilingual.ooxml.fonts import RunFonts
from bilingual.ooxml.write import ROOT_NAMESPACES, XML_DECLARATION, Relationships, escape, package
from bilingual.publish import docx_front as front
from bilingual.publish import docx_reference, docx_review
from bilingual.publish.docx_cells import CellWriter, Equations
from bilingual.publish.docx_manifest import identity, manifest_part
from bilingual.publish.docx_pages import heading_pages
from bilingual.publish.docx_reference import Page, Reference
from bilingual.publish.docx_table import Grid, Layout, TableWriter
from bilingual.publish.rendered import Rendered
from bilingual.publish.view import DigestView, view

__all__ = ["Layout", "Rendered", "identity", "render", "render_review"]

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
    made = _prepare(digest, reference, page)
    references = _running_heads(made)
    return _finish(made, _document(made, references, layout), references)


def render_review(
    digest: Digest,
    reference: bytes,
    *,
    findings: Iterable[Finding] = (),
    targets: Collection[str] = (),
    page: str | None = None,
    build: str = "",
) -> Rendered:
    """The digest as a DOCX file for an editor: tracked changes on, source text shaded, notes as comments.

    `build` is the identity of the whole digest when this is a part of it: `docx_review.select` and `split` choose
    columns and papers before. `findings` become comments on the rows they are about, beside low alignment scores.
    `targets` are columns that may be edited although they hold source text.
    """
    made = _prepare(digest, reference, page)
    references = _running_heads(made)
    comments = docx_review.Comments(digest.date)
    rows = docx_review.ReviewWriter(
        made.shown,
        made.grid,
        made.writers,
        targets,
        {entry.number: tuple(title.origin.kind.value for title in entry.title) for entry in digest.entries},
        docx_review.notes(digest, findings),
        comments,
    )
    made.relationships.add("comments", "comments.xml")
    return _finish(made, _review_document(made, references, rows), references, comments, build)


@dataclass(frozen=True, slots=True)
class _Prepared:
    digest: Digest
    shown: DigestView
    source: Reference
    page: Page
    grid: Grid
    writers: tuple[CellWriter, ...]
    relationships: Relationships
    equations: Equations


def _prepare(digest: Digest, reference: bytes, page: str | None) -> _Prepared:
    source = docx_reference.read(reference)
    sheet = source.page if page is None else source.page.on(page)
    sheet = sheet.turned() if len(digest.columns) >= _LANDSCAPE_FROM else sheet
    equations = Equations()
    relationships = Relationships(source.relationships)
    relationships.add("customXml", f"../{anchors.MANIFEST_PART}")
    east_asian = next((tag for tag in digest.columns if lang.is_chinese(tag)), "zh-Hans-CN")
    writers = tuple(
        CellWriter(tag, _fonts(source, tag, east_asian), east_asian, equations, relationships) for tag in digest.columns
    )
    shown = view(digest)
    ids = [row.id for section in shown.sections for row in section.preface]
    ids += [row.id for entry in shown.entries for row in entry.rows]
    grid = Grid.fit(sheet.text_width, max(map(len, ids), default=1), len(digest.columns))
    return _Prepared(digest, shown, source, sheet, grid, writers, relationships, equations)


def _fonts(source: Reference, tag: str, east_asian: str) -> RunFonts:
    """The fonts of a column; Chinese characters in a Latin one look like those of the first Chinese column."""
    own = source.fonts[tag]
    return own if lang.is_chinese(tag) else RunFonts(own.latin, source.fonts[east_asian].east_asian)


def _running_heads(made: _Prepared) -> str:
    """The references to the reference document's own headers and footers, else to those made here."""
    if made.source.headers:
        return made.source.headers
    names = {kind: made.relationships.add(kind, f"digest-{kind}.xml") for kind in ("header", "footer")}
    return "".join(f'<w:{kind}Reference w:type="default" r:id="{name}"/>' for kind, name in names.items())


def _document(made: _Prepared, references: str, layout: Layout) -> Iterator[str]:
    yield f"{XML_DECLARATION}<w:document {ROOT_NAMESPACES}><w:body>"
    yield from front.title_block(made.shown, made.writers)
    pages = heading_pages(made.shown, made.grid, made.page)
    yield from front.contents(made.shown, made.writers[0], pages, made.page)
    yield front.section_properties(made.page, "", numbers="lowerRoman", ends_paragraph=True)
    yield from TableWriter(made.shown, made.grid, made.writers, layout).write()
    yield from front.after(made.shown, made.writers[0])
    yield front.section_properties(made.page, references, numbers="decimal", ends_paragraph=False)
    yield "</w:body></w:document>"


def _review_document(made: _Prepared, references: str, rows: docx_review.ReviewWriter) -> Iterator[str]:
    yield f"{XML_DECLARATION}<w:document {ROOT_NAMESPACES}><w:body>"
    yield from front.title_block(made.shown, made.writers)
    yield from docx_review.legend(made.writers)
    yield from rows.write()
    yield from front.after(made.shown, made.writers[0])
    yield front.section_properties(made.page, references, numbers="decimal", ends_paragraph=False)
    yield "</w:body></w:document>"


def _finish(
    made: _Prepared,
    document: Iterator[str],
    references: str,
    comments: docx_review.Comments | None = None,
    build: str = "",
) -> Rendered:
    identifier, manifest = manifest_part(made.digest, build)
    data = package(_parts(made, document, references == made.source.headers, comments, identifier, manifest))
    return Rendered(data, tuple(made.equations.findings))


def _parts(
    made: _Prepared,
    document: Iterator[str],
    own_heads: bool,
    comments: docx_review.Comments | None,
    build: str,
    manifest: list[str],
) -> Iterator[tuple[str, Iterable[str] | bytes]]:
    """The parts in the order of the zip. The document comes before what is only known once it has been made."""
    core = Relationships((("rIdCore", _CORE_TYPE, "docProps/core.xml", ""),))
    core.add("officeDocument", "word/document.xml")
    item = Relationships()
    item.add("customXmlProps", "itemProps1.xml")

    yield "[Content_Types].xml", (_content_types(made.source, own_heads, comments is not None),)
    yield "_rels/.rels", (core.xml(),)
    yield "docProps/core.xml", (front.core_properties(made.shown, f"urn:bilingual:digest:{build}"),)
    yield "word/document.xml", document
    yield "word/_rels/document.xml.rels", (made.relationships.xml(),)
    if not own_heads:
        yield "word/digest-header.xml", (front.header(made.shown, made.writers[0], made.page),)
        yield "word/digest-footer.xml", (front.footer(made.writers[0]),)
    if comments is not None:
        yield "word/comments.xml", (comments.xml(),)
    yield anchors.MANIFEST_PART, manifest
    yield "customXml/itemProps1.xml", (anchors.item_properties(),)
    yield "customXml/_rels/item1.xml.rels", (item.xml(),)
    for name in sorted(made.source.parts):
        part = made.source.parts[name]
        yield name, docx_review.settings(part) if comments is not None and name == "word/settings.xml" else part


def _content_types(source: Reference, own_heads: bool, comments: bool) -> str:
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
    if comments:
        types["word/comments.xml"] = f"{_WORD_TYPES}.comments+xml"
    items = [f'<Default Extension="{escape(k)}" ContentType="{escape(v)}"/>' for k, v in sorted(defaults.items())]
    items += [f'<Override PartName="/{escape(k)}" ContentType="{escape(v)}"/>' for k, v in sorted(types.items())]
    namespace = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{XML_DECLARATION}<Types xmlns="{namespace}">{"".join(items)}</Types>'
