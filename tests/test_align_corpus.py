"""Alignment and matching of real texts, with the rates that must be kept; skipped where the corpus is not there."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from benchmarks.align_quality import LANGS, caught
from benchmarks.align_texts import SHARED, dropped, gold, manual, pairs
from bilingual.alignment import align, evaluate, groups, match
from bilingual.readers import read_bytes

SAMPLE = Path(__file__).parents[1] / "sources" / "sample"
SEEDS = SHARED.parents[1] / "seeds"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared corpus is not beside this checkout")
LEAST = {
    "p03_en-zh": 0.92, "p03_zh-tw": 1.0, "p04_en-zh": 0.98, "p06_en-zh": 0.80, "p07_en-zh": 1.0, "p07_en-tw": 1.0,
    "p07_zh-tw": 1.0, "p12_en-zh": 0.97,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(LEAST))
def test_hand_checked_pairs(name: str) -> None:
    one, other = pairs()[name]
    beads = align(
        one.sentences, other.sentences, source_lang=one.lang, target_lang=other.lang,
        source_breaks=one.breaks, target_breaks=other.breaks,
    )  # fmt: skip
    assert evaluate(beads, gold(name)).strict.f1 >= LEAST[name]


@pytest.mark.parametrize(
    ("one", "other", "least"), [("en", "zh-CN", 0.94), ("en", "zh-TW", 0.94), ("zh-CN", "zh-TW", 0.97)]
)
def test_a_manual_with_a_tenth_of_either_side_gone(one: str, other: str, least: float) -> None:
    source, target, truth = dropped(manual(), one, other, 0)
    beads = align(source, target, source_lang=LANGS[one], target_lang=LANGS[other])
    assert evaluate(beads, truth).strict.f1 >= least
    wrong, low = caught(beads, truth)
    assert low >= 0.6 * wrong


def test_texts_about_different_things_are_not_laid_sentence_by_sentence() -> None:
    one, other = pairs()["p03_en-zh"][0], pairs()["p07_en-zh"][1]
    beads = align(one.sentences, other.sentences, source_lang="en", target_lang="zh-Hans")
    assert len(beads) == 1
    assert beads[0].score < 0.2


def test_a_list_of_papers_in_three_languages() -> None:
    files = sorted(SHARED.glob("p10_*.md"))
    documents = [read_bytes(path.read_bytes(), path.name) for path in files]
    found = match(documents)
    assert len([pair for pair in found.pairs if pair.confirmed]) == 36
    assert all(len(group) == 3 for group in groups(found, documents))
    assert len(groups(found, documents)) == 12


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not beside this checkout")
def test_the_seeds_have_one_paper_in_two_documents() -> None:
    documents = [read_bytes(path.read_bytes(), path.name) for path in sorted(SEEDS.glob("*.txt"))]
    confirmed = [pair.papers for pair in match(documents).pairs if pair.confirmed]
    assert [tuple((p.path[:3], p.n) for p in papers) for papers in confirmed] == [(("002", 33), ("003", 15))]


def test_the_sample_has_seven_papers_in_two_documents() -> None:
    names = ("roundup.txt", "bullets.txt", "titles.txt", "abstracts.txt")
    documents = [read_bytes((SAMPLE / name).read_bytes(), name) for name in names]
    confirmed = {tuple((p.path[0], p.n) for p in pair.papers) for pair in match(documents).pairs if pair.confirmed}
    assert confirmed == {
        (("r", 1), ("a", 1)), (("r", 3), ("a", 4)), (("r", 5), ("t", 3)), (("b", 3), ("a", 3)),
        (("b", 4), ("a", 6)), (("t", 1), ("a", 7)), (("t", 2), ("a", 9)),
    }  # fmt: skip


def test_no_two_documents_of_different_papers_have_a_confirmed_pair() -> None:
    robots = sorted(SHARED.parent.glob("a18_*.md"))
    others = sorted(SEEDS.glob("00[01]_*.txt"))
    documents = [read_bytes(path.read_bytes(), path.name) for path in (*robots, *others)]
    for one, other in combinations(documents, 2):
        assert not [pair for pair in match([one, other]).pairs if pair.confirmed]
