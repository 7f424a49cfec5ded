"""LaTeX → OMML: the structures of ECMA-376 Part 1, 22.1, with their children in the order the schema has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from bilingual.ooxml.omml import MathError, to_omml
from bilingual.ooxml.omml_runs import MATH, WORD
from tests.math_formulas import FORMULAS, REFUSED

# Children as the schema orders them; "?" may be missing, "+" may repeat, "*" both.
_ORDER = {
    "oMathPara": "oMathParaPr? oMath+",
    "f": "fPr? num den",
    "fPr": "type?",
    "rad": "radPr? deg e",
    "radPr": "degHide?",
    "sSub": "e sub",
    "sSup": "e sup",
    "sSubSup": "e sub sup",
    "sPre": "sub sup e",
    "nary": "naryPr? sub sup e",
    "naryPr": "chr? limLoc? grow? subHide? supHide?",
    "d": "dPr? e+",
    "dPr": "begChr? sepChr? endChr? grow?",
    "func": "fName e",
    "limLow": "e lim",
    "limUpp": "e lim",
    "acc": "accPr? e",
    "accPr": "chr?",
    "bar": "barPr? e",
    "barPr": "pos?",
    "groupChr": "groupChrPr? e",
    "groupChrPr": "chr? pos? vertJc?",
    "m": "mPr? mr+",
    "mPr": "mcs?",
    "mcs": "mc+",
    "mc": "mcPr?",
    "mcPr": "count? mcJc?",
    "mr": "e+",
    "eqArr": "eqArrPr? e+",
    "borderBox": "borderBoxPr? e",
    "borderBoxPr": "hideTop? hideBot? hideLeft? hideRight? strikeH? strikeV? strikeBLTR? strikeTLBR?",
    "phant": "phantPr? e",
    "phantPr": "show? zeroWid? zeroAsc? zeroDesc?",
    "r": "rPr? w:rPr? t",
    "rPr": "lit? nor? scr? sty?",
}
_PATTERNS = {
    name: re.compile(
        "".join(rf"(?:{child.rstrip('?+*')} ){child[-1] if child[-1] in '?+*' else ''}" for child in order.split())
    )
    for name, order in _ORDER.items()
}
_CONTENT = {"oMath", "e", "num", "den", "sub", "sup", "deg", "lim", "fName"}
_OBJECTS = {
    "f",
    "rad",
    "sSub",
    "sSup",
    "sSubSup",
    "sPre",
    "nary",
    "d",
    "func",
    "limLow",
    "limUpp",
    "acc",
    "bar",
    "r",
} | {
    "groupChr",
    "m",
    "eqArr",
    "borderBox",
    "phant",
}


def _local(element: etree._Element) -> str:
    name = etree.QName(element)
    return f"w:{name.localname}" if name.namespace == WORD else name.localname


def _faults(element: etree._Element) -> Iterator[str]:
    name = _local(element)
    if name.startswith("w:"):
        return
    children = [_local(child) for child in element]
    if name in _CONTENT:
        if set(children) - _OBJECTS:
            yield f"{name} holds {children}"
        hidden = name in ("sub", "sup", "deg") and not children
        if not children and not hidden and name != "e":
            yield f"{name} is empty"
    elif name in _PATTERNS and not _PATTERNS[name].fullmatch("".join(f"{child} " for child in children)):
        yield f"{name} holds {children}"
    for child in element:
        yield from _faults(child)


def _short(tex: str, display: bool = False) -> str:
    """The OMML with neither namespaces nor the properties of runs that Word has on all of them."""
    text = etree.tostring(to_omml(tex, display), encoding="unicode")
    text = re.sub(r' xmlns:\w+="[^"]+"|<w:rPr>.*?</w:rPr>|<w:rPr/>', "", text)
    return text.replace("m:", "").removeprefix("<oMath>").removesuffix("</oMath>")


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", FORMULAS)
def test_every_formula_follows_the_schema(tex: str, display: bool) -> None:
    assert list(_faults(to_omml(tex, display))) == []


@pytest.mark.parametrize("tex", REFUSED)
def test_nothing_is_written_of_a_refused_formula(tex: str) -> None:
    with pytest.raises(MathError):
        to_omml(tex, False)


@pytest.mark.parametrize(
    ("tex", "omml"),
    [
        ("a+b", "<r><t>a+b</t></r>"),
        ("x-1", "<r><t>x−1</t></r>"),
        (r"\frac ab", "<f><num><r><t>a</t></r></num><den><r><t>b</t></r></den></f>"),
        (r"\sqrt x", '<rad><radPr><degHide val="1"/></radPr><deg/><e><r><t>x</t></r></e></rad>'),
        ("x_i", "<sSub><e><r><t>x</t></r></e><sub><r><t>i</t></r></sub></sSub>"),
        ("f'", "<sSup><e><r><t>f</t></r></e><sup><r><t>′</t></r></sup></sSup>"),
        (r"\mathrm d", '<r><rPr><sty val="p"/></rPr><t>d</t></r>'),
        (r"\mathbf x", '<r><rPr><sty val="b"/></rPr><t>x</t></r>'),
        (r"\boldsymbol\alpha", '<r><rPr><sty val="bi"/></rPr><t>α</t></r>'),
        (r"\mathbb R", '<r><rPr><scr val="double-struck"/><sty val="p"/></rPr><t>ℝ</t></r>'),
        (r"\mathcal N", '<r><rPr><scr val="script"/><sty val="p"/></rPr><t>𝒩</t></r>'),
        (r"\text{如果 } x", '<r><rPr><nor/></rPr><t xml:space="preserve">如果 </t></r><r><t>x</t></r>'),
        (r"\hat x", '<acc><accPr><chr val="̂"/></accPr><e><r><t>x</t></r></e></acc>'),
        (r"\overline x", '<bar><barPr><pos val="top"/></barPr><e><r><t>x</t></r></e></bar>'),
        (r"\log n", '<func><fName><r><rPr><sty val="p"/></rPr><t>log</t></r></fName><e><r><t>n</t></r></e></func>'),
        (r"\left[x\right)", '<d><dPr><begChr val="["/></dPr><e><r><t>x</t></r></e></d>'),
        ("(x)", '<d><dPr><grow val="0"/></dPr><e><r><t>x</t></r></e></d>'),
        ("|x|", '<d><dPr><begChr val="|"/><endChr val="|"/><grow val="0"/></dPr><e><r><t>x</t></r></e></d>'),
        ("x^+", "<sSup><e><r><t>x</t></r></e><sup><r><rPr><nor/></rPr><t>+</t></r></sup></sSup>"),
        (r"a\&b", '<r><t>a</t></r><r><rPr><lit val="1"/></rPr><t>&amp;</t></r><r><t>b</t></r>'),
        (
            r"\binom nk",
            '<d><e><f><fPr><type val="noBar"/></fPr><num><r><t>n</t></r></num><den><r><t>k</t></r></den></f></e></d>',
        ),
    ],
)
def test_structures(tex: str, omml: str) -> None:
    assert _short(tex) == omml


def test_display_is_a_paragraph_of_its_own() -> None:
    root = to_omml("x", True)
    assert root.tag == f"{{{MATH}}}oMathPara"
    assert [child.tag for child in root] == [f"{{{MATH}}}oMath"]


@pytest.mark.parametrize(
    ("tex", "display", "place"),
    [
        (r"\sum_i x", True, "undOvr"),
        (r"\sum_i x", False, "subSup"),
        (r"\int_0^1 x", True, "subSup"),
        (r"\int\limits_0^1 x", False, "undOvr"),
    ],
)
def test_limits_of_big_operators(tex: str, display: bool, place: str) -> None:
    assert f'<limLoc val="{place}"/>' in _short(tex, display)


@pytest.mark.parametrize(
    ("tex", "operand", "rest"),
    [
        (r"\sum_i x_i y_i = 1", "xiyi", "=1"),
        (r"\sum_i x+y", "x", "+y"),
        (r"\sum_i -x, y", "−x", ",y"),
        (r"\sum_i \sum_j a \text{ for all } b", "ja", " for all b"),
    ],
)
def test_what_a_sum_takes(tex: str, operand: str, rest: str) -> None:
    nary, *after = to_omml(tex, False)
    assert "".join(nary[-1].itertext()) == operand
    assert "".join("".join(node.itertext()) for node in after) == rest


def test_aligned_equations_have_alignment_points() -> None:
    rows = to_omml(r"\begin{aligned}a&=b\\&=c\end{aligned}", True)[0][0]
    assert ["".join(row.itertext()) for row in rows] == ["a&=b", "&=c"]


def test_text_carries_language_and_font() -> None:
    omml = to_omml(r"\text{准确率}", False, lang="zh-Hant-TW", east_asian_font="Some Font")
    look = omml.find(f".//{{{WORD}}}rPr")
    assert look is not None
    assert dict(look[0].attrib) == {f"{{{WORD}}}eastAsia": "Some Font", f"{{{WORD}}}hint": "eastAsia"}
    assert dict(look[1].attrib) == {f"{{{WORD}}}eastAsia": "zh-TW"}


def test_each_call_gives_a_new_element() -> None:
    assert to_omml("x", False) is not to_omml("x", False)


def test_formulas_of_the_seeds(seeds: Path) -> None:
    found = {tex for path in seeds.glob("*.txt") for tex in re.findall(r"\\\((.+?)\\\)", path.read_text("utf-8"))}
    found |= {tex for path in seeds.glob("003*") for tex in re.findall(r"\$(.+?)\$", path.read_text("utf-8"))}
    assert len(found) > 90
    for tex in found:
        assert list(_faults(to_omml(tex, False))) == []
