"""Characters that no summary means go and are told; rare letters stay."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.findings import Finding, Severity
from bilingual.readers.characters import clean


def _one(text: str) -> tuple[str, Finding]:
    kept, findings = clean(text, "a.txt")
    (finding,) = findings
    assert finding.path == "a.txt"
    return kept, finding


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("模型\x00很小", "模型很小"),
        ("one\x0ctwo", "one two"),
        ("one\n\x0ctwo", "one\ntwo"),
        ("first\x0bsecond\x85third", "first second third"),
        ("a\x7fb\x9dc", "abc"),
        ("loss \x1b[1;31mfalls\x1b[0m fast", "loss falls fast"),
        ("half \ud83d of a pair", "half  of a pair"),
        ("no\ufdd0n\ufffec\U0010ffffhar", "nonchar"),
        ("a\ufffcb\ufff9c", "abc"),
    ],
)
def test_what_is_no_text_is_removed(text: str, kept: str) -> None:
    got, finding = _one(text)
    assert got == kept
    assert (finding.code, finding.severity) == ("read.control-removed", Severity.WARNING)


def test_removals_are_told_once_with_their_lines() -> None:
    got, finding = _one("一\x00\n二\n三\x00\x01\n")
    assert got == "一\n二\n三\n"
    assert finding.line == 1
    assert finding.message.startswith("3 control")
    assert "U+0000 × 2" in finding.message
    assert "on lines 1, 3." in finding.message
    many = clean("\x00\n" * 5000, "a.txt")[1]
    assert len(many) == 1
    assert "and 4992 more" in many[0].message


@pytest.mark.parametrize("char", ["\u200b", "\u2060", "\u00ad", "\ufeff", "\u2062", "\U000e0041", "\u200d", "\u200c"])
def test_invisible_characters_go_from_words(char: str) -> None:
    for word in ("模型", "model"):
        got, finding = _one(f"{word[:1]}{char}{word[1:]}")
        assert got == word
        assert (finding.code, finding.severity) == ("read.invisible-removed", Severity.INFO)


@pytest.mark.parametrize("char", "\u202e\u202a\u202c\u2066\u2069\u200e\u200f\u061c")
def test_bidirectional_controls_are_removed_with_a_warning(char: str) -> None:
    got, finding = _one(f"准确率{char}95%")
    assert got == "准确率95%"
    assert (finding.code, finding.severity) == ("read.bidi-removed", Severity.WARNING)


@pytest.mark.parametrize(
    "text",
    [
        "👩‍🔬 and 🏳️‍🌈 and 👨🏽‍💻 and ❤️‍🔥",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می‌خواهم",
        "क्‍ष",
        "𠮷𪚥𫠝𬺰𮯰𰻞",
        "葛\U000e0100城",
        "︎☎️",
        "﨑羅",
        "\ue000\U000f0000\U0010fffd",
        "tab\there\n\n  　indented",
    ],
)
def test_what_means_something_stays(text: str) -> None:
    assert clean(text, "a.txt") == (text, ())


def test_separators_of_lines_are_line_feeds() -> None:
    assert clean("一\u2028二\u2029三", "a.txt") == ("一\n二\n三", ())


def test_characters_lost_before_are_told_and_kept() -> None:
    got, finding = _one("模\ufffd型")
    assert got == "模\ufffd型"
    assert finding.code == "read.replacement-character"


def test_several_kinds_give_a_finding_each() -> None:
    kept, findings = clean("a\x00b\u200bc\u202ed", "a.txt")
    assert kept == "abcd"
    assert [f.code for f in findings] == ["read.control-removed", "read.bidi-removed", "read.invisible-removed"]


@given(st.text(st.characters(min_codepoint=0, max_codepoint=sys.maxunicode), max_size=200))
def test_what_stays_is_clean_and_nothing_else_goes(text: str) -> None:
    kept, findings = clean(text, "a.txt")
    assert clean(kept, "a.txt")[0] == kept
    assert not any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\t\n" for char in kept)
    if not findings:
        assert kept == text.replace("\u2028", "\n").replace("\u2029", "\n")


def test_corpus_file_with_nul_is_read(corpus: Path) -> None:
    text = (corpus / "a24_pomelyu_paper_with_NUL_excerpt.md").read_text(encoding="utf-8")
    kept, findings = clean(text, "a24.md")
    assert "\0" in text
    assert "\0" not in kept
    assert "read.control-removed" in [f.code for f in findings]
    assert kept.replace(" ", "") == "".join(c for c in text if c in "\t\n" or unicodedata.category(c) != "Cc").replace(
        " ", ""
    )
