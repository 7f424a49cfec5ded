"""Conversion: whole segments, protected spans, emphasis, guards."""

from __future__ import annotations

import pytest

from bilingual.errors import ConfigError, LanguageError
from bilingual.model import Code, Link, Math, Text
from bilingual.scripts import converter, read_house
from bilingual.scripts.house import HouseEntry, Profile


def test_a_word_split_by_emphasis_is_one_word() -> None:
    runs = (Text("他的头"), Text("发", ("strong",)), Text("很长"))
    assert converter("zh-Hans", "zh-Hant-TW").runs(runs) == (
        Text("他的頭"),
        Text("髮", ("strong",)),
        Text("很長"),
    )


def test_opaque_inlines_stay_to_the_character() -> None:
    runs = (
        Text("损失"),
        Math(r"\text{损失}_t"),
        Text("见"),
        Code("发"),
        Link("https://例.cn/发", "链接发"),
        Text("。"),
    )
    done = converter("zh-Hans", "zh-Hant-TW").runs(runs)
    assert done == (Text("損失"), runs[1], Text("見"), runs[3], runs[4], Text("。"))


def test_text_keeps_formulas_code_and_addresses() -> None:
    text = r"损失 \(\text{损失}\) 与 `头发`，见 https://example.com/a_发。价格 $5。"
    assert converter("zh-Hans", "zh-Hant-TW").text(text) == (
        r"損失 \(\text{损失}\) 與 `头发`，見 https://example.com/a_发。價格 $5。".replace("a_发", "a_發")
    )


def test_emphasis_survives_a_change_of_length() -> None:
    runs = (Text("打开"), Text("内存", ("strong",)), Text("卡"))
    done = converter("zh-Hans", "zh-Hant-TW", "regional").runs(runs)
    assert "".join(r.text for r in done if isinstance(r, Text)) == "開啟記憶體卡"
    assert [r.text for r in done if isinstance(r, Text) and r.marks] == ["記憶體"]


@pytest.mark.parametrize("text", ["a\0b论\0文", "\ud800论文\udfff", "", "\0", "emoji 😀 论文"])
def test_what_opencc_cannot_carry_is_kept(text: str) -> None:
    assert converter("zh-Hans", "zh-Hant-TW").text(text) == text.replace("论", "論")


def test_text_of_the_target_script_is_left_alone() -> None:
    to_taiwan = converter("zh-Hans", "zh-Hant-TW", "regional")
    assert to_taiwan.text("這是演算法，只有他說裏面。") == "這是演算法，只有他說裏面。"
    assert to_taiwan.text("皇后在后面") == "皇后在後面"
    assert to_taiwan.text("裏面說\n里面说\n") == "裏面說\n裡面說\n"


def test_region_variants_only_between_known_regions() -> None:
    assert converter("zh-Hant", "zh-Hant-TW").text("裏面說這爲一羣") == "裡面說這為一群"
    assert converter("zh-Hant-TW", "zh-Hant").text("裡面說這為一群") == "裏面說這爲一羣"
    assert converter("zh-Hant", "zh-Hant-HK").text("裏面說這爲一羣") == "裏面説這為一羣"
    assert converter("zh-Hant-HK", "zh-Hant").text("裏面説這為一羣") == "裏面說這爲一羣"
    assert converter("zh-Hant-TW", "zh-Hant-HK").text("裡面說這為一群") == "裏面説這為一羣"
    assert converter("zh-Hant-HK", "zh-Hant-TW").text("裏面説") == "裡面說"
    assert converter("zh-Hant", "zh-Hant").name == converter("zh-Hans", "zh-Hans-CN").name == "unchanged"


def test_a_profile_of_ones_own_counts_between_regions_of_one_script() -> None:
    own = Profile("mine", "regional", (HouseEntry("軟件", "軟體"),))
    assert converter("zh-Hant-HK", "zh-Hant-TW", own).text("裏面的軟件") == "裡面的軟體"


def test_impossible_pairs() -> None:
    for pair in (("en", "zh-Hant"), ("zh-Hans", "en"), ("zh-Hans", "zh"), ("zh-Hans", "xx")):
        with pytest.raises(LanguageError):
            converter(*pair)
    with pytest.raises(ConfigError, match="standard or regional"):
        converter("zh-Hans", "zh-Hant", "fancy")


def test_house_dictionary_wins_over_everything() -> None:
    house = read_house("from,to,direction,note\n台积电,台積電,s2t,a name\n发,,,locked\n".encode(), "script.csv")
    assert converter("zh-Hans", "zh-Hant-TW", house=house).text("台积电发展") == "台積電发展"
