"""Sentences: the rules stated in bilingual/segmentation/rules.py, one case a rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.model import Break, Code, Math, Paragraph, Text, plain
from bilingual.protect import scan
from bilingual.segmentation import segments, split


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("模型有效。误差更小！是吗？是的", ["模型有效。", "误差更小！", "是吗？", "是的"]),
        ("“这样行得通。”作者写道。", ["“这样行得通。”", "作者写道。"]),
        ("作者称「第一步快。第二步慢。」随后给出证明。", ["作者称「第一步快。第二步慢。」", "随后给出证明。"]),
        ("细节见附录（表三。图四）随后比较。完", ["细节见附录（表三。图四）随后比较。", "完"]),
        ("真的？！当然。。好", ["真的？！", "当然。。", "好"]),
        ("先训练；再微调……最后评估。", ["先训练；再微调……最后评估。"]),
        ("他问:行吗?我说行!好。", ["他问:行吗?", "我说行!", "好。"]),
        ("We use X (e.g. Y). It works.", ["We use X (e.g. Y).", "It works."]),
        (
            "See Fig. 3 and Eq. 4 for J. Smith et al. We agree.",
            ["See Fig. 3 and Eq. 4 for J. Smith et al.", "We agree."],
        ),
        ("Work by Kim et al. (2020) shows it.", ["Work by Kim et al. (2020) shows it."]),
        ("Version v2.0 is 3.5 vs. 2.1 faster. Good.", ["Version v2.0 is 3.5 vs. 2.1 faster.", "Good."]),
        ("1. First we train. 2. Then we test.", ["1. First we train.", "2. Then we test."]),
        ("Is it so? yes.", ["Is it so? yes."]),
        ("使用 GPT-4. 结果达到 95.3%.", ["使用 GPT-4.", "结果达到 95.3%."]),
        (
            r"界为 \(a. B\) 且 `x. Y`。见 https://a.org/b.C 页。",
            [r"界为 \(a. B\) 且 `x. Y`。", "见 https://a.org/b.C 页。"],
        ),
        (r"The rate is small. \(x\) is large.", ["The rate is small.", r"\(x\) is large."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [plain(runs) for runs, _ in split(scan(text))] == sentences


def test_a_forced_break_parts_sentences() -> None:
    runs = (Text("甲"), Break(), Text("乙"), Break(), Text("丙"))
    assert [(plain(part), gap) for part, gap in split(runs)] == [("甲", "\n"), ("乙", "\n"), ("丙", "")]


def test_emphasis_crosses_sentences() -> None:
    runs = (Text("前半"), Text("粗体。仍粗", ("strong",)), Text("体。"))
    first, second = (part for part, _ in split(runs))
    assert first == (Text("前半"), Text("粗体。", ("strong",)))
    assert second == (Text("仍粗", ("strong",)), Text("体。"))


def test_segments_carry_place_and_language() -> None:
    made = segments(Paragraph(scan("It holds. That fails."), lang="en"), "key/1")
    assert [(s.id, s.lang, s.text, s.space_after) for s in made] == [
        ("key/1.1", "en", "It holds.", " "),
        ("key/1.2", "en", "That fails.", ""),
    ]


_INLINES = st.one_of(
    st.builds(Text, st.text("甲乙。！？.!? Ab“”「」（）()\"'…1\n", max_size=12)),
    st.builds(Math, st.just("x. Y")),
    st.builds(Code, st.just("a. B")),
    st.just(Break()),
)


@given(st.lists(_INLINES, max_size=12))
def test_nothing_is_lost_or_doubled(inlines: list[Text | Math | Code | Break]) -> None:
    parts = split(tuple(inlines))
    joined = "".join(plain(runs) + gap for runs, gap in parts)
    assert joined.strip() == plain(inlines).strip()
    assert all(plain(runs).strip() for runs, _ in parts)


@pytest.mark.parametrize("text", ["." * 60_000, "（" * 60_000, "。" * 60_000, "a. B" * 20_000, "\"'" * 30_000])
def test_hostile_texts_come_back_whole(text: str) -> None:
    assert "".join(plain(runs) + gap for runs, gap in split((Text(text),))) == text
