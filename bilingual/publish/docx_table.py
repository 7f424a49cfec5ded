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
from bilingual.model import OriginKind
from bilingual.ooxml.anchors import bookmark
from bilingual.ooxml.write import escape
from bilingual.publish.docx_cells import CellWriter
from bilingual.publish.view import CellView, DigestView, EntryView, RowView, SectionView, TitleView, runs_text

_TOP_RULE: Final = '<w:tcBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="C9D1DA"/></w:tcBorders>'
_NO_TOP: Final = '<w:tcBorders><w:top w:val="nil"/></w:tcBorders>'
MISSING_SHADE: Final = '<w:shd w:val="clear" w:color="auto" w:fill="FAFBFC"/>'

# A row with more characters than this in one cell may break across pages: unbroken it would leave a hole.
_LONGEST_WHOLE: Final = 400

_DIGIT: Final = 75  # width of a digit of the row id in twentieths of a point, at 7 pt with some air
_CELL_MARGIN: Final = 100

# The paragraph style of text by its origin.
CELL_STYLE: Final = {
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


def title_row_id(number: int) -> str:
    """The id of the row that holds the titles of the paper with this number: rows of text count from 1."""
    return f"{number}.0"


class TableWriter:
    """Writes the table or tables of a digest. Bookmarks are numbered in the order they are met."""

    def __init__(self, digest: DigestView, grid: Grid, writers: tuple[CellWriter, ...], layout: Layout) -> None:
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

    def _section(self, section: SectionView) -> Iterator[str]:
        yield self._spanning_row(self._section_heading(section))
        yield from self._body(section.preface)
        for entry in section.entries:
            yield from self._entry(entry)

    def _entry(self, entry: EntryView) -> Iterator[str]:
        details = self._details(entry)
        if self._layout is Layout.ONE_TABLE and not entry.spans:
            yield self._title_row(entry)
            if details:
                yield self._spanning_row(details, border=_NO_TOP)
        else:
            content = (
                self._paper_heading(entry) + self._other_titles(entry.titles, "PaperTitle", str(entry.number)) + details
            )
            yield self._spanning_row(content, self._number(entry.number), border=_TOP_RULE)
        yield from self._body(entry.rows)

    def _body(self, rows: tuple[RowView, ...]) -> Iterator[str]:
        if not rows:
            return
        if self._layout is Layout.PAPER_TABLES:
            yield self._open()
        for row in rows:
            yield self._row(row)
        if self._layout is Layout.PAPER_TABLES:
            yield "</w:tbl>"

    def _open(self) -> str:
        names = ", ".join(lang.english_name(column.tag) for column in self._digest.columns)
        grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in (self._grid.ids, *self._grid.columns))
        heads = "".join(
            self._cell(width, self._paragraph("ColumnHeading", writer.runs.text(self.column_heading(writer.tag))))
            for writer, width in zip(self._writers, self._grid.columns, strict=True)
        )
        number = self._cell(
            self._grid.ids, self._paragraph("ColumnHeading", self._ui.runs.text(self._digest.words["row"]))
        )
        return (
            f'<w:tbl><w:tblPr><w:tblStyle w:val="Digest"/><w:tblW w:w="{self._grid.total}" w:type="dxa"/>'
            '<w:tblLayout w:type="fixed"/><w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" '
            'w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>'
            f'<w:tblCaption w:val="{escape(self._digest.title)}"/>'
            f'<w:tblDescription w:val="Papers by rows, languages by columns: {names}"/>'
            f"</w:tblPr><w:tblGrid>{grid}</w:tblGrid>"
            f"<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>{number}{heads}</w:tr>"
        )

    def column_heading(self, tag: str) -> str:
        """What the header row says over a column."""
        return lang.autonym(tag)

    # Rows

    def _row(self, row: RowView, style: str = "") -> str:
        longest = max((len(runs_text(cell.runs)) for cell in row.cells), default=0)
        properties = "<w:trPr><w:cantSplit/></w:trPr>" if longest <= _LONGEST_WHOLE else ""
        identifier = self._cell(
            self._grid.ids,
            self._paragraph("RowId", self._marked(bookmark(row.id), self._ui.runs.text(row.id))),
        )
        cells = "".join(
            self._text_cell(cell, width, writer, row, style)
            for cell, width, writer in zip(row.cells, self._grid.columns, self._writers, strict=True)
        )
        return f"<w:tr>{properties}{identifier}{cells}</w:tr>"

    def _text_cell(self, cell: CellView, width: int, writer: CellWriter, row: RowView, style: str) -> str:
        style = style or CELL_STYLE[OriginKind(cell.origin)]
        paragraphs = writer.paragraphs(cell.runs, row.id)
        if not paragraphs:
            return self._cell(width, self._paragraph(style, ""), MISSING_SHADE)
        return self._cell(
            width,
            "".join(
                self._paragraph("Equation", xml) if equation else self._paragraph(style, xml)
                for equation, xml in paragraphs
            ),
        )

    def _title_row(self, entry: EntryView) -> str:
        """Titles side by side; the first is the heading, the others look like it and are not."""
        number = self._cell(self._grid.ids, self._number(entry.number), _TOP_RULE)
        cells = []
        for n, (title, width, writer) in enumerate(zip(entry.titles, self._grid.columns, self._writers, strict=True)):
            place = str(entry.number)
            content = (
                self._paper_heading(entry) if n == 0 else self._paragraph("PaperTitle", _title(title, writer, place))
            )
            cells.append(self._cell(width, content, _TOP_RULE))
        return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{number}{''.join(cells)}</w:tr>"

    def _number(self, number: int) -> str:
        marked = self._marked(bookmark(title_row_id(number)), self._ui.runs.text(str(number)))
        return self._paragraph("PaperTitle", marked)

    def _spanning_row(self, content: str, number: str = "", border: str = "") -> str:
        """Paragraphs across all columns: a row of the one table, or plain paragraphs between tables."""
        if self._layout is Layout.PAPER_TABLES:
            return content
        spanned = f'<w:gridSpan w:val="{len(self._grid.columns)}"/>'
        first = self._cell(self._grid.ids, number or self._paragraph("PaperTitle", ""), border)
        rest = self._cell(sum(self._grid.columns), content, spanned + border)
        return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{first}{rest}</w:tr>"

    # Paragraphs

    def _section_heading(self, section: SectionView) -> str:
        heading = self._heading("Heading1", _title(section.titles[0], self._ui, section.anchor))
        heading += self._other_titles(section.titles, "SectionTitle", section.anchor)
        return heading + "".join(self._paragraph("Note", self._ui.runs.text(note)) for note in section.notes)

    def _paper_heading(self, entry: EntryView) -> str:
        return self._heading("Heading2", _title(entry.titles[0], self._ui, str(entry.number)))

    def _other_titles(self, titles: tuple[TitleView, ...], style: str, place: str) -> str:
        """The titles of the other columns, equal ones once."""
        seen = {titles[0].text}
        made = []
        for title, writer in zip(titles[1:], self._writers[1:], strict=False):
            if title.text not in seen:
                seen.add(title.text)
                made.append(self._paragraph(style, _title(title, writer, place)))
        return "".join(made)

    def _details(self, entry: EntryView) -> str:
        texts = [self._ui.runs.text(text) for text in (entry.authors, entry.venue) if text]
        links = [self._ui.link(link.href, link.label) for link in entry.links]
        gap = self._ui.runs.text("  ·  ")
        return self._paragraph("PaperDetails", gap.join(texts + links)) if texts or links else ""

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


def _title(title: TitleView, writer: CellWriter, place: str) -> str:
    """A title; what only stands for one is quiet, and what says that there is none is marked as no text at all."""
    style = "NoText" if title.missing else "Placeholder" if title.quiet else ""
    return writer.inlines(title.runs, place, style)
