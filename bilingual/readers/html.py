"""HTML → blocks, with lxml's parser and a walk that keeps all text.

Extractors such as trafilatura look for the one article of a page and drop lists of cards, which are what a digest page
is; so the page is walked whole. Scripts, styles, handlers and hidden text never reach a block. Nothing is fetched.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Final

from bilingual.findings import Finding, Severity
from bilingual.model import Break, Code, Inline, Note, Runs, Text, join, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.html_elements import (
    HEADINGS,
    MARKS,
    SAFE,
    SPACE,
    as_link,
    formula,
    heading_count,
    image_note,
    is_data,
    is_hidden,
    labelled,
    scanned,
    stated_links,
)
from bilingual.readers.html_flat import nesting, plain_text
from bilingual.readers.parsed import Parsed
from bilingual.readers.text import read_text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_SKIPPED: Final = frozenset(
    "script style template noscript svg canvas iframe object embed audio video head select option datalist".split()
)
_NOTED: Final = {"nav": "navigation", "button": "control", "footer": "footer", "form": "control"}
_BLOCKS: Final = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th "
    "thead tr ul button".split()
)
_HEAD: Final = 100_000  # characters in which the title of a page stands
_CARD_TAGS: Final = frozenset("div article section li".split())
_DEEPEST: Final = 200  # elements in one another; browsers stop at 512, libxml2 at 256
_HAS_LABEL: Final = re.compile(r"[^：:]{1,24}[：:]")
_ITEM_NUMBER: Final = re.compile(r"^\s*(?:#|No\.?|№)?\s*\d{1,4}\s*[.、)）]?\s*$")


def read_html(text: str) -> Parsed:
    """The blocks of a page; the text of `<title>` becomes the title when the page has no heading of its own."""
    parsed = html_blocks(text, 1)
    found = re.search(r"<title[^>]{0,200}>([^<]{1,400})</title>", text[:_HEAD], re.IGNORECASE)
    return Parsed(parsed.blocks, unescape(found[1]).strip() if found else "", parsed.notes, parsed.findings)


def html_blocks(text: str, line: int) -> Parsed:
    """The blocks of a piece of HTML that begins on source line `line`."""
    from lxml import etree
    from lxml.html import HTMLParser, fromstring

    if not text.strip():
        return Parsed(())
    if nesting(text) > _DEEPEST:
        message = f"Elements are more than {_DEEPEST} deep in one another; their text was read without structure."
        blocks = tuple(replace(block, line=line, line_end=line) for block in read_text(plain_text(text)))
        return Parsed(blocks, findings=(Finding("read.too-deep", Severity.WARNING, message, line=line),))
    # Numeric references to characters that XML has not stop the parser; the text around them must stay.
    parser = HTMLParser(no_network=True, remove_comments=False, remove_pis=True, huge_tree=False, recover=True)
    try:
        root = fromstring(f"<html><body>{text}" if "<body" not in text.lower() else text, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return Parsed((), notes=(Note("html", text.strip(), line),))
    walk = _Walk(line - 1)
    walk.cards(root)
    walk.element(root, 0)
    walk.flush()
    return Parsed(tuple(walk.blocks), "", tuple(walk.notes), tuple(walk.findings))


class _Walk:
    """One pass over a tree. Text is gathered in `_runs` until a block element begins or ends."""

    def __init__(self, offset: int) -> None:
        self.blocks: list[Block] = []
        self.notes: list[Note] = []
        self.findings: list[Finding] = []
        self._offset = offset
        self._runs: list[Inline] = []
        self._marks: list[str] = []
        self._line = offset + 1
        self._kind = BlockKind.PARAGRAPH
        self._level = 0
        self._marker = ""
        self._lists: list[int] = []  # the number of the next item of each open list, -1 for bullets
        self._noting: list[str] = []
        self._hidden: list[Inline] = []  # addresses that only attributes give, for the block that comes next
        self._card_of: dict[HtmlElement, int] = {}
        self._card = 0
        self._label = ""  # the field that the class of an element of a card says it is

    def cards(self, root: HtmlElement) -> None:
        """Numbers the elements that are cards: alike in tag and class, each with one heading, none in another."""
        groups: dict[tuple[str, str], list[HtmlElement]] = {}
        for element in root.iter(*_CARD_TAGS):
            name = " ".join((element.get("class") or "").split()[:1])
            if name or element.tag == "article":
                groups.setdefault((str(element.tag), name), []).append(element)
        best: list[HtmlElement] = []
        for members in groups.values():
            inside = set(members)
            if len(members) < 2 or any(parent in inside for m in members for parent in m.iterancestors()):
                continue
            if all(heading_count(member) == 1 for member in members) and len(members) > len(best):
                best = members
        self._card_of = {element: number for number, element in enumerate(best, 1)}

    def element(self, element: HtmlElement, depth: int) -> None:
        """Reads an element and what is in it."""
        if not isinstance(element.tag, str):
            self._comment(element)
            return
        tag = element.tag.lower()
        self._hidden.extend(stated_links(element))
        tex = formula(element, tag)
        if tex is not None:
            self._runs.append(tex)
            return
        if tag in _SKIPPED or is_hidden(element):
            self._skipped(element, tag)
            return
        if tag in _BLOCKS:
            self._block(element, tag, depth)
        else:
            self._inline(element, tag, depth)

    def _children(self, element: HtmlElement, depth: int) -> None:
        self._text(element.text, element)
        for child in element:
            self.element(child, depth + 1)
            self._text(child.tail, element)

    def _block(self, element: HtmlElement, tag: str, depth: int) -> None:
        self.flush()
        before = (self._kind, self._level, self._marker, self._card, self._label)
        self._card = self._card_of.get(element, self._card)
        self._line = self._source_line(element)
        if tag in _NOTED:
            self._noting.append(_NOTED[tag])
        if tag == "table" and is_data(element):
            self._table(element, depth)
        elif tag == "pre":
            self._runs.append(Code("".join(element.itertext()), "```"))
            self._kind = BlockKind.CODE
        else:
            self._label = labelled(element) or self._label
            self._enter(element, tag)
            self._children(element, depth)
            if tag in ("ul", "ol", "menu"):
                self._lists.pop()
        if tag == "li" and not self._runs and self._marker:
            self._runs.append(Text(""))
        self.flush()
        if tag in _NOTED:
            self._noting.pop()
        self._kind, self._level, self._marker, self._card, self._label = before

    def _enter(self, element: HtmlElement, tag: str) -> None:
        if tag in HEADINGS:
            self._kind, self._level = BlockKind.HEADING, HEADINGS[tag]
        elif tag in ("ul", "ol", "menu"):
            start = element.get("start") or ""
            self._lists.append((int(start) if start.isdecimal() else 1) if tag == "ol" else -1)
        elif tag == "li":
            number = self._lists[-1] if self._lists else -1
            if number >= 0:
                self._lists[-1] += 1
            self._kind, self._level = BlockKind.ITEM, max(1, len(self._lists))
            self._marker = f"{number}." if number >= 0 else "-"
        elif tag == "blockquote":
            self._kind = BlockKind.QUOTE
        elif tag in ("p", "div") and self._kind is BlockKind.ITEM:
            pass
        elif self._kind is BlockKind.HEADING:
            self._kind, self._level = BlockKind.PARAGRAPH, 0

    def _inline(self, element: HtmlElement, tag: str, depth: int) -> None:
        if tag == "br":
            self._runs.append(Break())
        elif tag in ("code", "tt", "kbd", "samp"):
            self._runs.append(Code(SPACE.sub(" ", "".join(element.itertext())).strip()))
        elif tag == "img":
            self.notes.append(image_note(element, self._source_line(element)))
        elif tag == "a" and element.get("href") is not None:
            start, first = len(self._runs), len(self.blocks)
            self._children(element, depth)
            self._link((element.get("href") or "").strip(), start, first)
        else:
            mark = MARKS.get(tag)
            self._marks.extend([mark] if mark else [])
            self._children(element, depth)
            if mark:
                self._marks.remove(mark)

    def _link(self, href: str, start: int, first: int) -> None:
        """Makes a link of the runs from `start`, or of the heading among the blocks from `first` that it is around."""
        if not SAFE.match(href):
            return
        if len(self.blocks) > first:
            around = range(first, len(self.blocks))
            at = next((i for i in around if self.blocks[i].kind is BlockKind.HEADING), first)
            self.blocks[at] = replace(self.blocks[at], runs=tuple(as_link(href, list(self.blocks[at].runs))))
        elif any(plain((run,)).strip() for run in self._runs[start:]):
            self._runs[start:] = as_link(href, self._runs[start:])

    def _text(self, text: str | None, element: HtmlElement) -> None:
        if not text:
            return
        if not self._runs and text.strip():
            self._line = self._source_line(element)
        piece = SPACE.sub(" ", text)
        self._runs.append(Text(piece, tuple(sorted(set(self._marks)))))

    def flush(self) -> None:
        """Ends the block whose text has been gathered."""
        runs = scanned(join(self._runs))
        was_item = bool(self._runs) and self._kind is BlockKind.ITEM and bool(self._marker)
        self._runs = []
        text = plain(runs).strip()
        if not text and not was_item:
            return
        if self._noting:
            if text:
                self.notes.append(Note(self._noting[-1], text, self._line))
            return
        if self._card and _ITEM_NUMBER.match(text):
            return
        if self._card and self._label and not _HAS_LABEL.match(text):
            runs = join((Text(f"{self._label}: "), *runs))
        runs = join((*runs, *self._hidden))
        self._hidden = []
        level = self._level if self._kind is not BlockKind.PARAGRAPH else len(self._lists)
        self.blocks.append(Block(self._kind, runs, self._line, self._line, level, self._marker, card=self._card))
        if self._kind is BlockKind.ITEM:
            self._kind, self._marker = BlockKind.PARAGRAPH, ""

    def _table(self, table: HtmlElement, depth: int) -> None:
        header: tuple[str, ...] = ()
        for number, row in enumerate(table.iter("tr")):
            cells = [cell for cell in row if cell.tag in ("td", "th")]
            runs = [self._cell(cell, depth) for cell in cells]
            line = self._source_line(row)
            if not header and number == 0 and all(cell.tag == "th" for cell in cells):
                header = tuple(plain(cell).strip() for cell in runs)
                if any(header):
                    self.notes.append(Note("columns", " | ".join(header), line))
                continue
            if not any(plain(cell).strip() for cell in runs):
                continue
            joined: list[Inline] = []
            for at, cell in enumerate(runs):
                joined.extend([*([Text("\t")] if at else []), *cell])
            last = max((self._source_line(e) for e in row.iter()), default=line)
            self.blocks.append(Block(BlockKind.ROW, join(joined), line, last, 0, "", tuple(runs), header, self._card))

    def _cell(self, cell: HtmlElement, depth: int) -> Runs:
        inner = _Walk(self._offset)
        inner._noting = self._noting[:]
        inner._children(cell, depth + 1)
        inner.flush()
        self.notes.extend(inner.notes)
        self.findings.extend(inner.findings)
        pieces: list[Inline] = []
        for block in inner.blocks:
            pieces.extend([*([Break()] if pieces else []), *block.runs])
        return join([*pieces, *inner._hidden])

    def _comment(self, element: HtmlElement) -> None:
        text = (element.text or "").strip()
        if text:
            self.notes.append(Note("comment", text, self._source_line(element)))

    def _skipped(self, element: HtmlElement, tag: str) -> None:
        if tag in ("noscript", "select", "option", "datalist") or tag not in _SKIPPED:
            text = " ".join("".join(element.itertext()).split())
            if text:
                self.notes.append(Note("hidden", text, self._source_line(element)))

    def _source_line(self, element: HtmlElement) -> int:
        return self._offset + int(element.sourceline or 1)
