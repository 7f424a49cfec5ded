"""Sentence alignment: what must hold for any texts, and small texts where the right beads are known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bilingual.alignment import Options, align, comparable
from bilingual.model import Bead

ENGLISH = [
    "The harbour was built in 1871 by a company from Bergen.",
    "For forty years it handled only timber and dried fish.",
    "A lighthouse named Kvalnes stands at the western end.",
    "Its lamp can be seen from 28 kilometres away.",
    "During the war the lamp stayed dark for 62 months.",
    "The keeper wrote his diary in a file called `log-1944.txt`.",
    "Today the energy is given by \\(E = mc^2 + \\hbar\\omega\\), as the sign says.",
    "Visitors can read more at https://example.org/kvalnes before they come.",
]
CHINESE = [
    "这座港口由卑尔根的一家公司建于 1871 年。",
    "此后四十年间，它只装卸木材和鱼干。",
    "西端矗立着一座名为 Kvalnes 的灯塔。",
    "它的灯光在 28 公里之外也看得见。",
    "战争期间，灯熄了 62 个月。",
    "守塔人把日记写在名为 `log-1944.txt` 的文件里。",
    "如今牌子上写着能量为 \\(E = mc^2 + \\hbar\\omega\\)。",
    "游客来之前可以在 https://example.org/kvalnes 读到更多内容。",
]


def beads(source: list[str], target: list[str], **keywords: object) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = align(source, target, source_lang="en", target_lang="zh-Hans", options=Options(whole=False))
    return [(bead.source, bead.target) for bead in found]


def once_each(found: tuple[Bead, ...], source: int, target: int) -> bool:
    left = [i for bead in found for i in bead.source]
    right = [j for bead in found for j in bead.target]
    return left == list(range(source)) and right == list(range(target))


def test_a_plain_translation_is_one_to_one() -> None:
    assert beads(ENGLISH, CHINESE) == [((i,), (i,)) for i in range(8)]


def test_two_sentences_made_one() -> None:
    joined = [*CHINESE[:2], CHINESE[2][:-1] + "，" + CHINESE[3], *CHINESE[4:]]
    assert ((2, 3), (2,)) in beads(ENGLISH, joined)


def test_a_missing_sentence_leaves_only_itself_unpaired() -> None:
    found = beads(ENGLISH, CHINESE[:4] + CHINESE[5:])
    assert ((4,), ()) in found
    assert [pair for pair in found if not pair[0] or not pair[1]] == [((4,), ())]


def test_a_missing_paragraph_in_the_middle_leaves_only_the_gap_unpaired() -> None:
    aligned = align(
        ENGLISH, CHINESE[:2] + CHINESE[5:], source_lang="en", target_lang="zh-Hans",
        source_breaks=(0, 2, 5), target_breaks=(0, 2), options=Options(whole=False),
    )  # fmt: skip
    found = [(bead.source, bead.target) for bead in aligned]
    assert found == [((0,), (0,)), ((1,), (1,)), ((2,), ()), ((3,), ()), ((4,), ())] + [
        ((i,), (i - 3,)) for i in (5, 6, 7)
    ]


def test_the_same_beads_in_both_directions() -> None:
    there = align(ENGLISH, CHINESE, source_lang="en", target_lang="zh-Hans")
    back = align(CHINESE, ENGLISH, source_lang="zh-Hans", target_lang="en")
    assert [(b.source, b.target) for b in there] == [(b.target, b.source) for b in back]


def test_scripts_of_chinese_are_compared_in_one() -> None:
    traditional = [
        "這座港口由卑爾根的一間公司於 1871 年興建。",
        "之後四十年只裝卸木材與魚乾。",
        "港口西端有一座叫 Kvalnes 的燈塔。",
        "燈光在 28 公里外仍看得見。",
    ]
    found = align(CHINESE[:4], traditional, source_lang="zh-Hans", target_lang="zh-Hant")
    assert [(b.source, b.target) for b in found] == [((i,), (i,)) for i in range(4)]


def test_paragraph_breaks_decide_where_the_words_do_not() -> None:
    english = ["It began.", "It went on.", "It ended."]
    chinese = ["开始了。", "继续了一段时间，又继续了一段时间。", "又继续。", "结束。"]
    found = align(
        english, chinese, source_lang="en", target_lang="zh-Hans",
        source_breaks=(0, 2), target_breaks=(0, 3), options=Options(whole=False),
    )  # fmt: skip
    starts = {(b.source[0], b.target[0]) for b in found if b.source and b.target}
    assert (2, 3) in starts


def test_one_sentence_beside_an_abstract_is_one_bead_with_a_low_score() -> None:
    summary = ["提出一种用灯塔日志估计历史海雾的方法。"]
    found = align(ENGLISH, summary, source_lang="en", target_lang="zh-Hans")
    assert found == (Bead(tuple(range(8)), (0,), found[0].score),)
    assert found[0].score < 0.2
    assert not comparable(ENGLISH, summary, source_lang="en", target_lang="zh-Hans").parallel
    assert comparable(ENGLISH, CHINESE, source_lang="en", target_lang="zh-Hans").parallel


def test_right_beads_score_higher_than_beads_across_a_wrong_text() -> None:
    other = ["会议于周二举行。", "没有人反对。", "预算增加了一倍。", "下一次会议在秋天。"]
    right = align(ENGLISH, CHINESE, source_lang="en", target_lang="zh-Hans")
    wrong = align(ENGLISH[:4], other, source_lang="en", target_lang="zh-Hans", options=Options(whole=False))
    assert min(b.score for b in right) > max(b.score for b in wrong if b.source and b.target)


@pytest.mark.parametrize(("source", "target"), [([], []), ([], ["甲。"]), (["One."], []), (["One."], ["甲。"] * 9)])
def test_empty_and_lopsided_sides(source: list[str], target: list[str]) -> None:
    found = align(source, target, source_lang="en", target_lang="zh-Hans")
    assert once_each(found, len(source), len(target))


def test_identical_texts_align_with_themselves() -> None:
    found = align(ENGLISH, ENGLISH, source_lang="en", target_lang="en")
    assert [(b.source, b.target) for b in found] == [((i,), (i,)) for i in range(8)]


SENTENCES = st.lists(
    st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=24)
    | st.sampled_from(ENGLISH + CHINESE),
    max_size=24,
)


@settings(max_examples=60, deadline=None)
@given(
    SENTENCES, SENTENCES, st.booleans(), st.sampled_from([("en", "zh-Hans"), ("zh-Hant", "en"), ("zh-Hans", "zh-Hant")])
)
def test_every_segment_is_in_exactly_one_bead_whatever_the_texts(
    source: list[str], target: list[str], whole: bool, tags: tuple[str, str]
) -> None:
    def run() -> tuple[Bead, ...]:
        return align(source, target, source_lang=tags[0], target_lang=tags[1], options=Options(whole=whole))

    found = run()
    assert once_each(found, len(source), len(target))
    assert all(0.0 <= bead.score <= 1.0 for bead in found)
    assert run() == found


def test_a_reversed_text_is_aligned_without_a_crash() -> None:
    found = align(ENGLISH, CHINESE[::-1], source_lang="en", target_lang="zh-Hans", options=Options(whole=False))
    assert once_each(found, 8, 8)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 7), st.integers(1, 4))
def test_long_texts_with_a_gap_lose_only_the_gap(start: int, size: int) -> None:
    words = [f"Item number {n} weighs {n * 37 % 911} grams and costs {n * 53 % 997} crowns." for n in range(900)]
    chinese = [f"第 {n} 件重 {n * 37 % 911} 克，价格为 {n * 53 % 997} 克朗。" for n in range(900)]
    begin = 300 + start
    found = align(words, chinese[:begin] + chinese[begin + 40 * size :], source_lang="en", target_lang="zh-Hans")
    assert once_each(found, 900, 900 - 40 * size)
    paired = [(b.source, b.target) for b in found if b.source and b.target]
    wanted = [((n,), (n if n < begin else n - 40 * size,)) for n in range(900) if not begin <= n < begin + 40 * size]
    assert len(set(paired) & set(wanted)) >= 0.97 * len(wanted)
