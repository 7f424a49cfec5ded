"""A Word document as paragraphs and tables in order, with all that stands in content controls, text boxes and notes.

Nothing is decided here about tracked changes: every paragraph, row and cell says in which it stands, and `in_view`
gives what one state of the document shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from bilingual.errors import SourceError
from bilingual.ooxml.names import W, alternative, flag, local, number, value
from bilingual.ooxml.package import document_root
from bilingual.ooxml.pieces import Piece
from bilingual.ooxml.revisions import (
    Revisions,
    View,
    format_revisions,
    is_shown,
    mark_revisions,
    property_revisions,
)
from bilingual.ooxml.runs import Met, RunReader, styled
from bilingual.ooxml.styles import BODY_LEVEL, Styles, paragraph_numbering, read_styles

if TYPE_CHECKING:
    from lxml import etree

    from bilingual.ooxml.package import Package

_THROUGH: Final = frozenset(("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo", "del", "moveFrom"))
_MOST_PARAGRAPHS: Final = 400_000  # about a kilobyte of memory each; 6,400 papers have some 50,000
_MOST_SPAN: Final = 64  # columns; Word allows 63


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph.

    `heading` is its level, from 1, and 0 for none; `numbering` is (numId, level from 0) or None. `mark` are the changes
    of its paragraph mark, `formats` those of its format. `boxes` are text boxes anchored in it; `notes`, `comments`
    and `bookmarks` name what it refers to.
    """

    pieces: tuple[Piece, ...]
    style: str = ""
    heading: int = 0
    numbering: tuple[str, int] | None = None
    mark: Revisions = ()
    formats: Revisions = ()
    boxes: tuple[Content, ...] = ()
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    bookmarks: tuple[str, ...] = ()
    dropped_capital: bool = False

    @property
    def text(self) -> str:
        """All that is in it, in whatever change it stands."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `span` is how many columns it covers; `continued` says that it belongs to the cell above it."""

    content: tuple[Content, ...]
    span: int = 1
    continued: bool = False
    revisions: Revisions = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `header` says that it is repeated on each page; `skipped` is how many columns it leaves out."""

    cells: tuple[Cell, ...]
    header: bool = False
    skipped: int = 0
    revisions: Revisions = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `first_row` says that its style sets the first row apart, which most styles do without a reason."""

    rows: tuple[Row, ...]
    first_row: bool = False


Content: TypeAlias = Paragraph | Table


@dataclass(frozen=True, slots=True)
class Story:
    """A document. `notes` holds footnotes and endnotes by their keys, such as `footnote:2`, only those referred to."""

    body: tuple[Content, ...]
    notes: dict[str, tuple[Content, ...]]
    met: Met
    styles: Styles


def read_story(package: Package) -> Story:
    """The whole document of a package. Raises SourceError when a part that it needs is damaged."""
    styles = read_styles(package)
    met = Met()
    root = document_root(package)
    if sum(1 for _ in root.iter(f"{W}p")) > _MOST_PARAGRAPHS:
        raise SourceError(
            f"{package.name} was not read, because it has more than {_MOST_PARAGRAPHS:,} paragraphs; "
            "split it into smaller documents."
        )
    body = _StoryReader(package, package.main, styles, met).contents(root.iterchildren(f"{W}body"), ())
    notes: dict[str, tuple[Content, ...]] = {}
    for kind in ("footnote", "endnote"):
        part = package.related(f"{kind}s")
        if part and any(key.startswith(f"{kind}:") for key in met.notes):
            reader = _StoryReader(package, part, styles, met)
            for element in package.xml(part).iterchildren(W + kind):
                key = f"{kind}:{value(element, 'id')}"
                if key in met.notes:
                    notes[key] = tuple(reader.content(element, ()))
    return Story(body, notes, met, styles)


def margins(package: Package) -> tuple[str, ...]:
    """The texts of headers and footers, each once."""
    styles = read_styles(package)
    found: list[str] = []
    for relationship in package.relationships(package.main).values():
        if relationship.kind in ("header", "footer") and package.has(relationship.target):
            reader = _StoryReader(package, relationship.target, styles, Met())
            content = in_view(tuple(reader.content(package.xml(relationship.target), ())), View.ACCEPTED)
            found.append(" ".join(text for text in map(_flat, content) if text))
    return tuple(dict.fromkeys(filter(None, found)))


def _flat(content: Content) -> str:
    if isinstance(content, Paragraph):
        return " ".join(content.text.split())
    return " ".join(_flat(inner) for row in content.rows for cell in row.cells for inner in cell.content)


class _StoryReader:
    """Reads the content of one part."""

    def __init__(self, package: Package, part: str, styles: Styles, met: Met) -> None:
        self._styles = styles
        self._met = met
        self._runs = RunReader(package.relationships(part), styled(styles), met)

    def contents(self, elements: Iterator[etree._Element], revisions: Revisions) -> tuple[Content, ...]:
        return tuple(found for element in elements for found in self.content(element, revisions))

    def content(self, container: etree._Element, revisions: Revisions) -> Iterator[Content]:
        """The paragraphs and tables in a body, cell, box or note."""
        for child in container:
            name = local(child)
            if name == "p":
                yield self._paragraph(child, revisions)
            elif name == "tbl":
                yield self._table(child, revisions)
            elif name in _THROUGH:
                yield from self.content(child, (*revisions, *_wrapped(child)))
            elif name == "mc:AlternateContent":
                for shown in alternative(child):
                    if local(shown) == "p":
                        yield self._paragraph(shown, revisions)
                    elif local(shown) == "tbl":
                        yield self._table(shown, revisions)
            elif name == "altChunk":
                self._met.alternative_chunks += 1
            elif name in ("m:oMathPara", "m:oMath", "r", "hyperlink"):
                # Not allowed here, but some programs write it; as a paragraph of its own nothing is lost.
                yield self._loose(child, revisions)
            elif name in ("commentRangeStart", "commentRangeEnd"):
                self._runs.read([child])

    def _loose(self, element: etree._Element, revisions: Revisions) -> Paragraph:
        read = self._runs.read([element], revisions)
        return Paragraph(read.pieces, notes=read.notes, comments=read.comments)

    def _paragraph(self, element: etree._Element, revisions: Revisions) -> Paragraph:
        properties = element.find(f"{W}pPr")
        read = self._runs.read(element, revisions)
        boxes = tuple(found for box, around in read.boxes for found in self.content(box, around))
        style = value(properties.find(f"{W}pStyle")) if properties is not None else ""
        mark, formats = mark_revisions(properties), format_revisions(properties)
        self._met.revisions.extend((*mark, *formats))
        frame = properties.find(f"{W}framePr") if properties is not None else None
        return Paragraph(
            pieces=read.pieces,
            style=style,
            heading=self._heading(properties, style),
            numbering=self._numbering(properties, style),
            mark=(*revisions, *mark),
            formats=formats,
            boxes=boxes,
            notes=read.notes,
            comments=read.comments,
            bookmarks=read.bookmarks,
            dropped_capital=value(frame, "dropCap") in ("drop", "margin"),
        )

    def _heading(self, properties: etree._Element | None, style: str) -> int:
        outline = value(properties.find(f"{W}outlineLvl")) if properties is not None else ""
        if outline:
            level = number(outline, BODY_LEVEL)
            return level + 1 if 0 <= level < BODY_LEVEL else 0
        return self._styles.heading_level(style) if style else 0

    def _numbering(self, properties: etree._Element | None, style: str) -> tuple[str, int] | None:
        own = paragraph_numbering(properties)
        if own is None and properties is not None and properties.find(f"{W}numPr/{W}ilvl") is not None:
            through = self._styles.numbering(style)
            level = number(value(properties.find(f"{W}numPr/{W}ilvl")))
            return (through[0], level) if through else None
        found = own if own is not None else self._styles.numbering(style)
        return None if found is None or found[0] in ("", "0") else found

    def _table(self, element: etree._Element, revisions: Revisions) -> Table:
        rows = tuple(self._row(row, (*revisions, *around)) for row, around in _inside(element, "tr"))
        return Table(rows, _sets_first_row_apart(element.find(f"{W}tblPr/{W}tblLook")))

    def _row(self, element: etree._Element, revisions: Revisions) -> Row:
        properties = element.find(f"{W}trPr")
        own = property_revisions(properties)
        self._met.revisions.extend(own)
        cells = tuple(self._cell(cell, (*revisions, *around)) for cell, around in _inside(element, "tc"))
        header = properties is not None and flag(properties.find(f"{W}tblHeader"))
        skipped = number(value(properties.find(f"{W}gridBefore"))) if properties is not None else 0
        return Row(cells, bool(header), max(0, min(skipped, _MOST_SPAN)), (*revisions, *own))

    def _cell(self, element: etree._Element, revisions: Revisions) -> Cell:
        properties = element.find(f"{W}tcPr")
        if properties is None:
            return Cell(tuple(self.content(element, revisions)), revisions=revisions)
        own = property_revisions(properties)
        self._met.revisions.extend(own)
        merge = properties.find(f"{W}vMerge")
        return Cell(
            content=tuple(self.content(element, revisions)),
            span=max(1, min(number(value(properties.find(f"{W}gridSpan")), 1), _MOST_SPAN)),
            continued=merge is not None and value(merge) != "restart",
            revisions=(*revisions, *own),
        )


def _sets_first_row_apart(look: etree._Element | None) -> bool:
    """`w:tblLook`, which states it by an attribute, and in older documents by a bit of its value (17.4.55)."""
    if look is None:
        return False
    if look.get(f"{W}firstRow") is not None:
        return bool(value(look, "firstRow") in ("1", "true", "on"))
    mask = value(look)
    return len(mask) == 4 and all(char in "0123456789abcdefABCDEF" for char in mask) and bool(int(mask, 16) & 0x20)


def _wrapped(element: etree._Element) -> Revisions:
    """The change that an element around whole paragraphs states, as some programs write it."""
    from bilingual.ooxml.revisions import KINDS, revision

    name = local(element)
    return (revision(element, KINDS[name]),) if name in KINDS else ()


def _inside(element: etree._Element, wanted: str) -> Iterator[tuple[etree._Element, Revisions]]:
    """The rows of a table or the cells of a row, with those in content controls, in order."""
    for child in element:
        name = local(child)
        if name == wanted:
            yield child, ()
        elif name in _THROUGH:
            for inner, around in _inside(child, wanted):
                yield inner, (*_wrapped(child), *around)
        elif name == "mc:AlternateContent":
            yield from ((shown, ()) for shown in alternative(child) if local(shown) == wanted)


def in_view(contents: tuple[Content, ...], view: View) -> tuple[Content, ...]:
    """What a view shows: text, rows and cells that are there in it, paragraphs joined where their mark is not.

    The joined paragraph has the style of the last, whose mark is left; that of the first when the last adds nothing.
    """
    shown: list[Content] = []
    joining: list[Paragraph] = []
    for content in contents:
        if isinstance(content, Table):
            shown.extend(_joined(joining))
            joining = []
            table = _table_in_view(content, view)
            shown.extend([table] if table.rows else [])
            continue
        pieces = tuple(piece for piece in content.pieces if is_shown(piece.revisions, view))
        joining.append(replace(content, pieces=pieces, boxes=in_view(content.boxes, view)))
        if is_shown(content.mark, view) and not content.dropped_capital:
            shown.extend(_joined(joining, whole=True))
            joining = []
    shown.extend(_joined(joining))
    return tuple(shown)


def _joined(parts: list[Paragraph], *, whole: bool = False) -> Iterator[Paragraph]:
    """Paragraphs as one; when no mark of them is left, so that it is not `whole`, only if they hold something."""
    if len(parts) == 1 and whole:
        yield parts[0]
        return
    pieces = tuple(piece for one in parts for piece in one.pieces)
    boxes = tuple(box for one in parts for box in one.boxes)
    if not (whole or pieces or boxes):
        return
    bearer = next((one for one in reversed(parts) if one.pieces), parts[-1])
    yield replace(
        bearer,
        pieces=pieces,
        boxes=boxes,
        notes=tuple(note for one in parts for note in one.notes),
        comments=tuple(comment for one in parts for comment in one.comments),
        bookmarks=tuple(bookmark for one in parts for bookmark in one.bookmarks),
        dropped_capital=False,
    )


def _table_in_view(table: Table, view: View) -> Table:
    rows = (
        replace(row, cells=tuple(_cell_in_view(cell, view) for cell in row.cells if is_shown(cell.revisions, view)))
        for row in table.rows
        if is_shown(row.revisions, view)
    )
    return replace(table, rows=tuple(row for row in rows if row.cells))


def _cell_in_view(cell: Cell, view: View) -> Cell:
    return replace(cell, content=in_view(cell.content, view))
