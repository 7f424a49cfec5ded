"""What WeasyPrint's tag tree lacks: the language of each cell, and that a formula is a formula.

This runs inside WeasyPrint's own `finisher`, just before the file is written, where the boxes of the pages are still
there to say which element became which tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def mend_tags(document: Any, pdf: Any) -> None:
    """Set /Lang on the tags of table cells, /Scope on header cells, and make figures that are formulas /Formula."""
    import pydyf

    for sheet in document.pages:
        for box in _cells(sheet._page_box):
            tag = getattr(box, "mark", None)
            if tag is None or box.element is None:
                continue
            if language := box.element.get("lang"):
                tag["Lang"] = pydyf.String(language)
            if box.element.tag == "th":
                tag["A"]["Scope"] = "/Row" if box.element.get("scope") == "row" else "/Column"
    for thing in pdf.objects:
        if isinstance(thing, pydyf.Dictionary) and thing.get("S") == "/Figure" and _is_formula(thing):
            thing["S"] = "/Formula"


def _cells(box: Any) -> Iterator[Any]:
    """The boxes below `box` that carry a mark, which only table cells do."""
    if hasattr(box, "mark"):
        yield box
    for child in getattr(box, "children", ()):
        yield from _cells(child)


def _is_formula(figure: Any) -> bool:
    alt = figure.get("Alt")
    text = getattr(alt, "string", "")
    return isinstance(text, str) and text.startswith((r"\(", r"\["))
