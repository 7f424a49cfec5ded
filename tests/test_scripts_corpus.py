"""The shared corpus: the reported phrases, and OpenCC's own cases but for those that differ on purpose."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from pathlib import Path

import pytest

from bilingual.scripts import Converter, converter

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not here")

PAIRS = {
    "s2t": ("zh-Hans", "zh-Hant", "standard"),
    "s2tw": ("zh-Hans", "zh-Hant-TW", "standard"),
    "s2twp": ("zh-Hans", "zh-Hant-TW", "regional"),
    "s2hk": ("zh-Hans", "zh-Hant-HK", "standard"),
    "s2hkp": ("zh-Hans", "zh-Hant-HK", "regional"),
    "t2s": ("zh-Hant", "zh-Hans", "standard"),
    "tw2s": ("zh-Hant-TW", "zh-Hans-CN", "standard"),
    "tw2sp": ("zh-Hant-TW", "zh-Hans-CN", "regional"),
    "hk2s": ("zh-Hant-HK", "zh-Hans-CN", "standard"),
    "hk2sp": ("zh-Hant-HK", "zh-Hans-CN", "regional"),
}

# OpenCC's cases that this project answers otherwise, and why.
GUARD = "the input has characters of the target script alone, so that it counts as converted already"
DIFFERENT = {
    ("medical_phrases_tw_hepatitis_s2twp", "s2twp"): GUARD,
    ("BYVoid_OpenCC_PR_464_jia_vs_jia", "t2s"): GUARD,
    **{("BYVoid_OpenCC_PR_1266_zhou", pair): GUARD for pair in ("s2t", "s2tw", "s2hk", "s2twp")},
    **{("BYVoid_OpenCC_Issue_506", pair): GUARD for pair in ("s2t", "s2tw", "s2hk", "s2twp", "s2hkp")},
    ("dioxin_terms_tw_s2twp", "s2twp"): "持久性 is persistence or durability; 永續性 is sustainability",
    (
        "BYVoid_OpenCC_Issue_1246_core_reverse_phrase",
        "tw2sp",
    ): "核心 is the core; a kernel only of an operating system",
    ("variants_tw_s2twp", "s2twp"): "社區 in Traditional is a neighbourhood; 社群 is written 社群",
}


@cache
def made(pair: str) -> Converter:
    return converter(*PAIRS[pair])


def test_reported_phrases() -> None:
    with (CORPUS / "opencc_cases.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wrong = [
        (row["config"], row["input"], made(row["config"]).text(row["input"]), row["want"])
        for row in rows
        if made(row["config"]).text(row["input"]) not in row["want"].split("/")
    ]
    assert len(rows) == 78
    assert wrong == []


def _cases() -> list[dict[str, object]]:
    text = (CORPUS / "opencc_testcases.json").read_text("utf-8")
    text = re.sub(r",(\s*[}\]])", r"\1", re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    cases: list[dict[str, object]] = json.loads(text)["cases"]
    return cases


def test_the_cases_of_opencc() -> None:
    differing = set()
    for case in _cases():
        expected = case["expected"]
        assert isinstance(expected, dict)
        for pair, wanted in expected.items():
            if pair in PAIRS and made(pair).text(str(case["input"])) != wanted:
                differing.add((str(case["id"]), pair))
    assert differing == set(DIFFERENT)
