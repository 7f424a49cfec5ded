"""The four acceptance sources: the papers that are found, against a second, simpler reading of the same files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cli

COUNTS = {"000": 9, "001": 45, "002": 64, "003": 19}
HAN = "\u4e00-\u9fff"


@pytest.fixture(scope="module")
def documents(seeds: Path, cli: Cli) -> dict[str, dict[str, Any]]:
    done = cli("read", *sorted(seeds.glob("*.txt")), "--json")
    assert done.returncode == 0, done.stderr
    return {Path(document["path"]).name[:3]: document for document in json.loads(done.stdout)["documents"]}


def _source(seeds: Path, number: str) -> str:
    return next(seeds.glob(f"{number}_*.txt")).read_text(encoding="utf-8")


def _expected(number: str, text: str) -> list[tuple[str, str]]:
    """(title, summary) of every paper, by what a person sees in the file."""
    if number == "000":
        body = text[text.index("第一篇論文") :]
        return [("", part.strip()) for part in re.split("(?=第[一二三四五六七八九]篇論文(?!，))", body) if part.strip()]
    if number == "001":
        body = text[text.index("\n- ") + 1 :].rstrip().split("\n")
        return [(body[i].removeprefix("- "), body[i + 2]) for i in range(0, len(body), 3)]
    if number == "002":
        lines = [line for line in text.split("\n")[9:] if line]
        found = []
        for line in lines:
            han = re.search(f"[{HAN}]", line)
            assert han
            cut = line.rfind(": ", 0, han.start())
            cut = cut if cut >= 0 else line.index(": ")
            found.append((line[:cut], line[cut + 2 :]))
        return found
    # The interface shows every inline formula between \\( and \\), however the source wrote it.
    return [("", re.sub(r"\$([^$\n]+)\$", r"\\(\1\\)", part)) for part in text.strip().split("\n\n")[1:]]


@pytest.mark.parametrize("number", COUNTS)
def test_papers_are_those_a_person_sees(number: str, documents: dict[str, Any], seeds: Path) -> None:
    papers = documents[number]["papers"]
    expected = _expected(number, _source(seeds, number))
    assert len(papers) == len(expected) == COUNTS[number]
    for paper, (title, summary) in zip(papers, expected, strict=True):
        assert paper["title"] == title
        assert paper["text"] == summary.rstrip()


@pytest.mark.parametrize("number", COUNTS)
def test_formulas_are_kept_to_the_character(number: str, documents: dict[str, Any], seeds: Path) -> None:
    found = [tex for paper in documents[number]["papers"] for tex in paper["formulas"]]
    source = _source(seeds, number)
    assert found == [a or b for a, b in re.findall(r"\\\((.+?)\\\)|\$([^$\n]+)\$", source)]
    assert len(found) == {"000": 0, "001": 31, "002": 93, "003": 15}[number]


def test_lines_languages_and_layouts(documents: dict[str, Any], seeds: Path) -> None:
    assert [documents[n]["layout"] for n in COUNTS] == ["prose", "bullets", "titles", "abstracts"]
    assert [documents[n]["lang"] for n in COUNTS] == ["zh-Hant", "zh-Hans", "zh-Hans", "en"]
    for number in COUNTS:
        lines = _source(seeds, number).split("\n")
        for paper in documents[number]["papers"]:
            inside = "\n".join(lines[paper["line_start"] - 1 : paper["line_end"]])
            assert paper["text"][:15] in inside
            assert paper["text"][-15:] in inside


def test_headers_are_metadata_and_the_preface_is_kept(documents: dict[str, Any]) -> None:
    assert len(documents["000"]["preface"]) == 2
    kinds = {note["text"][:1]: note["kind"] for note in documents["001"]["metadata"]}
    assert kinds["🔬"] == "statistic"
    assert kinds["📌"] == "navigation"
    assert kinds["🔥"] == "topics"
    listed = " ".join(finding["message"] for finding in documents["001"]["findings"])
    assert "45 篇论文解读" in listed
