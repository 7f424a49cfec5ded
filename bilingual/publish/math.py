"""Formulas for the three outputs: OMML for Word, SVG for print, MathML for the web page.

One parser feeds all three, so that a formula either arrives everywhere or is refused everywhere with the same reason.
"""

from __future__ import annotations

from bilingual.mathml import MathError, parse
from bilingual.mathml.markup import mathml
from bilingual.ooxml.omml import to_omml
from bilingual.publish.math_svg import Piece, Svg, to_svg, to_svg_pieces

__all__ = ["MathError", "Piece", "Svg", "to_mathml", "to_omml", "to_svg", "to_svg_pieces"]


def to_mathml(tex: str, display: bool) -> str:
    """The formula as a MathML Core `math` element, its LaTeX kept as an annotation.

    Raises MathError when the formula cannot be represented faithfully.
    """
    return mathml(parse(tex, display), tex, display)
