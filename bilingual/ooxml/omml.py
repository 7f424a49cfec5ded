"""LaTeX → Office Math (OMML, ECMA-376 Part 1, 22.1), the equations that Word edits.

What OMML has no place for is left to Word: negative space, the sizes of `\\big` and `\\tfrac`, colour. An empty argument
holds a zero width space, because Word draws a dotted box in one that holds nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, assert_never

from lxml import etree

from bilingual import lang as languages
from bilingual.mathml import MathError, alphabets, parse
from bilingual.mathml.alphabets import ITALIC, ROMAN, Style
from bilingual.mathml.tree import (
    Accent,
    Arrow,
    Box,
    Brace,
    Class,
    Fenced,
    Frac,
    Line,
    Node,
    Phantom,
    Root,
    Row,
    Scripts,
    Space,
    Stack,
    Styled,
    Symbol,
    Table,
    Text,
)
from bilingual.ooxml.omml_order import flat, function_end, head, is_function, is_nary, kind, nary_end

__all__ = ["MATH", "MathError", "to_omml"]

MATH: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_NSMAP: Final = {"m": MATH, "w": WORD}
_XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
ZERO_WIDTH: Final = "\u200b"
# Spaces that Word's own math input writes, by width in em.
SPACES: Final = {3 / 18: "\u2009", 4 / 18: "\u205f", 4.5 / 18: "\u00a0", 5 / 18: "\u2005", 0.5: "\u2002", 1.0: "\u2003"}


def to_omml(
    tex: str, display: bool, *, lang: str | None = None, east_asian_font: str | None = None
) -> etree._Element:
    """The formula as `m:oMath`, or displayed as an `m:oMathPara` that holds one; a new element at each call.

    `tex` comes without its delimiters. `lang` is the canonical tag of the text around the formula; it and
    `east_asian_font` go to the words in it. Raises MathError when the formula cannot be represented faithfully.
    """
    root = etree.Element(_m("oMathPara" if display else "oMath"), nsmap=_NSMAP)
    target = etree.SubElement(root, _m("oMath")) if display else root
    _Writer(lang, east_asian_font).sequence(target, parse(tex, display).items)
    return root


def _m(name: str) -> str:
    return f"{{{MATH}}}{name}"


def _w(name: str) -> str:
    return f"{{{WORD}}}{name}"


def _add(parent: etree._Element, name: str) -> etree._Element:
    return etree.SubElement(parent, _m(name))


def _properties(parent: etree._Element, name: str, **values: str) -> None:
    """`m:<name>Pr` with its children in the order given, which the schema fixes; none when there is nothing to say."""
    if values:
        properties = _add(parent, f"{name}Pr")
        for key, value in values.items():
            _add(properties, key).set(_m("val"), value)


class _Writer:
    """Writes nodes below an element; keeps the last run, so that equal neighbours share one."""

    def __init__(self, lang: str | None, east_asian_font: str | None) -> None:
        self._lang = lang
        self._font = east_asian_font

    def sequence(self, parent: etree._Element, nodes: Sequence[Node]) -> None:
        """The nodes as children of `parent`, operands inside their operators; never nothing."""
        items = flat(nodes)
        at = 0
        before = len(parent)
        while at < len(items):
            at = self._item(parent, items, at)
        if len(parent) == before:
            self._run(parent, ZERO_WIDTH, ITALIC)

    def _argument(self, parent: etree._Element, name: str, *nodes: Node | None) -> None:
        self.sequence(_add(parent, name), [node for node in nodes if node is not None])

    def _item(self, parent: etree._Element, items: Sequence[Node], at: int) -> int:
        """One item, with what it governs; the index after it."""
        node = items[at]
        if is_nary(node):
            end = nary_end(items, at + 1)
            self._nary(parent, node, items[at + 1 : end])
            return end
        if is_function(node) and (end := function_end(items, at + 1)) > at + 1:
            function = _add(parent, "func")
            name = _add(function, "fName")
            self._node(name, node)
            self._argument(function, "e", *items[at + 1 : end])
            return end
        if isinstance(node, Scripts) and not flat([node.base]) and at + 1 < len(items) and _can_follow(items[at + 1]):
            before = _add(parent, "sPre")
            self._argument(before, "sub", node.sub)
            self._argument(before, "sup", node.sup)
            self._argument(before, "e", items[at + 1])
            return at + 2
        self._node(parent, node)
        return at + 1

    def _nary(self, parent: etree._Element, node: Node, operand: Sequence[Node]) -> None:
        sub, sup, limits = (node.sub, node.sup, node.limits) if isinstance(node, Scripts) else (None, None, False)
        core = head(node)
        assert isinstance(core, Symbol)
        nary = _add(parent, "nary")
        hidden = {name: "1" for name, script in (("subHide", sub), ("supHide", sup)) if script is None}
        _properties(nary, "nary", chr=core.text, limLoc="undOvr" if limits else "subSup", **hidden)
        for name, script in (("sub", sub), ("sup", sup)):
            holder = _add(nary, name)
            if script is not None:
                self.sequence(holder, script.items)
        self._argument(nary, "e", *operand)

    def _node(self, parent: etree._Element, node: Node) -> None:
        match node:
            case Symbol():
                self._symbol(parent, node)
            case Text():
                self._text(parent, node)
            case Space(width=width):
                if text := space_text(width):
                    self._run(parent, text, ITALIC)
            case Frac():
                fraction = _add(parent, "f")
                _properties(fraction, "f", **({} if node.bar else {"type": "noBar"}))
                self._argument(fraction, "num", node.top)
                self._argument(fraction, "den", node.bottom)
            case Root():
                self._root(parent, node)
            case Scripts():
                self._scripts(parent, node)
            case Stack():
                self._limits(parent, node.base, node.under, node.over)
            case Fenced():
                self._fenced(parent, node)
            case Table():
                self._table(parent, node)
            case Accent() | Line() | Brace() | Arrow() | Box() | Phantom():
                self._decorated(parent, node)
            case Row() | Class() | Styled():
                self.sequence(parent, [node])
            case _:
                assert_never(node)

    def _symbol(self, parent: etree._Element, node: Symbol) -> None:
        style = node.style
        if node.kind in ("func", "lim"):
            style = ROMAN
        elif not alphabets.is_letter(node.text) or (node.kind == "num" and style == ROMAN):
            style = ITALIC  # the default; operators and digits stand upright in it
        self._run(parent, node.text, style)

    def _run(self, parent: etree._Element, text: str, style: Style) -> None:
        last = parent[-1] if len(parent) else None
        wanted = f"{style.scr} {style.sty}" + (" lit" if "&" in text else "")
        if last is not None and last.tag == _m("r") and _look(last) == wanted:
            content = last[-1]
            content.text = f"{content.text}{text}"
            return
        run = _add(parent, "r")
        properties: dict[str, str] = {"lit": "1"} if "&" in text else {}
        if style.scr != "roman":
            properties["scr"] = style.scr
        if style.sty != "i":
            properties["sty"] = style.sty
        _properties(run, "r", **properties)
        etree.SubElement(etree.SubElement(run, _w("rPr")), _w("rFonts"), {_w("ascii"): _FONT, _w("hAnsi"): _FONT})
        _add(run, "t").text = text

    def _text(self, parent: etree._Element, node: Text) -> None:
        run = _add(parent, "r")
        _add(_add(run, "rPr"), "nor")
        look = etree.SubElement(run, _w("rPr"))
        fonts = {_w("ascii"): "Courier New", _w("hAnsi"): "Courier New"} if node.mono else {}
        if any(unicodedata.east_asian_width(char) in "WF" for char in node.text):
            fonts |= {_w("eastAsia"): self._font} if self._font else {}
            fonts |= {_w("hint"): "eastAsia"}
        if fonts:
            etree.SubElement(look, _w("rFonts"), fonts)
        for name, wanted in (("b", node.bold), ("i", node.italic)):
            if wanted:
                etree.SubElement(look, _w(name))
        if self._lang is not None:
            code = languages.ooxml(self._lang)
            chinese = languages.is_chinese(self._lang)
            etree.SubElement(look, _w("lang"), {_w("eastAsia") if chinese else _w("val"): code})
        content = _add(run, "t")
        content.text = node.text
        content.set(_XML_SPACE, "preserve")

    def _root(self, parent: etree._Element, node: Root) -> None:
        radical = _add(parent, "rad")
        _properties(radical, "rad", **({} if node.degree else {"degHide": "1"}))
        degree = _add(radical, "deg")
        if node.degree is not None:
            self.sequence(degree, node.degree.items)
        self._argument(radical, "e", node.body)

    def _scripts(self, parent: etree._Element, node: Scripts) -> None:
        if node.limits:
            self._limits(parent, node.base, node.sub, node.sup)
            return
        name = "sSubSup" if node.sub and node.sup else "sSub" if node.sub else "sSup"
        scripts = _add(parent, name)
        self._argument(scripts, "e", node.base)
        for part, script in (("sub", node.sub), ("sup", node.sup)):
            if script is not None:
                self._argument(scripts, part, script)

    def _limits(self, parent: etree._Element, base: Node, under: Row | None, over: Row | None) -> None:
        """Below and above; with both, the one below is inside."""
        holder = parent
        for name, script in (("limUpp", over), ("limLow", under)):
            if script is not None:
                outer = _add(holder, name)
                holder = _add(outer, "e")
                self._argument(outer, "lim", script)
        self.sequence(holder, [base])

    def _fenced(self, parent: etree._Element, node: Fenced) -> None:
        if len(set(node.separators)) > 1:  # m:d has one separator for all its parts
            marks = [*node.separators, ""]
            pairs = zip(node.parts, marks, strict=True)
            body = Row(tuple(item for part, mark in pairs for item in (part, Symbol(mark, "mark")))[:-1])
            node = Fenced(node.opening, node.closing, (body,))
        fence = _add(parent, "d")
        shown: dict[str, str] = {}
        if node.opening != "(":
            shown["begChr"] = node.opening
        if node.separators:
            shown["sepChr"] = node.separators[0]
        if node.closing != ")":
            shown["endChr"] = node.closing
        _properties(fence, "d", **shown)
        for part in node.parts:
            self._argument(fence, "e", part)

    def _table(self, parent: etree._Element, node: Table) -> None:
        if not node.aligned:
            self._matrix(parent, node)
            return
        array = _add(parent, "eqArr")
        for row in node.rows:
            line = _add(array, "e")
            for index, cell in enumerate(row):
                if index:
                    self._alignment(line)
                if cell.items or len(row) == 1:
                    self.sequence(line, cell.items)

    def _alignment(self, line: etree._Element) -> None:
        """An `&` of its own: the first of each pair aligns, the second parts columns, in OMML as in LaTeX."""
        run = _add(line, "r")
        _add(run, "t").text = "&"

    def _matrix(self, parent: etree._Element, node: Table) -> None:
        matrix = _add(parent, "m")
        columns = _add(_add(matrix, "mPr"), "mcs")
        for letter in node.columns:
            _properties(_add(columns, "mc"), "mc", count="1", mcJc={"l": "left", "r": "right"}.get(letter, "center"))
        for row in node.rows:
            line = _add(matrix, "mr")
            for cell in row:
                self._argument(line, "e", cell)

    def _decorated(self, parent: etree._Element, node: Accent | Line | Brace | Arrow | Box | Phantom) -> None:
        match node:
            case Accent(mark=mark):
                holder = _add(parent, "acc")
                _properties(holder, "acc", chr=mark)
            case Line(under=under):
                holder = _add(parent, "bar")
                _properties(holder, "bar", pos="bot" if under else "top")
            case Brace(mark=mark, under=under):
                holder = _add(parent, "groupChr")
                place = {"pos": "bot", "vertJc": "top"} if under else {"pos": "top", "vertJc": "bot"}
                _properties(holder, "groupChr", chr=mark, **place)
            case Arrow(mark=mark, over=over, under=below):
                if below is not None:
                    outer = _add(parent, "limLow")
                    parent = _add(outer, "e")
                    self._argument(outer, "lim", below)
                holder = _add(parent, "groupChr")
                # The label is the body and the arrow hangs below it, on the line; no vertJc sets it apart from a brace.
                _properties(holder, "groupChr", chr=mark, pos="bot")
                self._argument(holder, "e", over)
                return
            case Box(notation=notation):
                holder = _add(parent, "borderBox")
                _properties(holder, "borderBox", **_STROKES[notation])
            case Phantom(wide=wide, tall=tall):
                holder = _add(parent, "phant")
                flat_out = {} if tall else {"zeroAsc": "1", "zeroDesc": "1"}
                _properties(holder, "phant", show="0", **({} if wide else {"zeroWid": "1"}), **flat_out)
            case _:
                assert_never(node)
        self._argument(holder, "e", node.body)


_FONT: Final = "Cambria Math"
_HIDDEN: Final = dict.fromkeys(("hideTop", "hideBot", "hideLeft", "hideRight"), "1")
_STROKES: Final = {
    "frame": {},
    "up": {**_HIDDEN, "strikeBLTR": "1"},
    "down": {**_HIDDEN, "strikeTLBR": "1"},
    "cross": {**_HIDDEN, "strikeBLTR": "1", "strikeTLBR": "1"},
}


def _look(run: etree._Element) -> str:
    """The style of a mathematical run as one word; "" for text and for alignment marks."""
    properties = run.find(_m("rPr"))
    values = {} if properties is None else {etree.QName(item).localname: item.get(_m("val")) for item in properties}
    if "nor" in values or run[-1].text == "&" and "lit" not in values:
        return ""
    return f"{values.get('scr', 'roman')} {values.get('sty', 'i')}" + (" lit" if "lit" in values else "")


def _can_follow(node: Node) -> bool:
    """Whether scripts without a base may be the left scripts of `node`."""
    return kind(node) in ("ord", "num") and not isinstance(node, Text) and not is_function(node) and (
        not isinstance(node, Scripts) or bool(flat([node.base]))
    )


def space_text(width: float) -> str:
    """The spaces nearest to `width` em; nothing for a negative one, which OMML has no character for."""
    if width < 0.05:
        return ""
    whole = int(width + 0.01)
    rest = width - whole
    part = SPACES[min(SPACES, key=lambda known: abs(known - rest))] if rest > 0.08 else ""
    return "\u2003" * whole + part
