"""The side-by-side table of the Word output, row by row as strings.

One table holds the whole digest, so that the header row with the languages repeats on every page and the columns
cannot get out of step. Headings stand in rows of it that span all columns. LibreOffice's Navigator and every table
of contents list headings in cells; Word's navigation pane does not. For that pane `Layout.PAPER_TABLES` puts each
heading between tables of one and the same grid, each with its own header row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bilingual import lang
from bilingual.model import Cell, Digest, Entry, OriginKind, Row, Section, TitleCell, plain
from bilingual.ooxml.anchors import bookmark
from bilingual.ooxml.write import escape
from bilingual.publish.docx_cells import CellWriter
from bilingual.publish.docx_words import word

_TOP_RULE: Final = '<w:tcBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="C9D1DA"/></w:tcBorders>'
_NO_TOP: Final = '<w:tcBorders><w:top w:val="nil"/></w:tcBorders>'
_SHADE: Final = '<w:shd w:val="clear" w:color="auto" w:fill="F5F7F9"/>'

# A row with more characters than this in one cell may break across pages: unbroken it would leave a hole.
_LONGEST_WHOLE: Final = 400

_DIGIT: Final = 75  # width of a digit of the row id in twentieths of a point, at 7 pt with some air
_CELL_MARGIN: Final = 100

_CELL_STYLE: Final = {
    OriginKind.SOURCE: "CellSource",
    OriginKind.SCRIPT: "CellScript",
    OriginKind.MACHINE: "CellMachine",
    OriginKind.MEMORY: "CellMemory",
    OriginKind.REVIEW: "CellReview",
    OriginKind.MISSING: "CellMissing",
}


class Layout(StrEnum):
    """Where the headings stand: in rows of one table, or between one table a paper."""

    ONE_TABLE = "one-table"
    PAPER_TABLES = "paper-tables"


@dataclass(frozen=True, slots=True)
class Grid:
    """Widths in twentieths of a point: of the column of row ids and of each language."""

    ids: int
    columns: tuple[int, ...]

    @property
    def total(self) -> int:
        """The width of the table."""
        return self.ids + sum(self.columns)

    @classmethod
    def fit(cls, width: int, ids: int, columns: int) -> Grid:
        """A grid as wide as the text: `ids` is the length of the longest row id in characters."""
        first = min(_DIGIT * max(ids, 3) + 2 * _CELL_MARGIN, width // 6)
        each, rest = divmod(width - first, columns)
        return cls(first + rest, (each,) * columns)


def heading_bookmark(number: int) -> str:
    """The name Word gives to the bookmark of a heading that a table of contents points to."""
    return f"_Toc{number:08d}"


class TableWriter:
    """Writes the table or tables of a digest. Bookmarks are numbered in the order they are met."""

    def __init__(self, digest: Digest, grid: Grid, writers: tuple[CellWriter, ...], layout: Layout) -> None:
        self._digest = digest
        self._grid = grid
        self._writers = writers
        self._layout = layout
        self._bookmarks = 0
        self._headings = 0
        self._ui = writers[0]

    def write(self) -> Iterator[str]:
        """The XML of all tables, a row or so at a time."""
        if self._layout is Layout.ONE_TABLE:
            yield self._open()
        for section in self._digest.sections:
            yield from self._section(section)
        if self._layout is Layout.ONE_TABLE:
            yield "</w:tbl>"

    def _section(self, section: Section) -> Iterator[str]:
        yield self._spanning_row(self._section_heading(section))
        yield from self._body(section.preface)
        for entry in section.entries:
            yield from self._entry(entry)

    def _entry(self, entry: Entry) -> Iterator[str]:
        details = self._details(entry)
        if self._layout is Layout.ONE_TABLE and len({title.text for title in entry.title}) > 1:
            yield self._title_row(entry)
            if details:
                yield self._spanning_row(details, border=_NO_TOP)
        else:
            content = self._paper_heading(entry) + self._other_titles(entry.title) + details
            yield self._spanning_row(content, str(entry.number), border=_TOP_RULE)
        yield from self._body(entry.rows)

    def _body(self, rows: tuple[Row, ...]) -> Iterator[str]:
        if not rows:
            return
        if self._layout is Layout.PAPER_TABLES:
            yield self._open()
        for row in rows:
            yield self._row(row)
        if self._layout is Layout.PAPER_TABLES:
            yield "</w:tbl>"

    def _open(self) -> str:
        title = escape(plain(self._digest.title[0].runs)) if self._digest.title else ""
        names = ", ".join(lang.english_name(tag) for tag in self._digest.columns)
        grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in (self._grid.ids, *self._grid.columns))
        heads = "".join(
            self._cell(width, self._paragraph("ColumnHeading", writer.runs.text(lang.autonym(writer.tag))))
            for writer, width in zip(self._writers, self._grid.columns, strict=True)
        )
        number = self._cell(
            self._grid.ids, self._paragraph("ColumnHeading", self._ui.runs.text(word("row", self._ui.tag)))
        )
        return (
            f'<w:tbl><w:tblPr><w:tblStyle w:val="Digest"/><w:tblW w:w="{self._grid.total}" w:type="dxa"/>'
            '<w:tblLayout w:type="fixed"/><w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" '
            'w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>'
            f'<w:tblCaption w:val="{title}"/><w:tblDescription w:val="Papers by rows, languages by columns: {names}"/>'
            f"</w:tblPr><w:tblGrid>{grid}</w:tblGrid>"
            f"<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>{number}{heads}</w:tr>"
        )

    # Rows

    def _row(self, row: Row) -> str:
        longest = max((len(cell.text) for cell in row.cells), default=0)
        properties = "<w:trPr><w:cantSplit/></w:trPr>" if longest <= _LONGEST_WHOLE else ""
        identifier = self._cell(
            self._grid.ids,
            self._paragraph("RowId", self._marked(bookmark(row.id), self._ui.runs.text(row.id))),
        )
        cells = "".join(
            self._text_cell(cell, width, writer, row)
            for cell, width, writer in zip(row.cells, self._grid.columns, self._writers, strict=True)
        )
        return f"<w:tr>{properties}{identifier}{cells}</w:tr>"

    def _text_cell(self, cell: Cell, width: int, writer: CellWriter, row: Row) -> str:
        style = _CELL_STYLE[cell.origin.kind]
        paragraphs = writer.paragraphs(cell.segments, row.id)
        if not paragraphs:
            return self._cell(width, self._paragraph(style, ""), _SHADE)
        return self._cell(
            width,
            "".join(
                self._paragraph("Equation", xml) if equation else self._paragraph(style, xml)
                for equation, xml in paragraphs
            ),
        )

    def _title_row(self, entry: Entry) -> str:
        """Titles side by side; the first is the heading, the others look like it and are not."""
        number = self._cell(
            self._grid.ids, self._paragraph("PaperTitle", self._ui.runs.text(str(entry.number))), _TOP_RULE
        )
        cells = []
        for n, (title, width, writer) in enumerate(zip(entry.title, self._grid.columns, self._writers, strict=True)):
            place = str(entry.number)
            content = (
                self._paper_heading(entry)
                if n == 0
                else self._paragraph("PaperTitle", writer.inlines(title.runs, place))
            )
            cells.append(self._cell(width, content, _TOP_RULE))
        return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{number}{''.join(cells)}</w:tr>"

    def _spanning_row(self, content: str, number: str = "", border: str = "") -> str:
        """Paragraphs across all columns: a row of the one table, or plain paragraphs between tables."""
        if self._layout is Layout.PAPER_TABLES:
            return content
        spanned = f'<w:gridSpan w:val="{len(self._grid.columns)}"/>'
        first = self._cell(self._grid.ids, self._paragraph("PaperTitle", self._ui.runs.text(number)), border)
        rest = self._cell(sum(self._grid.columns), content, spanned + border)
        return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{first}{rest}</w:tr>"

    # Paragraphs

    def _section_heading(self, section: Section) -> str:
        first, *others = section.title
        heading = self._heading("Heading1", self._ui.inlines(first.runs, section.id))
        seen = {first.text}
        for title, writer in zip(others, self._writers[1:], strict=True):
            if title.text not in seen:
                heading += self._paragraph("SectionTitle", writer.inlines(title.runs, section.id))
                seen.add(title.text)
        return heading

    def _paper_heading(self, entry: Entry) -> str:
        return self._heading("Heading2", self._ui.inlines(entry.title[0].runs, str(entry.number)))

    def _other_titles(self, titles: tuple[TitleCell, ...]) -> str:
        seen = {titles[0].text}
        made = []
        for title, writer in zip(titles[1:], self._writers[1:], strict=True):
            if title.text not in seen:
                seen.add(title.text)
                made.append(self._paragraph("PaperTitle", writer.inlines(title.runs, "")))
        return "".join(made)

    def _details(self, entry: Entry) -> str:
        lines = []
        for text in (", ".join(entry.authors), entry.venue):
            if text:
                lines.append(self._ui.runs.text(text))
        lines += [self._ui.link(href, href) for href in entry.links]
        gap = self._ui.runs.text("  ·  ")
        return self._paragraph("PaperDetails", gap.join(lines)) if lines else ""

    def _heading(self, style: str, runs: str) -> str:
        self._headings += 1
        return self._paragraph(style, self._marked(heading_bookmark(self._headings), runs))

    def _marked(self, name: str, runs: str) -> str:
        self._bookmarks += 1
        number = f'w:id="{self._bookmarks}"'
        return f'<w:bookmarkStart {number} w:name="{name}"/>{runs}<w:bookmarkEnd {number}/>'

    @staticmethod
    def _paragraph(style: str, runs: str, properties: str = "") -> str:
        return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{properties}</w:pPr>{runs}</w:p>'

    @staticmethod
    def _cell(width: int, content: str, properties: str = "") -> str:
        return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{properties}</w:tcPr>{content}</w:tc>'
