"""Formulas in WeasyPrint: each different one is drawn once, as a PDF form, however often it is used.

WeasyPrint lays out and writes an inline SVG again at each use, which made a digest with two formulas a paper four
times slower. Here a formula is an `<img>` whose address WeasyPrint finds in the image cache that its own API takes; the
image object there draws the SVG into one form XObject and from then on only refers to it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from markupsafe import escape

from bilingual.model import Math, inline_text
from bilingual.publish.formulas import Formulas

if TYPE_CHECKING:
    from bilingual.publish.math import Svg

_INK: Final = "#111"  # as the text around it, pdf.css
_SCHEME: Final = "formula:"


class FormulaImages:
    """The formulas of one document. `cache` is the image cache to give to WeasyPrint."""

    def __init__(self) -> None:
        self.registry: Formulas[Svg] = Formulas(_convert)
        self.cache: dict[str, Any] = {}
        self._sources: dict[Math, str] = {}

    def draw(self, math: Math, place: str) -> str | None:
        """The `<img>` of a formula, aligned to the baseline, with its LaTeX as alternative text; None when it fails."""
        svg = self.registry.get(math, place)
        if svg is None:
            return None
        key = Math(math.tex, math.display)
        source = self._sources.get(key)
        if source is None:
            source = self._sources[key] = _address(key)
            self.cache[source] = shared_image(svg, source)
        kind = "display" if math.display else "inline"
        shift = "" if math.display else f";vertical-align:{-svg.depth_em:.4f}em"
        size = f"width:{svg.width_em:.4f}em{shift}"
        return f'<img class="math {kind}" src="{source}" alt="{escape(inline_text(math))}" style="{size}">'


def _convert(tex: str, display: bool) -> Svg:
    from bilingual.publish.math import to_svg

    return to_svg(tex, display, color=_INK)


def _address(math: Math) -> str:
    """A stable address: the same formula has the same name in every build."""
    digest = hashlib.sha256(f"{int(math.display)}{math.tex}".encode("utf-8", "surrogatepass"))
    return _SCHEME + digest.hexdigest()[:24]


def shared_image(svg: Svg, source: str) -> Any:
    """An object with the interface of WeasyPrint's images (its module `images`), sized in em of its surroundings."""
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
            if name is None:
                form = stream.add_group(0, 0, form_width, form_height)
                form.extra.pop("Group", None)  # nothing in a formula is transparent
                super().draw(form, form_width, form_height, style)
                name = self._forms[id(resources)] = form.id
            stream.transform(a=width / form_width, d=height / form_height)
            stream.draw_x_object(name)

    return SharedImage()
