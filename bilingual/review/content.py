"""What a Word paragraph or cell says: its text with recorded changes, its formulas, links and code, its comments.

python-docx's `.text` leaves out inserted and moved text, content controls and equations, so the XML is walked. Only
direct formatting counts as a mark: what comes from a style was not the editor's doing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from bilingual.ooxml.symbol_fonts import symbol
from bilingual.ooxml.write import R_NS
from bilingual.review.opaque import DELETED, INSERTED, Formulas, M, W, link_spans, recorded
from bilingual.review.tokens import Span, Tracked, code_span

_R: Final = f"{{{R_NS}}}"

_OFF: Final = ("0", "false", "off", "none")
_HYPERLINK: Final = re.compile(r'\s*HYPERLINK\s+(?:\\l\s+)?"?([^"\s]*)"?', re.IGNORECASE)
_DEEPEST: Final = 60

# What stands for a character in a run besides w:t (ECMA-376 Part 1, 17.3.3).
_CHARACTERS: Final = {
    f"{W}tab": "\t",
    f"{W}br": "\n",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\u2011",
    f"{W}softHyphen": "\u00ad",
}


@dataclass(slots=True)
class Paragraph:
    """A paragraph: its spans, and whether its mark was inserted or deleted (which splits or joins paragraphs)."""

    spans: list[Span] = field(default_factory=list)
    mark: Tracked | None = None
    style: str = ""
    bookmarks: list[str] = field(default_factory=list)

    @property
    def is_equation(self) -> bool:
        """Whether it holds a display formula and nothing else."""
        said = [span for span in self.spans if span.inline is not None or span.text.strip()]
        return bool(said) and all(span.text.startswith("math:") and span.inline is not None for span in said)


@dataclass(slots=True)
class Anchors:
    """The comments whose range is open, and what each is anchored to: text, and the place of its beginning."""

    open: dict[str, list[str]] = field(default_factory=dict)
    quoted: dict[str, str] = field(default_factory=dict)
    place: dict[str, tuple[str, str]] = field(default_factory=dict)
    here: tuple[str, str] = ("", "")

    def start(self, comment: str) -> None:
        """A comment's range begins here."""
        self.open[comment] = []
        self.place.setdefault(comment, self.here)

    def text(self, text: str) -> None:
        """Text inside every open range."""
        for parts in self.open.values():
            parts.append(text)

    def end(self, comment: str) -> None:
        """A comment's range ends here."""
        self.quoted[comment] = "".join(self.open.pop(comment, ()))

    def reference(self, comment: str) -> None:
        """A comment with no range stands here."""
        self.place.setdefault(comment, self.here)


class Walker:
    """Reads paragraphs. `targets` are the addresses of the document's hyperlinks by relationship id.

    `formula_key` gives from LaTeX what formulas are compared by.
    """

    def __init__(self, targets: dict[str, str], anchors: Anchors, formula_key: Callable[[str], str] = str) -> None:
        self._targets = targets
        self.anchors = anchors
        self.formulas = Formulas(formula_key)

    def paragraphs(self, block: etree._Element, depth: int = 0) -> Iterator[Paragraph]:
        """The paragraphs of a cell or a content control, those of nested tables and controls in place."""
        for child in block:
            if child.tag == f"{W}p":
                yield self.paragraph(child)
            elif depth < _DEEPEST and child.tag in _CONTAINERS:
                yield from self.paragraphs(child, depth + 1)

    def paragraph(self, element: etree._Element) -> Paragraph:
        """One paragraph."""
        made = Paragraph()
        properties = element.find(f"{W}pPr")
        if properties is not None:
            style = properties.find(f"{W}pStyle")
            made.style = "" if style is None else style.get(f"{W}val", "")
            run = properties.find(f"{W}rPr")
            for change in () if run is None else run:
                if change.tag in INSERTED or change.tag in DELETED:
                    made.mark = recorded(change)
        reading = _Reading(self, made)
        reading.children(element, None, 0)
        reading.finish()
        return made

    def target(self, element: etree._Element) -> str:
        """The address of a w:hyperlink, or "" for one inside the document."""
        return self._targets.get(element.get(f"{_R}id", ""), "")


class _Reading:
    """The walk through one paragraph: runs in order, with the fields that are open."""

    def __init__(self, walker: Walker, paragraph: Paragraph) -> None:
        self._walker = walker
        self._out = paragraph
        self._code: list[Span] = []
        self._fields: list[_Field] = []

    def children(self, element: etree._Element, state: Tracked | None, depth: int) -> None:
        for child in element:
            self._child(child, state, depth)

    def _child(self, child: etree._Element, state: Tracked | None, depth: int) -> None:
        tag = child.tag
        if tag == f"{W}r":
            self._run(child, state)
        elif tag in INSERTED or tag in DELETED:
            self.children(child, recorded(child), depth + 1)
        elif tag in (f"{M}oMath", f"{M}oMathPara"):
            for span in self._walker.formulas.spans(child, state):
                self._add(span)
        elif tag == f"{W}hyperlink":
            self._hyperlink(child, state, depth)
        elif tag == f"{W}bookmarkStart":
            self._out.bookmarks.append(child.get(f"{W}name", ""))
        elif tag == f"{W}commentRangeStart":
            self._walker.anchors.start(child.get(f"{W}id", ""))
        elif tag == f"{W}commentRangeEnd":
            self._walker.anchors.end(child.get(f"{W}id", ""))
        elif isinstance(tag, str) and depth < _DEEPEST and tag.rpartition("}")[2] in _TRANSPARENT:
            self.children(child, state, depth + 1)

    def _hyperlink(self, element: etree._Element, state: Tracked | None, depth: int) -> None:
        href = self._walker.target(element)
        inner = Paragraph()
        inside = _Reading(self._walker, inner)
        inside.children(element, state, depth + 1)
        inside.finish()
        self._out.bookmarks += inner.bookmarks
        for span in link_spans(href, inner.spans) if href else inner.spans:
            self._put(span)

    def _run(self, run: etree._Element, state: Tracked | None) -> None:
        properties = run.find(f"{W}rPr")
        if _is_no_text(properties):
            return
        marks, code = _look(properties)
        for child in run:
            tag = child.tag
            if tag == f"{W}t" or tag == f"{W}delText":
                text = child.text or ""
            elif tag in _CHARACTERS:
                if tag == f"{W}br" and child.get(f"{W}type") in ("page", "column"):
                    continue
                text = _CHARACTERS[tag]
            elif tag == f"{W}sym":
                text = symbol(child.get(f"{W}font", ""), child.get(f"{W}char", "")) or "\ufffd"
            else:
                self._other(child)
                continue
            self._add(Span(text, ("code",) if code else marks, None, state))

    def _other(self, child: etree._Element) -> None:
        if child.tag == f"{W}commentReference":
            self._walker.anchors.reference(child.get(f"{W}id", ""))
        elif child.tag == f"{W}fldChar":
            kind = child.get(f"{W}fldCharType")
            if kind == "begin":
                self._fields.append(_Field())
            elif kind == "separate" and self._fields:
                self._fields[-1].shown = True
            elif kind == "end" and self._fields:
                self._end_field(self._fields.pop())
        elif child.tag == f"{W}instrText" and self._fields:
            self._fields[-1].instruction += child.text or ""
        elif child.tag == f"{{{_MC}}}AlternateContent":
            choice = child.find(f"{{{_MC}}}Choice")
            for part in () if choice is None else choice:
                if part.tag == f"{W}t":
                    self._add(Span(part.text or ""))

    def _end_field(self, finished: _Field) -> None:
        found = _HYPERLINK.match(finished.instruction)
        for span in link_spans(found[1], finished.spans) if found and ":" in found[1] else finished.spans:
            self._put(span)

    def _add(self, span: Span) -> None:
        self._walker.anchors.text("" if span.inline is not None else span.text)
        self._put(span)

    def _put(self, span: Span) -> None:
        if self._fields:
            if self._fields[-1].shown:
                self._fields[-1].spans.append(span)
        elif span.marks == ("code",):
            if self._code and self._code[-1].tracked != span.tracked:
                self._end_code()
            self._code.append(span)
        else:
            self._end_code()
            self._out.spans.append(span)

    def _end_code(self) -> None:
        if self._code:
            joined = "".join(span.text for span in self._code)
            self._out.spans.append(code_span(joined, self._code[0].tracked))
            self._code = []

    def finish(self) -> None:
        """The end of the paragraph: a field that is still open gives what it shows."""
        while self._fields:
            self._end_field(self._fields.pop())
        self._end_code()


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    shown: bool = False
    spans: list[Span] = field(default_factory=list)


_MC: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_TRANSPARENT: Final = frozenset(
    ("sdt", "sdtContent", "smartTag", "customXml", "fldSimple", "dir", "bdo", "AlternateContent", "Choice")
)
_CONTAINERS: Final = (f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}tbl", f"{W}tr", f"{W}tc", *INSERTED)


def _look(properties: etree._Element | None) -> tuple[tuple[str, ...], bool]:
    """The marks of a run's direct formatting, sorted, and whether it is program text."""
    if properties is None or not len(properties):
        return (), False
    marks: list[str] = []
    code = False
    for child in properties:
        name, value = str(child.tag).rpartition("}")[2], child.get(f"{W}val", "")
        if name == "rStyle":
            code = value.lower().startswith("code")
        elif name in _MARK_NAMES and value not in _OFF:
            marks.append(_MARK_NAMES[name])
        elif name == "vertAlign" and value in _SCRIPTS:
            marks.append(_SCRIPTS[value])
    return tuple(sorted(marks)), code


def _is_no_text(properties: etree._Element | None) -> bool:
    """Whether a run only says that there is nothing, as "Untitled" does."""
    style = None if properties is None else properties.find(f"{W}rStyle")
    return style is not None and style.get(f"{W}val") == "NoText"


_MARK_NAMES: Final = {"b": "strong", "i": "emphasis", "u": "underline", "strike": "strike"}
_SCRIPTS: Final = {"superscript": "sup", "subscript": "sub"}
