"""The command line as a user meets it: help, exit codes, one clear sentence, and earlier outputs left whole."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bilingual.cli import root
from tests.conftest import Cli

SUMMARY = "本文提出一种方法，把误差从 10% 降到 \\(1/n\\)，并给出证明。"


@pytest.fixture
def digest(tmp_path: Path) -> Path:
    """A small digest folder with one source and an output from an earlier build."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "list.txt").write_text(f"- A Paper\n-\n{SUMMARY}\n- Another Paper\n-\n{SUMMARY}\n", encoding="utf-8")
    _configure(folder)
    (folder / "build").mkdir()
    for name in ("digest.docx", "digest.pdf", "digest.html", "digest.json"):
        (folder / "build" / name).write_bytes(b"earlier")
    return folder


def _configure(
    folder: Path, more: str = "", columns: str = '["zh-Hant-TW", "zh-Hans-CN"]', path: str = "list.txt"
) -> None:
    text = f'date = 2026-11-30\ncolumns = {columns}\n[[source]]\npath = "{path}"\n{more}\n'
    (folder / "digest.toml").write_text(text, encoding="utf-8")


def _fails(done: subprocess.CompletedProcess[str], code: int, pattern: str) -> None:
    assert done.returncode == code, done.stderr
    assert re.search(pattern, done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    sentences = [line for line in done.stderr.splitlines() if line.startswith("bilingual: ")]
    assert len(sentences) == 1, done.stderr


def _earlier_outputs_are_whole(folder: Path) -> None:
    for path in (folder / "build").iterdir():
        assert path.read_bytes() == b"earlier", path
    assert len(list((folder / "build").iterdir())) == 4


@pytest.mark.parametrize(
    ("data", "code", "pattern"),
    [
        (None, 4, r"list\.txt does not exist"),
        (b"", 4, r"list\.txt .*empty"),
        (b"  \n\n\t", 4, r"list\.txt .*empty"),
        (bytes(range(256)) * 40, 4, r"list\.txt"),
        (b"\x7fELF\x02\x01\x01" + bytes(400), 4, r"list\.txt"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + bytes(200), 4, r"list\.txt"),
    ],
)
def test_a_source_that_is_no_text(digest: Path, cli: Cli, data: bytes | None, code: int, pattern: str) -> None:
    if data is None:
        (digest / "list.txt").unlink()
    else:
        (digest / "list.txt").write_bytes(data)
    _fails(cli("build", digest), code, pattern)
    _earlier_outputs_are_whole(digest)


@pytest.mark.parametrize(
    ("more", "columns", "code", "pattern"),
    [
        ("[publsh]", '["zh-Hant-TW", "en"]', 3, r'The key "publsh" is unknown; the nearest known one is "publish"'),
        ("", '["zh-Hant-TX", "en"]', 5, r'The language tag "zh-Hant-TX" is not known; did you mean "zh-Hant-TW"'),
        ('[publish]\nformats = ["exe"]', '["zh-Hant-TW", "en"]', 3, r'The format "exe" is unknown'),
        ('[publish]\ntemplates = "none"', '["zh-Hant-TW", "en"]', 3, r"which is not a folder"),
        ('[script]\ndictionary = "none.csv"', '["zh-Hant-TW", "en"]', 4, r"none\.csv does not exist"),
    ],
)
def test_a_wrong_configuration(digest: Path, cli: Cli, more: str, columns: str, code: int, pattern: str) -> None:
    _configure(digest, more, columns)
    _fails(cli("build", digest), code, pattern)
    _earlier_outputs_are_whole(digest)


def test_a_template_error_names_template_and_line(digest: Path, cli: Cli) -> None:
    (digest / "own").mkdir()
    for source in (Path(__file__).parent.parent / "templates").glob("*.j2"):
        (digest / "own" / source.name).write_text("<p>\n{{ no_such_value }}\n{% if %}", encoding="utf-8")
    _configure(digest, '[publish]\ntemplates = "own"')
    _fails(cli("build", digest), 9, r"[Tt]emplate .*line \d")
    _earlier_outputs_are_whole(digest)


def test_an_output_that_cannot_be_written(digest: Path, cli: Cli) -> None:
    (digest / "file").write_text("x", encoding="utf-8")
    _fails(cli("build", digest, "--to", "json", "--out", digest / "file" / "below"), 9, r"cannot be written")
    (digest / "taken" / "digest.json").mkdir(parents=True)
    _fails(cli("build", digest, "--to", "json", "--out", digest / "taken"), 9, r"is a folder")
    _earlier_outputs_are_whole(digest)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(digest: Path, cli: Cli) -> None:
    (digest / "build").chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        _fails(cli("build", digest, "--to", "json"), 9, r"cannot be written")
    finally:
        (digest / "build").chmod(stat.S_IRWXU)
    _earlier_outputs_are_whole(digest)


def test_usage_errors(cli: Cli, digest: Path) -> None:
    _fails(cli("buidl"), 2, r"No such command 'buidl'")
    _fails(cli("build", "--no-such-option"), 2, r"No such option")
    _fails(cli("build", digest, "--to", "exe"), 2, r'The format "exe" is unknown')
    _fails(cli("read"), 2, r"Missing argument 'FILE\.\.\.'")
    _fails(cli("match", digest / "list.txt"), 2, r"at least two different files")
    _fails(cli("build", digest / "nowhere"), 3, r"There is no digest at")


def test_help_is_quick_to_load_and_names_every_command(cli: Cli) -> None:
    done = cli("--help")
    assert done.returncode == 0
    for name in root.list_commands(None):  # type: ignore[arg-type]
        assert re.search(rf"^  {name}\b", done.stdout, re.MULTILINE)
    heavy = ("weasyprint", "docx", "opencc", "numpy", "lxml", "jinja2", "rich", "ziamath", "argostranslate")
    code = f"import sys, bilingual.cli; print(sorted(m for m in sys.modules if m in {heavy}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_hostile_text_prints_literally_and_fetches_nothing(digest: Path, cli: Cli, tmp_path: Path) -> None:
    hostile = "试验 {{7*7}} {% raw %} <img src=file:///etc/passwd> <b>粗</b> &amp; <link rel=attachment href=file:///etc/passwd> ${7*7} 结束。"
    (digest / "list.txt").write_text(
        f"- A {{{{7*7}}}} <b>&amp;</b>\n-\n{hostile}\n- Another\n-\n{SUMMARY}\n", encoding="utf-8"
    )
    done = cli("build", digest, "--to", "docx,pdf,html,json", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    cell = json.loads((tmp_path / "out" / "digest.json").read_text(encoding="utf-8"))["entries"][0]["rows"][0]["cells"]
    assert cell["zh-Hans-CN"]["text"] == hostile
    text = subprocess.run(
        ["pdftotext", "-raw", str(tmp_path / "out" / "digest.pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    flat = re.sub(r"\s+", "", text)
    for literal in ("{{7*7}}", "<imgsrc=file:///etc/passwd>", "<b>粗</b>", "&amp;"):
        assert literal in flat, literal
    assert "root:" not in text
    attached = subprocess.run(
        ["pdfdetach", "-list", str(tmp_path / "out" / "digest.pdf")], capture_output=True, text=True, check=False
    )
    assert "passwd" not in attached.stdout
    page = (tmp_path / "out" / "digest.html").read_text(encoding="utf-8")
    assert "&lt;img src=file:///etc/passwd&gt;" in page
    assert "<img src=file" not in page
    assert "49" not in re.sub(r"<[^>]*>|#\w+", "", page.partition("<body")[2])


def test_json_is_all_that_stands_on_standard_output(digest: Path, cli: Cli) -> None:
    done = cli("read", digest / "list.txt", "--json")
    document = json.loads(done.stdout)["documents"][0]
    assert [paper["title"] for paper in document["papers"]] == ["A Paper", "Another Paper"]
    assert document["papers"][0]["formulas"] == ["1/n"]
    assert {"path", "title", "lang", "encoding", "format", "layout", "preface", "papers", "findings"} <= set(document)


def test_init_then_build_joins_its_two_papers(cli: Cli, tmp_path: Path) -> None:
    assert cli("init", tmp_path / "x").returncode == 0
    done = cli("build", tmp_path / "x")
    assert done.returncode == 0, done.stderr
    value = json.loads((tmp_path / "x" / "build" / "digest.json").read_text(encoding="utf-8"))
    assert [len(entry["papers"]) for entry in value["entries"]] == [2, 2]
    assert all(cell["text"] for entry in value["entries"] for row in entry["rows"] for cell in row["cells"].values())
    _fails(cli("init", tmp_path / "x"), 2, r"exists already and is not empty")


def test_strict_exits_with_1_when_there_are_warnings(digest: Path, cli: Cli) -> None:
    _configure(digest, columns='["zh-Hant-TW", "zh-Hans-CN"]')
    (digest / "list.txt").write_text(
        "- A Paper\n-\nWe prove that a method is right, in English only, and show it in two experiments.\n",
        encoding="utf-8",
    )
    assert cli("build", digest, "--to", "json").returncode == 0
    done = cli("build", digest, "--to", "json", "--strict")
    assert done.returncode == 1
    assert "language.no-column" in done.stderr
