"""Wide formulas: where they break, that nothing of them is lost, and that no page is overrun."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from bilingual.mathml import parse
from bilingual.publish import pdf
from bilingual.publish.math import to_svg, to_svg_pieces
from bilingual.publish.math_breaks import broken
from bilingual.publish.plain_math import readable_nodes
from bilingual.publish.templates import load
from tests.digests import digest, entry, titles
from tests.math_formulas import FORMULAS

WIDE = r"\mathbb{E}[f(x)]\le\frac{1}{n}\sum_{i=1}^n f(x_i)+\sqrt{\frac{\log(1/\delta)}{2n}}+2R_n(F)=\tilde{O}(n^{-1/2})"


def cut(tex: str) -> list[str]:
    """The pieces when nothing fits that can still be broken."""
    return [readable_nodes(piece) for piece in broken(parse(tex).items, lambda part: False)]


@pytest.mark.parametrize(
    ("tex", "pieces"),
    [
        ("a=b+c", ["a =", "b +", "c"]),
        ("-a<-b", ["−a <", "−b"]),
        ("f(a=b,c)", ["f(a =", "b,", "c)"]),
        (r"x\le", ["x ≤"]),
        (r"\frac{a=b}{c}", [readable_nodes(parse(r"\frac{a=b}{c}").items)]),
        (r"a=\left(b+c\right)", ["a =", "(b + c)"]),
    ],
)
def test_breaks_stand_after_relations_operators_and_commas(tex: str, pieces: list[str]) -> None:
    assert cut(tex) == pieces


def test_brackets_are_broken_only_when_nothing_else_is_left() -> None:
    made = broken(parse("a=f(b+c)+d").items, lambda part: len(readable_nodes(part)) < 11)
    assert [readable_nodes(piece) for piece in made] == ["a =", "f(b + c) +", "d"]


@pytest.mark.parametrize("tex", FORMULAS)
def test_pieces_are_together_the_whole(tex: str) -> None:
    pieces = to_svg_pieces(tex, True, 4.0, color="#111")
    squeezed = "".join(readable_nodes(piece.items) for piece in pieces).replace(" ", "")
    assert squeezed == readable_nodes(parse(tex, True).items).replace(" ", "")
    whole = to_svg(tex, True, color="#111")
    # ziamath's own space around = is a little wider than the TeXbook's, which a piece has.
    assert sum(piece.svg.width_em for piece in pieces) == pytest.approx(
        whole.width_em, rel=0.02, abs=0.25 * len(pieces)
    )


def test_a_narrow_formula_is_one_drawing() -> None:
    (piece,) = to_svg_pieces("a=b", False, 8.0, color="#111")
    assert piece.svg is to_svg("a=b", False, color="#111")


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler's pdftotext")
@pytest.mark.parametrize("look", ["columns", "interleaved"])
def test_a_wide_formula_stays_in_its_column_and_is_found(look: str) -> None:
    made = digest(entry(1, titles("T"), (rf"甲 \({WIDE}\) 乙。", rf"甲 \[{WIDE}\] 乙。", rf"A \({WIDE}\) b.")))
    data = pdf.render(made, load(), pdf.PdfOptions(page="A5", look=look)).data
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=data, capture_output=True, check=True)
    text = done.stdout.decode()
    edges = [float(line.split('xMax="')[1].split('"')[0]) for line in text.splitlines() if "<word" in line]
    assert max(edges) < 419.53 - 30  # the sheet of A5 less most of its margin
    plain = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    assert "2Rₙ(F) =" in plain
