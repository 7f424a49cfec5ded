"""DOCX → blocks: all that Word shows, in order, with tracked changes read as accepted.

Word's formulas become LaTeX where they stand, and LaTeX that was typed as text is found as in any other format. There
are no lines in a DOCX, so a block's line is its number: the n-th paragraph or row that holds something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bilingual.findings import Finding, Severity
from bilingual.model import Break, Code, Inline, Link, Runs, Text, join, plain, source_text, trim
from bilingual.protect import scan
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.characters import clean
from bilingual.readers.flow import flow
from bilingual.readers.labels import LABELS, normal

if TYPE_CHECKING:
    from bilingual.ooxml.numbering import Numbering
    from bilingual.ooxml.story import Content, Paragraph, Row, Story, Table

_LONGEST_LABEL: Final = 24  # characters of a column's name
_MOST_COLUMNS: Final = 63  # of a table in Word
_SCANNED: Final = ("$", "\\", "`", "://", "www.")  # what a formula, code or an address in text begins with


def read_blocks(data: bytes, path: str) -> tuple[tuple[Block, ...], tuple[Finding, ...]]:
    """The blocks of a Word document and what a person should know about it.

    `path` is the name to show. Raises SourceError, in one sentence, when the bytes are no DOCX that can be read safely:
    encrypted, truncated, too large when inflated, or with XML that no Word document has.
    """
    from bilingual.ooxml.comments import read_comments
    from bilingual.ooxml.numbering import read_numbering
    from bilingual.ooxml.package import open_package
    from bilingual.ooxml.revisions import View
    from bilingual.ooxml.story import in_view, margins, read_story

    package = open_package(data, path)
    story = read_story(package)
    reader = _Reader(story, read_numbering(package, story.styles))
    body = in_view(story.body, View.ACCEPTED)
    reader.shift = int(any(map(reader.is_title, body)))
    blocks = tuple(reader.blocks(body))
    findings = [*_met(story, path), *_beside(len(read_comments(package)), margins(package), reader.contents, path)]
    text = "\n".join(" ".join(reader.texts[number]) for number in range(1, reader.number + 1))
    return blocks, (*findings, *clean(text, path)[1])


class _Reader:
    """Turns the content of a story into blocks, counting them.

    `shift` is how much lower headings are than Word has them: by one when a title stands over them. `contents` are the
    lines of the table of contents. `texts` are the texts of each block as they came, for what to report of them.
    """

    def __init__(self, story: Story, numbering: Numbering) -> None:
        self._story = story
        self._numbering = numbering
        self._waiting: list[str] = []
        self.shift = 0
        self.number = 0
        self.contents: list[str] = []
        self.texts: dict[int, list[str]] = {}

    def is_title(self, content: Content) -> bool:
        """Whether this is the title of the document."""
        from bilingual.ooxml.story import Paragraph

        return isinstance(content, Paragraph) and bool(content.style) and self._story.styles.is_title(content.style)

    def blocks(self, contents: Iterable[Content]) -> Iterator[Block]:
        """The blocks of paragraphs and tables in order."""
        from bilingual.ooxml.story import Paragraph

        code: list[Block] = []
        for content in contents:
            found = self._paragraph(content) if isinstance(content, Paragraph) else self._table(content)
            for block in found:
                if block.kind is BlockKind.CODE:
                    code.append(block)
                    continue
                yield from _one_code(code)
                code.clear()
                yield block
        yield from _one_code(code)

    def _paragraph(self, paragraph: Paragraph) -> Iterator[Block]:
        marker = self._marker(paragraph)
        self._count()
        runs = self._runs(paragraph)
        self._waiting.extend(paragraph.notes)
        if not runs:
            self.number -= 1
        elif self._story.styles.is_contents(paragraph.style):
            self.contents.append(plain(runs))
        else:
            yield self._block(paragraph, runs, marker)
        yield from self.blocks(paragraph.boxes)
        yield from self._notes()

    def _block(self, paragraph: Paragraph, runs: Runs, marker: str) -> Block:
        at = self.number
        styles = self._story.styles
        if self.is_title(paragraph):
            return Block(BlockKind.HEADING, runs, at, at, 1)
        if paragraph.heading:
            return Block(BlockKind.HEADING, runs, at, at, paragraph.heading + self.shift, marker)
        if styles.is_code(paragraph.style):
            return Block(BlockKind.CODE, runs, at, at)
        if paragraph.numbering and marker:
            return Block(BlockKind.ITEM, runs, at, at, paragraph.numbering[1] + 1, marker)
        kind = BlockKind.QUOTE if styles.is_quote(paragraph.style) else BlockKind.PARAGRAPH
        return Block(kind, runs, at, at)

    def _marker(self, paragraph: Paragraph) -> str:
        if paragraph.numbering is None or not (paragraph.pieces or paragraph.boxes):
            return ""
        return self._numbering.marker(*paragraph.numbering)

    def _notes(self) -> Iterator[Block]:
        """The notes that were referred to, each block of one with its mark before it."""
        waiting, self._waiting = self._waiting, []
        for key in dict.fromkeys(waiting):
            mark = Text(f"[{self._story.met.notes[key]}] ")
            for block in self._note_blocks(self._story.notes.pop(key, ())):
                yield Block(BlockKind.PARAGRAPH, join([mark, *block.runs]), block.line, block.line_end)

    def _note_blocks(self, contents: Sequence[Content]) -> Iterator[Block]:
        from bilingual.ooxml.revisions import View
        from bilingual.ooxml.story import in_view

        yield from self.blocks(in_view(tuple(contents), View.ACCEPTED))

    def _table(self, table: Table) -> Iterator[Block]:
        width = max(sum(cell.span for cell in row.cells) for row in table.rows)
        if width == 1 or _is_layout(table, self.is_heading):
            for row in table.rows:
                for cell in row.cells:
                    yield from self.blocks(cell.content)
            return
        header: tuple[str, ...] = ()
        for index, row in enumerate(table.rows):
            self._count()
            cells = self._cells(row)
            if not any(cells):
                self.number -= 1
                continue
            names = tuple(" ".join(plain(cell).split()) for cell in cells)
            if index == 0 and len(table.rows) > 1 and (row.header or (table.first_row and _are_labels(names))):
                header = names
                continue
            runs = join(inline for at, cell in enumerate(cells) for inline in ([Text("\t")] if at else []) + list(cell))
            yield Block(BlockKind.ROW, runs, self.number, self.number, 0, "", cells, header)
            yield from self._notes()

    def is_heading(self, content: Content) -> bool:
        """Whether this is a heading or the title."""
        from bilingual.ooxml.story import Paragraph

        return (
            isinstance(content, Paragraph) and bool(content.heading or self.is_title(content)) and bool(content.pieces)
        )

    def _cells(self, row: Row) -> tuple[Runs, ...]:
        """A cell for each column of the grid: one that spans several stands in the first of them."""
        cells: list[Runs] = [()] * row.skipped
        for cell in row.cells:
            lines = list(self._lines(cell.content))
            joined = [inline for at, line in enumerate(lines) for inline in ([Break()] if at else []) + list(line)]
            cells.append(trim(join(joined)))
            cells.extend([()] * min(cell.span - 1, max(0, _MOST_COLUMNS - len(cells))))
        return tuple(cells)

    def _lines(self, contents: Iterable[Content]) -> Iterator[Runs]:
        """The paragraphs of a cell, list items with their markers, rows of a table in it with tabs."""
        from bilingual.ooxml.story import Paragraph

        for content in contents:
            if isinstance(content, Paragraph):
                marker = self._marker(content)
                runs = self._runs(content)
                self._waiting.extend(content.notes)
                if runs:
                    yield join([Text(f"{marker} " if marker else ""), *runs])
                yield from self._lines(content.boxes)
            else:
                for row in content.rows:
                    cells = [cell for cell in self._cells(row) if cell]
                    yield join(i for at, cell in enumerate(cells) for i in ([Text("\t")] if at else []) + list(cell))

    def _runs(self, paragraph: Paragraph) -> Runs:
        from bilingual.ooxml.pieces import to_runs

        runs = to_runs(paragraph.pieces)
        self.texts[self.number].extend(_words(run) for run in runs)
        return trim(_scanned(join(_cleaned(run) for run in runs)))

    def _count(self) -> None:
        self.number += 1
        self.texts[self.number] = []


def _words(run: Inline) -> str:
    return " ".join(source_text(run).split("\n"))


def _cleaned(run: Inline) -> Inline:
    if isinstance(run, Text):
        return Text(clean(run.text, "")[0], run.marks)
    if isinstance(run, Link):
        return Link(run.href, clean(run.label, "")[0])
    return run


def _scanned(runs: Runs) -> Runs:
    """`runs` with the formulas, code and addresses that stand in their texts as such, across changes of marks."""
    found: list[Inline] = []
    texts: list[Text] = []
    for run in (*runs, Break()):
        if isinstance(run, Text):
            texts.append(run)
            continue
        found.extend(_scanned_texts(texts))
        texts = []
        found.append(run)
    return join(found[:-1])


def _scanned_texts(texts: Sequence[Text]) -> Iterator[Inline]:
    whole = "".join(text.text for text in texts)
    if not any(sign in whole for sign in _SCANNED):
        yield from texts
        return
    marked = flow(tuple(texts))
    at = 0
    for run in scan(whole):
        length = len(source_text(run))
        if isinstance(run, Text):
            yield from marked.cut(at, at + length)
        else:
            yield run
        at += length


def _one_code(blocks: Sequence[Block]) -> Iterator[Block]:
    """Neighbouring paragraphs of program text as one block of code."""
    if not blocks:
        return
    lines = ["".join(run.code if isinstance(run, Code) else source_text(run) for run in b.runs) for b in blocks]
    yield Block(BlockKind.CODE, (Code("\n".join(lines) + "\n", "```"),), blocks[0].line, blocks[-1].line_end)


def _is_layout(table: Table, is_heading: object) -> bool:
    """Whether a table is there for the page's layout: it holds tables of several rows, or headings."""
    from bilingual.ooxml.story import Table as NestedTable

    inner = [content for row in table.rows for cell in row.cells for content in cell.content]
    holds_tables = any(isinstance(content, NestedTable) and len(content.rows) > 1 for content in inner)
    return holds_tables or (callable(is_heading) and any(map(is_heading, inner)))


def _are_labels(names: Sequence[str]) -> bool:
    """Whether a first row names columns: short words, most of them names that columns of papers have."""
    filled = [name for name in names if name]
    known = sum(normal(name) in LABELS for name in filled)
    return len(filled) > 1 and all(len(name) <= _LONGEST_LABEL for name in filled) and 2 * known >= len(filled)


def _met(story: Story, path: str) -> Iterator[Finding]:
    from bilingual.ooxml.revisions import summary

    met = story.met
    if met.revisions:
        count = len(met.revisions)
        message = f"{count} tracked change{'s' * (count > 1)} ({summary(met.revisions)}) read as accepted."
        yield Finding("read.tracked-changes", Severity.WARNING, message, path)
    if met.equation_objects:
        message = f"{met.equation_objects} equations are objects of an old editor and could not be read; convert them."
        yield Finding("read.equation-object", Severity.WARNING, message, path)
    if met.alternative_chunks:
        message = (
            f"{met.alternative_chunks} embedded documents were not read; open and save the file in Word to join them."
        )
        yield Finding("read.embedded-document", Severity.WARNING, message, path)
    if met.hidden:
        yield Finding("read.hidden-text", Severity.INFO, f"{met.hidden} characters of hidden text were left out.", path)
    if met.pictures:
        yield Finding("read.pictures", Severity.INFO, f"{met.pictures} pictures were left out.", path)


def _beside(comments: int, margins: Sequence[str], contents: Sequence[str], path: str) -> Iterator[Finding]:
    if comments:
        yield Finding("read.comments", Severity.INFO, f"{comments} comments are not part of the text.", path)
    if margins:
        message = f"Headers and footers are not part of the text: {' | '.join(margins)}"
        yield Finding("read.margins", Severity.INFO, message, path)
    if contents:
        message = f"The table of contents is not part of the text: {' | '.join(contents)}"
        yield Finding("read.contents", Severity.INFO, message, path)
