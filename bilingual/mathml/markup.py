"""The tree as MathML Core (W3C), with the spacing of TeX written out where it differs from the operator dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, assert_never

from bilingual.mathml import alphabets, spacing
from bilingual.mathml.alphabets import ITALIC, ROMAN
from bilingual.mathml.spacing import Gap
from bilingual.mathml.tree import (
    EMPTY,
    Accent,
    Arrow,
    Box,
    Brace,
    Class,
    Fenced,
    Frac,
    Kind,
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
    kind_of,
)

# Operators whose spacing in the dictionary of MathML Core is that of TeX.
_USUAL: Final = {"bin": frozenset("+−±∓"), "rel": frozenset("=<>≤≥≈∼≡≠∈")}
# Stretched by the dictionary unless told not to; LaTeX stretches between \left and \right only.
_ELASTIC: Final = frozenset("()[]{}|‖⌈⌉⌊⌋⟨⟩⟦⟧⎰⎱⟮⟯↑↓↕⇑⇓⇕→←↔⇒⇐⇔↦⟶⟵⟷⟹⟸⟺⟼↪↩⇀⇁↼↽⇌⇋↠↞∣∥/\\")
# MathML draws accents with spacing characters.
_SPACING_ACCENTS: Final = {
    "\u0302": "^",
    "\u030c": "ˇ",
    "\u0303": "~",
    "\u0301": "´",
    "\u0300": "`",
    "\u0307": "˙",
    "\u0308": "¨",
    "\u20db": "\u20db",
    "\u0306": "˘",
    "\u0304": "¯",
    "\u20d7": "→",
    "\u030a": "˚",
}
_STROKE: Final = "linear-gradient(to {}, transparent 47%, currentColor 47%, currentColor 53%, transparent 53%)"
_FRAMES: Final = {
    "frame": "border:1px solid;padding:.2em",
    "up": f"background:{_STROKE.format('bottom right')}",
    "down": f"background:{_STROKE.format('top right')}",
    "cross": f"background:{_STROKE.format('bottom right')},{_STROKE.format('top right')}",
}


def mathml(tree: Row, tex: str, display: bool) -> str:
    """A `math` element that carries its LaTeX as an annotation, for web pages."""
    body = Markup().row(tree.items)
    note = escape(tex, quote=False)
    return (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="{"block" if display else "inline"}"><semantics>'
        f'{body}<annotation encoding="application/x-tex">{note}</annotation></semantics></math>'
    )


class Markup:
    """Writes nodes as MathML. What other renderers want differently are methods, for a subclass to replace."""

    overline = "‾"
    underline = "_"

    def __init__(self) -> None:
        self._level = 0

    def length(self, em: float) -> str:
        """A length of `em` for an attribute."""
        return f"{em:.4g}em"

    def row(self, nodes: Sequence[Node]) -> str:
        """Nodes side by side as one `mrow`, or as the one element that they are."""
        items = _merged(nodes)
        if not items:
            return self.nothing()
        kinds = spacing.kinds(items)
        out: list[str] = []
        before: Kind | None = None
        for at, (node, kind) in enumerate(zip(items, kinds, strict=True)):
            after = next((later for later in kinds[at + 1 :] if later is not None), None)
            if kind is not None and (gap := spacing.between(before, kind, self._level > 0)):
                out.append(self.space(gap / 18))
            gaps = spacing.around(kind, before, after, self._level > 0)
            out.append(self.node(node, kind or "ord", gaps))
            before = kind if kind is not None else before
        return self.line(out)

    def line(self, elements: Sequence[str]) -> str:
        """Elements side by side as one."""
        return elements[0] if len(elements) == 1 else f"<mrow>{''.join(elements)}</mrow>"

    def nothing(self) -> str:
        """The element that stands for an empty row."""
        return "<mrow></mrow>"

    def space(self, em: float) -> str:
        """Horizontal space."""
        return f'<mspace width="{self.length(em)}"/>'

    def node(self, node: Node, kind: Kind = "ord", gaps: Gap = (0, 0)) -> str:
        """One node as one element; `kind` is its class in this row and `gaps` the space it carries."""
        match node:
            case Symbol():
                return self.symbol(node, kind if node.kind == "bin" else node.kind, gaps)
            case Text():
                return self.text(node)
            case Space(width=width):
                return self.space(width)
            case Row(items=items):
                return self.row(items)
            case Class(body=body):
                return self._classed(body, gaps)
            case Styled(display=display, body=body):
                return self._styled(self.row(body.items), display)
            case Frac():
                return self._fraction(node)
            case Root(body=body, degree=None):
                return f"<msqrt>{self.row(body.items)}</msqrt>"
            case Root(body=body, degree=degree):
                assert degree is not None
                return f"<mroot>{self.row(body.items)}{self._small(degree)}</mroot>"
            case Scripts(base=base, sub=sub, sup=sup, limits=limits):
                return self._attached(self.node(base, kind, gaps), sub, sup, limits)
            case Stack(base=base, under=under, over=over):
                return self._attached(self.node(base, kind, gaps), under, over, True)
            case Fenced():
                return self._fenced(node)
            case Table():
                return self.table(node)
            case Accent() | Line() | Brace() | Arrow():
                return self._decorated(node)
            case Box(body=body, notation=notation):
                return self.box(self.row(body.items), notation)
            case Phantom():
                return self._phantom(node)
            case _:
                assert_never(node)

    def symbol(self, node: Symbol, kind: Kind, gaps: Gap) -> str:
        """A letter as `mi`, a number as `mn`, a function's name as `mi`, anything else as `mo`."""
        match kind:
            case "num":
                return f"<mn>{self.styled(node)}</mn>"
            case "func" | "lim":
                return self.name(node.text)
            case "ord":
                return self.letters(node)
            case _:
                return self.operator(node, kind, gaps)

    def styled(self, node: Symbol) -> str:
        """The characters of a symbol in its alphabet."""
        if node.style in (ITALIC, ROMAN):
            return escape(node.text)
        return escape("".join(alphabets.styled(char, node.style) or char for char in node.text))

    def letters(self, node: Symbol) -> str:
        """An identifier; one letter is italic by itself."""
        upright = len(node.text) == 1 and node.style != ITALIC and self.styled(node) == node.text
        return _element("mi", {"mathvariant": "normal"} if upright else {}, self.styled(node))

    def name(self, text: str) -> str:
        """The name of a function."""
        return _element("mi", {"mathvariant": "normal"} if len(text) == 1 else {}, escape(text))

    def operator(self, node: Symbol, kind: Kind, gaps: Gap) -> str:
        """An operator with the space it carries and the size it has."""
        attributes: dict[str, str] = {}
        usual = node.text in _USUAL.get(kind, ()) and gaps[0] == gaps[1] != 0
        if not usual:
            attributes |= {"form": "prefix"} if node.text in "+−±∓" else {}
            attributes |= {"lspace": self.length(gaps[0] / 18), "rspace": self.length(gaps[1] / 18)}
        if node.size:
            size = self.length(node.size)
            attributes |= {"stretchy": "true", "symmetric": "true", "minsize": size, "maxsize": size}
        elif kind == "op" or node.text in _ELASTIC:
            attributes["stretchy"] = "false"
        if kind == "op":
            attributes["movablelimits"] = "false"
        return _element("mo", attributes, escape(node.text))

    def text(self, node: Text) -> str:
        """Words; spaces at their ends are kept by being made unbreakable."""
        style = "font-weight:bold;" * node.bold + "font-style:italic;" * node.italic
        style += "font-family:monospace;" * node.mono
        return _element("mtext", {"style": style} if style else {}, escape(node.text.replace(" ", "\u00a0")))

    def box(self, body: str, notation: str) -> str:
        """A frame or strokes, by CSS: MathML Core has no `menclose`."""
        return f'<mrow style="{_FRAMES[notation]}">{body}</mrow>'

    def table(self, node: Table) -> str:
        """Rows and cells; in aligned equations each pair of columns touches."""
        rows = []
        for row in node.rows:
            cells = [self._cell(node, column, cell) for column, cell in enumerate(row)]
            rows.append(f"<mtr>{''.join(cells)}</mtr>")
        return f"<mtable>{''.join(rows)}</mtable>"

    def _cell(self, node: Table, column: int, cell: Row) -> str:
        styles = {"l": ["text-align:left"], "r": ["text-align:right"]}.get(node.columns[column], [])
        if node.aligned and len(node.columns) > 1:
            styles.append("padding-left:0" if column % 2 else "padding-right:0")
        return _element("mtd", {"style": ";".join(styles)} if styles else {}, self.cell(node, column, cell))

    def cell(self, node: Table, column: int, cell: Row) -> str:
        """The contents of a cell; the right half of an equation keeps the space of a relation before it."""
        items: tuple[Node, ...] = cell.items
        if node.aligned and column % 2 and items:
            first = items[0]
            inner = first.body.items if isinstance(first, Styled) else items
            both = Row((EMPTY, *inner))
            return self._styled(self.row(both.items), True) if isinstance(first, Styled) else self.row(both.items)
        return self.row(items)

    def _classed(self, body: Row, gaps: Gap) -> str:
        only = body.items[0] if len(body.items) == 1 else body
        inner = self.node(only, kind_of(only) or "ord", gaps)
        if gaps == (0, 0) or inner.startswith("<mo "):
            return inner
        return self.line([self.space(gaps[0] / 18), inner, self.space(gaps[1] / 18)])

    def _styled(self, inner: str, display: bool) -> str:
        return f'<mstyle displaystyle="{"true" if display else "false"}" scriptlevel="0">{inner}</mstyle>'

    def _small(self, row: Row) -> str:
        self._level += 1
        inner = self.row(row.items)
        self._level -= 1
        return inner

    def _fraction(self, node: Frac) -> str:
        attributes = {} if node.bar else {"linethickness": "0"}
        inner = _element("mfrac", attributes, self.row(node.top.items) + self.row(node.bottom.items))
        return inner if node.display is None else self._styled(inner, node.display)

    def _attached(self, base: str, below: Row | None, above: Row | None, limits: bool) -> str:
        parts = [base, *(self._small(part) for part in (below, above) if part is not None)]
        names = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
        name = names[2] if below is not None and above is not None else names[0] if below is not None else names[1]
        return f"<{name}>{''.join(parts)}</{name}>"

    def _fenced(self, node: Fenced) -> str:
        out = [self.fence(node.opening, "prefix")] if node.opening else []
        for index, part in enumerate(node.parts):
            if index:
                out.append(self.fence(node.separators[index - 1], "infix"))
            out.append(self.row(part.items))
        out += [self.fence(node.closing, "postfix")] if node.closing else []
        return self.line(out)

    def fence(self, char: str, form: str) -> str:
        """A delimiter that grows with its row."""
        spread = {"lspace": self.length(0), "rspace": self.length(0)}
        return _element("mo", {"form": form, "fence": "true", "stretchy": "true", **spread}, escape(char))

    def _decorated(self, node: Accent | Line | Brace | Arrow) -> str:
        match node:
            case Accent(body=body, mark=mark, wide=wide):
                stretch = "true" if wide or (mark == "\u20d7" and len(body.items) > 1) else "false"
                return self.accent(self.row(body.items), mark, stretch)
            case Line(body=body, under=under):
                rule = _element("mo", {"stretchy": "true"}, self.underline if under else self.overline)
                return self._ruled(self.row(body.items), rule, under)
            case Brace(body=body, mark=mark, under=under):
                return self._ruled(self.row(body.items), _element("mo", {"stretchy": "true"}, mark), under)
            case Arrow(mark=mark, over=over_label, under=under_label):
                base = self.arrow(mark, max(_width(over_label), _width(under_label or EMPTY)))
                return self._attached(base, under_label, over_label, True)
            case _:
                assert_never(node)

    def accent(self, body: str, mark: str, stretch: str) -> str:
        """A body below an accent, which is given as a combining character."""
        over = _element("mo", {"stretchy": stretch}, _SPACING_ACCENTS[mark])
        return f'<mover accent="true">{body}{over}</mover>'

    def arrow(self, mark: str, em: float) -> str:
        """An arrow at least as long as its labels, which are about `em` wide."""
        spread = self.length(5 / 18)
        attributes = {"stretchy": "true", "lspace": spread, "rspace": spread}
        return f'<mover>{_element("mo", attributes, mark)}<mspace width="{self.length(em)}"/></mover>'

    def _ruled(self, body: str, rule: str, under: bool) -> str:
        return (
            f'<munder accentunder="true">{body}{rule}</munder>'
            if under
            else f'<mover accent="true">{body}{rule}</mover>'
        )

    def _phantom(self, node: Phantom) -> str:
        inner = f"<mphantom>{self.row(node.body.items)}</mphantom>"
        if not node.wide:
            return f'<mpadded width="0">{inner}</mpadded>'
        return inner if node.tall else f'<mpadded height="0" depth="0">{inner}</mpadded>'


def _element(name: str, attributes: dict[str, str], content: str) -> str:
    shown = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{shown}>{content}</{name}>"


def _merged(nodes: Sequence[Node]) -> list[Node]:
    """The nodes of a row: groups of one symbol opened, and upright letters that follow each other made one word."""
    out: list[Node] = []
    for node in nodes:
        while isinstance(node, Row) and len(node.items) == 1 and isinstance(node.items[0], Symbol | Text | Row):
            only = node.items[0]
            if isinstance(only, Symbol) and only.kind not in ("ord", "num"):
                break
            node = only
        if isinstance(node, Row) and all(_is_upright(item) for item in node.items) and node.items:
            node = Symbol("".join(item.text for item in node.items if isinstance(item, Symbol)), "ord", ROMAN)
        out.append(node)
    return out


def _is_upright(node: Node) -> bool:
    return isinstance(node, Symbol) and node.kind == "ord" and node.style == ROMAN and node.text.isalpha()


def _width(row: Row) -> float:
    """About how wide a script is in em, for the arrow that carries it: seven tenths of half an em a character."""
    count = 0
    for item in row.items:
        match item:
            case Symbol(text=text) | Text(text=text):
                count += sum(2 if char >= "⺀" else 1 for char in text)
            case Row() as inner:
                count += round(_width(inner) / 0.4)
            case Space():
                count += 1
            case _:
                count += 3
    return 0.4 * count + 0.6
