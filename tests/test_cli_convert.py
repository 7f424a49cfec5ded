"""`convert` on the command line: files, folders, encodings, reports."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from bilingual.pipeline import convert
from tests.conftest import Cli

TEXT = "头发与 \\(发\\) 和 `软件` 发展，见 https://a.cn/头 。\r\n软件里的函数\r\n"
WANTED = "頭髮與 \\(发\\) 和 `软件` 發展，見 https://a.cn/頭 。\r\n軟件裡的函數\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encoding_mark_and_line_ends_are_kept(cli: Cli, tmp_path: Path, encoding: str) -> None:
    source, out = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_bytes((TEXT * 3).encode(encoding))
    done = cli("convert", source, "--to", "zh-Hant-TW", "-o", out)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == (WANTED * 3).encode(encoding)
    assert source.read_bytes() == (TEXT * 3).encode(encoding)


def test_an_encoding_that_cannot_hold_the_result(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("這個軟體與網路的發展歷史，說明機器學習為什麼有效。\n".encode("big5"))
    done = cli("convert", tmp_path / "a.txt", "--to", "zh-Hans-CN", "--in-place")
    assert "convert.encoding" in done.stderr
    assert (tmp_path / "a.txt").read_text(encoding="utf-8").startswith("这个软体与网路的发展历史")


def test_standard_input_and_texts_with_nothing_to_convert(cli: Cli) -> None:
    assert cli("convert", "--to", "zh-TW", input="软件发展\n").stdout == "軟件發展\n"
    assert cli("convert", "--to", "zh-TW", input="軟件發展\n").stdout == "軟件發展\n"
    assert cli("convert", "--to", "zh-TW", input="plain English\n").stdout == "plain English\n"
    assert cli("convert", "--to", "zh-TW", input="").stdout == ""


def test_errors_are_one_sentence(cli: Cli, tmp_path: Path) -> None:
    for arguments, code, words in (
        (("--to", "en"), 5, 'For English use "bilingual translate"'),
        (("--to", "zh-XX"), 5, "is not known"),
        (("--in-place", "--to", "zh-TW"), 2, "--in-place writes into FILE itself"),
        ((tmp_path, "--to", "zh-TW"), 2, "is a folder"),
        ((tmp_path / "none.txt", "--to", "zh-TW"), 4, "does not exist"),
        (("--to", "zh-TW", "--profile", "none"), 3, 'The script profile "none"'),
    ):
        done = cli("convert", *arguments, input="软件")
        assert (done.returncode, words in done.stderr, done.stderr.count("\n")) == (code, True, 1), done.stderr


def test_a_report_lists_choices_with_the_line_to_add(cli: Cli, tmp_path: Path) -> None:
    done = cli("convert", "--to", "zh-Hant-TW", "--report", tmp_path / "r.json", input="头发和后来\n")
    assert done.stdout == "頭髮和後來\n"
    choices = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["choices"]
    assert {choice["source"] for choice in choices} >= {"头发", "后来"} or len(choices) >= 2
    house = tmp_path / "house.csv"
    house.write_text(f"from,to,direction,note\n{choices[0]['line_to_add']}\n", encoding="utf-8")
    assert cli("convert", "--to", "zh-TW", "--dictionary", house, input="头发和后来\n").returncode == 0


def test_a_folder_converts_in_place_and_leaves_what_fails(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.txt").write_text("软件", encoding="utf-8")
    (tmp_path / "sub" / "b.md").write_text("# 软件\n\n`软件`\n", encoding="utf-8")
    (tmp_path / "bad.docx").write_bytes(b"PK\x03\x04 not a package")
    done = cli("convert", tmp_path, "--to", "zh-TW", "--in-place")
    assert done.returncode == 4
    assert "bad.docx" in done.stderr
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "軟件"
    assert (tmp_path / "sub" / "b.md").read_text(encoding="utf-8") == "# 軟件\n\n`软件`\n"
    assert (tmp_path / "bad.docx").read_bytes() == b"PK\x03\x04 not a package"


class Bar:
    """Counts what a bar would show."""

    total, done = 0, 0

    def stage(self, name: str, total: int | None = None) -> None:
        """A stage begins."""
        self.total, self.done = total or 0, 0

    def step(self, count: int = 1) -> None:
        """`count` more are done."""
        self.done += count


def test_a_large_text_to_standard_output(cli: Cli, tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(TEXT * (17_000_000 // len(TEXT.encode())), encoding="utf-8")
    done = cli("convert", source, "--to", "zh-TW")
    assert done.returncode == 0
    assert done.stdout == WANTED.replace("\r\n", "\n") * (17_000_000 // len(TEXT.encode()))


def test_a_large_text_goes_block_by_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "STREAM_FROM", 1000)
    source = tmp_path / "a.txt"
    source.write_bytes((TEXT * 200).encode("utf-8-sig"))
    source.chmod(0o640)
    bar = Bar()
    convert.convert_file(source, tmp_path / "b.txt", convert.Conversion("zh-Hant-TW"), bar)
    assert bar.total == bar.done == source.stat().st_size
    assert (tmp_path / "b.txt").read_bytes() == (WANTED * 200).encode("utf-8-sig")
    assert stat.S_IMODE((tmp_path / "b.txt").stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_large_text_whose_encoding_is_too_small_becomes_utf8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "STREAM_FROM", 1000)
    source = tmp_path / "a.html"
    page = '<meta charset="big5"><p>軟體的頭髮是這樣的，我們說明方法與結果</p>\n' + "<p>頭髮</p>\n" * 200
    source.write_bytes(page.encode("big5"))
    wanted = convert.Conversion("zh-Hans-CN", encoding="big5")
    findings = convert.convert_file(source, tmp_path / "b.html", wanted)
    made = (tmp_path / "b.html").read_text(encoding="utf-8")
    assert made.startswith('<meta charset="utf-8"><p>软体的头发')
    assert made.count("头发") == 201
    assert "convert.encoding" in [finding.code for finding in findings]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.html"]
