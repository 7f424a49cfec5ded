"""Faults that users of other translation programs reported in public, each as a case of its own.

The number is that of the report in the list the project was given; the words are ours.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lxml import etree

from bilingual.model import plain
from bilingual.pipeline.translate_text import translate_text
from bilingual.protect import scan
from bilingual.translation.engine import Batch, Request
from bilingual.translation.index import MemoryIndex
from bilingual.translation.run import Settings, translate_runs
from bilingual.translation.tmx import Tmx, Unit, Variant, read_tmx
from bilingual.translation.tmx_write import write_tmx

from .conftest import Cli


class Rule:
    """An engine that answers by a function of the text."""

    name, fingerprint, limit, batch_size = "rule", "rule 1", 150, 100
    keeps_placeholders = uses_context = False

    def __init__(self, rule: Callable[[str], str]) -> None:
        self.rule = rule
        self.workers = 1

    def size(self, request: Request) -> int:
        return len(request.text)

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        order = range(len(batches)) if self.workers == 1 else sorted(range(len(batches)), key=lambda n: -n % 3)
        for index in order:
            yield index, tuple(self.rule(request.text) for request in batches[index])


def words(text: str) -> str:
    return re.sub(
        r"[\u4e00-\u9fff]", lambda m: "abcdefghijklmnop"[ord(m[0]) % 16] + "qrstuvwxyz"[ord(m[0]) % 10] + " ", text
    )


def codes(source: str, target: str) -> set[str]:
    (made,) = translate_runs([scan(source)], "zh-Hans", "en", Rule(lambda text: target), Settings(attempts=1))
    return {finding.code for finding in made.findings}


def test_b68_a_memory_with_both_scripts_never_fills_across_them() -> None:
    units = tuple(
        Unit((Variant(tag, (text,)), Variant("en", (english,))))
        for tag, text, english in (("zh-TW", "後設學習有效。", "hant"), ("zh-CN", "元学习有效。", "hans"))
    )
    index = MemoryIndex(sqlite3.connect(":memory:"), lambda text: "zh")
    index.add("m", b"", Tmx(units))
    assert index.find(scan("後設學習有效。"), "zh-Hans-CN", "en", lowest=0.5) is None
    assert index.find(scan("元学习有效。"), "zh-Hant-TW", "en", lowest=0.5) is None
    found = index.find(scan("元学习有效。"), "zh-Hans-CN", "en")
    assert found is not None
    assert plain(found.runs) == "hans"


def test_b69_a_vertical_tab_in_a_title_makes_no_invalid_tmx() -> None:
    data = write_tmx(Tmx((Unit((Variant("en", ("A\x0btitle",)), Variant("zh-Hans", ("标\x0c题",)))),)))
    etree.fromstring(data)
    assert read_tmx(data, "x").units[0].variants[0].text == "A title"


def test_b71_an_endless_repetition_is_marked() -> None:
    loop = "RNA-Seq at pH 7.4" + " and at pH 7.4" * 30
    assert "translation.repeated" in codes("RNA-Seq 样本在 pH 7.4 的缓冲液中处理。", loop)
    assert "translation.repeated" in codes("样本在缓冲液中处理。", "It isisisisisisisis treated in a buffer.")


def test_b72_lines_lists_and_indentation_are_kept() -> None:
    text = "第一段。第二句。\n\n- 甲项\n  - 乙项\n1. 丙项\n\n　　末段。\n"
    made = translate_text(text, "zh-Hans", "en", Rule(words), Settings())
    shape = [re.match(r"[\s\u3000]*(?:- |1\. )?", line)[0] for line in made.text.split("\n")]  # type: ignore[index]
    assert shape == ["", "", "- ", "  - ", "1. ", "", "　　", ""]
    assert not re.search("[\u4e00-\u9fff]", made.text)


def test_b74_one_full_stop_whatever_the_model_gives() -> None:
    for source in ("模型有效。", "模型有效", "模型有效。。"):
        for answer in ("The model works.", "The model works..", "The model works. ."):
            (made,) = translate_runs([scan(source)], "zh-Hans", "en", Rule(lambda text, answer=answer: answer))  # type: ignore[misc]
            assert plain(made.runs) == "The model works."


def test_b75_a_single_word_is_marked_as_unreliable() -> None:
    assert codes("否", "Yes") == {"translation.short"}
    assert codes("是", "Yes") == {"translation.short"}
    assert "translation.short" not in codes("模型不收敛。", "The model does not converge.")


def test_b78_the_source_given_back_is_marked() -> None:
    for text in ("模型", "模型在ＡＢＣ上有效", "異體字龘靐齉", "数据集：全部"):
        assert "translation.copied" in codes(text, text)


def test_b80_and_b81_order_and_text_do_not_depend_on_workers_or_interruption() -> None:
    text = "\n".join(f"第 {n} 行说明方法{'与实验' * (n % 7)}。" for n in range(40))
    one, many = Rule(words), Rule(words)
    many.workers = 4
    first = translate_text(text, "zh-Hans", "en", one, Settings())
    assert translate_text(text, "zh-Hans", "en", many, Settings()) == first
    assert [sentence.line for sentence in first.sentences] == list(range(1, 41))
    assert [sentence.source for sentence in first.sentences] == text.split("\n")


def test_traditional_and_simplified_tags_of_other_tools_are_understood(cli: Cli, tmp_path: Path) -> None:
    for tag in ("zh_TW", "ZH-TW", "zh-hant", "zt"):
        done = cli("translate", "-", "--from", tag, "--engine", "memory", "--no-cache", "--json", input="模型有效。")
        assert json.loads(done.stdout)["source"] in ("zh-Hant-TW", "zh-Hant"), tag
    done = cli("translate", "-", "--from", "zh-XX", input="模型有效。")
    assert done.returncode == 5
    done = cli("translate", "-", "--to", "zh-TW", input="模型有效。")
    assert done.returncode == 5
    assert "bilingual convert" in done.stderr


TMX = """<tmx version="1.4"><header srclang="zh-CN" segtype="sentence" o-tmf="x" adminlang="en" creationtool="t" creationtoolversion="1"
 datatype="plaintext"/><body><tu><tuv xml:lang="zh-CN"><seg>模型<hi>有效</hi>。</seg></tuv><tuv xml:lang="en-GB"><seg>It <hi>works</hi>.</seg></tuv>
<tuv xml:lang="de"><seg>Es geht.</seg></tuv></tu></body></tmx>"""


def test_a_memory_is_imported_once_counted_used_and_exported(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in.tmx").write_text(TMX, "utf-8")
    done = cli("memory", "import", "in.tmx", "--dir", "d", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["imported"][0]["added"] == 1, done.stderr
    again = cli("memory", "import", "in.tmx", "--dir", "d", "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["imported"][0]["added"] == 0
    stats = json.loads(cli("memory", "stats", "--dir", "d", "--json", cwd=tmp_path).stdout)
    assert stats["units"] == 1
    assert {"source": "zh-Hans-CN", "target": "en-GB", "count": 1} in stats["pairs"]
    assert cli("memory", "export", "out.tmx", "--dir", "d", cwd=tmp_path).returncode == 0
    assert read_tmx((tmp_path / "out.tmx").read_bytes(), "out").units == read_tmx(TMX.encode(), "in").units
    used = cli(
        "translate",
        "-",
        "--engine",
        "memory",
        "--memory",
        "out.tmx",
        "--no-cache",
        "--json",
        input="模型有效。",
        cwd=tmp_path,
    )
    (segment,) = json.loads(used.stdout)["segments"]
    assert (segment["target"], segment["origin"]) == ("It works.", "memory")
    (tmp_path / "bad.tmx").write_text("<tmx", "utf-8")
    assert cli("memory", "import", "bad.tmx", cwd=tmp_path).returncode == 4


def test_terms_are_listed_and_checked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "terms").mkdir()
    (tmp_path / "terms" / "t.csv").write_text("zh-Hans,en,status\n扩散模型,diffusion model,\n", "utf-8")
    assert (
        json.loads(cli("terms", "list", "--json", cwd=tmp_path).stdout)["concepts"][0]["terms"][1]["text"]
        == "diffusion model"
    )
    (tmp_path / "a.txt").write_text("训练扩散模型。\n评估扩散模型。\n", "utf-8")
    (tmp_path / "b.txt").write_text("Diffusion models are trained.\nThe model is assessed.\n", "utf-8")
    done = cli("terms", "check", "a.txt", "b.txt", "--json", "--strict", cwd=tmp_path)
    assert [(f["code"], f["segment"]) for f in json.loads(done.stdout)] == [("terms.missing", "2")]
    assert done.returncode == 1
    (tmp_path / "b.txt").write_text("One line.\n", "utf-8")
    assert cli("terms", "check", "a.txt", "b.txt", cwd=tmp_path).returncode == 4
