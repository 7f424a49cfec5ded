"""A guess at the page of each heading, for a table of contents that nobody has updated yet.

Only a program that lays the document out knows its pages; Word and LibreOffice put the right numbers in when the
fields are updated or the document is printed. Until then the contents show this estimate: characters of known width
in columns of known width, and rows that do not break.
"""

from __future__ import annotations

import math
import re
from typing import Final

from bilingual.publish.docx_reference import Page
from bilingual.publish.docx_table import Grid
from bilingual.publish.view import DigestView, RowView, TitleView, runs_text

# Characters as wide as they are high: East Asian Width W and F (Unicode Annex 11) of Chinese text.
_WIDE: Final = re.compile(
    "[\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\U00020000-\U0003ffff]+"
)
_SIZE: Final = 190  # of text in cells, in twentieths of a point
_LINE: Final = 1.36  # line height of the fonts of fonts.py, as a multiple of their size
_NARROW: Final = 0.5  # mean width of Latin letters, digits and spaces in em
_ROW_SPACE: Final = 90
_HEADING_1: Final = 15 * 20 * _LINE + 320
_HEADING_2: Final = 11 * 20 * _LINE + 220
_DETAILS: Final = 8 * 20 * _LINE + 60


def heading_pages(digest: DigestView, grid: Grid, page: Page) -> list[int]:
    """The page, from 1, of each heading in the order of the document: a section's, then those of its papers."""
    header_row = _SIZE * _LINE + 120
    flow = _Flow(page.text_height - header_row)
    found = []
    for section in digest.sections:
        found.append(flow.add(_HEADING_1, keep=_HEADING_2))
        for row in section.preface:
            flow.add(_row_height(row, grid))
        for entry in section.entries:
            lines = _title_lines(entry.titles, grid)
            found.append(flow.add(_HEADING_2 + (lines - 1) * 220 * _LINE, keep=2 * _SIZE * _LINE))
            if entry.authors or entry.venue or entry.links:
                flow.add(_DETAILS)
            for row in entry.rows:
                flow.add(_row_height(row, grid))
    return found


class _Flow:
    """Blocks one under the other on pages of one height."""

    def __init__(self, height: float) -> None:
        self._height = height
        self._page = 1
        self._at = 0.0

    def add(self, height: float, keep: float = 0.0) -> int:
        """Put a block down that needs `keep` more room after it; the page it begins on."""
        if self._at + height + keep > self._height and self._at:
            self._page += 1
            self._at = 0.0
        page = self._page
        self._at += height
        while self._at > self._height:
            self._page += 1
            self._at -= self._height
        return page


def _width(text: str) -> float:
    narrow = len(_WIDE.sub("", text))
    return len(text) - narrow * (1 - _NARROW)


def _lines(text: str, width: int, size: int) -> int:
    return max(1, math.ceil(_width(text) * size / (width - 200)))


def _row_height(row: RowView, grid: Grid) -> float:
    lines = max(
        (_lines(runs_text(cell.runs), w, _SIZE) for cell, w in zip(row.cells, grid.columns, strict=True)), default=1
    )
    return lines * _SIZE * _LINE + _ROW_SPACE


def _title_lines(titles: tuple[TitleView, ...], grid: Grid) -> int:
    if len(titles) == 1:
        return _lines(titles[0].text, sum(grid.columns), 220)
    return max(_lines(title.text, w, 220) for title, w in zip(titles, grid.columns, strict=True))
