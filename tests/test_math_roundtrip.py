"""OMML → LaTeX: what was written is read back to the same OMML, and nothing of Word's makes it fail."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from bilingual.ooxml.omml import to_omml
from bilingual.ooxml.omml_read import canonical, to_latex
from bilingual.ooxml.omml_runs import MATH, WORD
from tests.math_formulas import FORMULAS

_LEAVES = st.sampled_from(
    r"""x y N 1 23 0.5 + - = < , ; ! / | \alpha \Gamma \varGamma \infty \cdot \times \le \in \to \sum \int \bigcup \prod
    \sin \log \max \lim \argmin \operatorname{Tr} \operatorname*{arg\,max} \mathbb{R} \mathcal{L} \mathrm{d} \mathbf{x}
    \boldsymbol{\alpha} \mathfrak{g} \text{if~} \text{中文} \textbf{b} ( ) [ ] \{ \} \langle \rangle \| \mid \, \quad ~
    \partial \ell \hbar \prime ' \ldots \% \# \& \$ \_ 正确 ² ₁ \bmod \colon \mathop{X}
    \big( \Bigr] \lvert \rvert""".split()
)


# «0», «1», «2» are formulas in their turn.
_SHAPES = st.sampled_from(
    r"""\frac{«0»}{«1»}
\binom{«0»}{«1»}
{«0»}_{«1»}
{«0»}^{«1»}
{«0»}_{«1»}^{«2»}
\sum_{«0»}^{«1»} «2»
\int_{«0»} «1»
\bigcup^{«0»} «1»
\sum\limits_{«0»}
\int\limits^{«0»} «1»
\max_{«0»} «1»
\max\nolimits^{«0»}
\lim_{«0»} «1»
\log^{«0»} «1»
x_{«0»}'
)^{«0»}
|_{«0»}
\sqrt[{«0»}]{«1»}
\hat{«0»}
\widetilde{«0»}
\vec{«0»}
\overline{«0»}
\underbrace{«0»}_{«1»}
\underbrace{«0»}
\boxed{«0»}
\cancel{«0»}
\phantom{«0»}
\underset{«0»}{«1»}
\overset{«0»}{«1»}
\xrightarrow[{«0»}]{«1»}
\left( «0» \right)
\left\{ «0» \right.
\left| «0» \right|
\left( «0» \middle| «1» \right]
(«0»)
|«0»|
\begin{matrix} «0» & «1» \\ «2» \end{matrix}
\begin{pmatrix} «0» & «1» \end{pmatrix}
\begin{cases} «0» & «1» \\ «2» \end{cases}
\begin{aligned} «0» & «1» \\ «2» \end{aligned}
\begin{gathered} «0» \\ «1» \end{gathered}
{«0»}
{«0»}'«1»
\text{a $«0»$}
\displaystyle «0»
\mathrm{«0»}
\boldsymbol{«0»}""".splitlines()
)


def _filled(shape: str, parts: list[list[str]]) -> str:
    for index, part in enumerate(parts):
        shape = shape.replace(f"«{index}»", " ".join(part))
    return shape


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(_filled, _SHAPES, st.lists(st.lists(inner, max_size=3), min_size=3, max_size=3))


LATEX = st.lists(st.recursive(_LEAVES, _grow, max_leaves=12), min_size=1, max_size=5).map(" ".join)


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", FORMULAS)
def test_reading_gives_the_same_omml_again(tex: str, display: bool) -> None:
    first = to_omml(tex, display)
    assert etree.tostring(to_omml(to_latex(first), display)) == etree.tostring(first)


@settings(derandomize=True, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(tex=LATEX, display=st.booleans())
def test_reading_gives_the_same_omml_again_for_any_formula(tex: str, display: bool) -> None:
    first = to_omml(tex, display)
    assert etree.tostring(to_omml(to_latex(first), display)) == etree.tostring(first), to_latex(first)


@pytest.mark.parametrize(
    ("tex", "read"),
    [
        (r"\frac12", r"\frac{1}{2}"),
        (r"x_i^2", r"x_{i}^{2}"),
        (r"f'(x)", r"f'(x)"),
        (r"\binom nk", r"\binom{n}{k}"),
        (r"\mathbb R^n", r"\mathbb{R}^{n}"),
        (r"\operatorname{Tr}(A)", r"\operatorname{Tr}(A)"),
        (r"\Delta_{\min}", r"\Delta_{\min}"),
        (r"\text{准确率}", r"\text{准确率}"),
        (r"\begin{cases}1&x\\2&y\end{cases}", r"\begin{cases}1 & x \\ 2 & y\end{cases}"),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{pmatrix}1 & 2 \\ 3 & 4\end{pmatrix}"),
        (r"\tilde{\mathcal{O}}(T^{-2})", r"\tilde{\mathcal{O}}(T^{-2})"),
        (r"16{,}384", r"16,384"),
    ],
)
def test_what_is_read_looks_like_what_people_write(tex: str, read: str) -> None:
    assert canonical(tex) == read


def test_two_ways_to_write_a_formula_are_the_same_formula() -> None:
    assert canonical(r"x_1^2 \leq \alpha") == canonical("x^{2}_{1}≤α")


def _read(inner: str) -> str:
    return to_latex(
        etree.fromstring(f'<m:oMath xmlns:m="{MATH}" xmlns:w="{WORD}" xmlns:v="urn:other">{inner}</m:oMath>')
    )


def _r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("inner", "read"),
    [
        (f"<m:f><m:num>{_r('a')}</m:num><m:den>{_r('b')}</m:den></m:f>", r"\frac{a}{b}"),
        (f"<m:f><m:fPr><m:type m:val='lin'/></m:fPr><m:num>{_r('a')}</m:num><m:den>{_r('b')}</m:den></m:f>", "{a}/{b}"),
        ("<m:f/>", r"\frac{}{}"),
        (f"<m:rad><m:deg/><m:e>{_r('x')}</m:e></m:rad>", r"\sqrt{x}"),
        (f"<m:nary><m:sub>{_r('a')}</m:sub><m:sup/><m:e>{_r('x')}</m:e></m:nary>", r"\int_{a}x"),
        (f"<m:d><m:e>{_r('x')}</m:e></m:d>", r"\left(x\right)"),
        (f"<m:box><m:e>{_r('x')}</m:e></m:box>", "x"),
        (f"<m:borderBox><m:e>{_r('x')}</m:e></m:borderBox>", r"\boxed{x}"),
        (f"<m:phant><m:e>{_r('x')}</m:e></m:phant>", "x"),
        (f"<m:phant><m:phantPr><m:show m:val='0'/></m:phantPr><m:e>{_r('x')}</m:e></m:phant>", r"\phantom{x}"),
        (f"<m:sPre><m:sub>{_r('6')}</m:sub><m:sup>{_r('14')}</m:sup><m:e>{_r('C')}</m:e></m:sPre>", "{}_{6}^{14}{C}"),
        (f"<m:acc><m:e>{_r('x')}</m:e></m:acc>", r"\hat{x}"),
        (f"<m:groupChr><m:e>{_r('x')}</m:e></m:groupChr>", r"\underbrace{x}"),
        (f"<m:func><m:fName>{_r('f')}</m:fName><m:e>{_r('x')}</m:e></m:func>", r"\operatorname{f}x"),
        (f"<m:unheardOf>{_r('x')}</m:unheardOf>", "x"),
        ("<v:other>kept</v:other>", r"\text{kept}"),
        (f"<w:del>{_r('x')}</w:del><w:ins>{_r('y')}</w:ins>", "y"),
        ("<w:r><w:t>words &amp; more</w:t></w:r>", r"\text{words \& more}"),
        ("<m:r/><!-- a comment --><m:sSup/>", "{}^{}"),
        ("<m:m><m:mr><m:e/></m:mr></m:m><m:eqArr/><m:nary/><m:limLow/><m:func/><m:d/>", None),
    ],
)
def test_structures_of_word(inner: str, read: str | None) -> None:
    latex = _read(inner)
    assert read is None or latex == read


def test_formulas_of_a_foreign_document(corpus: Path) -> None:
    with ZipFile(corpus / "docx/docling_omml_multi_equation_paragraph.docx") as package:
        body = etree.fromstring(package.read("word/document.xml"))
    formulas = [to_latex(found) for found in body.iter(f"{{{MATH}}}oMath")]
    assert formulas
    assert all(formulas)
    for tex in formulas:
        to_omml(tex, False)
