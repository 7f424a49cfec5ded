"""Checks of a finished digest: each fault put into a row is found there, and a good row is clean."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bilingual.checks import CHECKS, Rules, check_digest
from bilingual.findings import Severity
from bilingual.model import Cell, Digest, Entry, Origin, OriginKind, PaperRef, Row, Section, Segment
from bilingual.pipeline.check import foreign_characters
from bilingual.protect import scan
from bilingual.protect.terms import Concept, Status, Term, Termbase

COLUMNS = ("zh-Hant-TW", "zh-Hans-CN", "en")
MACHINE = Origin(OriginKind.MACHINE, "argos")
SCRIPT = Origin(OriginKind.SCRIPT, "t2s")
TERMS = Termbase(
    (
        Concept(
            "c1",
            (Term("zh-Hant", "擴散模型"), Term("en", "diffusion model"), Term("en", "spread model", Status.FORBIDDEN)),
        ),
    )
)
GOOD = (
    r"本文提出擴散模型，準確率為 95%，見 \(x\)。",
    r"本文提出扩散模型，准确率为 95%，见 \(x\)。",
    r"We propose a diffusion model with an accuracy of 95%, see \(x\).",
)


def cell(tag: str, text: str, origin: Origin) -> Cell:
    return Cell(tag, (Segment("s", tag, scan(text), origin),) if text else ())


def digest(rows: Sequence[tuple[str, str, str]], english: Origin = MACHINE) -> Digest:
    made = tuple(
        Row(f"1.{n}", (cell(COLUMNS[0], hant, Origin()), cell(COLUMNS[1], hans, SCRIPT), cell(COLUMNS[2], en, english)))
        for n, (hant, hans, en) in enumerate(rows, 1)
    )
    entry = Entry(1, "k", (PaperRef("a.txt", 1),), (), made)
    return Digest((), "2026-01-01", COLUMNS, (Section("s1", (), (entry,)),))


def codes(rows: Sequence[tuple[str, str, str]], english: Origin = MACHINE) -> list[tuple[str, str]]:
    found = check_digest(digest(rows, english), Rules(TERMS, foreign_characters()))
    assert all(finding.path == "a.txt" for finding in found if finding.segment)
    return [(finding.code, finding.segment) for finding in found]


def test_a_good_row_is_clean() -> None:
    assert codes([GOOD]) == []


FAULTS = [
    (2, "95%", "59%", "numbers.differ"),
    (1, "95%", "9%", "numbers.differ"),
    (2, r"\(x\)", "it", "protect.lost"),
    (2, r"\(x\)", r"\(x\) and \(y\)", "protect.added"),
    (2, "diffusion model", "spread model", "terms.forbidden"),
    (2, "a diffusion model", "something", "terms.missing"),
    (1, "扩散", "擴散", "script.mixed"),
    (0, "為", "为", "script.mixed"),
    (2, ", see", "，see", "punctuation.wide"),
    (0, "，準", ",準", "punctuation.narrow"),
    (2, ".", "..", "punctuation.doubled"),
    (2, "We", "(We", "punctuation.unbalanced"),
    (2, "We propose a diffusion model with an accuracy of", "It", "length.ratio"),
]


@pytest.mark.parametrize(("column", "old", "new", "code"), FAULTS)
def test_a_fault_is_found_in_its_row(column: int, old: str, new: str, code: str) -> None:
    bad = list(GOOD)
    assert old in bad[column]
    bad[column] = bad[column].replace(old, new, 1) if old != "." else bad[column][:-1] + new
    assert (code, "1.2") in codes([GOOD, (bad[0], bad[1], bad[2])])


def test_formulas_that_two_people_wrote_differently_are_a_note() -> None:
    found = check_digest(digest([(GOOD[0], GOOD[1], GOOD[2].replace(r"\(x\)", "it"))], Origin()), Rules(TERMS))
    assert [(f.code, f.severity) for f in found] == [("formulas.differ", Severity.INFO)]


def test_a_cell_that_repeats_the_source_is_untranslated() -> None:
    assert ("coverage.untranslated", "1.1") in codes([(GOOD[0], GOOD[1], GOOD[1])])


def test_rows_without_text_are_counted_once_an_entry() -> None:
    rows = [GOOD, (GOOD[0], GOOD[1], ""), (GOOD[0], GOOD[1], "")]
    (finding,) = check_digest(digest(rows))
    assert finding.message == "In English, entry 1 has no text in 2 of its 3 rows."
    (finding,) = check_digest(digest([(GOOD[0], GOOD[1], "")]))
    assert finding.message == "In English, 1 of 1 entries and prefaces have no text: 1."


def test_there_is_a_module_for_each_subject() -> None:
    assert list(CHECKS) == ["numbers", "formulas", "terms", "script", "punctuation", "length", "coverage"]
