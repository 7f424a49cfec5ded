"""What a Word paragraph or cell says, as spans: its text with recorded changes, its formulas, links and code.

The walk through the XML is that of every reader (`ooxml.runs`). Here only direct formatting counts as a mark: what
comes from a style was not the editor's doing; and a run whose bold or the like was changed with tracking is one that
was deleted and one that was inserted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final

from bilingual.model import Math, Text
from bilingual.ooxml.names import MC, W, alternative
from bilingual.ooxml.pieces import CODE, Piece
from bilingual.ooxml.revisions import (
    Revision,
    RevisionKind,
    Revisions,
    View,
    format_revisions,
    is_shown,
    mark_revisions,
)
from bilingual.ooxml.runs import Look, Met, RunReader
from bilingual.review.tokens import Span, Tracked, code_span, link_spans, math_span

if TYPE_CHECKING:
    from lxml import etree

    from bilingual.ooxml.package import Relationship

_OFF: Final = ("0", "false", "off", "none")
_DEEPEST: Final = 60
_CONTAINERS: Final = frozenset(
    W + name for name in ("sdt", "sdtContent", "customXml", "tbl", "tr", "tc", "ins", "del", "moveFrom", "moveTo")
)
_RANGES: Final = frozenset((f"{W}commentRangeStart", f"{W}commentRangeEnd"))
_MARK_NAMES: Final = {"b": "strong", "i": "emphasis", "u": "underline", "strike": "strike"}
_SCRIPTS: Final = {"superscript": "sup", "subscript": "sub"}

# What stands for a character in a run besides w:t (ECMA-376 Part 1, 17.3.3), exactly: these are compared.
_SIGNS: Final = {"tab": "\t", "ptab": "\t", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}


@dataclass(slots=True)
class Paragraph:
    """A paragraph: its spans, and whether its mark was inserted or deleted (which splits or joins paragraphs).

    `formats` are the tracked changes of its format and of that of its runs.
    """

    spans: list[Span] = field(default_factory=list)
    mark: Tracked | None = None
    style: str = ""
    bookmarks: tuple[str, ...] = ()
    formats: Revisions = ()

    @property
    def is_equation(self) -> bool:
        """Whether it holds a display formula and nothing else."""
        said = [span for span in self.spans if span.inline is not None or span.text.strip()]
        return bool(said) and all(span.text.startswith("math:") and span.inline is not None for span in said)


@dataclass(slots=True)
class Anchors:
    """What each comment is anchored to: the text in its range, and the place of its beginning.

    `here` is the place of what is being read. A range whose end is missing ends where the comment's mark stands.
    """

    parts: dict[str, list[str]] = field(default_factory=dict)
    place: dict[str, tuple[str, str]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    here: tuple[str, str] = ("", "")

    def read(self, pieces: Iterable[Piece], marks: Iterable[str]) -> None:
        """The pieces of a paragraph, and the comments whose marks are in it."""
        for piece in pieces:
            for comment in piece.comments:
                if comment not in self.ended:
                    self.place.setdefault(comment, self.here)
                    self.parts.setdefault(comment, []).append("" if isinstance(piece.inline, Math) else piece.text)
        for comment in marks:
            self.place.setdefault(comment, self.here)
            self.ended.add(comment)

    def quoted(self, comment: str) -> str:
        """The text that a comment is about, "" for one at a point."""
        return "".join(self.parts.get(comment, ()))


class Walker:
    """Reads paragraphs. `relationships` are those of the part, by which links are found.

    `formula_key` gives from LaTeX what formulas are compared by.
    """

    def __init__(
        self, relationships: Mapping[str, Relationship], anchors: Anchors, formula_key: Callable[[str], str] = str
    ) -> None:
        self.anchors = anchors
        self._key = formula_key
        self._met = Met()
        self._runs = RunReader(relationships, Look(_marks, _SIGNS, page_breaks=False), self._met)

    def paragraphs(
        self, block: Iterable[etree._Element], depth: int = 0, around: Revisions = ()
    ) -> Iterator[Paragraph]:
        """The paragraphs of a cell or a content control, those of nested tables and controls in place."""
        for child in block:
            if child.tag == f"{W}p":
                yield self.paragraph(child, around)
            elif child.tag in _RANGES:
                self._runs.read([child])
            elif depth < _DEEPEST and child.tag in _CONTAINERS:
                yield from self.paragraphs(child, depth + 1, (*around, *_change(child)))
            elif depth < _DEEPEST and child.tag == f"{MC}AlternateContent":
                for shown in alternative(child):
                    yield from self.paragraphs([shown], depth + 1, around)

    def paragraph(self, element: etree._Element, around: Revisions = ()) -> Paragraph:
        """One paragraph; `around` are the changes that it stands in as a whole."""
        self._met.revisions.clear()
        read = self._runs.read(element, around)
        self.anchors.read(read.pieces, read.comments)
        properties = element.find(f"{W}pPr")
        style = None if properties is None else properties.find(f"{W}pStyle")
        formats = [r for r in self._met.revisions if r.kind is RevisionKind.FORMATTED]
        return Paragraph(
            spans=list(self._spans(read.pieces)),
            mark=_tracked((*around, *mark_revisions(properties))),
            style="" if style is None else style.get(f"{W}val", ""),
            bookmarks=read.bookmarks,
            formats=(*formats, *format_revisions(properties)),
        )

    def _spans(self, pieces: Iterable[Piece]) -> Iterator[Span]:
        for (href, _), group in groupby(pieces, key=lambda piece: (piece.href, piece.link)):
            inner = _with_code(span for piece in group for span in self._piece(piece))
            yield from link_spans(href, inner) if href else inner

    def _piece(self, piece: Piece) -> Iterator[Span]:
        """A piece as a span; none when nobody has it any more, two when its marks were changed."""
        if not piece.revisions:
            state = None
        elif is_shown(piece.revisions, View.ACCEPTED) or is_shown(piece.revisions, View.REJECTED):
            state = _tracked(piece.revisions)
        else:
            return
        match piece.inline:
            case Text(text, marks):
                if state is None and piece.was is not None and piece.formatted is not None:
                    yield Span(text, piece.was, None, _by(piece.formatted, inserted=False))
                    state = _by(piece.formatted, inserted=True)
                yield Span(text, marks, None, state)
            case Math(tex, display):
                yield math_span(tex, display, self._key(tex), state)
            case _:
                yield Span("\n", (), None, state)


def _change(element: etree._Element) -> Revisions:
    """The tracked change that an element around whole paragraphs states, as some programs write it."""
    from bilingual.ooxml.names import local
    from bilingual.ooxml.revisions import KINDS, revision

    name = local(element)
    return (revision(element, KINDS[name]),) if name in KINDS else ()


def _tracked(revisions: Revisions) -> Tracked | None:
    """The last of the changes that something stands in, as one that inserted or deleted it; None when none did."""
    kept = [r for r in revisions if r.kind is not RevisionKind.FORMATTED]
    return _by(kept[-1], inserted=is_shown(revisions, View.ACCEPTED)) if kept else None


def _by(made: Revision, *, inserted: bool) -> Tracked:
    return Tracked(inserted, made.author, made.date)


def _with_code(spans: Iterable[Span]) -> Iterator[Span]:
    """Program text as a whole, whatever number of runs it is in."""
    for (is_code, tracked), group in groupby(spans, key=lambda span: (span.marks == (CODE,), span.tracked)):
        if is_code:
            yield code_span("".join(span.text for span in group), tracked)
        else:
            yield from group


def _marks(properties: etree._Element | None) -> tuple[str, ...] | None:
    """The marks of a run's direct formatting, sorted; `code` alone for program text.

    None for a run that only says that there is nothing, as "Untitled" does.
    """
    if properties is None or not len(properties):
        return ()
    marks: list[str] = []
    for child in properties:
        name, value = str(child.tag).rpartition("}")[2], child.get(f"{W}val", "")
        if name == "rStyle":
            if value == "NoText":
                return None
            if value.lower().startswith("code"):
                return (CODE,)
        elif name in _MARK_NAMES and value not in _OFF:
            marks.append(_MARK_NAMES[name])
        elif name == "vertAlign" and value in _SCRIPTS:
            marks.append(_SCRIPTS[value])
    return tuple(sorted(marks))
