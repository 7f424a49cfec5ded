"""`match`, `align` and `doctor` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import ROOT, Cli

CHINESE = "我们提出 QuickSort 的一种变体。\n它平均需要 3.5 次比较。\n代码见 https://example.org/qs。\n"
ENGLISH = (
    "We propose a variant of QuickSort.\nIt needs 3.5 comparisons on average.\nThe code is at https://example.org/qs.\n"
)


def test_match_gives_the_contract(cli: Cli) -> None:
    starter = ROOT / "templates" / "starter"
    done = cli("match", starter / "roundup.txt", starter / "abstracts.txt", "--json")
    value = json.loads(done.stdout)
    assert set(value) == {"pairs", "unmatched"}
    assert [pair["status"] for pair in value["pairs"]] == ["confirmed", "confirmed"]
    for pair in value["pairs"]:
        assert {"papers", "score", "evidence", "status"} <= set(pair)
        assert [set(paper) for paper in pair["papers"]] == [{"path", "n", "key", "title"}] * 2
        assert 0 < pair["score"] <= 1
        assert pair["evidence"]
    assert value["unmatched"] == []


def test_the_sample_has_seven_papers_in_two_documents(cli: Cli) -> None:
    sample = ROOT / "sources" / "sample"
    done = cli(
        "match", *(sample / name for name in ("roundup.txt", "bullets.txt", "titles.txt", "abstracts.txt")), "--json"
    )
    pairs = [pair for pair in json.loads(done.stdout)["pairs"] if pair["status"] == "confirmed"]
    found = {tuple((Path(paper["path"]).stem, paper["n"]) for paper in pair["papers"]) for pair in pairs}
    assert found == {
        (("roundup", 1), ("abstracts", 1)),
        (("roundup", 3), ("abstracts", 4)),
        (("roundup", 5), ("titles", 3)),
        (("bullets", 3), ("abstracts", 3)),
        (("bullets", 4), ("abstracts", 6)),
        (("titles", 1), ("abstracts", 7)),
        (("titles", 2), ("abstracts", 9)),
    }


def test_align_gives_every_segment_once(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "zh.txt").write_text(CHINESE, encoding="utf-8")
    (tmp_path / "en.txt").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "gold").write_text("0:0\n1:1\n2:2\n", encoding="utf-8")
    done = cli("align", tmp_path / "zh.txt", tmp_path / "en.txt", "--json", "--gold", tmp_path / "gold")
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert [(bead["source"], bead["target"]) for bead in value["beads"]] == [([0], [0]), ([1], [1]), ([2], [2])]
    assert value["source"] == CHINESE.splitlines()
    assert value["target"] == ENGLISH.splitlines()
    assert value["evaluation"]["strict"]["f1"] == 1.0
    shown = cli("align", tmp_path / "zh.txt", tmp_path / "en.txt", "--gold", tmp_path / "gold").stdout.splitlines()
    assert shown[3:] == ["strict: precision 1.0, recall 1.0, F1 1.0", "lax: precision 1.0, recall 1.0, F1 1.0"]


def test_align_joins_wrapped_lines_and_cuts_sentences(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "zh.txt").write_text("第一句在这里，被换\n行打断。第二句。\n\n第三句。\n", encoding="utf-8")
    done = cli("align", tmp_path / "zh.txt", tmp_path / "zh.txt", "--json")
    assert json.loads(done.stdout)["source"] == ["第一句在这里，被换行打断。", "第二句。", "第三句。"]
    (tmp_path / "none.txt").write_text("", encoding="utf-8")
    empty = json.loads(cli("align", tmp_path / "zh.txt", tmp_path / "none.txt", "--json").stdout)
    assert [bead["target"] for bead in empty["beads"]] == [[], [], []]


def test_doctor_names_what_is_missing_and_how_to_get_it(cli: Cli) -> None:
    done = cli("doctor", "--json")
    value = json.loads(done.stdout)
    assert value["works"] is True
    assert done.returncode == 0
    kinds = {check["kind"] for check in value["checks"]}
    assert {"python", "package", "library", "font"} <= kinds
    for check in value["checks"]:
        assert bool(check["found"]) != bool(check["remedy"]) or check["kind"] == "python"
