"""Quotation marks of the region."""

from __future__ import annotations

import pytest

from bilingual.model import plain
from bilingual.protect import scan
from bilingual.publish.quotes import regional, regional_runs
from tests.digests import sample


@pytest.mark.parametrize(
    ("text", "tag", "wanted"),
    [
        ("所謂“注意力”與‘鍵’", "zh-Hant-TW", "所謂「注意力」與『鍵』"),
        ("所谓「注意力」与『键』", "zh-Hans-CN", "所谓“注意力”与‘键’"),
        ('所謂"早期階段"的', "zh-Hant-TW", "所謂「早期階段」的"),
        ('所谓"早期阶段"的', "zh-Hans-CN", "所谓“早期阶段”的"),
        ('長 12" 的', "zh-Hant-TW", '長 12" 的'),
        ("模型不是“Bob’s Model”的", "zh-Hant-TW", "模型不是「Bob’s Model」的"),
        ("“An English title”", "zh-Hant-TW", "“An English title”"),
        ("“Attention” 是 English", "en", "“Attention” 是 English"),
        (r"“公式 \(f''(x) = ``\)”與 `“code”`", "zh-Hant-TW", r"「公式 \(f''(x) = ``\)」與 `“code”`"),
    ],
)
def test_marks_follow_the_region(text: str, tag: str, wanted: str) -> None:
    assert plain(regional_runs(scan(text), tag)) == wanted


def test_a_digest_without_marks_is_left_as_it_is() -> None:
    assert regional(sample()) == sample()
