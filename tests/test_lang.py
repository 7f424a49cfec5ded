"""Language tags: canonical forms and the codes they map to."""

from __future__ import annotations

import pytest

from bilingual import lang
from bilingual.errors import LanguageError


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("zh-Hant-TW", "zh-Hant-TW"),
        ("ZH_hant_tw", "zh-Hant-TW"),
        ("zh-TW", "zh-Hant-TW"),
        ("zh_CN", "zh-Hans-CN"),
        ("zh-hk", "zh-Hant-HK"),
        (" en ", "en"),
        ("zho", "zh"),
    ],
)
def test_parse_gives_the_canonical_tag(written: str, tag: str) -> None:
    assert lang.parse(written) == tag


def test_an_unknown_tag_names_the_nearest() -> None:
    with pytest.raises(LanguageError, match='"zh-Hamt-TW" is not known; did you mean "zh-Hant-TW"'):
        lang.parse("zh-Hamt-TW")
    with pytest.raises(LanguageError, match="known tags: zh-Hans"):
        lang.parse("qqq")


def test_codes_of_other_standards() -> None:
    assert [lang.opencc_standard(t) for t in ("zh-Hans-CN", "zh-Hant", "zh-Hant-TW", "zh-Hant-HK", "en")] == [
        "s", "t", "tw", "hk", "",
    ]  # fmt: skip
    assert [lang.ooxml(t) for t in ("zh-Hant-TW", "zh-Hans-CN", "en")] == ["zh-TW", "zh-CN", "en-US"]
    assert [lang.argos(t) for t in ("zh-Hant-TW", "zh-Hans", "en-GB")] == ["zt", "zh", "en"]


def test_same_language() -> None:
    assert lang.same_language("zh-Hant", "zh-Hant-TW")
    assert lang.same_language("zh", "zh-Hans-CN")
    assert not lang.same_language("zh-Hans", "zh-Hant")
    assert not lang.same_language("zh", "en")
    assert lang.same_language("en-GB", "en")


def test_columns_never_offer_chinese_of_unknown_script() -> None:
    assert "zh" not in lang.columns()
    assert {"zh-Hant-TW", "zh-Hans-CN", "zh-Hant-HK", "en"} <= set(lang.columns())
