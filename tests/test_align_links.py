"""The page of links: weakest first, nothing but text from the sources, the lines to add; and pairs for a memory."""

from __future__ import annotations

from pathlib import Path

from lxml import html

from bilingual.alignment.corrections import parse_corrections
from bilingual.alignment.links import links_page, text_pairs
from bilingual.model import Bead

TEMPLATE = (Path(__file__).parents[1] / "templates" / "align.html.j2").read_text("utf-8")
SOURCE = ["Fine.", "<img src=x onerror=alert(1)> {{ 7*7 }}", "Last."]
TARGET = ["好。", "最后。"]
BEADS = (Bead((0,), (0,), 0.97), Bead((1,), (), 0.31), Bead((2,), (1,), 0.6))


def page() -> html.HtmlElement:
    made = links_page(
        BEADS, SOURCE, TARGET, texts=("en.txt", "zh.txt"), langs=("en", "zh-Hans"), template=TEMPLATE
    )  # fmt: skip
    return html.document_fromstring(made)


def test_the_weakest_link_comes_first_and_then_all_in_order() -> None:
    tables = page().xpath("//table")
    numbers = [table.xpath("./tbody/tr/th/text()") for table in tables]
    assert numbers == [["2", "3", "1"], ["1", "2", "3"]]


def test_source_text_is_text() -> None:
    tree = page()
    assert not tree.xpath("//img")
    assert "{{ 7*7 }}" in tree.text_content()
    assert not tree.xpath("//script | //link | //@src")


def test_colours_follow_the_score() -> None:
    styles = page().xpath("(//table)[2]//td[@class='s']/@style")
    hues = [int(style.split("hsl(")[1].split()[0]) for style in styles]
    assert hues[1] < hues[2] < hues[0]


def test_the_lines_to_add_can_be_read() -> None:
    lines = page().xpath("//pre/text()")
    assert len(lines) == 3
    parsed = parse_corrections("\n".join(lines))
    assert {(c.source, c.target) for c in parsed.beads} == {((1,), ()), ((2,), (1,)), ((0,), (0,))}


def test_languages_are_set_on_the_cells() -> None:
    assert set(page().xpath("//tbody//td/@lang")) == {"en", "zh-Hans"}


def test_pairs_for_a_memory_have_both_sides() -> None:
    beads = (Bead((0, 2), (0, 1), 0.9), Bead((1,), (), 0.3))
    assert text_pairs(beads, SOURCE, TARGET) == (("Fine. Last.", "好。最后。", 0.9),)
