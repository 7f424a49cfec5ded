"""What WeasyPrint's tag tree lacks, and what it has too much of.

This runs inside WeasyPrint's own `finisher`, just before the file is written, where the boxes of the pages are still
there to say which element became which tag. Cells get their language and headers their scope (which replaces lists of
header ids, unique in one file only); figures that are formulas become formulas; and the tag that WeasyPrint makes for
every single line goes into its parent, which halves the objects of a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bilingual.publish.pdf_formulas import CONTINUED


def mend_tags(document: Any, pdf: Any) -> None:
    """Mend the structure tree of `pdf`, a `pydyf.PDF`, in place."""
    for sheet in document.pages:
        for box in _cells(sheet._page_box):
            _mend_cell(box)
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("S") == "/Figure" and _is_formula(thing):
            thing["S"] = "/Formula"
    _merge_lines(pdf)


def _mend_cell(box: Any) -> None:
    """/Lang on a cell, /Scope on a header cell (ISO 32000-1, 14.8.5.7)."""
    import pydyf

    if box.element is None:
        return
    tag = box.mark
    if language := box.element.get("lang"):
        tag["Lang"] = pydyf.String(language)
    tag.pop("ID", None)
    tag["A"].pop("Headers", None)
    if box.element.tag == "th":
        tag["A"]["Scope"] = "/Row" if box.element.get("scope") == "row" else "/Column"
    elif len(tag["A"]) == 1:
        tag.pop("A")  # only its owner is left


def _cells(box: Any) -> Iterator[Any]:
    """The boxes below `box` that carry a mark, which only table cells do."""
    if hasattr(box, "mark"):
        yield box
    for child in getattr(box, "children", ()):
        yield from _cells(child)


def _is_formula(figure: dict[str, Any]) -> bool:
    text = getattr(figure.get("Alt"), "string", "")
    return isinstance(text, str) and text.startswith((r"\(", r"\[", CONTINUED))


def _merge_lines(pdf: Any) -> None:
    """Give the content of tags that say nothing about it (a line of text, an inline element) to the tag around them."""
    plain: dict[int, list[Any]] = {}
    for number, thing in enumerate(pdf.objects):
        if isinstance(thing, dict) and thing.get("S") in ("/P", "/Span", "/NonStruct") and len(thing) == _BARE:
            parent = pdf.objects[_number(thing["P"])]
            if parent.get("S") in _HOLDERS and parent.get("Pg") == thing["Pg"]:
                plain[number] = thing["K"]
    owner_of: dict[int, bytes] = {}
    for number in plain:
        holder = number
        while holder in plain:
            holder = _number(pdf.objects[holder]["P"])
        owner_of[number] = b"%d 0 R" % holder
    for number, thing in enumerate(pdf.objects):
        if isinstance(thing, dict) and thing.get("S") in _HOLDERS and number not in plain:
            thing["K"][:] = _flat(thing["K"], plain)
            for kid in thing["K"]:
                if isinstance(kid, bytes) and pdf.objects[_number(kid)]["Type"] == "/StructElem":
                    pdf.objects[_number(kid)]["P"] = b"%d 0 R" % number
    root = pdf.objects[_number(pdf.catalog["StructTreeRoot"])]
    for owners in pdf.objects[_number(root["ParentTree"])]["Nums"][1::2]:
        if isinstance(owners, list):
            owners[:] = [owner_of.get(_number(owner), owner) for owner in owners]
    for number in plain:
        pdf.objects[number].free = "f"


def _flat(kids: list[Any], plain: dict[int, list[Any]]) -> list[Any]:
    """Kids with those that are plain replaced by their own kids."""
    made: list[Any] = []
    for kid in kids:
        inner = plain.get(_number(kid)) if isinstance(kid, bytes) else None
        made += [kid] if inner is None else _flat(inner, plain)
    return made


_BARE = 5  # a tag with only /Type, /S, /K, /Pg and /P
# Tags that may hold content themselves (ISO 32000-1, 14.8.4).
_HOLDERS = frozenset(("/P", "/Span", "/NonStruct", "/H1", "/H2", "/H3", "/TD", "/TH", "/LBody", "/Caption"))


def _number(reference: Any) -> int:
    """The object number of a reference such as b"12 0 R"."""
    return int(reference.split()[0])
