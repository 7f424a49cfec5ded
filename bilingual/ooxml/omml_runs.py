"""Runs of OMML: the characters of a formula and the words in it (ECMA-376 Part 1, 22.1.2.87 `r`)."""

from __future__ import annotations

import unicodedata
from typing import Final

from lxml import etree

from bilingual import lang as languages
from bilingual.mathml import alphabets, symbols
from bilingual.mathml.alphabets import ITALIC, ROMAN, Style
from bilingual.mathml.tree import Symbol, Text

MATH: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NSMAP: Final = {"m": MATH, "w": WORD}
_XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
BLANK: Final = "\u200a"
# Spaces that Word's own math input writes, by width in em.
SPACES: Final = {3 / 18: "\u2009", 4 / 18: "\u205f", 4.5 / 18: "\u00a0", 5 / 18: "\u2005", 0.5: "\u2002", 1.0: "\u2003"}

_FONT: Final = "Cambria Math"


def m(name: str) -> str:
    """A name of OMML as lxml writes it."""
    return f"{{{MATH}}}{name}"


def w(name: str) -> str:
    """A name of WordprocessingML as lxml writes it."""
    return f"{{{WORD}}}{name}"


def add(parent: etree._Element, name: str) -> etree._Element:
    """A new element of OMML at the end of `parent`."""
    return etree.SubElement(parent, m(name))


def properties(parent: etree._Element, name: str, **values: str) -> None:
    """`m:<name>Pr` with its children in the order given, which the schema fixes; none when there is nothing to say."""
    if values:
        holder = add(parent, f"{name}Pr")
        for key, value in values.items():
            add(holder, key).set(m("val"), value)


def write_symbol(parent: etree._Element, node: Symbol) -> None:
    """A symbol at the end of `parent`, in the run that is there when it looks the same."""
    style = node.style
    if node.kind in ("func", "lim"):
        style = ROMAN
    elif not alphabets.is_letter(node.text) or (node.kind == "num" and style == ROMAN):
        style = ITALIC  # the default; operators and digits stand upright in it
    text = node.text
    if style.scr != "roman":  # the character itself, for programs that do not know m:scr
        text = "".join(alphabets.styled(char, style) or char for char in text)
    write_run(parent, text, style)


def write_run(parent: etree._Element, text: str, style: Style) -> None:
    """Mathematical characters of one style at the end of `parent`."""
    last = parent[-1] if len(parent) else None
    wanted = f"{style.scr} {style.sty}" + (" lit" if "&" in text else "")
    # A space has no style, and goes where it is.
    if last is not None and last.tag == m("r") and (_look(last) == wanted or (text.isspace() and _look(last))):
        content = last[-1]
        content.text = f"{content.text}{text}"
        return
    run = add(parent, "r")
    shown: dict[str, str] = {"lit": "1"} if "&" in text else {}
    if style.scr != "roman":
        shown["scr"] = style.scr
    if style.sty != "i":
        shown["sty"] = style.sty
    properties(run, "r", **shown)
    etree.SubElement(etree.SubElement(run, w("rPr")), w("rFonts"), {w("ascii"): _FONT, w("hAnsi"): _FONT})
    add(run, "t").text = text


def write_text(parent: etree._Element, node: Text, lang: str | None, east_asian_font: str | None) -> None:
    """Words as normal text, with the language and the font of what is around the formula."""
    run = add(parent, "r")
    add(add(run, "rPr"), "nor")
    look = etree.SubElement(run, w("rPr"))
    fonts = {w("ascii"): "Courier New", w("hAnsi"): "Courier New"} if node.mono else {}
    if any(unicodedata.east_asian_width(char) in "WF" for char in node.text):
        fonts |= {w("eastAsia"): east_asian_font} if east_asian_font else {}
        fonts |= {w("hint"): "eastAsia"}
    if fonts:
        etree.SubElement(look, w("rFonts"), fonts)
    for name, wanted in (("b", node.bold), ("i", node.italic)):
        if wanted:
            etree.SubElement(look, w(name))
    if lang is not None:
        code = languages.ooxml(lang)
        chinese = languages.is_chinese(lang)
        etree.SubElement(look, w("lang"), {w("eastAsia") if chinese else w("val"): code})
    content = add(run, "t")
    content.text = node.text
    content.set(_XML_SPACE, "preserve")


def _look(run: etree._Element) -> str:
    """The style of a mathematical run as one word; "" for text and for alignment marks."""
    found = run.find(m("rPr"))
    values = {} if found is None else {etree.QName(item).localname: item.get(m("val")) for item in found}
    if "nor" in values or (run[-1].text == "&" and "lit" not in values):
        return ""
    return f"{values.get('scr', 'roman')} {values.get('sty', 'i')}" + (" lit" if "lit" in values else "")


def set_apart(only: etree._Element) -> None:
    """Make operators that stand alone, as in `x^+`, normal text in the mathematical font, and blanks too.

    Word shows them as before; LibreOffice wants operands for them otherwise.
    """
    if only.tag != m("r"):
        return
    text = only[-1].text or ""
    found = only.find(m("rPr"))
    if found is None and (
        text == BLANK or all(symbols.kind_of_char(char) in ("bin", "rel", "open", "close") for char in text)
    ):
        found = etree.Element(m("rPr"))
        add(found, "nor")
        only.insert(0, found)


def space_text(width: float) -> str:
    """The spaces nearest to `width` em; nothing for a negative one, which OMML has no character for."""
    if width < 0.05:
        return ""
    whole = int(width + 0.01)
    rest = width - whole
    part = SPACES[min(SPACES, key=lambda known: abs(known - rest))] if rest > 0.08 else ""
    return "\u2003" * whole + part
