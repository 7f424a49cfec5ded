"""Evidence of choices, guards, the house dictionary and profiles of one's own."""

from __future__ import annotations

import json

import pytest

from bilingual.errors import ConfigError
from bilingual.scripts import House, converter, read_house, read_profile
from bilingual.scripts.guards import guard
from bilingual.scripts.report import ChoiceKind, Report, report

TEXT = "被发明的头发与软件\n我们编写程序调用函数，里面是 `发` 与 $\\text{发}$，后来\n這已是繁體的發現"


def _house(*lines: str) -> House:
    return read_house("\n".join(["from,to,direction,note", *lines]).encode(), "script.csv")


@pytest.fixture(scope="module")
def found() -> Report:
    return report(TEXT, converter("zh-Hans", "zh-Hant-TW", "regional"), "a<b>.txt")


def test_every_choice_has_its_reason(found: Report) -> None:
    seen = {(choice.source, choice.target): choice for choice in found.choices}
    assert seen["软件", "軟體"].kind is ChoiceKind.VOCABULARY
    assert seen["软件", "軟體"].others == ("軟件",)
    assert seen["发", "髮"].others == ("發",)
    assert {choice.reason.partition(":")[0] for choice in found.choices if choice.source == "发"} >= {"被发"}
    assert [choice.line for choice in found.choices] == sorted(choice.line for choice in found.choices)


def test_code_formulas_and_settled_lines_hold_no_choice(found: Report) -> None:
    assert {choice.line for choice in found.choices} == {1, 2}
    assert len([choice for choice in found.choices if choice.source == "发"]) == 2


def test_the_line_to_add_changes_the_result(found: Report) -> None:
    changed = 0
    for choice in found.choices:
        house = _house(choice.line_to_add)
        before = converter("zh-Hans", "zh-Hant-TW", "regional").text(TEXT)
        changed += converter("zh-Hans", "zh-Hant-TW", "regional", house).text(TEXT) != before
    assert changed == len(found.choices)


def test_json_and_html(found: Report) -> None:
    value = json.loads(found.as_json())
    assert value["conversion"] == "opencc s2twp regional"
    assert len(value["choices"]) == len(found.choices)
    page = found.as_html()
    assert "a&lt;b&gt;.txt" in page
    assert "<mark>软件</mark>" in page
    assert "软件,軟件,s2t," in page


def test_a_context_says_what_spoke_for_it() -> None:
    text = "这段代码里有一个函数"
    choices = report(text, converter("zh-Hans", "zh-Hant-TW", "regional")).choices
    context = [choice for choice in choices if choice.kind is ChoiceKind.CONTEXT]
    assert [(choice.source, choice.target) for choice in context] == [("函数", "函式")]
    assert context[0].reason.endswith("here: 代码")


def test_nothing_to_choose_between_equal_scripts() -> None:
    assert report("發現", converter("zh-Hant", "zh-Hant-TW")).choices == ()


def test_mixed_script_and_vocabulary() -> None:
    findings = guard("這個算法勝過演算法\n軟件与發現\n`软` 好", "zh-Hant-TW", "a.txt")
    assert [(f.code, f.severity.value, f.line) for f in findings] == [
        ("script.mixed", "warning", 2),
        ("script.vocabulary", "warning", 1),
        ("script.vocabulary", "info", 2),
    ]
    assert [f.code for f in guard("这里的演算法", "zh-Hans")] == ["script.vocabulary"]
    assert guard("運算法則與演算法", "zh-Hant-TW") == ()


def test_house_entries_work_both_ways_when_no_direction_is_given() -> None:
    house = _house("量子比特,量子位元,,", "台积电,,,locked", "优化,優化,s2t,keep the word")
    there = converter("zh-Hans", "zh-Hant-TW", "regional", house)
    back = converter("zh-Hant-TW", "zh-Hans", "standard", house)
    assert there.text("量子比特的优化，台积电发布") == "量子位元的優化，台积电發布"
    assert back.text("量子位元的發布") == "量子比特的发布"
    assert there.text(there.text("台积电发布")) == "台积电發布"


def test_house_wins_where_a_phrase_would_start_earlier() -> None:
    assert converter("zh-Hans", "zh-Hant-TW", house=_house("发明,髮明,s2t,")).text("被发明") == "被髮明"


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"a,b\n", "must begin with the header"),
        ("from,to,direction\n发,發,sideways\n".encode(), "line 2"),
        ("from,to\n,發\n".encode(), 'no "from"'),
        ("from,to\n发,發".encode("utf-16"), "not UTF-8"),
        ('from,to\n"发,發\n'.encode(), "not CSV"),
    ],
)
def test_a_dictionary_that_cannot_be_used(data: bytes, wanted: str) -> None:
    with pytest.raises(ConfigError, match=wanted):
        read_house(data, "script.csv")


def test_a_profile_of_ones_own() -> None:
    data = "#base: regional\nfrom,to,direction,note\n算法,演算方法,s2t,\n".encode()
    own = converter("zh-Hans", "zh-Hant-TW", read_profile(data, "own.csv"))
    assert own.text("软件的算法") == "軟體的演算方法"
    assert own.name == "opencc s2twp own.csv"
    plain = read_profile("from,to\n软件,軟體\n".encode(), "b.csv")
    assert converter("zh-Hans", "zh-Hant-TW", plain).text("软件的内存") == "軟體的內存"
