"""Blocks: what every format is turned into, and what every layout is found in.

A format (text, Markdown, HTML, DOCX) knows nothing of papers; a layout (list, bullets, prose, cards, …) knows
nothing of files. Record formats (BibTeX, RIS, CSV, JSON Lines, Atom) give papers directly and skip this.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bilingual.model import Runs, plain


class BlockKind(StrEnum):
    """What a block is in its format."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    QUOTE = "quote"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a source, on lines `line` to `line_end` (from 1).

    `level` is the depth of a heading (1 is the top) or of a list item (1 is the outermost). `marker` is what stood
    before an item (`-`, `*`, `3.`, `（9）`) or "". A table row has one `cells` entry a column, and `header` names
    the columns (empty for a table with no header); its `runs` are the cells joined by a tab. Blocks of one card of a
    page share its number in `card`, from 1; others have 0.
    """

    kind: BlockKind
    runs: Runs
    line: int
    line_end: int
    level: int = 0
    marker: str = ""
    cells: tuple[Runs, ...] = ()
    header: tuple[str, ...] = ()
    card: int = 0

    @property
    def text(self) -> str:
        """The block in the form of the JSON interfaces."""
        return plain(self.runs)
