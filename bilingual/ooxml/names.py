"""Names of WordprocessingML as lxml has them, and the few questions that every reader of it asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bilingual.ooxml.write import M_NS, R_NS, W_NS

if TYPE_CHECKING:
    from lxml import etree

W: Final = f"{{{W_NS}}}"
M: Final = f"{{{M_NS}}}"
R: Final = f"{{{R_NS}}}"
MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
W14: Final = "{http://schemas.microsoft.com/office/word/2010/wordml}"
W15: Final = "{http://schemas.microsoft.com/office/word/2012/wordml}"
_OFF: Final = ("0", "false", "off", "none")
# What Word itself understands of what `mc:Choice` may require; the other content has a fallback.
_UNDERSTOOD: Final = frozenset("wps wpg wpc wpi w14 w15 w16 w16cex w16cid w16se wp14 a14 cx m v".split())


def local(element: etree._Element) -> str:
    """The name of an element of WordprocessingML without its namespace; of others with a prefix, as in `m:oMath`."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    if tag.startswith(W):
        return tag[len(W) :]
    if tag.startswith(M):
        return f"m:{tag[len(M) :]}"
    if tag.startswith(MC):
        return f"mc:{tag[len(MC) :]}"
    return f":{tag.rpartition('}')[2]}"


def value(element: etree._Element | None, attribute: str = "val") -> str:
    """The value of an attribute of WordprocessingML; "" when there is no such element or attribute."""
    return "" if element is None else element.get(W + attribute, "")


def flag(element: etree._Element | None) -> bool | None:
    """Whether an on/off property is on (17.17.4); None when it is not there."""
    return None if element is None else value(element) not in _OFF


def number(text: str, default: int = 0) -> int:
    """A decimal number of the schema, or `default` for anything else."""
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else default


def alternative(content: etree._Element) -> Iterator[etree._Element]:
    """The children of the one branch of an `mc:AlternateContent` that Word shows (ECMA-376 Part 3, 9.3)."""
    fallback: etree._Element | None = None
    for branch in content:
        if branch.tag == f"{MC}Choice" and set(branch.get("Requires", "").split()) <= _UNDERSTOOD:
            yield from branch
            return
        if branch.tag == f"{MC}Fallback":
            fallback = branch
    if fallback is not None:
        yield from fallback
