"""digest.json: the contract of its fields, and that it says everything."""

from __future__ import annotations

import json

from bilingual.publish.json import render
from tests.digests import sample, text_digest


def test_the_fields_of_the_contract() -> None:
    data = json.loads(render(sample()))
    assert set(data) >= {"title", "date", "columns", "entries", "unmatched", "findings"}
    assert data["columns"] == ["zh-Hant-TW", "zh-Hans-CN", "en"]
    first = data["entries"][0]
    assert set(first) >= {"key", "papers", "title", "rows"}
    assert first["papers"] == [{"path": "papers.txt", "n": 1}]
    assert first["title"]["en"] == "Attention Is All You Need"
    assert set(first["rows"][0]["cells"]["en"]) >= {"text", "origin"}


def test_texts_keep_their_formulas_and_gaps_are_missing() -> None:
    rows = json.loads(render(sample()))["entries"][0]["rows"]
    assert rows[0]["cells"]["zh-Hant-TW"]["text"].endswith(r"計算量為 \(O(n^2 d)\)。")
    assert rows[0]["cells"]["zh-Hans-CN"]["origin"] == "script"
    assert rows[2]["cells"]["en"] == {"text": "", "origin": "missing", "by": "", "segments": []}


def test_prefaces_notes_and_possible_pairs_are_not_lost() -> None:
    data = json.loads(render(sample()))
    assert [section["entries"] for section in data["sections"]] == [[1, 2], [3]]
    assert data["sections"][0]["preface"][0]["cells"]["zh-Hans-CN"]["text"] == "本期选出三篇论文。"
    assert data["sections"][0]["notes"] == ["3 papers this month"]
    assert data["possible"][0]["status"] == "possible"


def test_the_same_digest_gives_the_same_bytes_and_reads_as_it_is() -> None:
    assert render(sample()) == render(sample())
    assert "注意力就是你所需要的一切" in render(sample()).decode()


def test_a_lone_surrogate_does_not_stop_the_output() -> None:
    assert json.loads(render(text_digest("壞字 \ud800。", "Bad.")))["entries"]
