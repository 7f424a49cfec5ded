"""The HTML page in a real browser: columns, search, links, print, no script, and an accessibility scan."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from bilingual.publish import html
from bilingual.publish.templates import load
from tests.digests import sample

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("page") / "digest.html"
    path.write_bytes(html.render(sample(), load()).data)
    return path.as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page, with a check at the end that it asked for nothing and complained of nothing."""
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: requests.append(request.url.partition("#")[0]))
    opened.goto(address)
    yield opened
    context.close()
    assert complaints == []
    assert set(requests) == {address}


def test_columns_can_be_switched_off_and_on(page: Any) -> None:
    english = page.locator("tr[id='r1.1'] td").nth(2)
    assert english.is_visible()
    page.get_by_label("English").uncheck()
    assert not english.is_visible()
    page.get_by_label("English").check()
    assert english.is_visible()


def test_search_shows_only_rows_that_match_and_counts_them(page: Any) -> None:
    expect, found = sync_api.expect, page.locator("#found")
    page.locator("#search").fill("BLEU")
    expect(found).to_have_text("1 個段落")
    assert page.locator("tr[id='r1.3']").is_visible()
    assert not page.locator("tr[id='r1.1']").is_visible()
    assert not page.locator("#e2").is_visible()
    page.locator("#search").fill("nowhere in the text")
    expect(found).to_have_text("沒有符合的段落")
    assert page.locator("article:visible").count() == 0
    page.locator("#search").fill("")
    expect(found).to_have_text("")
    assert page.locator("tr[id='r1.1']").is_visible()


def test_a_word_of_a_title_finds_the_whole_paper(page: Any) -> None:
    page.locator("#search").fill("attention is all")
    sync_api.expect(page.locator("#e2")).to_be_hidden()
    assert page.locator("tr[id='r1.1']").is_visible()


def test_a_paper_and_a_row_have_addresses(page: Any, address: str) -> None:
    page.locator("#jump").select_option("e2")
    assert page.evaluate("location.hash") == "#e2"
    page.locator("tr[id='r1.2'] th a").click()
    assert page.evaluate("document.querySelector(':target').id") == "r1.2"
    page.locator("#search").fill("{{7*7}}")
    sync_api.expect(page.locator("#e1")).to_be_hidden()
    page.evaluate("location.hash = '#r1.1'")
    sync_api.expect(page.locator("#e1")).to_be_visible()


def test_formulas_are_laid_out(page: Any) -> None:
    box = page.locator("tr[id='r1.2'] td").nth(2).locator("math").bounding_box()
    assert box["width"] > 100
    assert box["height"] > 20


def test_it_works_without_a_script(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(address)
    assert not opened.locator("#search").is_visible()
    opened.get_by_label("English").uncheck()
    assert not opened.locator("tr[id='r1.1'] td").nth(2).is_visible()
    context.close()


def test_a_phone_needs_no_sideways_scrolling(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    opened = context.new_page()
    opened.goto(address)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360
    first, second = (opened.locator("tr[id='r1.1'] td").nth(n).bounding_box() for n in (0, 1))
    assert first["y"] + first["height"] <= second["y"]
    context.close()


def test_print_has_the_rows_and_not_the_tools(browser: Any, address: str) -> None:
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(address)
    opened.emulate_media(media="print")
    assert not opened.locator("#search").is_visible()
    assert opened.locator("tr[id='r3.1']").is_visible()
    assert opened.pdf().startswith(b"%PDF")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 400])
def test_an_accessibility_scan_finds_nothing(browser: Any, address: str, scheme: str, width: int) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    axe = (importlib.resources.files(package) / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 900})
    opened = context.new_page()
    opened.goto(address)
    opened.evaluate(axe)
    result = opened.evaluate("axe.run()")
    context.close()
    assert [(found["id"], found["nodes"][0]["html"]) for found in result["violations"]] == []
    assert len(result["passes"]) > 30
