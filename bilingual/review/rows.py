"""The rows of a returned table as they stand in the file, with what they say about where they belong.

The document is read as a stream and each row is let go once it has been read, so that a large file stays small.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from bilingual.errors import ReviewError
from bilingual.ooxml.names import W
from bilingual.review.columns import column_of_head
from bilingual.review.content import Paragraph, Walker
from bilingual.review.tokens import Span

# The role of the first column.
IDS: Final = "#"

# How many rows of a table may stand over its heads; translators' tools put the name of the project there.
_HEAD_ROWS: Final = 3

# Lines under a title that are not part of it.
_HEADINGS: Final = ("Heading1", "Heading3", "SectionTitle")
_DETAILS: Final = ("PaperDetails", "Note")


@dataclass(slots=True)
class PhysicalCell:
    """A cell: the columns it covers (BCP 47 tags, or `#` for ids), and whether it goes on from the row above."""

    roles: tuple[str, ...]
    paragraphs: list[Paragraph]
    continues: bool = False


@dataclass(slots=True)
class PhysicalRow:
    """A row in the file. `deleted` and `inserted` say that the program recorded this of the whole row."""

    number: int
    cells: list[PhysicalCell]
    deleted: bool = False
    inserted: bool = False
    bookmarks: list[str] = field(default_factory=list)

    @property
    def visible(self) -> str:
        """What stands in the column of ids."""
        return " ".join(final_text(c.paragraphs) for c in self.cells if IDS in c.roles).strip()

    def text(self, tag: str) -> str:
        """The text of a column with all changes accepted."""
        return "\n".join(final_text(c.paragraphs) for c in self.cells if tag in c.roles)


def flat(paragraphs: Sequence[Paragraph]) -> list[Span]:
    """The spans of a cell; between two paragraphs stands a line break, unless one of them is a display formula."""
    made: list[Span] = []
    for n, paragraph in enumerate(paragraphs):
        if n and not (paragraph.is_equation or paragraphs[n - 1].is_equation):
            made.append(Span("\n", tracked=paragraphs[n - 1].mark))
        made += paragraph.spans
    return made


def final(spans: Sequence[Span]) -> list[Span]:
    """The spans with all recorded changes accepted."""
    return [s for s in spans if s.tracked is None or s.tracked.inserted]


def final_text(paragraphs: Sequence[Paragraph]) -> str:
    """The characters of a cell with all recorded changes accepted, formulas and the like by their keys."""
    return "".join(span.text for span in final(flat(paragraphs)))


def read_rows(document: bytes, walker: Walker, columns: Sequence[str]) -> Iterator[PhysicalRow]:
    """The rows of all top-level tables, header rows left out. `columns` are the tags a column may have.

    Raises ReviewError when the document declares entities.
    """
    roles: dict[int, str] = {}
    depth = number = above = 0
    parsing = etree.iterparse(
        io.BytesIO(document),
        events=("start", "end"),
        tag=(f"{W}tbl", f"{W}tr"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    for event, element in parsing:
        if element.tag == f"{W}tbl":
            depth += 1 if event == "start" else -1
            above = 0
        elif event == "end" and depth == 1:
            found = _header(element, walker, columns) if above < _HEAD_ROWS or _is_header(element) else {}
            if found:
                roles, above = found, _HEAD_ROWS
            else:
                above += 1
                number += 1
                row = _row(element, walker, roles or _by_position(element, columns), number)
                if not _is_heading(row):
                    yield row
            element.clear()
            while element.getprevious() is not None and element.getprevious().tag == f"{W}tr":
                del element.getparent()[element.getparent().index(element) - 1]
    root = parsing.root
    if root is not None and root.getroottree().docinfo.internalDTD is not None:
        raise ReviewError("The file declares a document type in its XML, which no Word file does; it is not read.")


def _is_heading(row: PhysicalRow) -> bool:
    """Whether a row is a heading over all columns and no row of text: it has no id, and one cell or heading styles."""
    if row.visible or any(name.startswith("row_") for name in row.bookmarks):
        return False
    cells = [cell for cell in row.cells if cell.roles != (IDS,)]
    styles = {p.style for cell in cells for p in cell.paragraphs if final_text([p]).strip()}
    spanning = len(cells) == 1 and len(cells[0].roles) > 1 and not row.inserted
    return spanning or (bool(styles) and styles <= set(_HEADINGS))


def _is_header(row: etree._Element) -> bool:
    mark = row.find(f"{W}trPr/{W}tblHeader")
    return mark is not None and mark.get(f"{W}val", "1") not in ("0", "false", "off")


def _header(row: etree._Element, walker: Walker, columns: Sequence[str]) -> dict[int, str]:
    """The role of each grid column, when the row names languages; else nothing."""
    roles: dict[int, str] = {}
    cells = list(_cells(row))
    for start, _, cell in cells:
        tag = column_of_head(final_text(list(walker.paragraphs(cell))), columns)
        if tag and tag not in roles.values():
            roles[start] = tag
    if not roles:
        return {}
    if len(cells) == len(columns) + 1:  # a head that was reworded is known by its place
        for (start, _, _), tag in zip(cells, (IDS, *columns), strict=True):
            if start not in roles and tag not in roles.values():
                roles[start] = tag
    roles.setdefault(0, IDS)
    return roles


def _by_position(row: etree._Element, columns: Sequence[str]) -> dict[int, str]:
    """Roles in a table that lost its header: ids, then the columns in the order they were sent."""
    starts = [start for start, _, _ in _cells(row)]
    if len(starts) != len(columns) + 1:
        return {}
    return dict(zip(starts, (IDS, *columns), strict=True))


def _cells(row: etree._Element) -> Iterator[tuple[int, int, etree._Element]]:
    """The cells of a row as (first grid column, number of grid columns, w:tc)."""
    before = row.find(f"{W}trPr/{W}gridBefore")
    start = _number(before, 0)
    for child in row:
        inside = child.iter(f"{W}tc") if child.tag in (f"{W}sdt", f"{W}customXml") else (child,)
        for cell in inside:
            if cell.tag == f"{W}tc":
                span = max(1, _number(cell.find(f"{W}tcPr/{W}gridSpan"), 1))
                yield start, span, cell
                start += span


def _number(element: etree._Element | None, otherwise: int) -> int:
    try:
        return otherwise if element is None else int(element.get(f"{W}val", ""))
    except ValueError:
        return otherwise


def _row(element: etree._Element, walker: Walker, roles: dict[int, str], number: int) -> PhysicalRow:
    made = PhysicalRow(number, [])
    properties = element.find(f"{W}trPr")
    if properties is not None:
        made.deleted = properties.find(f"{W}del") is not None
        made.inserted = properties.find(f"{W}ins") is not None
    for start, span, cell in _cells(element):
        covered = tuple(role for column, role in sorted(roles.items()) if start <= column < start + span)
        merge = cell.find(f"{W}tcPr/{W}vMerge")
        walker.anchors.here = (str(number), next((role for role in covered if role != IDS), ""))
        paragraphs = [p for p in walker.paragraphs(cell) if p.style not in _DETAILS]
        made.bookmarks += [name for p in paragraphs for name in p.bookmarks]
        made.cells.append(
            PhysicalCell(covered, paragraphs, merge is not None and merge.get(f"{W}val", "continue") == "continue")
        )
    made.bookmarks += [b.get(f"{W}name", "") for b in element.findall(f"{W}bookmarkStart")]
    made.bookmarks += [b.get(f"{W}name", "") for b in element.findall(f"{W}tc/{W}bookmarkStart")]
    return made
