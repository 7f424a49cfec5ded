"""LaTeX → SVG: nothing of a formula is lost, it stands on the baseline, and a printed page shows it."""

from __future__ import annotations

import pytest
from lxml import etree
from weasyprint import HTML

from bilingual.publish.math import MathError, to_svg
from tests.math_formulas import FORMULAS, REFUSED

_NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", FORMULAS)
def test_every_formula_is_drawn(tex: str, display: bool) -> None:
    drawing = to_svg(tex, display)
    root = etree.fromstring(drawing.svg)
    assert "id" not in {key for element in root.iter() for key in element.attrib}
    assert root.find(f"{_NAMESPACE}path") is not None or root.find(f".//{_NAMESPACE}text") is not None
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert left <= 0
    assert width / 24 == pytest.approx(drawing.width_em, abs=0.001)
    assert height / 24 == pytest.approx(drawing.height_em + drawing.depth_em, abs=0.001)
    assert -top / 24 == pytest.approx(drawing.height_em, abs=0.001)


@pytest.mark.parametrize("tex", REFUSED)
def test_refused_formulas(tex: str) -> None:
    with pytest.raises(MathError):
        to_svg(tex, False)


def test_sizes_are_in_em_of_the_text_around() -> None:
    letter = to_svg("x", False)
    assert 0.4 < letter.width_em < 0.7
    assert 0.4 < letter.height_em < 0.6
    assert letter.depth_em < 0.05
    fraction = to_svg(r"\frac{a}{b}", True)
    assert fraction.height_em > 0.9
    assert fraction.depth_em > 0.3


def test_han_characters_are_text_of_one_em_each() -> None:
    drawing = to_svg(r"\text{准确率}", False, lang="zh-Hant")
    root = etree.fromstring(drawing.svg)
    texts = list(root.iter(f"{_NAMESPACE}text"))
    assert [text.text for text in texts] == ["准", "确", "率"]
    assert [float(text.attrib["x"]) for text in texts] == [0, 24, 48]
    assert drawing.width_em == pytest.approx(3.0, abs=0.01)
    assert "Noto Serif CJK TC" in drawing.svg


def test_han_characters_in_a_script_are_smaller() -> None:
    sizes = [
        float(text.attrib["font-size"])
        for text in etree.fromstring(to_svg("中_{文}", False).svg).iter(f"{_NAMESPACE}text")
    ]
    assert sizes[0] == 24
    assert 12 < sizes[1] < 20


def test_the_colour_is_given() -> None:
    drawing = to_svg(r"\boxed{\frac{a}{b}}", False, color="#123456")
    assert 'fill="#123456"' in drawing.svg
    assert 'stroke="#123456"' in drawing.svg
    assert "black" not in drawing.svg


def test_equal_formulas_are_drawn_once_and_the_same() -> None:
    first = to_svg(r"\sum_i x_i", True)
    assert to_svg(r"\sum_i x_i", True) is first
    to_svg.cache_clear()
    assert to_svg(r"\sum_i x_i", True) == first


def test_deep_nesting_does_not_take_for_ever() -> None:
    tex = r"\left(\frac{1}{" * 12 + "x" + r"}\right)" * 12
    assert to_svg(tex, True).height_em > 2


def test_a_printed_page_shows_formulas_and_han_text(caplog: pytest.LogCaptureFixture) -> None:
    svg = to_svg(r"\text{准确率}=\frac{正确}{x}", True).svg
    pdf = HTML(string=f"<p>{svg}</p>").write_pdf(uncompressed_pdf=True)
    assert pdf is not None
    assert not [record for record in caplog.records if "SVG" in record.getMessage()]
    assert b"CJK" in pdf or b"Font" in pdf
