"""HTML → blocks, with lxml's parser and a walk that keeps all text.

Extractors such as trafilatura look for the one article of a page and drop lists of cards, which are what a digest page
is; so the page is walked whole. Scripts, styles, handlers and hidden text never reach a block. Nothing is fetched.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Final

from bilingual.findings import Finding, Severity
from bilingual.model import Break, Code, Inline, Link, Math, Note, Runs, Text, join, plain, trim
from bilingual.protect import scan
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.parsed import Parsed

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
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_MARKS: Final = {
    "b": "strong",
    "strong": "strong",
    "i": "emphasis",
    "em": "emphasis",
    "s": "strike",
    "strike": "strike",
    "del": "strike",
    "u": "underline",
    "ins": "underline",
    "sup": "sup",
    "sub": "sub",
}
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_TAG: Final = re.compile(r"<\s*(?P<close>/?)\s*(?P<name>[A-Za-z][A-Za-z0-9-]*)")
_HREF: Final = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_HEAD: Final = 100_000  # characters in which the title of a page stands
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SAFE: Final = re.compile(r"\s*(?:https?:|mailto:|ftp:|[^:]*(?:$|[/?#]))", re.IGNORECASE)
_CARD_TAGS: Final = frozenset("div article section li".split())
_TITLE_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:title|headline|heading)(?:$|[\s_-])", re.IGNORECASE)
_DEEPEST: Final = 200  # elements in one another; browsers stop at 512, libxml2 at 256
_CLASSES: Final = {"authors": "Authors", "author": "Authors", "byline": "Authors", "venue": "Venue", "journal": "Venue"}
_HAS_LABEL: Final = re.compile(r"[^：:]{1,24}[：:]")
_ITEM_NUMBER: Final = re.compile(r"^\s*(?:#|No\.?|№)?\s*\d{1,4}\s*[.、)）]?\s*$")


def inline_tag(tag: str) -> tuple[str, bool, str]:
    """Of one tag inside Markdown: its name, or the mark that it sets, whether it closes, and its safe address."""
    found = _TAG.match(tag)
    if not found:
        return "", False, ""
    name = found["name"].lower()
    link = _HREF.search(tag) if name == "a" else None
    href = next((part for part in link.groups() if part), "") if link else ""
    return _MARKS.get(name, name), bool(found["close"]), href if _SAFE.match(href) else ""


def as_link(href: str, runs: list[Inline]) -> list[Inline]:
    """`runs` as the label of a link; formulas in it stay formulas, with a link on each side."""
    linked: list[Inline] = []
    label = ""
    for run in runs:
        if isinstance(run, Text | Link):
            label += run.text if isinstance(run, Text) else run.label
            continue
        linked.extend([Link(href, label)] if label else [])
        linked.append(run)
        label = ""
    if label or not linked:
        linked.append(Link(href, label))
    return linked


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
        self._deep = False

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
            if all(_heading_count(member) == 1 for member in members) and len(members) > len(best):
                best = members
        self._card_of = {element: number for number, element in enumerate(best, 1)}

    def element(self, element: HtmlElement, depth: int) -> None:
        """Reads an element and what is in it."""
        if not isinstance(element.tag, str):
            self._comment(element)
            return
        tag = element.tag.lower()
        if depth > _DEEPEST:
            self._too_deep(element)
            return
        self._hidden.extend(_stated(element))
        tex = _formula(element, tag)
        if tex is not None:
            self._runs.append(tex)
            return
        if tag in _SKIPPED or _is_hidden(element):
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
        if tag == "table" and _is_data(element):
            self._table(element, depth)
        elif tag == "pre":
            self._runs.append(Code("".join(element.itertext()), "```"))
            self._kind = BlockKind.CODE
        else:
            self._label = _labelled(element) or self._label
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
        if tag in _HEADINGS:
            self._kind, self._level = BlockKind.HEADING, _HEADINGS[tag]
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
            self._runs.append(Code(_SPACE.sub(" ", "".join(element.itertext())).strip()))
        elif tag == "img":
            self.notes.append(_image(element, self._source_line(element)))
        elif tag == "a" and element.get("href") is not None:
            start = len(self._runs)
            self._children(element, depth)
            self._link(element.get("href") or "", start)
        else:
            mark = _MARKS.get(tag)
            self._marks.extend([mark] if mark else [])
            self._children(element, depth)
            if mark:
                self._marks.remove(mark)

    def _link(self, href: str, start: int) -> None:
        start = min(start, len(self._runs))
        if _SAFE.match(href) and any(plain((run,)).strip() for run in self._runs[start:]):
            self._runs[start:] = as_link(href.strip(), self._runs[start:])

    def _text(self, text: str | None, element: HtmlElement) -> None:
        if not text:
            return
        if not self._runs and text.strip():
            self._line = self._source_line(element)
        piece = _SPACE.sub(" ", text)
        self._runs.append(Text(piece, tuple(sorted(set(self._marks)))))

    def flush(self) -> None:
        """Ends the block whose text has been gathered."""
        runs = _scanned(join(self._runs))
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

    def _too_deep(self, element: HtmlElement) -> None:
        self._text("".join(str(piece) for piece in element.itertext()), element)
        if not self._deep:
            self._deep = True
            message = f"Elements are more than {_DEEPEST} deep in one another; their text was read without structure."
            self.findings.append(Finding("read.too-deep", Severity.WARNING, message, line=self._source_line(element)))

    def _source_line(self, element: HtmlElement) -> int:
        return self._offset + int(element.sourceline or 1)


def _scanned(runs: Runs) -> Runs:
    """`runs` with the formulas and addresses that their texts hold in LaTeX or as bare text."""
    found: list[Inline] = []
    for run in runs:
        if isinstance(run, Text):
            found.extend(Text(r.text, run.marks) if isinstance(r, Text) else r for r in scan(run.text))
        else:
            found.append(run)
    tidy = [Text(_SPACE.sub(" ", run.text), run.marks) if isinstance(run, Text) else run for run in found]
    return trim(join(tidy))


def _formula(element: HtmlElement, tag: str) -> Math | None:
    """The formula that an element shows, from the LaTeX that KaTeX, MathJax, LaTeXML and MediaWiki leave in it."""
    name = element.get("class") or ""
    if tag == "script" and (element.get("type") or "").startswith("math/tex"):
        display = "display" in (element.get("type") or "")
        return Math((element.text or "").strip(), display, r"\[" if display else r"\(")
    if tag == "math" or "katex" in name.split() or "katex-display" in name.split():
        display = element.get("display") == "block" or "katex-display" in name.split()
        tex = element.get("alttext") or next(
            (str(a.text) for a in element.iter("annotation") if a.get("encoding") == "application/x-tex" and a.text), ""
        )
        if tex.strip():
            return Math(tex.strip(), display, r"\[" if display else r"\(")
    if tag == "img" and "mwe-math" in name:
        tex = (element.get("alt") or "").strip()
        if tex:
            return Math(tex, False, r"\(")
    return None


def _stated(element: HtmlElement) -> list[Inline]:
    """Identifiers that pages keep in attributes, as links without a label."""
    arxiv, doi = element.get("data-arxiv-id"), element.get("data-doi")
    hrefs = [f"https://arxiv.org/abs/{arxiv}"] if arxiv else []
    hrefs += [f"https://doi.org/{doi}"] if doi else []
    return [Link(href.strip(), "") for href in hrefs]


def _labelled(element: HtmlElement) -> str:
    """The label that a class such as `authors` stands for; names of classes are English by custom."""
    for name in (element.get("class") or "").lower().replace("_", "-").split():
        label = _CLASSES.get(name.rsplit("-", 1)[-1])
        if label:
            return label
    return ""


def _image(element: HtmlElement, line: int) -> Note:
    text = f"{element.get('alt') or ''} {element.get('src') or ''}".strip()
    return Note("image", text, line)


def _is_hidden(element: HtmlElement) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))


def _is_data(table: HtmlElement) -> bool:
    """Whether a table is rows of data; one that holds headings or other tables is there for the layout."""
    return table.find(".//table") is None and table.find(".//h1") is None and table.find(".//h2") is None


def _heading_count(element: HtmlElement) -> int:
    headings = sum(1 for _ in element.iter(*_HEADINGS))
    if headings:
        return headings
    return sum(bool(_TITLE_CLASS.search(child.get("class") or "")) for child in element.iter("div", "span", "a", "p"))
