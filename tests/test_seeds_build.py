"""The digest of the four acceptance sources, as its readers get it: nothing lost, nothing doubled, all formats right."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.conftest import Cli

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COLUMNS = ("zh-Hant-TW", "zh-Hans-CN", "en")
TOML = """
title = {{ zh-Hant-TW = "摘要集", zh-Hans-CN = "摘要集", en = "Digest" }}
date = 2026-11-30
columns = ["zh-Hant-TW", "zh-Hans-CN", "en"]
{sources}
[publish]
formats = ["docx", "pdf", "html", "json"]
"""


@dataclass(frozen=True)
class Built:
    """A built digest, its folder of outputs and the papers that `read` finds in its sources."""

    folder: Path
    digest: dict[str, Any]
    papers: dict[tuple[str, int], dict[str, Any]]

    def text(self, name: str) -> Path:
        return self.folder / name


@pytest.fixture(scope="module")
def built(seeds: Path, cli: Cli, tmp_path_factory: pytest.TempPathFactory) -> Built:
    home = tmp_path_factory.mktemp("seeds")
    names = sorted(path.name for path in seeds.glob("*.txt"))
    for name in names:
        shutil.copyfile(seeds / name, home / name)
    sources = "\n".join(f'[[source]]\npath = "{name}"' for name in names)
    (home / "digest.toml").write_text(TOML.format(sources=sources), encoding="utf-8")
    done = cli("build", home, "--out", home / "one")
    assert done.returncode == 0, done.stderr
    assert [Path(line).name for line in done.stdout.split()] == [
        "digest.docx",
        "digest.pdf",
        "digest.html",
        "digest.json",
    ]
    again = cli("build", home, "--out", home / "two")
    assert again.returncode == 0, again.stderr
    read = cli("read", *(home / name for name in names), "--json")
    papers = {
        (Path(document["path"]).name, paper["n"]): paper
        for document in json.loads(read.stdout)["documents"]
        for paper in document["papers"]
    }
    return Built(home / "one", json.loads((home / "one" / "digest.json").read_text(encoding="utf-8")), papers)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_there_are_136_entries_and_one_joins_two_papers(built: Built) -> None:
    entries = built.digest["entries"]
    assert len(entries) == 136
    assert sum(len(entry["papers"]) for entry in entries) == 137
    joined = [entry for entry in entries if len(entry["papers"]) == 2]
    assert [[(paper["path"][:3], paper["n"]) for paper in entry["papers"]] for entry in joined] == [
        [("002", 33), ("003", 15)]
    ]
    assert "LiMuon" in joined[0]["title"]["en"]


def test_no_sentence_is_lost_or_doubled(built: Built) -> None:
    column_of = {"000": "zh-Hant-TW", "001": "zh-Hans-CN", "002": "zh-Hans-CN", "003": "en"}
    for entry in built.digest["entries"]:
        for paper in entry["papers"]:
            column = column_of[paper["path"][:3]]
            cells = [row["cells"][column] for row in entry["rows"]]
            assert {cell["origin"] for cell in cells if cell["text"]} == {"source"}
            joined = _squeezed("".join(cell["text"] for cell in cells))
            assert joined == _squeezed(built.papers[paper["path"], paper["n"]]["text"])


def test_the_other_script_is_filled_and_formulas_are_the_same(built: Built) -> None:
    formula = re.compile(r"\\\(.+?\\\)")
    for entry in built.digest["entries"]:
        for row in entry["rows"]:
            one, other = row["cells"]["zh-Hant-TW"], row["cells"]["zh-Hans-CN"]
            assert bool(one["text"]) == bool(other["text"])
            assert formula.findall(one["text"]) == formula.findall(other["text"])
            assert {one["origin"], other["origin"]} in ({"source", "script"}, {"missing"})


def test_the_same_build_twice_gives_the_same_bytes(built: Built) -> None:
    for name in ("digest.docx", "digest.pdf", "digest.html", "digest.json"):
        assert (built.folder / name).read_bytes() == (built.folder.parent / "two" / name).read_bytes(), name


def test_equations_of_the_docx_are_as_many_as_the_formulas_it_shows(built: Built) -> None:
    formula = re.compile(r"\\\(.+?\\\)")
    cells = titles = 0
    for entry in built.digest["entries"]:
        # A title that is the same in every column is printed once, across them.
        titles += sum(len(formula.findall(text)) for text in set(entry["title"].values()))
        cells += sum(len(formula.findall(c["text"])) for row in entry["rows"] for c in row["cells"].values())
    with zipfile.ZipFile(built.folder / "digest.docx") as package:
        body = etree.fromstring(package.read("word/document.xml"))
    # Contents repeat titles, so count in tables only.
    equations = [node for table in body.iter(f"{W}tbl") for node in table.iter(f"{M}oMath")]
    assert len(equations) == cells + titles
    in_titles = sum(len(formula.findall(paper["title"])) for paper in built.papers.values())
    in_text = {
        n: sum(len(p["formulas"]) for (path, _), p in built.papers.items() if path[:3] in n)
        for n in (("001", "002"), ("003",))
    }
    assert in_text == {("001", "002"): 124, ("003",): 15}
    # The Chinese formulas stand in two scripts, the English ones in one column.
    assert cells == 2 * (124 - in_titles) + 15
    assert titles == in_titles


def test_every_chinese_run_has_the_language_of_its_column(built: Built) -> None:
    han = re.compile("[\u4e00-\u9fff]")
    with zipfile.ZipFile(built.folder / "digest.docx") as package:
        body = etree.fromstring(package.read("word/document.xml"))
    wanted = {"zh-Hant-TW": "zh-TW", "zh-Hans-CN": "zh-CN"}
    texts = {
        tag: "".join(r["cells"][tag]["text"] for e in built.digest["entries"] for r in e["rows"]) for tag in wanted
    }
    counted = dict.fromkeys(wanted.values(), 0)
    for run in body.iter(f"{W}r"):
        text = "".join(node.text or "" for node in run.iter(f"{W}t"))
        if not han.search(text):
            continue
        language = run.find(f"{W}rPr/{W}lang")
        assert language is not None, text
        assert language.get(f"{W}eastAsia") in counted
        counted[language.get(f"{W}eastAsia")] += len(han.findall(text))
        assert run.find(f"{W}rPr/{W}rFonts") is not None or run.find(f"{W}rPr/{W}rStyle") is not None
    for tag, code in wanted.items():
        assert counted[code] >= len(han.findall(texts[tag]))


def test_libreoffice_opens_the_docx_and_prints_it(built: Built, tmp_path: Path) -> None:
    program = shutil.which("soffice")
    assert program, "LibreOffice is part of the test set-up"
    done = subprocess.run(
        [program, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile", "--convert-to", "pdf",
         "--outdir", str(tmp_path), str(built.folder / "digest.docx")],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = subprocess.run(
        ["pdftotext", str(tmp_path / "digest.pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert "LiMuon" in text
    assert "浮點神經網路" in text


def _pdf_text(path: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_pdf_holds_every_title_and_sentence(built: Built) -> None:
    import unicodedata

    raw = unicodedata.normalize("NFKC", _pdf_text(built.folder / "digest.pdf"))
    letters = re.compile(r"[\W_]+")
    text = letters.sub("", raw).lower()
    missing = []
    for entry in built.digest["entries"]:
        pieces = [*entry["title"].values(), *(cell["text"] for row in entry["rows"] for cell in row["cells"].values())]
        for piece in pieces:
            for part in re.split(r"\\\(.+?\\\)|https?://\S+", piece):
                # In stretches, so that a failure shows which words are missing.
                clean = letters.sub("", unicodedata.normalize("NFKC", part)).lower()
                stretches = [clean[i : i + 12] for i in range(0, len(clean) - 11, 12)] or [clean]
                missing.extend(stretch for stretch in stretches if stretch not in text)
    assert missing == []


def test_pdf_fonts_are_embedded_for_both_regions(built: Built) -> None:
    done = subprocess.run(["pdffonts", str(built.folder / "digest.pdf")], capture_output=True, text=True, check=True)
    rows = done.stdout.splitlines()[2:]
    assert rows
    assert all(row.split()[-5] == "yes" for row in rows), done.stdout
    names = " ".join(row.split()[0] for row in rows)
    assert re.search(r"CJK-?TC", names), names
    assert re.search(r"CJK-?SC", names), names


def test_the_html_is_one_page_with_all_rows(built: Built) -> None:
    page = (built.folder / "digest.html").read_text(encoding="utf-8")
    assert not re.search(
        r"""(?:src|href)=["']?(?:https?:)?//(?!github|kisoji)[^"']*\.(?:js|css|woff2?|png|svg)""", page
    )
    for entry in built.digest["entries"]:
        assert f"{entry['rows'][0]['id']}" in page
    assert page.count("<math") >= 139
