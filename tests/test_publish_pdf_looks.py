"""The looks of the page: what a reader sees of gaps, headings and parts in each of them."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest

from bilingual.model import Digest
from bilingual.publish import pdf
from bilingual.publish.templates import load
from tests.digests import digest, entry, titles

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler's pdftotext")


def text_of(made: Digest, look: str = "columns") -> str:
    data = pdf.render(made, load(), pdf.PdfOptions(look=look)).data
    done = subprocess.run(
        ["pdftotext", "-raw", "-", "-"], input=io.BytesIO(data).read(), capture_output=True, check=True
    )
    return done.stdout.decode()


def test_entries_without_text_share_one_table() -> None:
    """Papers in a language that no column shows had a table each, whose heading stood again before each of them."""
    columns = ("zh-Hant-TW", "zh-Hans-CN")
    silent = [entry(n, titles("", "", columns=columns), ("", ""), columns=columns) for n in range(1, 6)]
    assert text_of(digest(*silent, columns=columns)).count("繁體中文") == 2  # the title page, and the one table


def test_interleaved_titles_show_no_dash_for_a_language_that_has_none() -> None:
    made = digest(entry(1, titles("注意力", "注意力", ""), ("甲。", "甲。", "A.")))
    assert "—" not in text_of(made, "interleaved")
    assert "—" in text_of(made, "columns")


def test_formulas_are_found_as_text() -> None:
    made = digest(
        entry(1, titles("T"), (r"甲為\(O(1/\sqrt{n})\)乙。", r"甲为 $x^2$ 乙。", r"A is \[\alpha\le\beta_1\]"))
    )
    text = text_of(made)
    for formula in ("O(1/√n)", "x²", "α ≤ β₁"):
        assert formula in text
