"""The Word document an editor works on: the rows of a digest with ids, notes as comments, changes tracked.

Every text can be reached: titles stand in rows of their own (`12.0`). The manifest part holds all texts as they were
sent, so that a returned file can be compared with what its editor saw, whatever has been built since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bilingual import lang
from bilingual.errors import PublishError
from bilingual.findings import Finding
from bilingual.model import Digest, OriginKind, Section
from bilingual.ooxml.write import ROOT_NAMESPACES, XML_DECLARATION, escape
from bilingual.publish.docx_cells import CellWriter
from bilingual.publish.docx_table import MISSING_SHADE, Grid, Layout, TableWriter, title_row_id
from bilingual.publish.view import CellView, DigestView, EntryView, RowView

# The name under which notes of this program stand in the comments of a review; replies of people have their own.
AUTHOR: Final = "bilingual"

# Beads below this score are shown to the editor; the aligner's own scores are between 0 and 1.
LOW_SCORE: Final = 0.5

_SOURCE_SHADE: Final = '<w:shd w:val="clear" w:color="auto" w:fill="F0F2F4"/>'

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # in Traditional Chinese, in Simplified Chinese, in English
    "keep": ("原文，請勿修改", "原文，请勿修改", "source, please leave as it is"),
    "low": ("對齊分數偏低", "对齐分数偏低", "Low alignment score"),
    "legend": (
        "請直接修改白底欄位；修訂會自動標記。灰底欄位是原文，如有錯誤請以註解說明。請勿更動最左欄的編號。",
        "请直接修改白底栏目；修订会自动标记。灰底栏目是原文，如有错误请用批注说明。请勿改动最左栏的编号。",
        "Edit the white columns; changes are tracked. Grey columns are the source: comment on mistakes there. "
        "Please leave the ids in the first column alone.",
    ),
    "formulas": (
        "公式可以直接編輯。增刪列、移動列或只寄回其中一部分都沒有關係。",
        "公式可以直接编辑。增删行、移动行或只寄回其中一部分都没有关系。",
        "Equations can be edited. Rows may be added, removed or moved, and a part of the file may be sent back.",
    ),
}


@dataclass(slots=True)
class Comments:
    """The comments of a document, numbered as they are added; `date` is ISO 8601."""

    date: str
    _items: list[str] = field(default_factory=list)

    def add(self, text: str) -> int:
        """The number of a new comment."""
        number = len(self._items)
        when = f' w:date="{self.date}T00:00:00Z"' if self.date else ""
        self._items.append(
            f'<w:comment w:id="{number}" w:author="{AUTHOR}"{when} w:initials="b"><w:p><w:pPr>'
            '<w:pStyle w:val="CommentText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr>'
            f'<w:annotationRef/></w:r><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p></w:comment>'
        )
        return number

    def xml(self) -> str:
        """word/comments.xml."""
        return f"{XML_DECLARATION}<w:comments {ROOT_NAMESPACES}>{''.join(self._items)}</w:comments>"


def select(digest: Digest, columns: Sequence[str] = (), papers: Collection[int] = ()) -> Digest:
    """The digest with only these columns, in its own order, and only the papers with these numbers; () is all.

    Raises PublishError when a column or a number is not in the digest.
    """
    for tag in columns:
        if tag not in digest.columns:
            raise PublishError(f"The digest has no column {tag}; it has {', '.join(digest.columns)}.")
    numbers = {entry.number for entry in digest.entries}
    missing = sorted(set(papers) - numbers)
    if missing:
        raise PublishError(f"The digest has no paper {missing[0]}; it has {len(numbers)}, numbered from 1.")
    kept = [n for n, tag in enumerate(digest.columns) if not columns or tag in columns]
    sections = tuple(_select_section(section, kept, papers) for section in digest.sections)
    return replace(
        digest,
        columns=tuple(digest.columns[n] for n in kept),
        title=tuple(digest.title[n] for n in kept if n < len(digest.title)),
        sections=tuple(s for s in sections if s.entries or s.preface),
    )


def _select_section(section: Section, kept: list[int], papers: Collection[int]) -> Section:
    entries = tuple(
        replace(
            entry,
            title=tuple(entry.title[n] for n in kept),
            rows=tuple(replace(row, cells=tuple(row.cells[n] for n in kept)) for row in entry.rows),
        )
        for entry in section.entries
        if not papers or entry.number in papers
    )
    preface = tuple(replace(row, cells=tuple(row.cells[n] for n in kept)) for row in section.preface)
    return replace(
        section,
        title=tuple(section.title[n] for n in kept),
        entries=entries,
        preface=preface if not papers else (),
    )


def split(digest: Digest, parts: int) -> tuple[Digest, ...]:
    """The digest as packages for several editors: whole papers, in order, about the same number of rows each."""
    total = sum(len(entry.rows) for entry in digest.entries)
    groups: list[list[int]] = [[] for _ in range(max(1, parts))]
    before = 0
    for entry in digest.entries:
        groups[min(before * len(groups) // max(total, 1), len(groups) - 1)].append(entry.number)
        before += len(entry.rows)
    return tuple(select(digest, papers=group) for group in groups if group)


def notes(digest: Digest, findings: Iterable[Finding]) -> dict[str, list[str]]:
    """What to tell the editor about a row, by row id: findings about it or a segment of it, and low scores."""
    rows = [row for section in digest.sections for row in section.preface]
    rows += [row for entry in digest.entries for row in entry.rows]
    place = {segment.id: row.id for row in rows for cell in row.cells for segment in cell.segments}
    place |= {row.id: row.id for row in rows}
    found: dict[str, list[str]] = {}
    for finding in findings:
        row_id = place.get(finding.segment)
        if row_id is not None:
            found.setdefault(row_id, []).append(f"{finding.message} [{finding.code}]")
    tag = digest.columns[0]
    for row in rows:
        if row.score is not None and row.score < LOW_SCORE:
            found.setdefault(row.id, []).append(f"{_word('low', tag)}: {row.score:.2f}")
    return found


class ReviewWriter(TableWriter):
    """The table of a review: titles in rows of their own, source text shaded, notes as comments.

    Source text is to be left as it is unless its column is one of `targets`. `title_kinds` are the origins of the
    titles of each paper by its number.
    """

    def __init__(
        self,
        digest: DigestView,
        grid: Grid,
        writers: tuple[CellWriter, ...],
        targets: Collection[str],
        title_kinds: dict[int, tuple[str, ...]],
        row_notes: dict[str, list[str]],
        comments: Comments,
    ) -> None:
        super().__init__(digest, grid, writers, Layout.ONE_TABLE)
        self._targets = targets
        self._title_kinds = title_kinds
        self._notes = row_notes
        self._comments = comments
        self._to_comment: list[str] = []
        self._source_columns = self._columns_of_source(digest)

    def column_heading(self, tag: str) -> str:
        """The language, and whether the whole column is to be left as it is."""
        name = lang.autonym(tag)
        return f"{name} ({_word('keep', tag)})" if tag in self._source_columns else name

    def _columns_of_source(self, digest: DigestView) -> set[str]:
        found: dict[str, bool] = {}
        rows = [row for section in digest.sections for row in section.preface]
        for row in (*rows, *(row for entry in digest.entries for row in entry.rows)):
            for cell in row.cells:
                if not cell.missing:
                    found[cell.column] = found.get(cell.column, True) and self._fixed(cell)
        return {tag for tag, fixed in found.items() if fixed}

    def _fixed(self, cell: CellView) -> bool:
        return cell.origin == OriginKind.SOURCE and cell.column not in self._targets

    def _entry(self, entry: EntryView) -> Iterator[str]:
        titles = entry.titles * len(self._writers) if entry.spans else entry.titles
        cells = tuple(
            CellView(writer.tag, title.lang, () if title.missing else title.runs, kind, missing=title.missing)
            for title, writer, kind in zip(titles, self._writers, self._title_kinds[entry.number], strict=True)
        )
        yield self._row(RowView(title_row_id(entry.number), "", cells, starts=True), "PaperTitle")
        yield from self._body(entry.rows)

    def _row(self, row: RowView, style: str = "") -> str:
        self._to_comment = self._notes.get(row.id, [])
        return super()._row(row, style)

    def _text_cell(self, cell: CellView, width: int, writer: CellWriter, row: RowView, style: str) -> str:
        made = super()._text_cell(cell, width, writer, row, style)
        if self._fixed(cell):
            return made.replace("</w:tcPr>", f"{_SOURCE_SHADE}</w:tcPr>", 1) if MISSING_SHADE not in made else made
        if self._to_comment:
            made = self._commented(made, self._to_comment)
            self._to_comment = []
        return made.replace(MISSING_SHADE, "", 1)

    def _commented(self, cell: str, texts: list[str]) -> str:
        """The cell with comments from the start of its first paragraph to the end of its last."""
        numbers = [self._comments.add(text) for text in texts]
        starts = "".join(f'<w:commentRangeStart w:id="{n}"/>' for n in numbers)
        ends = "".join(
            f'<w:commentRangeEnd w:id="{n}"/><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr>'
            f'<w:commentReference w:id="{n}"/></w:r>'
            for n in numbers
        )
        head, mark, rest = cell.partition("</w:pPr>")
        body, closing, tail = rest.rpartition("</w:p>")
        return f"{head}{mark}{starts}{body}{ends}{closing}{tail}"


def legend(writers: tuple[CellWriter, ...]) -> Iterator[str]:
    """How to work in the file, in every language of it."""
    for writer in writers:
        for name in ("legend", "formulas"):
            yield f'<w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr>{writer.runs.text(_word(name, writer.tag))}</w:p>'


def settings(data: bytes) -> bytes:
    """The settings part with tracking of changes switched on (17.15.1.90), in its place in the order of CT_Settings."""
    text = data.decode("utf-8")
    if "<w:trackRevisions" in text:
        return data
    for name in ("defaultTabStop", "autoHyphenation", "characterSpacingControl", "compat"):
        at = text.find(f"<w:{name}")
        if at >= 0:
            return f"{text[:at]}<w:trackRevisions/>{text[at:]}".encode()
    return data


def _word(name: str, tag: str) -> str:
    hant, hans, english = _WORDS[name]
    if not lang.is_chinese(tag):
        return english
    return hant if lang.script(tag) == lang.HANT else hans
