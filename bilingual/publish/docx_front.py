"""What stands before and after the table of the Word output: title page, contents, running heads, colophon."""

from __future__ import annotations

from collections.abc import Iterator

from bilingual.model import Digest, Math, Runs, inline_text
from bilingual.ooxml.write import ROOT_NAMESPACES, XML_DECLARATION, escape, field
from bilingual.publish.docx_cells import CellWriter, Equations
from bilingual.publish.docx_reference import Page
from bilingual.publish.docx_table import heading_bookmark
from bilingual.publish.docx_words import word


def _paragraph(style: str, runs: str, properties: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{properties}</w:pPr>{runs}</w:p>'


def title_block(digest: Digest, writers: tuple[CellWriter, ...]) -> Iterator[str]:
    """The titles, each once, the first as Title, and the date."""
    seen: set[str] = set()
    for title, writer in zip(digest.title, writers, strict=False):
        if title.text and title.text not in seen:
            yield _paragraph("Subtitle" if seen else "Title", writer.inlines(title.runs, "title"))
            seen.add(title.text)
    if digest.date:
        yield _paragraph("Date", writers[0].runs.text(digest.date))


def contents(digest: Digest, writer: CellWriter, equations: Equations, pages: list[int], page: Page) -> Iterator[str]:
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
    yield _paragraph("TOCHeading", writer.runs.text(word("contents", writer.tag)))
    headings = [
        (level, runs)
        for section in digest.sections
        for level, runs in ((1, section.title[0].runs), *((2, entry.title[0].runs) for entry in section.entries))
    ]
    for n, ((level, runs), number) in enumerate(zip(headings, pages, strict=True), 1):
        name = heading_bookmark(n)
        shown = field(rf"PAGEREF {name} \h", str(number), plain)
        text = writer.runs.text(_text(runs, equations))
        entry = f'<w:hyperlink w:anchor="{name}" w:history="1">{text}<w:r>{plain}<w:tab/></w:r>{shown}</w:hyperlink>'
        yield _paragraph(f"TOC{level}", (begin if n == 1 else "") + entry, tabs)
    if not headings:
        yield _paragraph("TOC1", begin, tabs)
    yield f'<w:p><w:r>{plain}<w:fldChar w:fldCharType="end"/></w:r></w:p></w:sdtContent></w:sdt>'


def _text(runs: Runs, equations: Equations) -> str:
    shown = (equations.text(run) if isinstance(run, Math) else inline_text(run) for run in runs)
    return "".join(shown).replace("\n", " ")


def colophon(digest: Digest, writer: CellWriter) -> Iterator[str]:
    """The colophon after the table; at least one paragraph, because Word wants one there."""
    if not digest.colophon:
        yield _paragraph("Colophon", "")
        return
    yield _paragraph("Heading3", writer.runs.text(word("colophon", writer.tag)))
    for name, value in digest.colophon:
        yield _paragraph("Colophon", writer.runs.text(f"{name}: {value}"))


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


def header(digest: Digest, writer: CellWriter, equations: Equations, page: Page) -> str:
    """The running head: the digest's title, and the section of the page by a STYLEREF field.

    `STYLEREF 1` is heading 1 in a Word of any language (17.16.5.59). LibreOffice before 7.6 shows the result stored
    here, so that is the section's title only when there is no other section.
    """
    title = _text(digest.title[0].runs, equations) if digest.title else ""
    stored = _text(digest.sections[0].title[0].runs, equations) if len(digest.sections) == 1 else ""
    tabs = f'<w:tabs><w:tab w:val="right" w:pos="{page.text_width}"/></w:tabs>'
    plain = writer.runs.properties()
    runs = f"{writer.runs.text(title)}<w:r>{plain}<w:tab/></w:r>{field('STYLEREF 1', stored, plain)}"
    return f"{XML_DECLARATION}<w:hdr {ROOT_NAMESPACES}>{_paragraph('Header', runs, tabs)}</w:hdr>"


def footer(writer: CellWriter) -> str:
    """The page number."""
    number = field("PAGE", "1", writer.runs.properties())
    return f"{XML_DECLARATION}<w:ftr {ROOT_NAMESPACES}>{_paragraph('Footer', number)}</w:ftr>"


def core_properties(digest: Digest, identifier: str) -> str:
    """docProps/core.xml, with the digest's date for both dates: the same digest gives the same file."""
    from bilingual import lang

    title = "".join(map(inline_text, digest.title[0].runs)) if digest.title else ""
    moment = f"{digest.date or '1980-01-01'}T00:00:00Z"
    return (
        f'{XML_DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>bilingual</dc:creator>"
        f"<dc:identifier>{identifier}</dc:identifier><dc:language>{lang.ooxml(digest.columns[0])}</dc:language>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{moment}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{moment}</dcterms:modified></cp:coreProperties>'
    )
