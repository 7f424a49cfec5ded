"""The HTML page: self-contained, literal, structured, the same twice."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import etree
from lxml import html as lxml_html

from bilingual.errors import PublishError
from bilingual.model import Digest, Link, Text, TitleCell
from bilingual.publish import html
from bilingual.publish.templates import Templates, load
from tests.digests import digest, entry, sample, text_digest, titles


def page(source: Digest) -> str:
    return html.render(source, load()).data.decode()


def parsed(source: Digest) -> etree._Element:
    return lxml_html.fromstring(page(source))


def test_every_row_and_cell_is_there_with_its_language_and_anchor() -> None:
    tree = parsed(sample())
    ids = [row.get("id") for row in tree.iterfind(".//tr[@id]")]
    assert ids == ["rP1.1", "r1.1", "r1.2", "r1.3", "r2.1", "r3.1"]
    cells = tree.findall(".//tr[@id='r1.1']/td")
    assert [cell.get("lang") for cell in cells] == ["zh-Hant-TW", "zh-Hans-CN", "en"]
    assert cells[2].text_content().startswith("The paper proposes the Transformer")


def test_source_text_prints_literally() -> None:
    tree = parsed(sample())
    cell = tree.findall(".//tr[@id='r3.1']/td")[2]
    text = "Templates {{7*7}}, tags <img src=file:///etc/passwd> and &amp; print as they are. {% raw %} </td></table><script>alert(1)</script>"
    assert cell.text_content() == text
    assert tree.find(".//img") is None
    assert len(tree.findall(".//script")) == 1


def test_nothing_is_loaded_and_the_policy_forbids_it() -> None:
    text = page(sample())
    assert not re.search(r"<(?:link|img|iframe|object|embed|video|audio|source)\b", text)
    assert not re.search(r"<script[^>]+src", text)
    assert "url(" not in text
    assert "@import" not in text
    (policy,) = parsed(sample()).xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'; ")


def test_formulas_are_mathml_with_their_latex() -> None:
    tree = parsed(sample())
    notes = [node.text for node in tree.iter("annotation")]
    assert notes.count("O(n^2 d)") == 3
    assert len(tree.findall(".//math[@display='block']")) == 3


def test_a_formula_that_cannot_be_shown_stays_latex_and_is_a_finding() -> None:
    rendered = html.render(text_digest(r"壞的 \(\undefined{x\)。", r"Bad \(\undefined{x\)."), load())
    assert [finding.code for finding in rendered.findings] == ["math.unsupported"]
    assert r'<code class="tex" lang="en">\(\undefined{x\)</code>' in rendered.data.decode()


def test_only_addresses_of_the_web_are_live() -> None:
    runs = (Text("See "), Link("javascript:alert(1)", "this"), Link("https://example.org/?a=1&b=2", "that"))
    source = digest(entry(1, tuple(TitleCell(column, runs) for column in ("zh-Hant-TW", "zh-Hans-CN", "en"))))
    hrefs = [a.get("href") for a in parsed(source).iterfind(".//article//a")]
    assert hrefs == ["https://example.org/?a=1&b=2"]


def test_gaps_are_a_dash_to_the_eye_and_words_to_a_screen_reader() -> None:
    gap = parsed(sample()).findall(".//tr[@id='r1.3']/td")[2]
    assert [part.text for part in gap.iter("span") if part.text] == ["—", "尚無譯文"]


def test_control_characters_of_a_source_do_not_reach_the_page() -> None:
    text = page(text_digest("壞\x00字\x08元\ud800。", "Bad\x0b."))
    assert "壞字元。" in text
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", text)


def test_same_digest_same_bytes() -> None:
    assert html.render(sample(), load()).data == html.render(sample(), load()).data


def test_a_digest_without_entries_or_titles_is_a_page() -> None:
    empty = replace(sample(), sections=(), possible=(), colophon=())
    assert "目錄" in page(empty)
    untitled = digest(entry(1, titles("", "", ""), ("甲", "甲", "A")))
    assert "無標題" in page(untitled)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one\n{% if %}", "Template html.html.j2, line 2"),
        ("one\n\n{{ nothing.here }}", "Template html.html.j2, line 3"),
        ('{% include "absent" %}', 'no template "absent"'),
        ('{{ "".__class__ }}', "Template html.html.j2, line 1"),
    ],
)
def test_a_template_error_names_template_and_line(text: str, message: str) -> None:
    home = load()
    own = Templates({**home.texts, "html.html.j2": text}, home.assets)
    with pytest.raises(PublishError, match=re.escape(message)):
        html.render(sample(), own)


def test_a_users_folder_wins_file_by_file(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "house.css").write_text("h1 { color: teal; }", encoding="utf-8")
    (folder / "notes.txt").write_text("not a template", encoding="utf-8")
    made = load((folder,))
    assert "notes.txt" not in made.texts
    assert "h1 { color: teal; }" in html.render(sample(), made).data.decode()


def test_a_folder_of_templates_that_is_not_there_is_one_clear_error(tmp_path: object) -> None:
    from pathlib import Path

    with pytest.raises(PublishError, match="does not exist"):
        load((Path(str(tmp_path)) / "absent",))
