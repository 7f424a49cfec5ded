"""Hostile and odd sources: every one ends, with its text kept or with one clear sentence."""

from __future__ import annotations

import pytest

from bilingual.errors import SourceError
from bilingual.model import Document, Math, plain
from bilingual.readers import read_bytes

MANY = 50_000
CASES = {
    "dollars": "$" * MANY,
    "dollars between letters": "$a " * MANY,
    "brackets": "[" * MANY,
    "nested brackets": "[" * MANY + "]" * MANY,
    "links that never close": "[a](" * MANY,
    "titles of links that never close": '[a](b "' * MANY,
    "images": "![" * MANY,
    "backticks": "`" * MANY,
    "comments that never close": "<!--" * MANY,
    "declarations that never close": "<![CDATA[" * MANY,
    "instructions that never close": "<?" * MANY,
    "tags": "<a " * MANY,
    "quotes in tags": "<a " + 'x="' * MANY,
    "nested quotes": "> " * MANY,
    "nested items on a line": "- " * MANY,
    "numbers on a line": "1. " * MANY,
    "a long line": "a" * 200_000,
    "a long Chinese line": "中文句子，" * 40_000,
    "colons": "：" * 200_000,
    "tabs": "\t" * 200_000 + "x",
    "spaces inside": "a" + " " * 200_000 + "b",
    "formulas that never close": "\\(" * MANY,
    "displays that never close": "\\[" * MANY,
    "environments that never close": "\\begin{equation}" * 10_000,
    "dashes": "-" * 200_000,
    "a table of many columns": "|" * MANY + "\n" + "|-" * MANY + "\n|a",
    "title tags": "<title" * MANY,
}


@pytest.mark.parametrize("name", ["x.txt", "x.md", "x.html"])
@pytest.mark.parametrize("case", CASES)
def test_it_ends(case: str, name: str) -> None:
    outcome: Document | SourceError
    try:
        outcome = read_bytes(CASES[case].encode(), name)
    except SourceError as error:
        outcome = error
    assert "\n" not in str(outcome) if isinstance(outcome, SourceError) else outcome.path == name


@pytest.mark.parametrize(("opening", "closing"), [("<div>", "</div>"), ("<b>", "</b>"), ("<ul><li>", "</li></ul>")])
def test_deep_elements_keep_their_text(opening: str, closing: str) -> None:
    source = f"<p>上</p>{opening * 5000}核心{closing * 5000}<p>下</p>"
    document = read_bytes(source.encode(), "x.html")
    kept = "".join([*(n.text for n in document.notes), *(p.text for p in document.preface)])
    kept += "".join(plain(p.title) + p.text for p in document.papers)
    assert all(text in kept for text in ("上", "核心", "下"))
    assert "read.too-deep" in [finding.code for finding in document.findings]


def test_deep_markdown_is_read_as_text_with_a_finding() -> None:
    source = "> " * 60 + "深处的句子，仍然要保留下来。\n"
    document = read_bytes(source.encode(), "x.md")
    assert "read.too-deep" in [finding.code for finding in document.findings]
    assert "深处的句子" in repr(document)


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\xef\xbb\xbf", b"\xff\xfe\n\x00"])
@pytest.mark.parametrize("name", ["x.txt", "x.md", "x.docx"])
def test_nothing_is_refused_in_one_sentence(data: bytes, name: str) -> None:
    with pytest.raises(SourceError):
        read_bytes(data, name)


def test_entities_and_addresses_of_a_page_fetch_nothing() -> None:
    source = """<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body>
    <link rel=stylesheet href="http://example.invalid/x.css"><img src="file:///etc/passwd" alt="pic">
    <p>一段足够长的摘要，说明方法与结果，并且以句号结尾。&x; &amp; &lt;b&gt; {{7*7}}</p></body></html>"""
    document = read_bytes(source.encode(), "x.html", layout="paper")
    text = document.papers[0].text
    assert "root:" not in repr(document)
    assert "& <b> {{7*7}}" in text


@pytest.mark.parametrize(
    ("source", "formulas"),
    [
        (r"设 $x \text{ if $y$}$ 成立，这里的文字足够长，可以当作一篇摘要。", [r"x \text{ if $y$}"]),
        ("价格为 $ 5 $ 左右，这里的文字足够长，可以当作一篇论文的摘要。", []),
        (r"其中 $\text{准确率}=\frac{正确}{总数}$ 越高越好，这里的文字足够长。", [r"\text{准确率}=\frac{正确}{总数}"]),
        ("训练成本$5美元，推理$3美元，这里的文字足够长，可以当作摘要。", []),
        (r"未闭合的 \(x_1 与 $y_2 都保留原样，这里的文字足够长，可以当摘要。", []),
    ],
)
@pytest.mark.parametrize("name", ["x.txt", "x.md", "x.html"])
def test_formulas_are_whole_or_text(source: str, formulas: list[str], name: str) -> None:
    document = read_bytes(source.encode(), name, layout="paper")
    (paper,) = document.papers
    assert list(paper.formulas) == formulas
    if not formulas:
        # In Markdown a backslash before a bracket only says that the bracket is a bracket.
        assert paper.text == (source.replace("\\(", "(") if name == "x.md" else source)


def test_forced_breaks_keep_three_lines() -> None:
    (paper,) = read_bytes(
        "<p>甲乙丙丁戊己，<br>次行的文字。<br/>末行的文字。</p>".encode(), "x.html", layout="paper"
    ).papers
    assert paper.text == "甲乙丙丁戊己，\n次行的文字。\n末行的文字。"


def test_characters_outside_the_basic_plane_survive() -> None:
    rare = "𠮷𡃁葛󠄀侮\ue000𰻝"
    for name in ("x.txt", "x.md", "x.html"):
        (paper,) = read_bytes(
            f"{rare}字在论文里，这里的文字足够长，可以当作摘要。".encode(), name, layout="paper"
        ).papers
        assert rare in paper.text


def test_lines_of_a_formula_are_no_items() -> None:
    source = "- A Title of a paper\n-\n损失为\n$$\n- a\n1. b\n# c\n$$\n如上所示。\n"
    (paper,) = read_bytes(source.encode(), "x.txt", layout="bullets").papers
    (formula,) = [run for p in paper.paragraphs for run in p.runs if isinstance(run, Math)]
    assert formula.tex == "\n- a\n1. b\n# c\n"
    assert (paper.position.line_start, paper.position.line_end) == (1, 9)
