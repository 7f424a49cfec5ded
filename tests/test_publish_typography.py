"""Han typesetting: gaps, half-width marks and last lines, with no character added or lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.model import Math, Text
from bilingual.publish.markup import set_html
from bilingual.publish.typography import typeset


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("提出Adam方法很好", '提<i class="g">出</i>Ada<i class="g">m</i>方法很好'),
        ("提出 Adam 方法", "提出 Adam 方法"),
        ("（甲）。乙丙丁", '（甲<i class="h">）</i>。乙丙丁'),
        ("甲：「乙」", '甲：<i class="h">「</i>乙」'),
        ("甲，乙丙丁。", "甲，乙丙丁。"),
    ],
)
def test_gaps_and_half_marks(text: str, made: str) -> None:
    assert typeset(text, centred=False, last=False) == made


def test_stops_in_the_middle_of_their_square_keep_it() -> None:
    assert typeset("甲。」乙", centred=False, last=False) == '甲<i class="h">。</i>」乙'
    assert typeset("甲。」乙", centred=True, last=False) == "甲。」乙"


def test_the_last_characters_of_a_paragraph_stay_together() -> None:
    assert typeset("這很難懂。", centred=True, last=True) == '這很<i class="k">難懂。</i>'
    assert typeset("Adam。", centred=True, last=True) == "Adam。"


def test_a_formula_beside_han_gets_a_gap() -> None:
    runs = (Text("為"), Math("x"), Text("。"))
    made = set_html(runs, "1.1", lambda math, place: '<img class="math inline" alt="x">', "zh-Hant-TW")
    assert '<img class="math inline gl" alt="x">' in made


def test_english_is_left_alone() -> None:
    assert set_html((Text("Adam的"),), "1.1", lambda math, place: None, "en") == "Adam的"


@given(st.text(alphabet="中文字Ab1，。：「」（）“”&< ", max_size=40), st.booleans(), st.booleans())
def test_nothing_is_added_and_nothing_lost(text: str, centred: bool, last: bool) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    made = typeset(escaped, centred, last)
    assert re.sub(r"</?i(?: class=\"\w\")?>", "", made) == escaped
