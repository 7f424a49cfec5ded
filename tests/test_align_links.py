"""The page of links in a real browser, the lines it gives carried out, and pairs for a memory."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from bilingual.alignment.corrections import apply, parse_corrections
from bilingual.alignment.links import text_pairs
from bilingual.alignment.suggest import correction_line, suggestions
from bilingual.model import Bead
from bilingual.pipeline.align_files import Aligned, links_html
from bilingual.pipeline.plain import PlainText

SOURCE = ("Fine.", "<img src=x onerror=alert(1)> {{ 7*7 }}", "Last.", "Of all.")
TARGET = ("好。", "最后。", "真的最后。")
BEADS = (Bead((0,), (0,), 0.97), Bead((1,), (), 0.31), Bead((2, 3), (1, 2), 0.6))
TEXTS = ("en.txt", "zh.txt")


def made() -> bytes:
    source, target = PlainText("en.txt", "en", SOURCE, ()), PlainText("zh.txt", "zh-Hans", TARGET, ())
    return links_html(Aligned(source, target, BEADS))


def tree() -> html.HtmlElement:
    return html.document_fromstring(made().decode())


def test_the_weakest_link_comes_first_and_then_all_in_order() -> None:
    numbers = [table.xpath("./tbody/tr/th/a/text()") for table in tree().xpath("//table")]
    assert numbers == [["2", "3", "1"], ["1", "2", "3"]]


def test_source_text_is_text() -> None:
    page = tree()
    assert not page.xpath("//img")
    assert "{{ 7*7 }}" in page.text_content()
    assert not page.xpath("//script | //link | //@src | //@onclick")


def test_colours_follow_the_score() -> None:
    styles = tree().xpath("(//table)[2]//td[@class='s']/@style")
    hues = [int(style.split("hsl(")[1].split()[0]) for style in styles]
    assert hues[1] < hues[2] < hues[0]


def test_each_link_has_the_lines_for_each_decision() -> None:
    blocks = tree().xpath("//tr[@class='fix']")
    titles = [block.xpath(".//h3/text()") for block in blocks]
    right, apart, new = "It is right", "They do not belong together", "A new bead begins here"
    before, after = "Join it with the one before", "Join it with the next"
    assert titles == [[right, before, after], [right, apart, new, before], [right, apart, after]]
    lines = tree().xpath("//pre/text()")
    assert len(lines) == sum(map(len, titles))
    parsed = parse_corrections("".join(lines))
    assert {c.texts for c in parsed.beads} == {TEXTS}
    assert {c.action for c in parsed.beads} == {"join", "split", "confirm", "forbid"}
    for c in parsed.beads:
        apply(BEADS, [c], SOURCE, TARGET, "x")


def carried_out(what: str, at: int, beads: tuple[Bead, ...] = BEADS) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    lines = next(s.lines for s in suggestions(beads, at, TEXTS, SOURCE, TARGET) if s.what.startswith(what))
    return [(b.source, b.target) for b in apply(beads, parse_corrections(lines).beads, SOURCE, TARGET, "x")]


def test_the_lines_do_what_they_say() -> None:
    assert carried_out("A new bead", 2)[2:] == [((2,), (1,)), ((3,), (2,))]
    assert carried_out("Join it with the next", 1) == [((0,), (0,)), ((1, 2, 3), (1, 2))]
    assert carried_out("Join it with the one before", 1) == [((0, 1), (0,)), ((2, 3), (1, 2))]
    assert ((2,), ()) in carried_out("They do not", 2)
    lopsided = (Bead((0, 1, 2, 3), (0,)), Bead((), (1,)), Bead((), (2,)))
    assert carried_out("A new bead", 0, lopsided)[-3][1] == (0,)


@given(st.lists(st.text(min_size=1), min_size=3, max_size=3), st.tuples(st.text(), st.text()))
def test_lines_can_be_read_again_whatever_the_texts(sentences: list[str], texts: tuple[str, str]) -> None:
    lines = correction_line(texts, Bead((1, 2), (0,)), sentences, sentences, "join")
    parsed = parse_corrections(lines).beads[0]
    assert (parsed.source, parsed.target, parsed.texts) == ((1, 2), (0,), texts)
    assert apply([Bead((n,), (n,)) for n in range(3)], [parsed], sentences, sentences, "x")


def test_pairs_for_a_memory_have_both_sides() -> None:
    beads = (Bead((0, 2), (0, 1), 0.9), Bead((1,), (), 0.3))
    assert text_pairs(beads, SOURCE, TARGET) == (("Fine. Last.", "好。最后。", 0.9),)


CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(params=[(1300, 900), (360, 740)], ids=["wide", "phone"])
def page(browser: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page with no script allowed, and a check that it asked for nothing and complained of nothing."""
    path = tmp_path / "links.html"
    path.write_bytes(made())
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, java_script_enabled=False)
    opened = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("request", lambda asked: requests.append(asked.url.partition("#")[0]))
    opened.goto(path.as_uri())
    yield opened
    context.close()
    assert complaints == []
    assert set(requests) == {path.as_uri()}


@in_browser
def test_a_link_is_opened_and_its_lines_are_selected_with_no_script(page: Any) -> None:
    block = page.locator("tr.fix").nth(1)
    lines = block.locator("pre").first
    assert not lines.is_visible()
    block.locator("summary").click()
    assert lines.is_visible()
    lines.click()
    assert page.evaluate("getSelection().toString()").strip() == lines.text_content().strip()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@in_browser
def test_sentences_stand_side_by_side_and_numbers_lead_there_and_back(page: Any) -> None:
    row = page.locator("#n3")
    left, right = (row.locator("td[data-text]").nth(n).bounding_box() for n in (0, 1))
    wide = page.viewport_size["width"] > 1000
    assert (left["y"] == right["y"]) == wide
    page.locator("#w3 th a").click()
    assert page.evaluate("location.hash") == "#n3"
    page.locator("#n3 th a").click()
    assert page.evaluate("location.hash") == "#w3"


@in_browser
def test_a_scan_for_accessibility_finds_nothing(browser: Any, tmp_path: Path) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    path = tmp_path / "links.html"
    path.write_bytes(made())
    context = browser.new_context(bypass_csp=True)
    opened = context.new_page()
    opened.goto(path.as_uri())
    opened.evaluate((importlib.resources.files(package) / "axe.min.js").read_text(encoding="utf-8"))
    result = opened.evaluate("axe.run()")
    context.close()
    assert [(found["id"], found["nodes"][0]["html"]) for found in result["violations"]] == []
