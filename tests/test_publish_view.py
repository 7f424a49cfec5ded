"""The view model: what every publisher shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bilingual.mathml import MathError
from bilingual.model import Cell, Math, Origin, OriginKind, Segment, Text
from bilingual.protect import scan
from bilingual.publish.formulas import Formulas
from bilingual.publish.view import cell_runs, live_href, one_line, runs_text, shown_lang, view
from bilingual.publish.words import fact, word
from tests.digests import cell, digest, entry, row, sample, titles


def test_columns_are_named_in_their_own_language() -> None:
    assert [column.caption for column in view(sample()).columns] == ["繁體中文", "简体中文", "English"]


def test_words_follow_the_first_column() -> None:
    shown = view(sample())
    assert (shown.lang, shown.words["contents"]) == ("zh-Hant-TW", "目錄")
    assert word("contents", "zh-Hans-CN") == "目录"
    assert word("contents", "en") == "Contents"


def test_every_row_is_shown_once_and_in_order() -> None:
    source = sample()
    shown = view(source)
    rows = [r for s in shown.sections for r in (*s.preface, *(r for e in s.entries for r in e.rows))]
    assert [r.id for r in rows] == ["P1.1", "1.1", "1.2", "1.3", "2.1", "3.1"]
    wanted = [[c.text for c in r.cells] for e in source.entries for r in e.rows]
    assert [[runs_text(c.runs) for c in r.cells] for e in shown.entries for r in e.rows] == wanted


def test_a_title_that_all_columns_share_is_shown_once() -> None:
    first, second, _ = view(sample()).entries
    assert (len(first.titles), first.spans) == (3, False)
    assert (len(second.titles), second.spans) == (1, True)


def test_labels_are_one_clean_line_without_formula_delimiters() -> None:
    source = digest(entry(7, titles("On  the\n rate \\(O(1/\\sqrt{T})\\)"), ("甲", "甲", "A")))
    (only,) = view(source).entries
    assert only.label == "7 On the rate O(1/√T)"


@pytest.mark.parametrize(
    ("tex", "line"),
    [
        ("x^2", "x²"),
        (r"\alpha_{ij} \le \frac{a+b}{2}", "αᵢⱼ ≤ (a + b)/2"),
        (r"\mathcal{O}(\epsilon^{-4})", "O(ϵ⁻⁴)"),
        (r"\text{中文}_k", "中文_k"),
        (r"\undefinedcommand{", r"\undefinedcommand{"),
    ],
)
def test_formulas_read_as_plain_text_in_labels(tex: str, line: str) -> None:
    assert one_line((Math(tex),)) == line


def test_the_usual_origin_is_stated_once_and_others_are_marked() -> None:
    usual = row("1.1", "一", "一", "One")
    other = replace(
        row("1.2", "二", "二", "Two"),
        cells=(cell("zh-Hant-TW", "二"), cell("zh-Hans-CN", "二", Origin(OriginKind.REVIEW, "Lin")), cell("en", "Two")),
    )
    machine = replace(usual, id="2.1", cells=(*usual.cells[:2], cell("en", "One", Origin(OriginKind.MACHINE, "argos"))))
    first = replace(entry(1, titles("T")), rows=(usual, replace(usual, id="1.3"), other))
    second = replace(entry(2, titles("U")), rows=(machine,))
    (section,) = view(digest(first, second)).sections
    assert section.origins == ("", "字體轉換 · tw2s", "")
    assert [shown.origins for shown in section.entries] == [("", "", ""), ("", "", "機器翻譯 · argos")]
    marks = [[c.mark for c in r.cells] for shown in section.entries for r in shown.rows]
    assert marks == [["", "", ""], ["", "", ""], ["", "人工審校", ""], ["", "", ""]]


def test_a_gap_is_marked_missing_and_not_as_an_origin() -> None:
    gap = next(iter(view(sample()).entries)).rows[2].cells[2]
    assert (gap.missing, gap.runs, gap.mark, gap.origin) == (True, (), "", "missing")


def test_english_in_a_chinese_column_has_its_own_language() -> None:
    assert shown_lang(scan("Deep Learning, 2015"), "zh-Hans-CN") == "en"
    assert shown_lang(scan("深度 Learning"), "zh-Hans-CN") == "zh-Hans-CN"
    assert shown_lang(scan("2015"), "zh-Hans-CN") == "zh-Hans-CN"
    assert shown_lang(scan("Deep"), "en-GB") == "en-GB"


def test_segments_of_a_cell_keep_the_space_between_them() -> None:
    made = Cell(
        "en",
        (Segment("a", "en", (Text("One."),), space_after=" "), Segment("b", "en", (Text("Two."),), space_after="\n")),
    )
    assert cell_runs(made) == (Text("One. Two."),)


def test_only_web_and_mail_addresses_are_live() -> None:
    assert live_href("https://example.org/a") == "https://example.org/a"
    assert live_href("javascript:alert(1)") == ""
    assert live_href("file:///etc/passwd") == ""


def test_equal_formulas_are_converted_once_and_a_bad_one_is_one_finding() -> None:
    calls: list[str] = []

    def convert(tex: str, display: bool) -> str:
        calls.append(tex)
        if tex == "bad":
            raise MathError(tex, "it is bad")
        return tex.upper()

    formulas = Formulas(convert)
    assert [formulas.get(Math(tex), "1.1") for tex in ("x", "bad", "x", "bad")] == ["X", None, "X", None]
    assert calls == ["x", "bad"]
    (finding,) = formulas.findings
    assert (finding.code, finding.segment) == ("math.unsupported", "1.1")
    assert r"\(bad\)" in finding.message


def test_the_colophon_speaks_the_language_of_the_digest() -> None:
    assert fact("translation", "off", "en") == ("Translation", "none")
    assert fact("sources", "a.txt", "zh-Hans-CN") == ("来源", "a.txt")
    assert fact("unheard", "of", "en") == ("unheard", "of")
