"""Mathematics: LaTeX is parsed to a tree, from which MathML is written here and OMML and SVG elsewhere."""

from bilingual.mathml.errors import MathError
from bilingual.mathml.parser import parse

__all__ = ["MathError", "parse"]
