"""Splitting a sentence and putting it together again: protected spans stand once, punctuation and spaces are English."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.model import Math, Runs, Text, plain
from bilingual.protect import opaque_spans, scan
from bilingual.protect.length import han_count
from bilingual.translation.clauses import clauses
from bilingual.translation.pieces import assemble, plan
from bilingual.translation.placeholders import emphasise, tag, untag
from bilingual.translation.punctuation import one_stop, western


def put(source: str, answers: list[str], limit: int = 150) -> str:
    made = plan(scan(source), "zh-Hans", "en", limit)
    assert len(made.pieces) == len(answers), made.pieces
    return plain(assemble(made, answers))


CASES = [
    ("模型有效。", ["The model works.."], "The model works."),
    ("模型有效。", ["The model works."], "The model works."),
    (r"达到 \(O(1/t)\) 的收敛率。", ["Reaches", "The convergence rate."], r"Reaches \(O(1/t)\) the convergence rate."),
    (r"采用 top-\(k\) 采样", ["It uses", "Sampling."], r"It uses top-\(k\) sampling."),
    (r"其中\(x\)、\(y\)和\(z\)。", ["Where", "And"], r"Where \(x\), \(y\) and \(z\)."),
    (r"（见 \(x\)）的界", ["See", "bound"], r"(see \(x\)) bound"),
    ("用 train_set 训练。", ["We use", "for training"], "We use train_set for training."),
    ("已有研究[3, 12]表明。", ["Earlier work", "shows"], "Earlier work [3, 12] shows."),
    ("- 第一项有效", ["The first item works"], "- The first item works"),
    ("1. 第一项有效", ["the first item works"], "1. The first item works"),
    ("第一行\n  第二行", ["first line", "second line"], "First line\n  Second line"),
    ("📐 优化理论", ["optimization theory"], "📐 optimization theory"),
    (r"由 \(a\) 得到 GPT-4 的 \(b\)。", ["from", "GPT-4's"], r"From \(a\) GPT-4's \(b\)."),
    ("代码：https://example.org/a_b。", ["Code"], "Code: https://example.org/a_b."),
]


@pytest.mark.parametrize(("source", "answers", "wanted"), CASES)
def test_pieces_make_an_english_sentence(source: str, answers: list[str], wanted: str) -> None:
    assert put(source, answers) == wanted


def test_a_plain_sentence_reaches_the_model_as_it_is() -> None:
    text = "我们提出了一种方法，它在 CIFAR-10 上有效。"
    assert plan(scan(text), "zh-Hans", "en", 150).pieces == (text,)


def test_full_width_digits_reach_the_model_as_ascii() -> None:
    assert plan(scan("共１２３篇"), "zh-Hans", "en", 150).pieces == ("共123篇",)


def test_text_that_is_english_already_is_not_translated() -> None:
    made = plan(scan(r"\(x\)：GRPO/RLOO，见下文"), "zh-Hans", "en", 10)
    assert made.pieces == ("见下文",)
    assert plain(assemble(made, ["see below"])) == r"\(x\): GRPO/RLOO, see below"


def test_a_long_sentence_is_cut_at_clauses_and_nothing_is_lost() -> None:
    text = "，".join(["该方法在大规模数据上显著提升性能"] * 20) + "。"
    made = plan(scan(text), "zh-Hans", "en", 150)
    assert max(map(len, made.pieces)) <= 150
    assert sum(map(han_count, made.pieces)) == han_count(text)


def test_a_known_stretch_stands_for_its_translation() -> None:
    text = "参数量为 1750 亿的模型"
    made = plan(scan(text), "zh-Hans", "en", 150, {(5, 11): "175 billion"})
    assert (
        plain(assemble(made, ["the number of parameters is", "model"]))
        == "The number of parameters is 175 billion model"
    )


@given(
    st.lists(
        st.sampled_from(
            [
                "模型",
                "，",
                "。",
                r"\(x\)",
                r"\[y\]",
                " ",
                "GPT-4",
                "https://a.org/b",
                "`c`",
                "（",
                "）",
                "\n",
                "3.5",
                "万",
                "_",
                "a_b",
                "- ",
                "📐",
            ]
        ),
        max_size=40,
    ).map("".join),
    st.integers(5, 60),
)
def test_every_protected_span_stands_once(text: str, limit: int) -> None:
    runs = scan(text)
    made = plan(runs, "zh-Hans", "en", limit)
    result = assemble(made, [f"w{n}" for n, _ in enumerate(made.pieces)])
    assert Counter(opaque_spans(result)) == Counter(opaque_spans(runs))
    assert sum(map(han_count, made.pieces)) == sum(han_count(run.text) for run in runs if isinstance(run, Text))


@given(st.text(alphabet="甲乙，；：、（）“”ab, ", max_size=300), st.integers(10, 80))
def test_clauses_joined_are_the_text(text: str, limit: int) -> None:
    assert "".join(clauses(text, limit)) == text


def test_placeholders_come_back_each_exactly_once() -> None:
    runs = scan(r"由 \(a\) 得 \(b\)")
    made = tag(runs)
    assert made is not None
    assert made.text == "由 <x1/> 得 <x2/>"
    back = untag(made, "From <x2/> we get < x1 / >")
    assert back is not None
    assert plain(back) == r"From \(b\) we get \(a\)"
    for answer in ("From <x1/>", "<x1/><x1/><x2/>", "<x1/><x2/><x3/>", ""):
        assert untag(made, answer) is None


def test_a_text_with_tags_of_its_own_is_not_masked() -> None:
    assert tag(scan(r"标签 <x1/> 与 \(a\)")) is None


def test_emphasis_is_kept_where_it_is_clear() -> None:
    strong = ("strong",)
    all_of_it: Runs = (Text("模型有效", strong), Math("x"))
    assert emphasise(all_of_it, (Text("It works"), Math("x"))) == (Text("It works", strong), Math("x"))
    a_name: Runs = (Text("我们的 "), Text("FedHOO", strong), Text(" 有效"))
    assert emphasise(a_name, (Text("Our FedHOO works"),)) == (Text("Our "), Text("FedHOO", strong), Text(" works"))
    assert emphasise(a_name, (Text("FedHOO, FedHOO"),)) == (Text("FedHOO, FedHOO"),)


@pytest.mark.parametrize(
    ("source", "target", "wanted"),
    [
        ("有效。", "Works..", "Works."),
        ("有效……", "Works...", "Works..."),
        ("有效。", "e.g. it. ", "e.g. it. "),
        ("有效？", "Works?.", "Works?"),
    ],
)
def test_one_full_stop(source: str, target: str, wanted: str) -> None:
    assert one_stop(source, target) == wanted


def test_western_punctuation_has_spaces_where_words_follow() -> None:
    assert western("GRPO，RLOO（A、B）：1:2") == "GRPO, RLOO(A, B): 1:2"
    assert not re.search("[，。：（）]", western("，。：（）"))
