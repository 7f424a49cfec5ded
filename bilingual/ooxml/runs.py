"""The runs of a paragraph as pieces: all that is read, in order, each with the changes and comments it stands in.

python-docx's `text` leaves out insertions, moved text, content controls, smart tags and equations; here everything
that Word shows is walked. An element that is not known is looked into, so that text in it is not lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from bilingual.model import Break, Math, Text
from bilingual.ooxml.fields import FieldStack, hyperlink, safe
from bilingual.ooxml.names import R, W, alternative, flag, local, value
from bilingual.ooxml.numbering import in_format
from bilingual.ooxml.omml_changes import States, formula_states
from bilingual.ooxml.pieces import CODE, Piece
from bilingual.ooxml.revisions import KINDS, Revision, RevisionKind, Revisions, revision
from bilingual.ooxml.styles import Styles, run_marks
from bilingual.ooxml.symbol_fonts import in_font, symbol

if TYPE_CHECKING:
    from lxml import etree

    from bilingual.ooxml.package import Relationship

_NOTHING: Final = frozenset(
    "proofErr lastRenderedPageBreak softHyphen annotationRef footnoteRef endnoteRef separator continuationSeparator "
    "permStart permEnd bookmarkEnd sdtPr sdtEndPr smartTagPr customXmlPr fldData ffData rPr pPr pgNum sectPr "
    "moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd contentPart".split()
)
_MOST_OPEN_COMMENTS: Final = 50  # ranges at one place; ranges that never end are all open to the end of a document
_EQUATION_PROGRAMS: Final = ("equation", "mathtype", "kingsoft.equation", "aurora")


@dataclass(slots=True)
class Met:
    """What was met in a story beside its text."""

    revisions: list[Revision] = field(default_factory=list)
    pictures: int = 0
    equation_objects: int = 0
    hidden: int = 0
    alternative_chunks: int = 0
    open_comments: list[str] = field(default_factory=list)
    links: int = 0
    notes: dict[str, str] = field(default_factory=dict)
    note_counts: Counter[str] = field(default_factory=Counter)
    formulas: dict[bytes, States] = field(default_factory=dict)

    def formula_states(self, element: etree._Element) -> States:
        """The formulas in an element; equal ones are read once, for that is what takes the time."""
        from lxml import etree

        source = etree.tostring(element, with_tail=False)
        found = self.formulas.get(source)
        if found is None:
            found = self.formulas[source] = formula_states(element)
        return found

    def note_mark(self, key: str) -> str:
        """The mark of a note: numbers for footnotes and small Roman numbers for endnotes, as Word has them at first."""
        if key not in self.notes:
            kind = key.partition(":")[0]
            self.note_counts[kind] += 1
            format = "decimal" if kind == "footnote" else "lowerRoman"
            self.notes[key] = in_format(self.note_counts[kind], format)
        return self.notes[key]


class ParagraphContent(NamedTuple):
    """What is in a paragraph. `boxes` are the contents of text boxes anchored in it, with the changes they stand in;
    `notes` are the keys of the notes that it refers to, such as `footnote:2`; `comments` those it carries the mark of.
    """

    pieces: tuple[Piece, ...]
    boxes: tuple[tuple[etree._Element, Revisions], ...]
    notes: tuple[str, ...]
    comments: tuple[str, ...]
    bookmarks: tuple[str, ...]


_SIGNS: Final = {"tab": "\t", "ptab": "\t", "noBreakHyphen": "-"}


@dataclass(frozen=True, slots=True)
class Look:
    """What counts as the look of text. `marks` gives the marks of run properties, None for a run that is no text.

    `signs` are the elements that stand for characters; `page_breaks` says whether a page break is a break of lines.
    """

    marks: Callable[[etree._Element | None], tuple[str, ...] | None]
    signs: Mapping[str, str] = field(default_factory=lambda: _SIGNS)
    page_breaks: bool = True


def styled(styles: Styles) -> Look:
    """The look of text as Word shows it: marks of its style and its own; hidden text is no text."""

    def marks(properties: etree._Element | None) -> tuple[str, ...] | None:
        if properties is None:
            return ()
        if flag(properties.find(f"{W}vanish")):
            return None
        style = value(properties.find(f"{W}rStyle"))
        said = {**(styles.marks(style) if style else {}), **run_marks(properties)}
        if style and styles.is_code(style):
            return (CODE,)
        if "hyperlink" in style.lower() or "hyperlink" in styles.name(style).lower():
            said["underline"] = False  # the look of links, not a mark of the text
        return tuple(sorted(mark for mark, on in said.items() if on))

    return Look(marks)


class _Place(NamedTuple):
    revisions: Revisions
    href: str
    link: int
    was: tuple[str, ...] | None = None
    formatted: Revision | None = None


class RunReader:
    """Reads paragraphs of one part with its `relationships`; `met` is shared by all readers of a story."""

    def __init__(self, relationships: Mapping[str, Relationship], look: Look, met: Met) -> None:
        self._relationships = relationships
        self._look = look
        self._met = met

    def read(self, paragraph: Iterable[etree._Element], revisions: Revisions = ()) -> ParagraphContent:
        """The content of a `w:p`, or of its children; `revisions` are the changes that it stands in as a whole."""
        walk = _Walk(self._relationships, self._look, self._met)
        walk.children(paragraph, _Place(revisions, "", 0))
        walk.pieces.extend(walk.fields.close())
        return ParagraphContent(
            tuple(walk.pieces), tuple(walk.boxes), tuple(walk.notes), tuple(walk.comments), tuple(walk.bookmarks)
        )


class _Walk:
    """The walk over one paragraph."""

    def __init__(self, relationships: Mapping[str, Relationship], look: Look, met: Met) -> None:
        self._relationships = relationships
        self._look = look
        self._met = met
        self.fields = FieldStack()
        self.pieces: list[Piece] = []
        self.boxes: list[tuple[etree._Element, Revisions]] = []
        self.notes: list[str] = []
        self.comments: list[str] = []
        self.bookmarks: list[str] = []

    def children(self, element: Iterable[etree._Element], place: _Place) -> None:
        for child in element:
            self.element(child, place)

    def element(self, element: etree._Element, place: _Place) -> None:
        name = local(element)
        if name in _NOTHING or not name:
            return
        handler = _HANDLERS.get(name)
        if handler:
            handler(self, element, place)
        elif name in KINDS:
            made = revision(element, KINDS[name])
            self._met.revisions.append(made)
            self.children(element, place._replace(revisions=(*place.revisions, made)))
        else:
            self.children(element, place)

    def add(self, inline: Text | Math | Break, place: _Place) -> None:
        if isinstance(inline, Text) and not inline.text:
            return
        href, link = self.fields.link()
        if place.href:
            href, link = place.href, place.link
        open_comments = tuple(self._met.open_comments)
        piece = Piece(inline, href, link, place.revisions, open_comments, place.was, place.formatted)
        if not self.fields.takes(piece):
            self.pieces.append(piece)

    def run(self, element: etree._Element, place: _Place) -> None:
        properties = element.find(f"{W}rPr")
        marks = self._look.marks(properties)
        if marks is None:
            self._met.hidden += sum(len(t.text or "") for t in element.iter(f"{W}t"))
            return
        change = None if properties is None else properties.find(f"{W}rPrChange")
        if change is not None and (was := self._was(change, marks)) is not None:
            place = place._replace(was=was, formatted=revision(change, RevisionKind.FORMATTED))
        fonts = None if properties is None else properties.find(f"{W}rFonts")
        font = value(fonts, "ascii") or value(fonts, "hAnsi")
        for child in element:
            name = local(child)
            if name == "t":
                self.add(Text(in_font(font, _one_line(child.text)), marks), place)
            elif name == "delText":
                self.add(Text(_one_line(child.text), marks), _deleted(place))
            elif name in self._look.signs:
                self.add(Text(self._look.signs[name], marks), place)
            elif name in ("br", "cr"):
                if self._look.page_breaks or value(child, "type") not in ("page", "column"):
                    self.add(Break(), place)
            elif name == "sym":
                self.add(Text(symbol(value(child, "font"), value(child, "char")), marks), place)
            elif name in ("instrText", "delInstrText"):
                self.fields.instruct(child.text or "")
            elif name == "fldChar":
                self.field_mark(value(child, "fldCharType"), place, marks)
            else:
                self.element(child, place)

    def _was(self, change: etree._Element, marks: tuple[str, ...]) -> tuple[str, ...] | None:
        """The marks that a run had before a tracked change of its format; None when they are the same."""
        self._met.revisions.append(revision(change, RevisionKind.FORMATTED))
        was = self._look.marks(change.find(f"{W}rPr"))
        return None if was is None or was == marks else was

    def field_mark(self, kind: str, place: _Place, marks: tuple[str, ...]) -> None:
        if kind == "begin":
            self.fields.begin()
        elif kind == "separate":
            self._met.links += self.fields.separate(self._met.links + 1)
        elif kind == "end":
            self.add(Text(self.fields.end(), marks), place)

    def simple_field(self, element: etree._Element, place: _Place) -> None:
        self.link_to(element, hyperlink(value(element, "instr")), place)

    def hyperlink(self, element: etree._Element, place: _Place) -> None:
        related = self._relationships.get(element.get(f"{R}id", ""))
        href = safe(related.target) if related and related.external else ""
        anchor = value(element, "anchor")
        self.link_to(element, f"{href}#{anchor}" if href and anchor and "#" not in href else href, place)

    def link_to(self, element: etree._Element, href: str, place: _Place) -> None:
        if href:
            self._met.links += 1
            place = place._replace(href=href, link=self._met.links)
        self.children(element, place)

    def formula(self, element: etree._Element, place: _Place) -> None:
        display = local(element) == "m:oMathPara"
        for tex, made in self._met.formula_states(element):
            if made:
                self._met.revisions.append(made)
            inside = place._replace(revisions=(*place.revisions, made)) if made else place
            self.add(Math(tex, display, r"\[" if display else r"\("), inside)

    def ruby(self, element: etree._Element, place: _Place) -> None:
        """The base text, and its reading in brackets as HTML's `rp` shows it."""
        for part, before, after in (("rubyBase", "", ""), ("rt", "（", "）")):
            content = element.find(W + part)
            if content is not None and any(True for t in content.iter(f"{W}t") if t.text):
                self.add(Text(before), place)
                self.children(content, place)
                self.add(Text(after), place)

    def note(self, element: etree._Element, place: _Place) -> None:
        kind = local(element).removesuffix("Reference")
        key = f"{kind}:{value(element, 'id')}"
        self.notes.append(key)
        mark = self._met.note_mark(key)
        if value(element, "customMarkFollows") in ("", "0", "false", "off"):
            self.add(Text(f"[{mark}]", ("sup",)), place)

    def picture(self, element: etree._Element, place: _Place) -> None:
        """A drawing or object: text boxes in it are read, a formula of the old editor is only counted."""
        boxes = list(_boxes(element))
        self.boxes.extend((box, place.revisions) for box in boxes)
        programs = [found.get("ProgID", "").lower() for found in element.iter(_OLE_OBJECT)]
        if any(program.startswith(_EQUATION_PROGRAMS) for program in programs):
            self._met.equation_objects += 1
        elif not boxes:
            self._met.pictures += 1

    def alternative(self, element: etree._Element, place: _Place) -> None:
        self.children(alternative(element), place)

    def comment_mark(self, element: etree._Element, place: _Place) -> None:
        identifier = value(element, "id")
        match local(element):
            case "commentRangeStart" if len(self._met.open_comments) < _MOST_OPEN_COMMENTS:
                self._met.open_comments.append(identifier)
            case "commentRangeEnd" if identifier in self._met.open_comments:
                self._met.open_comments.remove(identifier)
            case "commentReference":
                self.comments.append(identifier)

    def bookmark(self, element: etree._Element, place: _Place) -> None:
        self.bookmarks.append(value(element, "name"))


def _boxes(element: etree._Element) -> Iterator[etree._Element]:
    """The contents of the text boxes in a drawing, each once; boxes within them are found when they are read."""
    for child in alternative(element) if local(element) == "mc:AlternateContent" else element:
        if local(child) == "txbxContent":
            yield child
        else:
            yield from _boxes(child)


def _one_line(text: str | None) -> str:
    return (text or "").replace("\r", "").replace("\n", " ")


def _deleted(place: _Place) -> _Place:
    """The place of deleted text, also where a program left out the element that says so."""
    if any(one.kind in (RevisionKind.DELETED, RevisionKind.MOVED_FROM) for one in place.revisions):
        return place
    return place._replace(revisions=(*place.revisions, Revision(RevisionKind.DELETED)))


_OLE_OBJECT: Final = "{urn:schemas-microsoft-com:office:office}OLEObject"
_HANDLERS: Final[dict[str, Callable[[_Walk, etree._Element, _Place], None]]] = {
    "r": _Walk.run,
    "hyperlink": _Walk.hyperlink,
    "fldSimple": _Walk.simple_field,
    "m:oMath": _Walk.formula,
    "m:oMathPara": _Walk.formula,
    "ruby": _Walk.ruby,
    "footnoteReference": _Walk.note,
    "endnoteReference": _Walk.note,
    "drawing": _Walk.picture,
    "pict": _Walk.picture,
    "object": _Walk.picture,
    "mc:AlternateContent": _Walk.alternative,
    "commentRangeStart": _Walk.comment_mark,
    "commentRangeEnd": _Walk.comment_mark,
    "commentReference": _Walk.comment_mark,
    "bookmarkStart": _Walk.bookmark,
}
