"""The readable data: every entry is whole, has a reason, and does what it says."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import opencc
import pytest

import bilingual.scripts as package
from bilingual.scripts import converter
from bilingual.scripts.context import rules
from bilingual.scripts.detect import characters
from bilingual.scripts.dictionaries import dictionary_files, dumped
from bilingual.scripts.engine import corrections, load
from bilingual.scripts.phrases import expand, read

DATA = Path(package.__file__).parent / "data"
FILES = ("s2t.csv", "t2s.csv", "s2t_regional.csv", "t2s_regional.csv")


def test_expand() -> None:
    assert expand("被發{明,現}") == ["被發明", "被發現"]
    assert expand("{a,b}{1,2}") == ["a1", "a2", "b1", "b2"]
    assert expand("x") == ["x"]


@pytest.mark.parametrize("name", FILES)
def test_every_phrase_has_a_source_a_target_and_a_reason(name: str) -> None:
    phrases = read(name)
    assert len(phrases) > 100
    for phrase in phrases:
        assert phrase.source
        assert phrase.target
        assert phrase.reason
        assert not set(phrase.source + phrase.target + phrase.reason[:1]) & set('{}"')


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("s2t.csv", ("zh-Hans", "zh-Hant-TW", "standard")),
        ("t2s.csv", ("zh-Hant-TW", "zh-Hans", "standard")),
        ("s2t_regional.csv", ("zh-Hans", "zh-Hant-TW", "regional")),
        ("t2s_regional.csv", ("zh-Hant-TW", "zh-Hans", "regional")),
    ],
)
def test_every_phrase_alone_gives_its_target(name: str, pair: tuple[str, str, str]) -> None:
    engine = converter(*pair).engine
    decided = set(rules(name[:3]))
    wanted = {p.source: p.target for p in read(name) if p.source not in decided}
    made = engine("\n".join(wanted)).split("\n")
    wrong = [(s, m, t) for (s, t), m in zip(wanted.items(), made, strict=True) if m != t]
    assert wrong == []


def test_the_derived_tables_are_sorted_and_agree_with_the_written_ones() -> None:
    for name in ("boundaries.txt", "boundaries_twp.txt"):
        lines = [line for line in (DATA / name).read_text("utf-8").splitlines() if not line.startswith("#")]
        keys = [line.partition("\t")[0] for line in lines]
        assert len(keys) > 1000
        assert all(one < other for one, other in pairwise(keys))
        assert all(line.count("\t") == 1 for line in lines)


def test_the_characters_are_those_that_opencc_converts() -> None:
    hans, hant = characters()["Hans"], characters()["Hant"]
    assert not set(hans) & set(hant)
    to_traditional = load("s2t")("\n".join(hans)).split("\n")
    assert all(one != other for one, other in zip(hans, to_traditional, strict=True))
    to_simplified = load("t2s")("\n".join(hant)).split("\n")
    assert all(one != other for one, other in zip(hant, to_simplified, strict=True))


def test_ambiguous_characters_weigh_nothing() -> None:
    telling = set(characters()["Hans"] + characters()["Hant"])
    assert not telling & set("后里台面于着著干系余只么云谷舍范")


# What stands alone and is right in both scripts, but does not mean the same: a second conversion has no way to know.
TWICE = {
    "s2twp": {"苎悴", "苎烯"},
    "tw2sp": {
        *("一壞", "土壞", "壞土", "壞子", "壞布", "打壞", "拉壞", "捏壞", "毛壞", "陶壞", "折戟瀋河"),
        *("佈列敦", "佈列敦森林", "佈列敦森林制度", "老麼", "麼妹", "麼弟"),
    },
}


@pytest.mark.parametrize(
    ("configuration", "source", "target"), [("s2twp", "Hans", "Hant-TW"), ("tw2sp", "Hant-TW", "Hans")]
)
def test_every_phrase_converts_twice_as_once(configuration: str, source: str, target: str) -> None:
    made = converter(f"zh-{source}", f"zh-{target}", "regional")
    back = converter("zh-Hant", "zh-Hans") if source == "Hans" else converter("zh-Hans", "zh-Hant-TW")
    share = Path(opencc.__file__).parent / "clib" / "share" / "opencc"
    config = json.loads((share / f"{configuration}.json").read_text("utf-8"))
    keys = set(corrections(configuration))
    for stage in config["conversion_chain"]:
        for name in dictionary_files(stage["dict"])[:-1]:
            keys |= set(dumped(str(share / name)) or {})
    keys |= set(map(back.words, keys))
    found = {key for key in keys if len(key) > 1 and made.text(made.text(key)) != made.text(key)}
    assert found == TWICE[configuration]
