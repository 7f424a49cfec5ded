"""Drawings as PDF operators: what is drawn is what the SVG draws, and what is not understood is left to WeasyPrint."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from shutil import which

import pikepdf
import pytest

from bilingual.publish.math import to_svg
from bilingual.publish.pdf_shapes import operators
from tests.math_formulas import FORMULAS

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 20 40" fill="#f00">'


def shapes(inner: str) -> list[str] | None:
    made = operators(f"{HEAD}{inner}</svg>", 100.0, 200.0)
    return None if made is None else made.decode().splitlines()


def test_a_path_keeps_its_coordinates_and_a_matrix_places_it() -> None:
    assert shapes('<path d="M 1 2 L 3 4 H 5 V 6 C 1 2 3 4 5 6 ZM 0 0 L 9 9 Z"/>') == [
        "5.000000 0 0 5.000000 -0.00000 50.00000 cm",
        "1 0 0 rg",
        *("1 2 m", "3 4 l", "5 4 l", "5 6 l", "1 2 3 4 5 6 c", "h", "0 0 m", "9 9 l", "h", "f"),
    ]


def test_a_quadratic_curve_becomes_the_cubic_that_is_the_same() -> None:
    made = shapes('<path d="M 0 0 Q 3 6 6 0 Z"/>')
    assert made is not None
    assert "2.000 4.000 4.000 4.000 6.000 0.000 c" in made


def test_a_rectangle_is_filled() -> None:
    made = shapes('<rect x="1" y="2" width="3" height="0.5"/>')
    assert made is not None
    assert made[2:] == ["1 2 3 0.5 re", "f"]


@pytest.mark.parametrize(
    "inner",
    [
        '<path d="M 0 0 L 1 1" stroke="#111" fill="none"/>',
        '<path d="m 0 0 l 1 1"/>',
        '<path d="M 0 0 A 1 1 0 0 0 2 2"/>',
        '<path d="M 0"/>',
        '<rect x="1" y="2" width="3" height="4" stroke="#111"/>',
        '<text x="0" y="0">確</text>',
        '<g><path d="M 0 0 L 1 1"/></g>',
    ],
)
def test_other_drawings_are_left(inner: str) -> None:
    assert shapes(inner) is None


def picture(data: bytes, folder: Path, name: str) -> bytes:
    """The first page in grey, a byte a pixel."""
    (folder / f"{name}.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-gray", "-r", "72", str(folder / f"{name}.pdf"), str(folder / name)], check=True)
    (made,) = folder.glob(f"{name}-*.pgm")
    return made.read_bytes().split(b"\n255\n", 1)[1]


def page_of(drawing: bytes, width: float, height: float) -> bytes:
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(width, height))
    page.contents_add(b"1 0 0 -1 0 %.4f cm\n%b" % (height, drawing))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.skipif(which("pdftoppm") is None, reason="poppler-utils is not installed")
def test_formulas_look_as_weasyprint_draws_them(tmp_path: Path) -> None:
    from weasyprint import HTML

    compared = 0
    for n, formula in enumerate(FORMULAS[::12]):
        svg = to_svg(formula, False, color="#111")
        width, height = round(48 * svg.width_em), round(48 * (svg.height_em + svg.depth_em))
        drawing = operators(svg.svg, width, height) if width and height else None
        if drawing is None:
            continue
        sized = svg.svg.replace(
            "<svg ", f'<svg preserveAspectRatio="none" style="display:block;width:{width}pt;height:{height}pt" ', 1
        )
        html = f"<style>@page {{ margin: 0; size: {width}pt {height}pt }} body {{ margin: 0 }}</style>{sized}"
        theirs = picture(HTML(string=html).write_pdf(), tmp_path, f"theirs{n}")
        ours = picture(page_of(drawing, width, height), tmp_path, f"ours{n}")
        assert len(ours) == len(theirs)
        differ = sum(abs(one - other) for one, other in zip(ours, theirs, strict=True))
        ink = sum(255 - one for one in theirs)
        assert ink > 0
        assert differ <= 0.03 * ink, formula
        compared += 1
    assert compared > 10
