"""Numbers as values: the same amount written in Chinese, in English and in digits is one number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.protect.names import missing_names, names
from bilingual.protect.numbers import compare, numbers

SAME = [
    ("参数量为 1,750 亿", "175 billion parameters"),
    ("参数量为1750亿", "a 175B model"),
    ("一千七百五十亿", "175 billion"),
    ("训练了１２万步", "trained for 120,000 steps"),
    ("1亿2000万条", "120 million records"),
    ("一万五千个", "15,000 of them"),
    ("二〇二六年", "in 2026"),
    ("２０２６ 年", "in 2026"),
    ("2026 年 7 月 8 日", "July 8, 2026"),
    ("百分之五", "5%"),
    ("百分之十二点五", "12.5 percent"),
    ("５％", "5 per cent"),
    ("千分之三", "0.3%"),
    ("万分之三", "0.03%"),
    ("三分之二的样本", "two-thirds of the samples"),
    ("三分之二的样本", "2/3 of the samples"),
    ("十分之一", "one tenth"),
    ("高出 12.3 个百分点", "12.3 percentage points higher"),
    ("快 3 倍", "3x faster"),
    ("是原来的 3 倍", "three times as large"),
    ("提高了 2 倍", "a 200% gain"),
    ("增加了 2 倍", "tripled"),
    ("翻倍", "doubled"),
    ("三成用户", "30% of users"),
    ("5-10%", "from 5% to 10%"),
    ("3 到 5 万", "30,000 to 50,000"),
    ("3～5 百万", "3–5 million"),
    ("10⁶ 步", "10^6 steps"),
    ("1e-3", "0.001"),
    ("1.50", "1.5"),
    ("-0.5 分", "minus 0.5 points"),
    ("20 世纪 90 年代", "the 1990s"),
    ("三阶段", "three-stage"),
    ("第 9 名", "9th place"),
    ("两个模型", "both models"),
    ("十二层", "twelve layers"),
    ("256×256", "256x256"),
    ("三点五", "3.5"),
    ("一百二", "120"),
]
DIFFERENT = [
    ("参数量为 1,750 亿", "1,750 billion parameters"),
    ("准确率为 95%", "an accuracy of 95"),
    ("占 0.7%", "about 7%"),
    ("7B 模型", "a 7 model"),
    ("三阶段", "two-stage"),
    ("共 6352 篇", "papers"),
    ("快 3 倍", "5x faster"),
    ("三分之二", "one third"),
    ("在 5 和 5 之间", "between 5"),
    ("是原来的 3 倍", "four times as large"),
]
WORDS = ["方法一致且唯一", "二次收敛", "四舍五入", "数百万参数", "成千上万", "进一步统一", "万一失败", "一一对应"]


@pytest.mark.parametrize(("source", "target"), SAME)
def test_the_same_amount_is_one_number(source: str, target: str) -> None:
    difference = compare(source, target)
    assert not difference.missing
    assert not difference.added


@pytest.mark.parametrize(("source", "target"), DIFFERENT)
def test_another_amount_is_missing(source: str, target: str) -> None:
    assert compare(source, target).missing


@pytest.mark.parametrize("text", WORDS)
def test_words_with_numerals_in_them_need_no_number(text: str) -> None:
    assert not compare(text, "").missing


def test_digits_that_only_the_translation_has_are_added() -> None:
    assert [n.text for n in compare("共 52 篇", "52 papers out of 17").added] == ["17"]


def test_digits_inside_names_belong_to_the_name() -> None:
    text = "GPT-4 与 CIFAR-10、AIME24/25 的 Pass@32"
    assert not numbers(text)
    assert names(text) == ("GPT-4", "CIFAR-10", "AIME24", "Pass@32")


def test_a_very_long_run_of_digits_is_compared_as_written() -> None:
    digits = "7" * 5000
    assert not compare(digits, digits).missing
    assert compare(digits, digits + "1").missing


@given(st.integers(min_value=0, max_value=10**15))
def test_every_integer_is_itself_with_and_without_separators(value: int) -> None:
    assert not compare(f"共 {value} 个", f"{value:,} of them").missing
    assert compare(f"共 {value} 个", f"{value + 1:,} of them").missing


@given(st.text(alphabet="0123456789,.-/%万亿千百十点分之倍到一二三零 abGx年", max_size=60))
def test_a_text_has_the_numbers_of_itself(text: str) -> None:
    difference = compare(text, text)
    assert not difference.missing
    assert not difference.added


@pytest.mark.parametrize(
    ("source", "target", "missing"),
    [
        ("LLM 与 Transformer", "LLMs and transformers", ()),
        ("GPT-4o 优于 Qwen2.5-7B", "GPT-4o beats Qwen2.5", ("Qwen2.5-7B",)),
        ("用 train_set 训练", "trained on train set", ("train_set",)),
        ("ＧＰＵ 上", "on a GPU", ()),
        ("FlashAttention 更快", "Flash Attention is faster", ()),
        ("用 prompt 引导", "guided by instructions", ()),
        ("FedCGNM 有效", "it works", ("FedCGNM",)),
    ],
)
def test_latin_names_survive_or_are_missing(source: str, target: str, missing: tuple[str, ...]) -> None:
    assert missing_names(source, target) == missing
