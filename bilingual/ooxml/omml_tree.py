"""Elements and properties of OMML as they are looked up, whatever is missing."""

from __future__ import annotations

from typing import Final

from lxml import etree

from bilingual.ooxml.omml_runs import MATH, WORD

_ON: Final = (None, "1", "on", "true")


def name_of(element: etree._Element) -> str:
    """The local name of an element of OMML; one of Word has the prefix `w:`, any other a colon, a comment nothing."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""  # a comment or a processing instruction
    space, _, local = tag.rpartition("}")
    return local if space == f"{{{MATH}" else f"w:{local}" if space == f"{{{WORD}" else f":{local}"


def child_of(element: etree._Element, name: str) -> etree._Element | None:
    """The first child of that name in OMML."""
    return element.find(f"{{{MATH}}}{name}")


def value_of(element: etree._Element, name: str, default: str) -> str:
    """The value of a property in the `…Pr` of an element; `default` where there is no such property."""
    properties = child_of(element, f"{name_of(element)}Pr")
    found = None if properties is None else child_of(properties, name)
    if found is None:
        return default
    return found.get(f"{{{MATH}}}val") or ""


def flag(element: etree._Element, name: str, default: bool = False) -> bool:
    """Whether a property that is on or off is on; one without a value is (ECMA-376 Part 1, 22.9.2.7)."""
    properties = child_of(element, f"{name_of(element)}Pr")
    found = None if properties is None else child_of(properties, name)
    return default if found is None else found.get(f"{{{MATH}}}val") in _ON
