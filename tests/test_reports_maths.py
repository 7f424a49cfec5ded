"""Public reports about Markdown and mathematics (B38, B40, B41, B42, B44), each with the right outcome."""

from __future__ import annotations

import pytest
from lxml import etree

from bilingual.mathml import MathError
from bilingual.model import Math, Runs, Text, plain
from bilingual.ooxml.omml import to_omml
from bilingual.readers import read_bytes

W_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"


def _runs(sentence: str) -> Runs:
    text = f"# Title of the Paper: A Study\n\n{sentence}\n\n这里还有一段足够长的文字，说明方法与结果。\n"
    papers = read_bytes(text.encode(), "a.md").papers
    assert len(papers) == 1
    return next(p.runs for p in papers[0].paragraphs if p.text.startswith("句"))


@pytest.mark.parametrize(
    ("source", "strong"),
    [("句中**“快速”。**因此可行", "“快速”。"), ("句中**《文集》**提出", "《文集》"), ("句中**新法，**很快", "新法，")],
)
def test_b38_emphasis_beside_chinese_punctuation(source: str, strong: str) -> None:
    runs = _runs(source)
    assert [run.text for run in runs if isinstance(run, Text) and run.marks == ("strong",)] == [strong]
    assert "*" not in plain(runs)


def test_b40_prices_are_no_formulas() -> None:
    runs = _runs("句中成本$5美元，推理$3美元。")
    assert not any(isinstance(run, Math) for run in runs)
    assert plain(runs) == "句中成本$5美元，推理$3美元。"


def test_b41_dollars_inside_a_formula_and_spaces_inside_dollars() -> None:
    assert [run.tex for run in _runs(r"句中 $x \text{ if $y$}$ 成立") if isinstance(run, Math)] == [r"x \text{ if $y$}"]
    runs = _runs("句中 $ 5 $ 元")
    assert plain(runs) == "句中 $ 5 $ 元"


def test_b42_aligned_and_operators_are_valid_and_bad_latex_is_refused() -> None:
    for tex in (r"\begin{aligned}a&=b\end{aligned}", r"\operatorname*{argmin}_x f", r"\mathop{\rm ess\,sup}"):
        made = etree.tostring(to_omml(tex, True), encoding="unicode")
        assert "&amp;" not in made or "aligned" in tex
        assert "operatorname" not in made
    for tex in (r"\frac{1}{2", r"\nosuchcommand x", "x}"):
        with pytest.raises(MathError):
            to_omml(tex, False)


def test_b44_chinese_inside_mathematics_is_kept() -> None:
    made = to_omml(r"\text{准确率}=\frac{正确}{总数}", False)
    text = "".join(node.text or "" for node in made.iter(W_TEXT))
    assert text == "准确率=正确总数"
