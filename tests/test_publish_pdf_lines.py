"""Lines after WeasyPrint: Han text fills its measure, marks at its edges stand flush, hyphens are copied as soft ones."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from weasyprint import HTML

from bilingual.publish.pdf_lines import mend_lines

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler's pdftotext")

STYLE = """<style>@page { size: 100mm 150mm; margin: 10mm } html { font: 10pt/16pt "Noto Serif CJK SC" } body { margin: 0 }
p { margin: 0 0 10pt } p:lang(zh) { text-align: justify } p:lang(en) { hyphens: auto }
i { font-style: normal; font-feature-settings: "halt" }</style>"""
LEFT, RIGHT = 10 / 25.4 * 72, 90 / 25.4 * 72


def printed(tmp_path: Path, body: str) -> Path:
    document = HTML(string=f"<html lang='zh-Hans'>{STYLE}{body}").render()
    mend_lines(document.pages)
    path = tmp_path / "lines.pdf"
    document.write_pdf(path)
    return path


def text_of(path: Path) -> str:
    return subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout


def lines(path: Path) -> list[tuple[float, float, str]]:
    """Left edge, right edge and text of each line, as poppler sees its glyphs."""
    made = subprocess.run(["pdftotext", "-bbox-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    found = []
    for line in re.findall(r"<line.*?</line>", made, re.DOTALL):
        edges = re.match(r'<line xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)"', line)
        assert edges
        found.append((float(edges[1]), float(edges[2]), "".join(re.findall(r">([^<\n]+)</word>", line))))
    return found


WORDS = "这里用 Adam 和 LoRA 说明一行里没有放满的位置应当怎样分给字与字之间的间隙而不是留在行尾"


def test_every_line_but_the_last_fills_the_measure(tmp_path: Path) -> None:
    path = printed(tmp_path, f"<p lang='zh-Hans'>{WORDS * 3}。</p>")
    found = lines(path)
    assert len(found) > 5
    assert not re.search("[一-鿿] [一-鿿]", text_of(path))  # no gap is taken for a word space
    for left, right, _ in found[:-1]:
        assert left == pytest.approx(LEFT, abs=0.1)
        assert right == pytest.approx(RIGHT, abs=0.3)  # PDF has advances in thousandths of an em
    assert found[-1][1] < RIGHT - 1


def test_no_character_is_added_or_lost(tmp_path: Path) -> None:
    path = printed(tmp_path, f"<p lang='zh-Hans'>{WORDS}<b>粗体 bold 字</b>{WORDS}。</p>")
    assert re.sub(r"\s", "", text_of(path)) == re.sub(r"\s", "", f"{WORDS}粗体 bold 字{WORDS}。")


def test_a_line_whose_holes_would_show_stays_short(tmp_path: Path) -> None:
    found = lines(printed(tmp_path, f"<p lang='zh-Hans'>很短 {'x' * 40}</p>"))
    assert found[0][2] == "很短"
    assert found[0][1] == pytest.approx(LEFT + 20, abs=0.5)


def test_a_line_that_a_break_ends_stays_short(tmp_path: Path) -> None:
    found = lines(printed(tmp_path, "<p lang='zh-Hans'>" + "字" * 20 + "<br>后面的一行</p>"))
    assert found[0][1] == pytest.approx(LEFT + 200, abs=0.5)


def test_text_that_is_not_justified_is_left_alone(tmp_path: Path) -> None:
    found = lines(printed(tmp_path, f"<p lang='zh-Hans' style='text-align:left'>{WORDS}</p>"))
    assert max(right for _, right, _ in found) < RIGHT - 1


def test_brackets_at_the_beginning_of_a_line_stand_flush(tmp_path: Path) -> None:
    path = printed(tmp_path, "<p lang='zh-Hans'>（甲）乙丙</p><p lang='zh-Hans'><i>（</i>甲）乙丙</p>")
    first, halved = (left for left, _, _ in lines(path))
    assert first == pytest.approx(LEFT - 5, abs=0.1)  # the square of the bracket hangs, its ink does not
    assert halved == pytest.approx(LEFT - 5, abs=0.2)  # the font itself has moved it, nothing else has


@pytest.mark.parametrize(("tag", "hangs"), [("zh-Hans", 5.0), ("zh-Hant", 0.0)])
def test_a_stop_in_the_corner_of_its_square_gives_up_the_empty_half(tmp_path: Path, tag: str, hangs: float) -> None:
    # 227 pt hold 22 characters, the last of which is the comma.
    found = lines(printed(tmp_path, f"<p lang='{tag}'>{'字' * 21}，{'字' * 8}</p>"))
    assert found[0][2].endswith("，")
    assert found[0][1] == pytest.approx(RIGHT + hangs, abs=0.3)


ENGLISH = "Experimentation outperforms regularization, characterization and internationalization " * 3


def test_a_hyphen_that_a_line_end_brought_is_a_soft_one(tmp_path: Path) -> None:
    text = text_of(printed(tmp_path, f"<p lang='en'>{ENGLISH}</p>"))
    assert "\u00ad\n" in text
    assert re.sub(r"\s", "", text.replace("\u00ad", "")) == re.sub(r"\s", "", ENGLISH)


def test_a_hyphen_of_the_source_stays_what_it_is(tmp_path: Path) -> None:
    text = text_of(printed(tmp_path, f"<p lang='en'>{ENGLISH}</p><p lang='en'>long\u2010term and short-term</p>"))
    assert "long\u2010term and short-term" in text
