"""LaTeX is understood to the last character, or refused with a reason."""

from __future__ import annotations

import pytest

from bilingual.mathml import MathError, parse
from bilingual.mathml.tree import Scripts, Symbol, Text
from tests.math_formulas import FORMULAS, REFUSED


@pytest.mark.parametrize("tex", FORMULAS)
def test_formulas_are_understood(tex: str) -> None:
    assert parse(tex, True).items


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", REFUSED)
def test_what_is_not_understood_is_refused(tex: str, display: bool) -> None:
    with pytest.raises(MathError) as caught:
        parse(tex, display)
    assert caught.value.tex == tex
    assert caught.value.reason


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\frac{1}{2", "it ends where }"),
        ("x}", "not opened"),
        (r"\qux x", r"\qux is not known"),
        (r"\left(x", r"\right should come"),
        ("a&b", "& stands outside a table"),
        ("50%", r"\%"),
        (r"\begin{matrix}a\end{pmatrix}", r"ended by \end{pmatrix}"),
        ("a\ue000", "U+E000"),
        ("x^1^2", "two superscripts"),
        (r"\begin{array}{c|c}a&b\end{array}", "rules"),
    ],
)
def test_the_reason_says_what_is_wrong(tex: str, words: str) -> None:
    with pytest.raises(MathError) as caught:
        parse(tex)
    assert words in caught.value.reason
    assert str(caught.value).endswith(tex)


def test_the_error_is_a_value_error() -> None:
    assert issubclass(MathError, ValueError)


def test_a_comment_inside_a_formula_is_skipped() -> None:
    assert parse("a % note\n+b") == parse("a+b")


def test_unicode_and_commands_are_the_same() -> None:
    assert parse("α≥β×γ−1") == parse(r"\alpha \geq \beta\times\gamma-1")
    assert parse("{ℝ}{𝔼}{𝐱}") == parse(r"\mathbb R\mathbb E\mathbf x")
    assert parse("x²") == parse("x^2")
    assert parse("x₁") == parse("x_1")


def test_chinese_is_text_in_one_piece() -> None:
    assert parse("正确率").items == (Text("正确率"),)


def test_limits_follow_the_style() -> None:
    def limits(tex: str, display: bool) -> bool:
        node = parse(tex, display).items[0]
        assert isinstance(node, Scripts)
        return node.limits

    assert limits(r"\sum_i", True)
    assert not limits(r"\sum_i", False)
    assert not limits(r"\int_i", True)
    assert limits(r"\int\limits_i", False)
    assert not limits(r"\max\nolimits_i", True)
    assert limits(r"\operatorname*{argmin}_x", True)


def test_alphabets_take_what_they_have() -> None:
    (letter, plus) = parse(r"\mathbf{x+}").items[0].items  # type: ignore[union-attr]
    assert isinstance(letter, Symbol)
    assert isinstance(plus, Symbol)
    assert letter.style.sty == "b"
    assert plus.kind == "bin"


def test_nesting_has_an_end() -> None:
    with pytest.raises(MathError, match="nested"):
        parse(r"\sqrt{" * 500 + "x" + "}" * 500)


def test_length_has_none() -> None:
    assert len(parse("x+" * 5000 + "x").items) == 10001
