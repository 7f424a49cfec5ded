"""OMML → LaTeX where no formula is inside: names of functions, marks and operators, and the frames of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lxml import etree

from bilingual.mathml import symbols
from bilingual.mathml.names import ACCENTS, ARROWS, BRACES
from bilingual.ooxml.omml_runs import BLANK, MATH
from bilingual.ooxml.omml_tree import name_of
from bilingual.ooxml.omml_words import operator_name, words

ACCENT_NAMES: Final = {mark: name for name, mark in reversed(ACCENTS.items()) if not name.startswith("wide")} | {
    # What Word's own gallery and older editors write for the same marks.
    "^": "hat",
    "~": "tilde",
    "¯": "bar",
    "\u0305": "bar",
    "→": "vec",
    "´": "acute",
    "`": "grave",
    "˙": "dot",
    "¨": "ddot",
    "˘": "breve",
    "ˇ": "check",
    "\u20d1": "vec",
    "": "hat",
}
BRACE_NAMES: Final = {(mark, "bot" if name.startswith("under") else "top"): name for name, mark in BRACES.items()}
ARROW_NAMES: Final = {mark: name for name, mark in ARROWS.items()}


def plain_function(holder: etree._Element) -> str:
    """The command for a name that is one upright run; "" otherwise."""
    runs = [child for child in holder if not name_of(child).endswith("Pr")]
    if len(runs) != 1 or name_of(runs[0]) != "r":
        return ""
    text = text_of(runs[0], MATH)
    for table in (symbols.FUNCTIONS, symbols.LIMIT_FUNCTIONS):
        for name, shown in table.items():
            if shown == text:
                return f"\\{name}"
    return r"\operatorname{" + operator_name(text) + "}" if text.strip(BLANK) else ""


def text_of(element: etree._Element, space: str) -> str:
    """The characters in an element, of Word or of its formulas by the namespace given."""
    return "".join(item.text or "" for item in element.iter(f"{{{space}}}t"))


def big_operator(char: str) -> str:
    """A big operator as LaTeX; one that has no command of its own is declared with `\\mathop`."""
    name = symbols.command_of(char)
    if name is not None and symbols.kind_of_char(char) == "op":
        return f"\\{name}"
    return rf"\mathop{{{words(char) if name is None else chr(92) + name}}}"


def cells(cells: Sequence[str]) -> str:
    """A row; a lone empty cell keeps its braces, because a row of nothing at the end would be none."""
    if len(cells) == 1:
        return cells[0]
    return " & ".join("" if cell == "{}" else cell for cell in cells)


def guard(body: str) -> str:
    """A bracket at the beginning of a row would be read as an option of what stands before it."""
    return ("{}" if body[:1] == "[" else "") + body.replace(r"\\ [", r"\\ {}[")


def columns_of(element: etree._Element) -> str:
    """The columns of an `m:m` as `array` names them: l, c or r each."""
    letters = ""
    for column in element.iterfind(f"{{{MATH}}}mPr/{{{MATH}}}mcs/{{{MATH}}}mc/{{{MATH}}}mcPr"):
        values = {name_of(item): item.get(f"{{{MATH}}}val") or "" for item in column}
        count = values.get("count", "1")
        letters += {"left": "l", "right": "r"}.get(values.get("mcJc", ""), "c") * int(count if count.isdigit() else 1)
    width = max((sum(name_of(cell) == "e" for cell in row) for row in element if name_of(row) == "mr"), default=1)
    return (letters + "c" * width)[:width]
