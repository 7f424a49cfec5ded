"""Formulas in WeasyPrint: each different one is drawn once, as a PDF form, however often it is used.

WeasyPrint lays out and writes an inline SVG again at each use, which made a digest with two formulas a paper four
times slower. Here a formula is an `<img>` whose address WeasyPrint finds in the image cache that its own API takes; the
image object there draws the SVG into one form XObject and from then on only refers to it. Over each drawing lies an
invisible space whose /ActualText is the formula as a line of text, so that O(1/t) is found and copied as that.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from markupsafe import escape

from bilingual.model import Math, inline_text
from bilingual.publish.formulas import Formulas
from bilingual.publish.pdf_shapes import operators
from bilingual.publish.plain_math import readable_nodes

if TYPE_CHECKING:
    from bilingual.publish.math import Piece, Svg

_INK: Final = "#111"  # as the text around it, pdf.css
_SCHEME: Final = "formula:"
CONTINUED: Final = "… "  # how the alternative text of a wide formula's further pieces begins
# In em: wider formulas may break. A column of three on A4 is about 26 em wide, of two on A5 about 16.
_WIDE: Final = 8.0
_WIDE_DISPLAY: Final = 14.0


class FormulaImages:
    """The formulas of one document. `cache` is the image cache to give to WeasyPrint."""

    def __init__(self) -> None:
        self.registry: Formulas[tuple[Piece, ...]] = Formulas(_convert)
        self.cache: dict[str, Any] = {}
        self._sources: dict[Math, tuple[str, ...]] = {}
        self._blank = _Blank()

    def draw(self, math: Math, place: str) -> str | None:
        """The `<img>` of a formula, aligned to the baseline, with its LaTeX as alternative text; None when it fails.

        A wide one is several, between which a line may break.
        """
        pieces = self.registry.get(math, place)
        if pieces is None:
            return None
        key = Math(math.tex, math.display)
        sources = self._sources.get(key)
        if sources is None:
            sources = self._sources[key] = tuple(_address(key, n) for n in range(len(pieces)))
            for source, piece in zip(sources, pieces, strict=True):
                self.cache[source] = _shared_image(piece.svg, source, readable_nodes(piece.items), self._blank)
        if math.display and len(pieces) == 1:
            svg = pieces[0].svg
            return _element("display", sources[0], inline_text(math), f"width:{svg.width_em:.4f}em")
        made: list[str] = []
        for source, piece in zip(sources, pieces, strict=True):
            text = f"{CONTINUED}{readable_nodes(piece.items)}" if made else inline_text(math)
            size = f"width:{piece.svg.width_em:.4f}em;vertical-align:{-piece.svg.depth_em:.4f}em"
            made.append(_element("inline", source, text, size))
        return f'<span class="lines">{"".join(made)}</span>' if math.display else "".join(made)


def _element(kind: str, source: str, text: str, size: str) -> str:
    return f'<img class="math {kind}" src="{source}" alt="{escape(text)}" style="{size}">'


def _convert(tex: str, display: bool) -> tuple[Piece, ...]:
    from bilingual.publish.math import to_svg_pieces

    return to_svg_pieces(tex, display, _WIDE_DISPLAY if display else _WIDE, color=_INK)


def _address(math: Math, piece: int) -> str:
    """A stable address: the same formula has the same name in every build."""
    digest = hashlib.sha256(f"{int(math.display)}{piece} {math.tex}".encode("utf-8", "surrogatepass"))
    return _SCHEME + digest.hexdigest()[:24]


class _Blank:
    """The space of the font around the first formula: a glyph with no ink that every file has."""

    def __init__(self) -> None:
        self._line: Any = None

    def show(self, stream: Any, text: str, width: float, size: float, baseline: float, style: Any) -> None:
        """Write `text` invisibly over `width` pixels; `size` is that of its letters, y runs downwards."""
        from pydyf import Dictionary, String
        from weasyprint.text.ffi import FROM_UNITS
        from weasyprint.text.line_break import Layout

        if self._line is None:
            layout = Layout(style)
            layout.set_text(" ")
            self._line = layout, layout.get_first_line()[0].runs[0].data
        layout, run = self._line
        font, _ = stream.add_font(run.item.analysis.font)
        glyph = run.glyphs.glyphs[0].glyph
        font.to_unicode.setdefault(glyph, " ")
        if glyph not in font.widths:
            shaped = run.glyphs.glyphs[0].geometry.width * FROM_UNITS
            font.widths[glyph] = round(1000 * shaped / layout.style["font_size"])
        stream.begin_marked_content("Span", Dictionary({"ActualText": String(text)}))
        with stream.stacked():
            stream.begin_text()
            stream.set_text_rendering(3)
            stream.set_font_size(font.hash, 1)
            stream.set_text_matrix(1000 * width / font.widths[glyph], 0, 0, -size, 0, baseline)
            stream.show_text(f"<{glyph:04x}>")
            stream.end_text()
        stream.end_marked_content()


def _shared_image(svg: Svg, source: str, text: str, blank: _Blank) -> Any:
    """An object with the interface of WeasyPrint's images (its module `images`), sized in em of its surroundings."""
    from pydyf import Array, Dictionary
    from pydyf import Stream as PdfStream
    from weasyprint.images import SVGImage

    high = svg.height_em + svg.depth_em

    class SharedImage(SVGImage):  # type: ignore[misc]
        """Draws its SVG into a form the first time, and refers to that form afterwards."""

        def __init__(self) -> None:
            super().__init__(ElementTree.fromstring(svg.svg), source, None, None)
            self._forms: dict[int, str] = {}

        def get_intrinsic_size(self, _resolution: float, font_size: float) -> tuple[float, float, float]:
            width, height = svg.width_em * font_size, high * font_size
            return width, height, width / height if height else 1.0

        def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
            resources = stream._resources["XObject"]
            name = self._forms.get(id(resources))
            unit = 100.0  # CSS pixels an em inside the form; only rounding depends on it
            form_width, form_height = svg.width_em * unit, high * unit
            if name is None and (shapes := operators(svg.svg, form_width, form_height)):
                name = self._forms[id(resources)] = f"x{len(resources)}"
                box = Array((0, 0, form_width, form_height))
                extra = Dictionary({"Type": "/XObject", "Subtype": "/Form", "BBox": box})
                resources[name] = PdfStream([shapes], extra, compress=stream.compress)
            elif name is None:
                form = stream.add_group(0, 0, form_width, form_height)
                form.extra.pop("Group", None)  # nothing in a formula is transparent
                super().draw(form, form_width, form_height, style)
                name = self._forms[id(resources)] = form.id
            with stream.stacked():
                stream.transform(a=width / form_width, d=height / form_height)
                stream.draw_x_object(name)
            em = height / high if high else 0.0
            if text and width and em:
                blank.show(stream, text, width, em, em * svg.height_em, style)

    return SharedImage()
