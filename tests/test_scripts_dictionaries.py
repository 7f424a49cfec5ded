"""The dictionaries of OpenCC merged into one convert as they do in a group, and where they cannot be read they stay one."""

from __future__ import annotations

import json
import random
from pathlib import Path

import opencc
import pytest

from bilingual.scripts import dictionaries
from bilingual.scripts.dictionaries import merged, text_node, union, write
from bilingual.scripts.engine import compiled, corrections

CONFIGURATIONS = ("s2t", "s2tw", "s2twp", "s2hkp", "tw2sp", "t2s")


def _random_text(configuration: str) -> str:
    """Corrections of the configuration with other words and Latin between them, cut at random places."""
    chance = random.Random(7)
    words = [*corrections(configuration), "头发", "發現", "模型A", "，", "系统", "網路"]
    pieces = [chance.choice(words) for _ in range(4000)]
    return "".join(piece[chance.randrange(2) :] for piece in pieces)


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_merged_dictionaries_convert_as_the_group_does(configuration: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = _random_text(configuration)
    one = compiled(configuration, corrections(configuration))(text)
    used: list[bool] = []

    def grouped(dicts: list[dictionaries.Node], path: Path) -> dictionaries.Node:
        used.append(True)
        return union(dicts)

    monkeypatch.setattr("bilingual.scripts.engine.merged", grouped)
    assert compiled(configuration, corrections(configuration))(text) == one != text
    assert used


def test_the_first_dictionary_wins_and_the_longest_match(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", {"甲": "1", "甲乙": "2"})
    write(tmp_path / "b.txt", {"甲": "3", "甲乙丙": "4", "丁": "5"})
    node = merged([text_node(str(tmp_path / name)) for name in ("a.txt", "b.txt")], tmp_path / "both.txt")
    config = {"name": "test", "conversion_chain": [{"dict": node}]}
    (tmp_path / "config.json").write_text(json.dumps(config), "utf-8")
    assert node["type"] == "text"
    assert opencc.OpenCC(str(tmp_path / "config.json")).convert("甲甲乙甲乙丙丁") == "1245"


def test_without_the_tool_the_group_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken: dictionaries.Node = {"type": "ocd2", "file": str(tmp_path / "no dictionary.ocd2")}
    listed = [broken, text_node(str(tmp_path / "never read.txt"))]
    write(tmp_path / "never read.txt", {"甲": "1"})
    assert merged(listed, tmp_path / "out.txt") == union(listed)
    assert not (tmp_path / "out.txt").exists()
