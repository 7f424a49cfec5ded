"""The four shared digests read to the character; skipped where the shared folder is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bilingual.model import Document, plain
from bilingual.readers import read_bytes

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seeds are not beside the repository")


def _path(number: str) -> Path:
    return next(SEEDS.glob(f"{number}_*.txt"))


def _read(number: str, layout: str = "auto") -> Document:
    path = _path(number)
    return read_bytes(path.read_bytes(), path.name, layout=layout)


def _source(number: str) -> str:
    return _path(number).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "layout", "papers", "formulas", "title", "lang"),
    [
        ("000", "prose", 9, 0, "ICML 精選Spotlight Poster彙總：Session 3-3", "zh"),
        ("001", "bullets", 45, 31, "优化/理论", "zh"),
        ("002", "titles", 64, 93, "优化/理论", "zh"),
        ("003", "abstracts", 19, 15, "ICML 2026 论文列表", "en"),
    ],
)
def test_counts(number: str, layout: str, papers: int, formulas: int, title: str, lang: str) -> None:
    document = _read(number)
    assert (document.layout, len(document.papers), document.title, document.lang) == (layout, papers, title, lang)
    assert sum(len(paper.formulas) for paper in document.papers) == formulas
    assert document.findings == ()
    assert _read(number, layout).papers == document.papers


@pytest.mark.parametrize("number", ["000", "001", "002", "003"])
def test_every_character_is_in_one_place_and_in_order(number: str) -> None:
    document = _read(number)
    parts = [(note.line, 0, note.text) for note in document.notes]
    parts += [(p.line, 0, p.text) for p in document.preface]
    for paper in document.papers:
        parts.append((paper.position.line_start, paper.position.n, plain(paper.title) + paper.text))
    kept = "".join(text for *_, text in sorted(parts))
    dropped = {"001": "- ", "002": ": "}.get(number, "")
    assert _letters(kept, dropped) == _letters(_source(number), dropped)


def _letters(text: str, dropped: str) -> str:
    """The characters that count: no white space, no delimiters of the layout, none of formulas."""
    for delimiter in (r"\(", r"\)", "$", *dropped.strip()):
        text = text.replace(delimiter, "")
    return "".join(text.split())


def test_bullets_keep_each_title_and_summary_whole() -> None:
    lines = _source("001").splitlines()[4:]
    papers = _read("001").papers
    assert [f"- {plain(paper.title)}" for paper in papers] == lines[0::3]
    assert [paper.text for paper in papers] == lines[2::3]
    assert [(p.position.line_start, p.position.line_end) for p in papers] == [(5 + 3 * n, 7 + 3 * n) for n in range(45)]


def test_titles_keep_each_line_whole() -> None:
    lines = _source("002").splitlines()
    papers = _read("002").papers
    assert [f"{plain(paper.title)}: {paper.text}" for paper in papers] == lines[10:]
    assert [plain(paper.title) for paper in papers[-2:]] == ["URS：统一的神经路由求解器", "变分适配器跨模态相似度表示"]
    assert [paper.position.line_start for paper in papers] == list(range(11, 75))


def test_prose_papers_meet_without_gap_or_overlap() -> None:
    document = _read("000")
    blocks = _source("000").split("\n\n")
    assert [paragraph.text for paragraph in document.preface] == [blocks[1]]
    assert "".join(p.text.replace("\n\n", "") for p in document.papers) == "".join(blocks[2:])
    assert [paper.text[:5] for paper in document.papers] == [f"第{n}篇論文" for n in "一二三四五六七八九"]
    assert all(paper.text.endswith("。") for paper in document.papers)
    assert [len(paper.paragraphs) for paper in document.papers] == [1, 1, 2, 2, 2, 2, 1, 1, 2]


def test_abstracts_are_the_paragraphs() -> None:
    blocks = _source("003").strip().split("\n\n")
    papers = _read("003").papers
    assert len(papers) == len(blocks) - 1
    for paper, block in zip(papers, blocks[1:], strict=True):
        assert _letters(paper.text, "") == _letters(block, "")
        assert paper.text[:20] == block[:20]


def test_notes_are_no_papers() -> None:
    kinds = [[note.kind for note in _read(number).notes] for number in ("000", "001", "002", "003")]
    front = ["header", "statistic", "navigation", "topics"]
    assert kinds == [["header"], front, ["header", *front], ["header"]]
