"""Counts of papers in files that people really have; skipped where the shared corpus is missing.

The table is file, layout found, entries wanted (repeats counted), papers wanted (each once), formulas wanted.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bilingual.model import Document, plain
from bilingual.readers import read_bytes

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not beside the repository")

TABLE = [
    # file, layout, entries, papers
    ("a01", "table", 7, 7),
    ("a03", "headings+list", 4, 4),
    ("a05", "headings", 3, 3),
    ("a07", "headings", 10, 6),
    ("a09", "table", 7, 7),
    ("a11", "headings", 72, 71),
    ("a13", "list", 109, 95),
    ("a15", "list", 49, 48),  # item 47 is item 26 again
    ("a16", "paper", 1, 1),
    ("a18", "headings", 20, 17),
    ("a20", "paper", 1, 1),
    ("a21", "headings", 1, 1),
    ("a25", "paper", 1, 1),
    ("a26", "table", 13, 13),
    ("a28", "cards", 80, 45),
    ("a29", "paper", 1, 1),
    ("enc_derived/a03_big5", "headings+list", 4, 4),
    ("enc_derived/a03_cp950", "headings+list", 4, 4),
    ("enc_derived/a05_utf8-bom_crlf", "headings", 3, 3),
    ("enc_derived/a07_utf16le_bom", "headings", 10, 6),
    ("par/p01_transformers_models_en", "list", 243, None),
    ("par/p01_transformers_models_zh-Hans", "list", 243, None),
    ("par/p01_transformers_models_zh-Hant", "list", 243, None),
    ("par/p10_ciu_papers_en", "list", 12, 12),
    ("par/p10_ciu_papers_zh-CN", "list", 12, 12),
    ("par/p10_ciu_papers_zh-TW", "list", 18, 18),
]


def read(prefix: str, **options: str) -> Document:
    path = next(CORPUS.glob(f"{prefix}*"))
    return read_bytes(path.read_bytes(), path.name, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("prefix", "layout", "entries", "papers"), TABLE, ids=[row[0] for row in TABLE])
def test_count(prefix: str, layout: str, entries: int, papers: int | None) -> None:
    document = read(prefix)
    assert (document.layout, document.entry_count) == (layout, entries)
    assert papers is None or len(document.papers) == papers
    told = sum(finding.code == "read.duplicate" for finding in document.findings)
    assert told == sum(bool(paper.repeats) for paper in document.papers)
    assert len({paper.key for paper in document.papers}) == len(document.papers)


def test_titles_links_and_authors_have_fields_of_their_own() -> None:
    paper = read("a03").papers[0]
    assert plain(paper.title) == "Perceptual Flow Network for Visually Grounded Reasoning"
    assert (paper.key, paper.date, paper.links) == (
        "arxiv:2605.02730",
        "2026-05-04",
        ("http://arxiv.org/abs/2605.02730v1",),
    )
    assert paper.text.startswith("Intro: ")
    assert "分數" not in paper.text
    first = read("a18").papers[0]
    assert first.authors[:2] == ("Peize Li", "Kaiwen Cai")
    assert first.text.startswith("This paper presents a multimodal indoor odometry dataset")
    assert first.part == "Keyword: odometry"


def test_rows_of_tables_have_titles_summaries_and_identifiers() -> None:
    paper = read("a01").papers[1]
    assert plain(paper.title) == "Axiomatic Preference Modeling for Longform Question Answering"
    assert paper.text == "提出基于公理化偏好建模的长文本问答方法，小模型性能超越GPT-4。"
    assert (paper.key, paper.lang) == ("arxiv:2312.02206", "zh")
    assert read("a09").papers[0].authors == ("Wei et al.",)


def test_cards_have_no_parts_of_their_neighbours() -> None:
    papers = read("a28").papers
    assert all(not paper.text.rstrip().endswith("#") for paper in papers)
    assert all(paper.key.startswith("arxiv:") and paper.authors for paper in papers)
    assert all(paper.text[:2] != "摘要" and "查看论文原文" not in paper.text for paper in papers)


@pytest.mark.parametrize(("prefix", "inline", "display"), [("a21", 19, 4), ("a25", 13, 2), ("a16", 18, 4)])
def test_formulas_survive_markdown(prefix: str, inline: int, display: int) -> None:
    from bilingual.model import Math

    paper = read(prefix).papers[0]
    found = [run for p in paper.paragraphs for run in p.runs if isinstance(run, Math)]
    assert (sum(not run.display for run in found), sum(run.display for run in found)) == (inline, display)
    source = next(CORPUS.glob(f"{prefix}*")).read_text(encoding="utf-8")
    assert all(run.tex in source for run in found)


def test_interleaved_sentences_are_pairs() -> None:
    paper = read("a20").papers[0]
    (translation,) = paper.translations
    assert (paper.lang, translation.lang, translation.stated) == ("en", "zh", True)
    assert plain(translation.title) == "稳定皮肤电子器件的示例导电凝胶"
    pairs = [
        (one.text, two.text)
        for one, two in zip(paper.paragraphs, translation.paragraphs, strict=True)
        if one.runs and two.runs
    ]
    assert len(pairs) == 7
    assert pairs[1] == (
        "However, many gels lose interfacial stability when exposed to sweat or prolonged strain [2,3].",
        "然而，许多凝胶在暴露于汗液或长期应变时会失去界面稳定性 [2,3]。",
    )


def test_a_section_can_be_selected() -> None:
    document = read("a15", select=("论文 Paper",))  # type: ignore[arg-type]
    assert document.entry_count == 49
    assert any(note.kind == "not selected" for note in document.notes)
