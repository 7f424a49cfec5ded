"""LaTeX → Office Math (OMML, ECMA-376 Part 1, 22.1), the equations that Word edits.

What OMML has no place for is left to Word: negative space, the sizes of `\\big` and `\\tfrac`, colour. An empty
argument holds a hair space: Word draws a dotted box in one that holds nothing, LibreOffice in one with a zero width
space.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from lxml import etree

from bilingual.mathml import MathError, parse
from bilingual.mathml.alphabets import ITALIC
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
from bilingual.ooxml.omml_fences import grouped, head, parted, shown
from bilingual.ooxml.omml_order import function_end, is_function, is_long_word, is_nary, kind, nary_end
from bilingual.ooxml.omml_runs import (
    BLANK,
    NSMAP,
    add,
    m,
    properties,
    set_apart,
    space_text,
    write_run,
    write_symbol,
    write_text,
)

__all__ = ["MathError", "to_omml"]


def to_omml(tex: str, display: bool, *, lang: str | None = None, east_asian_font: str | None = None) -> etree._Element:
    """The formula as `m:oMath`, or displayed as an `m:oMathPara` that holds one; a new element at each call.

    `tex` comes without its delimiters. `lang` is the canonical tag of the text around the formula; it and
    `east_asian_font` go to the words in it. Raises MathError when the formula cannot be represented faithfully.
    """
    root = etree.Element(m("oMathPara" if display else "oMath"), nsmap=NSMAP)
    target = etree.SubElement(root, m("oMath")) if display else root
    _Writer(lang, east_asian_font).sequence(target, parse(tex, display).items)
    return root


class _Writer:
    """Writes nodes below an element; knows the language and the font of the words in the formula."""

    def __init__(self, lang: str | None, east_asian_font: str | None) -> None:
        self._lang = lang
        self._font = east_asian_font

    def sequence(self, parent: etree._Element, nodes: Sequence[Node]) -> None:
        """The nodes as children of `parent`, operands inside their operators; never nothing."""
        self._items(parent, grouped(nodes))

    def _items(self, parent: etree._Element, items: Sequence[Node]) -> None:
        at = 0
        before = len(parent)
        while at < len(items):
            at = self._item(parent, items, at)
        if len(parent) == before:
            write_run(parent, BLANK, ITALIC)
        if len(parent) == before + 1:
            set_apart(parent[-1])

    def _argument(self, parent: etree._Element, name: str, node: Node | None) -> None:
        self.sequence(add(parent, name), [] if node is None else [node])

    def _item(self, parent: etree._Element, items: Sequence[Node], at: int) -> int:
        """One item, with what it governs; the index after it."""
        node = items[at]
        if is_nary(node):
            end = nary_end(items, at + 1)
            self._nary(parent, node, items[at + 1 : end])
            return end
        if is_function(node) and (end := function_end(items, at + 1)) > at + 1:
            function = add(parent, "func")
            name = add(function, "fName")
            self._node(name, node)
            self._items(add(function, "e"), items[at + 1 : end])
            return end
        if (
            isinstance(node, Scripts)
            and not grouped([node.base])
            and at + 1 < len(items)
            and _can_follow(items, at + 1)
        ):
            before = add(parent, "sPre")
            self._argument(before, "sub", node.sub)
            self._argument(before, "sup", node.sup)
            self._argument(before, "e", items[at + 1])
            return at + 2
        self._node(parent, node)
        return at + 1

    def _nary(self, parent: etree._Element, node: Node, operand: Sequence[Node]) -> None:
        sub, sup, limits = (
            (shown(node.sub), shown(node.sup), node.limits) if isinstance(node, Scripts) else (None, None, False)
        )
        core = head(node)
        assert isinstance(core, Symbol)
        nary = add(parent, "nary")
        hidden = {name: "1" for name, script in (("subHide", sub), ("supHide", sup)) if script is None}
        properties(nary, "nary", chr=core.text, limLoc="undOvr" if limits else "subSup", **hidden)
        for name, script in (("sub", sub), ("sup", sup)):
            holder = add(nary, name)
            if script is not None:
                self.sequence(holder, script.items)
        self._items(add(nary, "e"), operand)

    def _node(self, parent: etree._Element, node: Node) -> None:
        match node:
            case Symbol():
                write_symbol(parent, node)
            case Text():
                write_text(parent, node, self._lang, self._font)
            case Space(width=width):
                if text := space_text(width):
                    write_run(parent, text, ITALIC)
            case Frac():
                fraction = add(parent, "f")
                properties(fraction, "f", **({} if node.bar else {"type": "noBar"}))
                self._argument(fraction, "num", node.top)
                self._argument(fraction, "den", node.bottom)
            case Root():
                self._root(parent, node)
            case Scripts():
                self._scripts(parent, node)
            case Stack():
                self._limits(parent, node.base, shown(node.under), shown(node.over))
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

    def _root(self, parent: etree._Element, node: Root) -> None:
        radical = add(parent, "rad")
        degree = shown(node.degree)
        properties(radical, "rad", **({} if degree else {"degHide": "1"}))
        holder = add(radical, "deg")
        if degree is not None:
            self.sequence(holder, degree.items)
        self._argument(radical, "e", node.body)

    def _scripts(self, parent: etree._Element, node: Scripts) -> None:
        core = node.base
        # Word's own limits stand below in a line of text too, and LibreOffice reads no others.
        sub, sup = shown(node.sub), shown(node.sup)
        if node.limits or (isinstance(core, Symbol) and core.kind == "lim" and core.text.startswith("lim")):
            self._limits(parent, node.base, sub, sup)
            return
        name = "sSubSup" if sub and sup else "sSub" if sub else "sSup"
        scripts = add(parent, name)
        self._argument(scripts, "e", node.base)
        for part, script in (("sub", sub), ("sup", sup)):
            if script is not None:
                self._argument(scripts, part, script)

    def _limits(self, parent: etree._Element, base: Node, under: Row | None, over: Row | None) -> None:
        """Below and above; with both, the one below is inside."""
        holder = parent
        for name, script in (("limUpp", over), ("limLow", under)):
            if script is not None:
                outer = add(holder, name)
                holder = add(outer, "e")
                self._argument(outer, "lim", script)
        self.sequence(holder, [base])

    def _fenced(self, parent: etree._Element, node: Fenced) -> None:
        parts, marks = list(node.parts), list(node.separators)
        if len(set(marks)) > 1:  # m:d has one separator for all its parts
            pairs = zip(parts, [*marks, ""], strict=True)
            parts = [Row(tuple(item for part, mark in pairs for item in (part, Symbol(mark, "mark")))[:-1])]
        if len(parts) == 1:
            parts, marks = parted(parts[0].items)
        fence = add(parent, "d")
        marked = {} if node.opening == "(" else {"begChr": node.opening}
        marked |= {"sepChr": marks[0]} if marks else {}
        marked |= {} if node.closing == ")" else {"endChr": node.closing}
        properties(fence, "d", **marked, **({} if node.grow else {"grow": "0"}))
        for part in parts:
            self._argument(fence, "e", part)

    def _table(self, parent: etree._Element, node: Table) -> None:
        if not node.aligned:
            self._matrix(parent, node)
            return
        array = add(parent, "eqArr")
        for row in node.rows:
            line = add(array, "e")
            for index, cell in enumerate(row):
                if index:
                    self._alignment(line)
                if shown(cell) or len(row) == 1:
                    self.sequence(line, cell.items)

    def _alignment(self, line: etree._Element) -> None:
        """An `&` of its own: the first of each pair aligns, the second parts columns, in OMML as in LaTeX."""
        run = add(line, "r")
        add(run, "t").text = "&"

    def _matrix(self, parent: etree._Element, node: Table) -> None:
        matrix = add(parent, "m")
        columns = add(add(matrix, "mPr"), "mcs")
        for letter in node.columns:
            properties(add(columns, "mc"), "mc", count="1", mcJc={"l": "left", "r": "right"}.get(letter, "center"))
        for row in node.rows:
            line = add(matrix, "mr")
            for cell in row:
                self._argument(line, "e", cell)

    def _decorated(self, parent: etree._Element, node: Accent | Line | Brace | Arrow | Box | Phantom) -> None:
        match node:
            case Accent(mark=mark):
                holder = add(parent, "acc")
                properties(holder, "acc", chr=mark)
            case Line(under=under):
                holder = add(parent, "bar")
                properties(holder, "bar", pos="bot" if under else "top")
            case Brace(mark=mark, under=under):
                holder = add(parent, "groupChr")
                place = {"pos": "bot", "vertJc": "top"} if under else {"pos": "top", "vertJc": "bot"}
                properties(holder, "groupChr", chr=mark, **place)
            case Arrow(mark=mark, over=over, under=below):
                if below is not None:
                    outer = add(parent, "limLow")
                    parent = add(outer, "e")
                    self._argument(outer, "lim", below)
                holder = add(parent, "groupChr")
                # The label is the body and the arrow hangs below it, on the line; no vertJc sets it apart from a brace.
                properties(holder, "groupChr", chr=mark, pos="bot")
                self._argument(holder, "e", over)
                return
            case Box(notation=notation):
                holder = add(parent, "borderBox")
                properties(holder, "borderBox", **_STROKES[notation])
            case Phantom(wide=wide, tall=tall):
                holder = add(parent, "phant")
                flat_out = {} if tall else {"zeroAsc": "1", "zeroDesc": "1"}
                properties(holder, "phant", show="0", **({} if wide else {"zeroWid": "1"}), **flat_out)
            case _:
                assert_never(node)
        self._argument(holder, "e", node.body)


_HIDDEN: Final = dict.fromkeys(("hideTop", "hideBot", "hideLeft", "hideRight"), "1")
_STROKES: Final = {
    "frame": {},
    "up": {**_HIDDEN, "strikeBLTR": "1"},
    "down": {**_HIDDEN, "strikeTLBR": "1"},
    "cross": {**_HIDDEN, "strikeBLTR": "1", "strikeTLBR": "1"},
}


def _can_follow(items: Sequence[Node], at: int) -> bool:
    """Whether scripts without a base may be the left scripts of the node at `at`: one letter, with scripts or not."""
    node = items[at]
    core = head(node)
    if is_function(node):
        alone = function_end(items, at + 1) == at + 1
        return alone and isinstance(core, Symbol) and len(core.text) == 1
    if isinstance(node, Text | Stack) or is_long_word(items, at):
        return False
    return kind(node) in ("ord", "num") and (not isinstance(node, Scripts) or bool(grouped([node.base])))
