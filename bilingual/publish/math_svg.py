"""LaTeX → SVG by ziamath and its STIX Two Math, for renderers that lay out no MathML.

ziamath draws a glyph that its font lacks as an empty box. Such characters, Han before all, become SVG text that the
renderer sets in its own fonts, each in a place of one em, or of half an em for narrow ones.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any, Final
from xml.etree import ElementTree

from ziafont.fonttypes import BBox
from ziamath.drawable import Drawable, Glyph
from ziamath.nodes.mnode import Mnode
from ziamath.nodes.moperator import Moperator
from ziamath.nodes.mrow import Mrow
from ziamath.nodes.munderover import Mover
from ziamath.zmath import Math

from bilingual import lang as languages
from bilingual.mathml import MathError, alphabets, parse
from bilingual.mathml.alphabets import ITALIC
from bilingual.mathml.markup import Markup
from bilingual.mathml.spacing import Gap
from bilingual.mathml.tree import Kind, Node, Symbol, Table, Text
from bilingual.publish.math_breaks import broken

_EM: Final = 24.0  # the size ziamath's limits on small text are made for
# ziamath takes an em for 10 pt of 4/3 px; lengths must be given that much smaller.
_ZIAMATH_EM: Final = 1 / (10.00002 * 1.333 / 10)
_FAMILIES: Final = {
    languages.HANS: "'Noto Serif CJK SC','Source Han Serif SC','Songti SC',SimSun,serif",
    languages.HANT: "'Noto Serif CJK TC','Source Han Serif TC','Songti TC',PMingLiU,serif",
    "": "'Noto Serif CJK SC','Noto Serif CJK TC',serif",
}


@dataclass(frozen=True, slots=True)
class Svg:
    """A drawing. Sizes are in em of the text around it: `height` above and `depth` below the baseline.

    To stand on the baseline of its line it is set `width_em` wide, `height_em + depth_em` high, with
    `vertical-align: -depth_em`.
    """

    svg: str
    width_em: float
    height_em: float
    depth_em: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a formula that stands on one line, and the nodes it shows."""

    svg: Svg
    items: tuple[Node, ...]


@lru_cache(maxsize=2048)
def to_svg(tex: str, display: bool, *, color: str = "currentColor", lang: str | None = None) -> Svg:
    """The formula as one SVG path, with text for what the mathematical font lacks; equal formulas are drawn once.

    `lang` is the canonical tag of the text around it, which chooses the fonts of Han characters. The drawing has no
    ids, so that any number of them may stand in one page. WeasyPrint takes `currentColor` for black. Raises MathError
    as `to_omml` does.
    """
    return _drawn(tex, parse(tex, display).items, display, color, lang)


def to_svg_pieces(tex: str, display: bool, limit: float, *, color: str) -> tuple[Piece, ...]:
    """The formula as `to_svg` draws it, where it is wider than `limit` in pieces that may stand on several lines.

    `limit` is in em. A piece in which there is no place to break may be wider. Raises MathError as `to_svg` does.
    """
    items = parse(tex, display).items
    whole = to_svg(tex, display, color=color)
    if whole.width_em <= limit:
        return (Piece(whole, items),)
    # A piece with an operand on one side only has other classes, so that each is measured as it will be drawn.
    parts = broken(items, lambda part: _drawn(tex, part, display, color, None).width_em <= limit)
    return tuple(Piece(_drawn(tex, part, display, color, None), part) for part in parts)


def _drawn(tex: str, items: tuple[Node, ...], display: bool, color: str, lang: str | None) -> Svg:
    body = _ForZiamath().row(items)
    style = "block" if display else "inline"
    try:
        drawn = Math(f'<mline display="{style}">{body}</mline>', size=_EM)
        sheet = _Sheet(color)
        sheet.draw(drawn.node, 0.0, 0.0)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise MathError(tex, f"it cannot be drawn ({error or type(error).__name__})") from error
    sheet.reach(0.0, drawn.node.xadvance(), 0.0, 0.0)
    return sheet.finish(_FAMILIES[languages.script(lang) if lang else ""])


@dataclass(slots=True)
class _Sheet:
    """What is drawn so far and how far it reaches, y downwards from the baseline."""

    color: str
    paths: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    box: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0, 0.0])

    def reach(self, left: float, right: float, top: float, bottom: float) -> None:
        """Make the drawing large enough for a rectangle."""
        box = self.box
        self.box = [min(box[0], left), max(box[1], right), min(box[2], top), max(box[3], bottom)]

    def draw(self, node: Any, x: float, y: float) -> None:
        """A node of ziamath and those in it, at a place."""
        if isinstance(node, Glyph):
            self._glyph(node, x, y)
        elif not hasattr(node, "nodexy"):
            self._shape(node, x, y)
        else:
            if node.mtag == "mspace" and (text := node.element.get("data-text")):
                self._text(node, text, x, y)
            for (dx, dy), child in zip(node.nodexy, node.nodes, strict=False):
                self.draw(child, x + dx, y + dy)

    def _glyph(self, node: Any, x: float, y: float) -> None:
        if node.phantom:
            return
        path = node.glyph.svgpath(x0=x, y0=y, scale_factor=node.size / node.glyph.DFLT_SIZE_PT)
        if path is not None:
            self.paths += [piece.attrib["d"].strip() for piece in path.iter("path")]  # several for a tall brace
            box = node.bbox
            self.reach(x + box.xmin, x + box.xmax, y - box.ymax, y - box.ymin)

    def _shape(self, node: Drawable, x: float, y: float) -> None:
        """A rule, a frame or a stroke, in the colour of the drawing."""
        holder = ElementTree.Element("g")
        node.draw(x, y, holder)
        for shape in holder:
            shape.attrib.pop("fill", None)
            if shape.get("stroke"):
                shape.attrib |= {"stroke": self.color, "fill": "none"}
            self.others.append(ElementTree.tostring(shape, encoding="unicode").replace(" />", "/>"))
        box = node.bbox
        self.reach(x + box.xmin, x + box.xmax, y - max(box.ymax, 0.0), y - min(box.ymin, 0.0))

    def _text(self, node: Any, text: str, x: float, y: float) -> None:
        size = node.glyphsize
        weight = ' font-weight="bold"' if node.element.get("data-bold") else ""
        for char in text:
            self.texts.append(
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"{weight}>{escape(char)}</text>'
            )
            self.reach(x, x + size * _advance(char), y - 0.88 * size, y + 0.12 * size)
            x += size * _advance(char)

    def finish(self, family: str) -> Svg:
        """The drawing with its view box."""
        left, right, top, bottom = self.box
        width, height = right - left, bottom - top
        inner = f'<path d="{"".join(self.paths)}"/>' if self.paths else ""
        inner += "".join(self.others)
        if self.texts:
            inner += f'<g font-family="{family}">{"".join(self.texts)}</g>'
        view = " ".join(map(_number, (left, top, width, height)))
        size = f'width="{width / _EM:.4f}em" height="{height / _EM:.4f}em"'
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" fill="{escape(self.color)}">{inner}</svg>'
        )
        return Svg(svg, round(width / _EM, 4), round(-top / _EM, 4), round(bottom / _EM, 4))


class _Line(Mrow, tag="mline"):
    """A row whose parts are laid out once. ziamath does it twice at each level, which doubles the time with each."""

    def _setup_single_line(self, line: list[ElementTree.Element], **kwargs: Any) -> None:
        inner = [child for child in line if child.get("stretchy") != "true"]
        built: dict[int, Mnode] = {}
        if len(inner) < len(line):
            built = {id(child): Mnode.fromelement(child, parent=self, **kwargs) for child in inner}
            kwargs["rowymin"] = min((node.bbox.ymin for node in built.values()), default=0.0)
            kwargs["rowymax"] = max((node.bbox.ymax for node in built.values()), default=0.0)
        x = 0.0
        for child in line:
            node = built.get(id(child)) or Mnode.fromelement(child, parent=self, **kwargs)
            self.nodes.append(node)
            self.nodexy.append((x, 0.0))
            x += node.xadvance()
        boxes = [(at, node.bbox) for (at, _), node in zip(self.nodexy, self.nodes, strict=True)]
        self.bbox = BBox(
            min(at + box.xmin for at, box in boxes),
            max(at + box.xmax for at, box in boxes),
            min(box.ymin for _, box in boxes),
            max(box.ymax for _, box in boxes),
        )
        self._xadvance = x


_Line.mtag = "mrow"  # ziamath asks for rows by this name


class _Accented(Mover, tag="maccent"):
    """An accented letter as wide as the letter, its accent nearer than ziamath's gap, which is that of an overline."""

    def _setup(self, **kwargs: Any) -> None:
        super()._setup(**kwargs)
        (base_x, base_y), (over_x, over_y) = self.nodexy
        lower = self.base.units_to_points(self.font.math.consts.overbarVerticalGap) * 0.6
        self.nodexy = [(base_x, base_y), (over_x, over_y + lower)]
        self._xadvance = base_x + self.base.xadvance()
        self.bbox = BBox(self.bbox.xmin, self._xadvance, self.bbox.ymin, self.bbox.ymax - lower)


class _LongArrow(Moperator, tag="marrow"):
    """An arrow of a given length; ziamath itself stretches operators to what they stand over only."""

    def __init__(self, element: ElementTree.Element, parent: Mnode, **kwargs: Any) -> None:
        kwargs["width"] = float(element.get("data-em", "1")) * parent.size * 0.7
        super().__init__(element, parent, **kwargs)


class _ForZiamath(Markup):
    """MathML as ziamath wants it: its em, its own names for bars, and places kept for what its font lacks."""

    overline = "―"
    underline = "―"

    def length(self, em: float) -> str:
        """A length in ziamath's em."""
        return f"{em * _ZIAMATH_EM:.5f}em"

    def line(self, elements: Sequence[str]) -> str:
        """A row that is laid out once."""
        return elements[0] if len(elements) == 1 else f"<mline>{''.join(elements)}</mline>"

    def nothing(self) -> str:
        """An empty `mrow` has no size in ziamath, and breaks the row around it."""
        return '<mspace width="0"/>'

    def letters(self, node: Symbol) -> str:
        """Identifiers of several letters are text, which ziamath does not space out."""
        shown = self.styled(node)
        if not _drawable(shown):
            return self._places(shown, False)
        if alphabets.is_capital_greek(node.text) and node.style == ITALIC:
            shown = alphabets.styled(node.text, ITALIC) or shown  # ziamath sets these upright
        if not shown[0].isalpha():
            return f'<mo lspace="0" rspace="0" stretchy="false">{shown}</mo>'
        if len(node.text) > 1:
            return f"<mtext>{shown}</mtext>"
        upright = "" if node.style == ITALIC else ' mathvariant="normal"'
        return f"<mi{upright}>{shown}</mi>"

    def name(self, text: str) -> str:
        """The name of a function."""
        return self.text(Text(text))

    def operator(self, node: Symbol, kind: Kind, gaps: Gap) -> str:
        """An operator; one that the font lacks gets a place."""
        return super().operator(node, kind, gaps) if _drawable(node.text) else self._places(node.text, False)

    def text(self, node: Text) -> str:
        """Words: what the font has as text, the rest as places."""
        variant = " ".join(word for word, on in (("bold", node.bold), ("italic", node.italic)) if on)
        shape = f' mathvariant="{variant or "mono"}"' if variant or node.mono else ""
        out = []
        for known, chars in groupby(node.text.replace("-", "‐"), key=_drawable):
            piece = "".join(chars)
            out.append(f"<mtext{shape}>{escape(piece)}</mtext>" if known else self._places(piece, node.bold))
        return self.line(out)

    def box(self, body: str, notation: str) -> str:
        """A frame or strokes."""
        strokes = {"frame": "box", "up": "updiagonalstrike", "down": "downdiagonalstrike"}
        return f'<menclose notation="{strokes.get(notation, "updiagonalstrike downdiagonalstrike")}">{body}</menclose>'

    def table(self, node: Table) -> str:
        """Rows and cells; the gaps between columns are an attribute of the table."""
        align = " ".join({"l": "left", "r": "right"}.get(letter, "center") for letter in node.columns)
        pairs = node.aligned and len(node.columns) > 1
        gaps = [self.length(0.0 if pairs and not at % 2 else 1.0) for at in range(len(node.columns))]
        rows = "".join(
            f"<mtr>{''.join(f'<mline>{self.cell(node, at, cell)}</mline>' for at, cell in enumerate(row))}</mtr>"
            for row in node.rows
        )
        spacing = f'columnspacing="{" ".join(gaps)}" rowspacing="{self.length(0.35)}"'
        return f'<mtable columnalign="{align}" {spacing}>{rows}</mtable>'

    def accent(self, body: str, mark: str, stretch: str) -> str:
        """An accent drawn by the font's combining glyph, which alone has wide forms."""
        over = f'<mo lspace="0" rspace="0">{mark}</mo>'
        over = over if stretch == "true" else f"<mline>{over}</mline>"  # ziamath stretches a lone operator
        return f'<maccent accent="true">{body}{over}</maccent>'

    def arrow(self, mark: str, em: float) -> str:
        """An arrow at least as long as its labels, which are about `em` wide."""
        spread = self.length(5 / 18)
        return f'<marrow data-em="{max(em, 1.0):.3f}" lspace="{spread}" rspace="{spread}">{mark}</marrow>'

    def _places(self, text: str, bold: bool) -> str:
        width = sum(map(_advance, text))
        weight = ' data-bold="1"' if bold else ""
        size = f'width="{self.length(width)}" height="{self.length(0.88)}" depth="{self.length(0.12)}"'
        return f'<mspace {size} data-text="{escape(text)}"{weight}/>'


def _advance(char: str) -> float:
    """How wide a character is in em that is set by the renderer's fonts."""
    if unicodedata.combining(char):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WF" else 0.6


def _drawable(chars: Iterable[str]) -> bool:
    """Whether ziamath's font has all the characters."""
    font = _font()
    return all(char.isspace() or font.glyphindex(char) > 0 for char in chars)


@lru_cache(maxsize=1)
def _font() -> Any:
    return Math("<math><mn>0</mn></math>", size=_EM).font


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"
