"""Properties of conversion, on texts that mix scripts, formulas, code, links and emoji."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bilingual.model import Code, Link, Math, Text
from bilingual.protect import opaque_spans, scan
from bilingual.scripts import Converter, converter, detect, read_house
from bilingual.scripts.files import convert_text
from bilingual.scripts.report import report

WORDS = (
    "头发 發現 软件 軟體 程序 函数 函式 数据 資料 后来 皇后 里面 裡面 只有 量子比特 少数组织 进程 行程 文件 檔案 台湾 臺灣 什么 什麼 "
    "么 乾隆 干净 於是 于是 着 著 支持 运行 执行 代码 循环 參數 参数 对象 物件 核心 内核 算法 演算法 薛應旂 薛应旂 甲胄 "
    "，。 \n ： A 42 emoji😀 \U0010f000 \U0010efff é"
).split(" ")
OPAQUE = (
    r"\(\text{发}_i\)",
    "$x_发$",
    "`头发 = 1`",
    "https://example.com/a?b=发",
    r"\[\sum 软\]",
    "```\n软件\n```",
)
words = st.lists(st.sampled_from(WORDS), max_size=12).map("".join)
texts = st.lists(st.one_of(words, st.sampled_from(OPAQUE)), max_size=8).map(" ".join)
pairs = st.sampled_from(
    [
        ("zh-Hans", "zh-Hant-TW", "standard"),
        ("zh-Hans", "zh-Hant-TW", "regional"),
        ("zh-Hans", "zh-Hant-HK", "standard"),
        ("zh-Hans", "zh-Hant", "standard"),
        ("zh-Hant-TW", "zh-Hans-CN", "standard"),
        ("zh-Hant-TW", "zh-Hans-CN", "regional"),
        ("zh-Hant-HK", "zh-Hans-CN", "regional"),
        ("zh-Hant-HK", "zh-Hant-TW", "standard"),
        ("zh-Hant", "zh-Hant-TW", "standard"),
        ("zh-Hant-TW", "zh-Hant", "standard"),
    ]
)
HOUSE = read_house("from,to,direction,note\n量子比特,量子位元,,\n头发,,,locked\n".encode(), "house.csv")
quick = settings(max_examples=150, deadline=None)


@quick
@given(texts, pairs)
def test_opaque_spans_stay_to_the_character(text: str, pair: tuple[str, str, str]) -> None:
    assert opaque_spans(scan(converter(*pair).text(text))) == opaque_spans(scan(text))


@quick
@given(texts, pairs, st.booleans())
def test_converting_twice_changes_nothing(text: str, pair: tuple[str, str, str], with_house: bool) -> None:
    made = converter(*pair, house=HOUSE if with_house else None)
    once = made.text(text)
    assert made.text(once) == once


@quick
@given(texts)
def test_what_is_in_the_target_script_is_not_touched(text: str) -> None:
    to_taiwan = converter("zh-Hans", "zh-Hant-TW", "regional")
    settled = "".join(line for line in text.splitlines(True) if to_taiwan.settled(line))
    assert all(to_taiwan.words(line) == line for line in settled.splitlines(True))


@quick
@given(
    st.lists(st.one_of(words.map(Text), words.map(lambda t: Text(t, ("strong",))), st.just(Math("发")))),
    pairs,
)
def test_runs_and_text_agree(runs: list[Text | Math], pair: tuple[str, str, str]) -> None:
    made = converter(*pair)
    done = made.runs(tuple(runs))
    assert [run for run in done if isinstance(run, Math)] == [run for run in runs if isinstance(run, Math)]
    if all(isinstance(run, Text) for run in runs):
        joined = "".join(run.text for run in runs if isinstance(run, Text))
        assert "".join(run.text for run in done if isinstance(run, Text)) == made.words(joined)


@quick
@given(texts, pairs)
def test_a_report_is_no_longer_than_the_text(text: str, pair: tuple[str, str, str]) -> None:
    made = converter(*pair)
    found = report(text, made)
    assert len(found.choices) <= len(text)
    assert json.loads(found.as_json())["conversion"] == made.name
    lines = text.split("\n")
    for choice in found.choices:
        start = choice.column - 1
        assert lines[choice.line - 1][start : start + len(choice.source)] == choice.source


@quick
@given(st.text(max_size=60), pairs)
def test_any_text_goes_through(text: str, pair: tuple[str, str, str]) -> None:
    made = converter(*pair)
    assert made.text(text).count("\0") == text.count("\0")
    assert detect(text) in ("zh-Hans", "zh-Hant", "zh", "en")


@quick
@given(texts, st.sampled_from([".txt", ".md", ".html", ".srt"]))
def test_latin_and_line_ends_of_files_stay(text: str, suffix: str) -> None:
    made = convert_text(text, suffix, converter("zh-Hans", "zh-Hant-TW", "standard"))
    assert [c for c in made if c < "\u2e80"] == [c for c in text if c < "\u2e80"]


@pytest.fixture(scope="module")
def regional() -> Converter:
    return converter("zh-Hans", "zh-Hant-TW", "regional")


def test_converting_vocabulary_twice_changes_nothing(regional: Converter) -> None:
    for text in ("进程占用内存", "打开文件并运行程序", "软件的默认参数与对象", "循环神经网络", "支持多线程"):
        once = regional.text(text)
        assert regional.text(once) == once


def test_placeholders_of_the_source_survive() -> None:
    text = "头发\U0010f000与\U0010efff软件\U0010f800\U0010f7ff程序\U0010f7ff\U0010f801 `发`"
    done = converter("zh-Hans", "zh-Hant-TW", "regional", HOUSE).text(text)
    assert [c for c in done if ord(c) > 0xF0000] == [c for c in text if ord(c) > 0xF0000]
    assert "`发`" in done


def test_links_keep_their_target() -> None:
    runs = (Link("https://例.cn/发", "头发"), Text("发现"), Code("发"))
    assert converter("zh-Hans", "zh-Hant-TW").runs(runs) == (runs[0], Text("發現"), runs[2])
