"""What stands before and after the table of the Word output: title page, contents, running heads, colophon."""

from __future__ import annotations

from collections.abc import Iterator

from bilingual import lang
from bilingual.model import OriginKind
from bilingual.ooxml.write import ROOT_NAMESPACES, XML_DECLARATION, escape, field
from bilingual.publish.docx_cells import CellWriter
from bilingual.publish.docx_reference import Page
from bilingual.publish.docx_table import CELL_STYLE, heading_bookmark
from bilingual.publish.view import DigestView


def _paragraph(style: str, runs: str, properties: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{properties}</w:pPr>{runs}</w:p>'


def title_block(digest: DigestView, writers: tuple[CellWriter, ...]) -> Iterator[str]:
    """The titles, each once, the first as Title, and the date."""
    by_tag = {writer.tag: writer for writer in writers}
    for n, title in enumerate(digest.titles):
        writer = by_tag.get(title.column, writers[0])
        yield _paragraph("Subtitle" if n else "Title", writer.inlines(title.runs, "title"))
    if digest.date:
        yield _paragraph("Date", writers[0].runs.text(digest.date))


def contents(digest: DigestView, writer: CellWriter, pages: list[int], page: Page) -> Iterator[str]:
    r"""The contents as a TOC field over headings 1 and 2, filled in, in the content control Word puts around its own.

    `\h` makes links, `\z` hides page numbers in web view, `\u` takes paragraphs with an outline level too (17.16.5.68).
    Entries show formulas as their characters: equations in the contents would be there twice.
    """
    plain = writer.runs.properties()
    begin = (
        f'<w:r>{plain}<w:fldChar w:fldCharType="begin"/></w:r><w:r>{plain}<w:instrText xml:space="preserve"> '
        f'TOC \\o "1-2" \\h \\z \\u </w:instrText></w:r><w:r>{plain}<w:fldChar w:fldCharType="separate"/></w:r>'
    )
    tabs = f'<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{page.text_width}"/></w:tabs>'
    yield (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>'
        "</w:docPartObj></w:sdtPr><w:sdtContent>"
    )
    yield _paragraph("TOCHeading", writer.runs.text(digest.words["contents"]))
    headings: list[tuple[int, str]] = []
    for section in digest.sections:
        headings.append((1, section.titles[0].text))
        headings += [(2, entry.titles[0].text) for entry in section.entries]
    for n, ((level, label), number) in enumerate(zip(headings, pages, strict=True), 1):
        name = heading_bookmark(n)
        shown = field(rf"PAGEREF {name} \h", str(number), plain)
        text = writer.runs.text(label)
        entry = f'<w:hyperlink w:anchor="{name}" w:history="1">{text}<w:r>{plain}<w:tab/></w:r>{shown}</w:hyperlink>'
        yield _paragraph(f"TOC{level}", (begin if n == 1 else "") + entry, tabs)
    if not headings:
        yield _paragraph("TOC1", begin, tabs)
    yield f'<w:p><w:r>{plain}<w:fldChar w:fldCharType="end"/></w:r></w:p></w:sdtContent></w:sdt>'


def after(digest: DigestView, writer: CellWriter) -> Iterator[str]:
    """What follows the table: possible pairs and the colophon; at least one paragraph, because Word wants one there."""
    if not digest.possible and not digest.colophon:
        yield _paragraph("Colophon", "")
    if digest.possible:
        yield _paragraph("Heading3", writer.runs.text(digest.words["possible"]))
    for pair in digest.possible:
        papers = " / ".join(f"{where}: {title}" for where, title in pair.papers)
        yield _paragraph("Colophon", writer.runs.text(f"{papers} ({pair.evidence})"))
    if digest.colophon:
        yield _paragraph("Heading3", writer.runs.text(digest.words["colophon"]))
    for kind in _marked_kinds(digest):
        yield _paragraph(CELL_STYLE[kind], writer.runs.text(digest.words[kind.value]))
    for name, value in digest.colophon:
        yield _paragraph("Colophon", writer.runs.text(f"{name}: {value}"))


def _marked_kinds(digest: DigestView) -> list[OriginKind]:
    """The origins in the digest that have a look of their own, which the colophon explains by showing it."""
    rows = [row for section in digest.sections for row in section.preface]
    rows += [row for entry in digest.entries for row in entry.rows]
    used = {cell.origin for row in rows for cell in row.cells}
    return [kind for kind in (OriginKind.MACHINE, OriginKind.MEMORY) if kind.value in used]


def section_properties(page: Page, references: str, *, numbers: str, ends_paragraph: bool) -> str:
    """w:sectPr; `numbers` is a number format, and every section counts from 1. Elements in the order of CT_SectPr."""
    landscape = ' w:orient="landscape"' if page.width > page.height else ""
    properties = (
        f'<w:sectPr>{references}<w:type w:val="nextPage"/><w:pgSz w:w="{page.width}" w:h="{page.height}"{landscape}/>'
        f'<w:pgMar w:top="{page.top}" w:right="{page.right}" w:bottom="{page.bottom}" w:left="{page.left}" '
        f'w:header="{page.header}" w:footer="{page.footer}" w:gutter="0"/>'
        f'<w:pgNumType w:fmt="{numbers}" w:start="1"/><w:cols w:space="425"/></w:sectPr>'
    )
    return f"<w:p><w:pPr>{properties}</w:pPr></w:p>" if ends_paragraph else properties


def header(digest: DigestView, writer: CellWriter, page: Page) -> str:
    """The running head: the digest's title, and the section of the page by a STYLEREF field.

    `STYLEREF 1` is heading 1 in a Word of any language (17.16.5.59). LibreOffice before 7.6 shows the result stored
    here, so that is the section's title only when there is no other section.
    """
    stored = digest.sections[0].titles[0].text if len(digest.sections) == 1 else ""
    tabs = f'<w:tabs><w:tab w:val="right" w:pos="{page.text_width}"/></w:tabs>'
    plain = writer.runs.properties()
    runs = f"{writer.runs.text(digest.title)}<w:r>{plain}<w:tab/></w:r>{field('STYLEREF 1', stored, plain)}"
    return f"{XML_DECLARATION}<w:hdr {ROOT_NAMESPACES}>{_paragraph('Header', runs, tabs)}</w:hdr>"


def footer(writer: CellWriter) -> str:
    """The page number."""
    number = field("PAGE", "1", writer.runs.properties())
    return f"{XML_DECLARATION}<w:ftr {ROOT_NAMESPACES}>{_paragraph('Footer', number)}</w:ftr>"


def core_properties(digest: DigestView, identifier: str) -> str:
    """docProps/core.xml, with the digest's date for both dates: the same digest gives the same file."""
    moment = f"{digest.date or '1980-01-01'}T00:00:00Z"
    return (
        f'{XML_DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(digest.title)}</dc:title><dc:creator>bilingual</dc:creator>"
        f"<dc:identifier>{identifier}</dc:identifier><dc:language>{lang.ooxml(digest.lang)}</dc:language>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{moment}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{moment}</dcterms:modified></cp:coreProperties>'
    )
