"""TMX files of other tools come in whole, and the memory finds the same and the similar sentence, never across scripts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from bilingual.errors import SourceError
from bilingual.model import Code, Link, Math, Text, plain
from bilingual.protect import scan
from bilingual.translation.index import MemoryIndex, language_pairs
from bilingual.translation.tmx import Tag, Tmx, Unit, Variant, content_of, content_text, read_tmx
from bilingual.translation.tmx_write import write_tmx

MEMOQ = """<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4"><header creationtool="MemoQ" creationtoolversion="10.5" segtype="sentence" adminlang="en-us"
 creationid="ann" srclang="zh-cn" o-tmf="MemoQTM" datatype="unknown"><prop type="defclient"></prop></header><body>
<tu changedate="20260105T101500Z" creationdate="20260101T000000Z" creationid="ann" changeid="bo">
<prop type="x-context-pre">前一句。</prop><prop type="x-context-post">后一句。</prop>
<tuv xml:lang="zh-cn"><seg>我们提出<bpt i="1" type="bold">&lt;b&gt;</bpt>优化器<ept i="1">&lt;/b&gt;</ept>。</seg></tuv>
<tuv xml:lang="en-us"><seg>We propose an <bpt i="1" type="bold">&lt;b&gt;</bpt>optimizer<ept i="1">&lt;/b&gt;</ept>.</seg></tuv>
</tu></body></tmx>"""
TRADOS = """<?xml version="1.0" encoding="utf-16"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header creationtool="SDL Language Platform" srclang="zh-TW"
 segtype="sentence" adminlang="zh-TW" o-tmf="SDL TM8 Format" datatype="xml"/><body>
<tu creationid="DOM\\ann" creationdate="20260102T000000Z"><prop type="x-Origin">TM</prop>
<tuv xml:lang="zh-TW"><seg>收斂率為<ph x="1" type="0"/>。</seg></tuv><tuv xml:lang="en-US"><seg>The rate is <ph x="1" type="0"/>.</seg></tuv>
<tuv xml:lang="de-DE"><seg>Die Rate ist <ph x="1" type="0"/>.</seg></tuv></tu></body></tmx>"""
OMEGAT = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx11.dtd">
<tmx version="1.1"><header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext"
 srclang="ZH-CN" segtype="sentence"/><body><!-- Default translations -->
<tu><tuv lang="ZH-CN"><seg>实验表明有效。</seg></tuv><tuv lang="EN-US" changeid="cy" changedate="20260103T000000Z">
<seg>Experiments show that it works.</seg></tuv></tu>
<tu><prop type="prev">甲。</prop><prop type="next">乙。</prop><tuv lang="ZH-CN"><seg>实验表明有效。</seg></tuv>
<tuv lang="EN-US"><seg>It works, as experiments show.</seg></tuv></tu></body></tmx>"""
OKAPI = """<?xml version="1.0"?><tmx version="1.4"><header creationtool="Okapi" srclang="*all*" segtype="paragraph"
 adminlang="en" o-tmf="okapi" datatype="x-markdown"/><body><tu tuid="a1"><note>checked</note>
<tuv xml:lang="zh"><seg>界为<ph x="1">\\(O(n)\\)</ph>。</seg></tuv><tuv xml:lang="en"><seg>The bound is <ph x="1">\\(O(n)\\)</ph>.</seg></tuv>
<tuv xml:lang="zh-Hant"><seg>界為<ph x="1">\\(O(n)\\)</ph>。</seg></tuv></tu><tu><tuv xml:lang="en"><seg/></tuv></tu></body></tmx>"""


def index_of(*texts: str, detect: Callable[[str], str] = lambda text: "zh") -> MemoryIndex:
    index = MemoryIndex(sqlite3.connect(":memory:"), detect)
    for number, text in enumerate(texts):
        data = text.encode("utf-16" if "utf-16" in text else "utf-8")
        index.add(f"{number}.tmx", data, read_tmx(data, f"{number}.tmx"))
    return index


@pytest.mark.parametrize("text", [MEMOQ, TRADOS, OMEGAT, OKAPI])
def test_files_of_other_tools_come_back_whole(text: str) -> None:
    first = read_tmx(text.encode("utf-16" if "utf-16" in text else "utf-8"), "in.tmx")
    assert first.units
    again = read_tmx(write_tmx(first), "out.tmx")
    assert again.units == first.units
    assert write_tmx(again) == write_tmx(first)


def test_more_than_two_languages_regions_and_inline_tags_survive() -> None:
    (unit,) = read_tmx(TRADOS.encode("utf-16"), "t.tmx").units
    assert [variant.lang for variant in unit.variants] == ["zh-TW", "en-US", "de-DE"]
    assert unit.variants[2].content == ("Die Rate ist ", Tag("ph", (("x", "1"), ("type", "0"))), ".")
    assert unit.properties == (("x-Origin", "TM"),)
    (unit,) = read_tmx(MEMOQ.encode(), "m.tmx").units
    assert unit.variants[0].text == "我们提出优化器。"
    assert unit.author == "bo"
    assert unit.changed == "20260105T101500Z"


def test_a_formula_in_a_tag_is_text_and_a_unit_with_one_language_is_counted() -> None:
    tmx = read_tmx(OKAPI.encode(), "o.tmx")
    assert tmx.skipped == 1
    assert tmx.units[0].variants[1].runs == (Text("The bound is "), Math("O(n)"), Text("."))


def test_runs_are_the_same_after_a_file() -> None:
    runs = (
        Text("见 "),
        Math("x<y", True, r"\["),
        Text("，"),
        Code("a&b"),
        Text(" 与 "),
        Link("https://a.org/?b=1&c=2", "https://a.org/?b=1&c=2"),
    )
    unit = Unit((Variant("zh-Hans-CN", content_of(runs)), Variant("en", content_of(runs))))
    (back,) = read_tmx(write_tmx(Tmx((unit,))), "x.tmx").units
    assert back.variants[0].runs == runs


def test_control_characters_make_no_invalid_file() -> None:
    title = "A title\x0bwith\x00 a \x1f tab \ud800 and \ufffe"
    data = write_tmx(Tmx((Unit((Variant("en", (title,)), Variant("zh-Hans", ("甲",)))),)))
    etree.fromstring(data)
    assert read_tmx(data, "x.tmx").units[0].variants[0].text == "A title with  a   tab   and  "
    dirty = OMEGAT.replace("有效", "有\x0b效&#11;").encode()
    assert read_tmx(dirty, "x.tmx").units[0].variants[0].text == "实验表明有效。"


texts = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), min_size=1, max_size=30
)
tags = st.builds(
    Tag,
    st.sampled_from(["ph", "bpt", "ept", "it", "hi", "ut"]),
    st.lists(st.tuples(st.sampled_from(["i", "x", "type"]), texts), max_size=2, unique_by=lambda pair: pair[0]).map(
        tuple
    ),
    st.lists(texts, max_size=1).map(tuple),
)


@given(st.lists(st.one_of(texts, tags), min_size=1, max_size=5))
def test_any_segment_comes_back(items: list[str | Tag]) -> None:
    content: list[str | Tag] = []
    for item in items:
        if isinstance(item, str) and content and isinstance(content[-1], str):
            content[-1] += item
        else:
            content.append(item)
    variant = Variant("en", tuple(content))
    if not any(isinstance(item, Tag) or item.strip() for item in content):
        return
    unit = Unit((variant, Variant("zh-Hans", ("甲",))), properties=(("p", "v"),), notes=("n",))
    (back,) = read_tmx(write_tmx(Tmx((unit,))), "x.tmx").units
    assert back.variants[0].content == variant.content


@pytest.mark.parametrize("data", [b"", b"<tmx", b"<html/>", b"\xff\xfe\x00", "<tmx>".encode("utf-16")])
def test_what_is_no_tmx_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"^bad\.tmx is not [^\n]*\.$"):
        read_tmx(data, "bad.tmx")


def test_entities_are_not_expanded_and_nothing_is_fetched() -> None:
    bomb = OMEGAT.replace('"tmx11.dtd">', '"http://127.0.0.1:9/x.dtd" [<!ENTITY e "secret">]>').replace(
        "有效", "有&e;效"
    )
    assert "secret" not in read_tmx(bomb.encode(), "x.tmx").units[0].variants[0].text


def test_deep_nesting_is_refused() -> None:
    deep = OMEGAT.replace("实验表明有效", "<hi>" * 60 + "甲" + "</hi>" * 60)
    with pytest.raises(SourceError, match="nested"):
        read_tmx(deep.encode(), "x.tmx")


def test_the_same_sentence_is_found_and_its_neighbours_decide() -> None:
    index = index_of(OMEGAT, MEMOQ)
    match = index.find(scan("实验表明有效。"), "zh-Hans-CN", "en")
    assert match is not None
    assert (match.score, plain(match.runs), match.by) == (1.0, "Experiments show that it works.", "cy")
    match = index.find(scan("实验表明有效。"), "zh-Hans", "en", before="甲。", after="乙。")
    assert match is not None
    assert (match.score, plain(match.runs)) == (1.01, "It works, as experiments show.")
    match = index.find(scan("我们提出优化器。"), "zh-Hans", "en-US")
    assert match is not None
    assert (match.by, match.date) == ("bo", "20260105T101500Z")


def test_a_similar_sentence_is_found_above_the_lowest_score() -> None:
    index = index_of(OMEGAT)
    assert index.find(scan("实验表明有效"), "zh-Hans", "en") is None
    match = index.find(scan("实验表明有效"), "zh-Hans", "en", lowest=0.8)
    assert match is not None
    assert 0.8 <= match.score < 1
    assert match.source == "实验表明有效。"
    assert index.find(scan("完全不同的一句话"), "zh-Hans", "en", lowest=0.8) is None


def test_a_memory_never_fills_across_scripts() -> None:
    index = index_of(OMEGAT, TRADOS)
    assert index.find(scan("实验表明有效。"), "zh-Hant-TW", "en") is None
    assert index.find(scan("收斂率為。"), "zh-Hans-CN", "en", lowest=0.5) is None
    assert index.find(scan("收斂率為。"), "zh-Hant-HK", "en") is not None


def test_chinese_without_a_script_is_what_its_characters_are() -> None:
    other = index_of(OKAPI, detect=lambda text: "zh-Hant")
    assert other.find(scan(r"界为\(O(n)\)。"), "zh-Hans", "en") is None
    known = index_of(OKAPI, detect=lambda text: "zh-Hans")
    assert known.find(scan(r"界为\(O(n)\)。"), "zh-Hans", "en") is not None
    assert known.find(scan(r"界为 \(O(m)\)。"), "zh-Hans", "en") is None


def test_a_file_replaces_what_was_known_of_it() -> None:
    index = index_of(OMEGAT)
    assert list(index.files()) == ["0.tmx"]
    data = OMEGAT.encode()
    assert index.add("0.tmx", data, read_tmx(data, "0.tmx")) == 4
    assert list(index.files()) == ["0.tmx"]
    index.remove("0.tmx")
    assert index.find(scan("实验表明有效。"), "zh-Hans", "en") is None


def test_pairs_of_languages_are_counted_in_both_orders() -> None:
    pairs = list(language_pairs(read_tmx(TRADOS.encode("utf-16"), "t.tmx"), lambda text: "zh"))
    assert sorted(pairs) == [("en-US", "zh-Hant-TW"), ("zh-Hant-TW", "en-US")]


def test_the_text_of_tags_of_layout_is_not_text() -> None:
    assert content_text(("a ", Tag("ph", (), ("<br/>",)), Tag("hi", (), ("b",)))) == "a b"
