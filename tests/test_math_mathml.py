"""LaTeX → MathML Core: elements with the number of children they need, and the LaTeX as an annotation."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from bilingual.publish.math import MathError, to_mathml
from tests.math_formulas import FORMULAS, REFUSED

_CORE = set(
    "math semantics annotation mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd mstyle mphantom mpadded".split()
)
_COUNTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", FORMULAS)
def test_every_formula_is_mathml_core(tex: str, display: bool) -> None:
    root = etree.fromstring(to_mathml(tex, display))
    assert root.get("display") == ("block" if display else "inline")
    for element in root.iter():
        name = etree.QName(element).localname
        assert name in _CORE
        assert len(element) == _COUNTS.get(name, len(element))
    (annotation,) = root.iter("{http://www.w3.org/1998/Math/MathML}annotation")
    assert annotation.get("encoding") == "application/x-tex"
    assert annotation.text == tex


@pytest.mark.parametrize("tex", REFUSED)
def test_refused_formulas(tex: str) -> None:
    with pytest.raises(MathError):
        to_mathml(tex, False)


def _body(tex: str) -> str:
    return re.sub(r"^<math[^>]*><semantics>|<annotation.*$", "", to_mathml(tex, False))


@pytest.mark.parametrize(
    ("tex", "body"),
    [
        ("x", "<mi>x</mi>"),
        ("12.5", "<mn>12.5</mn>"),
        (r"\mathrm d", '<mi mathvariant="normal">d</mi>'),
        (r"\mathrm{Tr}", "<mi>Tr</mi>"),
        (r"\mathbb R", "<mi>ℝ</mi>"),
        (r"\Gamma", '<mi mathvariant="normal">Γ</mi>'),
        ("a=b", "<mrow><mi>a</mi><mo>=</mo><mi>b</mi></mrow>"),
        ("-x", '<mrow><mo form="prefix" lspace="0em" rspace="0em">−</mo><mi>x</mi></mrow>'),
        (r"\text{如果 }", "<mtext>如果\u00a0</mtext>"),
        (
            r"n\log n",
            '<mrow><mi>n</mi><mspace width="0.1667em"/><mi>log</mi><mspace width="0.1667em"/><mi>n</mi></mrow>',
        ),
    ],
)
def test_elements(tex: str, body: str) -> None:
    assert _body(tex) == body


def test_markup_in_a_formula_is_escaped() -> None:
    assert "<script" not in to_mathml(r"\text{<script>} a<b", False)
