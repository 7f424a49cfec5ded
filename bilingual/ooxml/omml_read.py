"""OMML → LaTeX, for formulas that come back from Word (ECMA-376 Part 1, 22.1); what is unknown keeps its text.

Written so that a formula of `omml.to_omml` gives the same OMML again. Limits are written out (`\\limits`) only where
they are not what LaTeX would do by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from lxml import etree

from bilingual.mathml import symbols
from bilingual.ooxml.omml import to_omml
from bilingual.ooxml.omml_names import (
    ACCENT_NAMES,
    ARROW_NAMES,
    BRACE_NAMES,
    big_operator,
    cells,
    columns_of,
    guard,
    plain_function,
    text_of,
)
from bilingual.ooxml.omml_runs import WORD
from bilingual.ooxml.omml_tree import child_of, flag, name_of, value_of
from bilingual.ooxml.omml_words import bracket, delimiter, join, letters, symbol, words

_SINGLE: Final = re.compile(r"\\([A-Za-z]+|.)(\{(\w|\\[A-Za-z]+)\})?")


def to_latex(omath: etree._Element, *, display: bool | None = None) -> str:
    """The LaTeX of an `m:oMath` or `m:oMathPara`, without delimiters; "" for an empty one.

    `display` says whether it stands alone; by default it does when it is, or is in, an `m:oMathPara`.
    """
    parent = omath.getparent()
    alone = name_of(omath) == "oMathPara" or (parent is not None and name_of(parent) == "oMathPara")
    shown = alone if display is None else display
    if name_of(omath) == "oMathPara":
        formulas = [_sequence(child, shown).strip() for child in omath if name_of(child) == "oMath"]
        return r" \\ ".join(filter(None, formulas))
    return _sequence(omath, shown).strip()


def canonical(tex: str, display: bool = False) -> str:
    """The LaTeX that a formula has after a way through OMML, by which two ways to write one formula are compared.

    Raises MathError as `to_omml` does.
    """
    return to_latex(to_omml(tex, display))


def _sequence(element: etree._Element, display: bool, closed: bool = True) -> str:
    """The children of an element, one after the other; properties have no text.

    `closed` says that what stands after the element is not an operand of the last child.
    """
    children = [child for child in element if not name_of(child).endswith("Pr")]
    out = ""
    for index, child in enumerate(children):
        last = closed and index == len(children) - 1
        out = join(out, letters(child, last) if name_of(child) == "r" else _element(child, display))
    return out


def _element(element: etree._Element, display: bool) -> str:
    name = name_of(element)
    handler = _HANDLERS.get(name)
    if handler is not None:
        return handler(element, display)
    if name in _THROUGH:
        return _sequence(element, display)
    if name in _NOTHING or not name:
        return ""
    if name == "w:r":
        return words(text_of(element, WORD))
    if len(element):
        return _sequence(element, display)
    return words(element.text or "")


def _part(element: etree._Element, name: str, display: bool = False) -> str:
    child = child_of(element, name)
    text = "" if child is None else _sequence(child, display)
    return "" if text == "{}" else text.strip()


def _group(element: etree._Element, name: str, display: bool = False) -> str:
    return "{" + _part(element, name, display) + "}"


def _fraction(element: etree._Element, _: bool) -> str:
    top, bottom = _group(element, "num"), _group(element, "den")
    match value_of(element, "type", "bar"):
        case "noBar":
            return rf"{{{top}\atop{bottom}}}"
        case "lin" | "skw":
            return rf"{top}/{bottom}"
        case _:
            return rf"\frac{top}{bottom}"


def _radical(element: etree._Element, display: bool) -> str:
    degree = "" if flag(element, "degHide") else _part(element, "deg")
    degree = f"{{{degree}}}" if "]" in degree or "[" in degree else degree
    return rf"\sqrt{f'[{degree}]' if degree else ''}{_group(element, 'e', display)}"


def _base(element: etree._Element, display: bool) -> str:
    """The base of scripts; in braces unless it is one symbol, command, letter of an alphabet or pair of brackets."""
    child = child_of(element, "e")
    if child is None:
        return "{}"
    base = _sequence(child, display, closed=False)
    fenced = len(child) == 1 and name_of(child[0]) == "d"
    braced = len(child) == 1 and name_of(child[0]) == "groupChr"  # its scripts would be labels
    single = len(base) == 1 or (_SINGLE.fullmatch(base) is not None and not braced)
    return base if (single or fenced) and base != "~" else "{" + ("" if base == "{}" else base) + "}"


def _scripts(element: etree._Element, display: bool) -> str:
    base = _base(element, display)
    function = _function_name(element, "e")
    if function:
        base = function + (r"\nolimits" if _takes_limits(function) and display else "")
    return base + _raised(element)


def _raised(element: etree._Element) -> str:
    sub, sup = _part(element, "sub"), _part(element, "sup")
    primes = len(sup) // 6 if sup and sup == r"\prime" * (len(sup) // 6) else 0
    shown = "'" * primes if primes else f"^{{{sup}}}" if sup else ""
    return (f"_{{{sub}}}" if sub else "") + shown or "^{}"


def _before(element: etree._Element, display: bool) -> str:
    return "{}" + _raised(element) + _group(element, "e", display)


def _nary(element: etree._Element, display: bool) -> str:
    char = value_of(element, "chr", "∫") or "∫"
    sign = big_operator(char)
    limits = value_of(element, "limLoc", "subSup" if char in symbols.SIDE_LIMITS else "undOvr") == "undOvr"
    sub = "" if flag(element, "subHide") else _part(element, "sub")
    sup = "" if flag(element, "supHide") else _part(element, "sup")
    usual = display and char not in symbols.SIDE_LIMITS
    if (sub or sup) and limits != usual:
        sign += r"\limits" if limits else r"\nolimits"
    scripts = (f"_{{{sub}}}" if sub else "") + (f"^{{{sup}}}" if sup else "")
    return join(sign + scripts, _part(element, "e", display))


def _fence(element: etree._Element, display: bool) -> str:
    opening, closing = value_of(element, "begChr", "("), value_of(element, "endChr", ")")
    mark = value_of(element, "sepChr", "|")
    parts = [_sequence(child, display) for child in element if name_of(child) == "e"]
    parts = ["" if part == "{}" else part for part in parts]
    if not flag(element, "grow", default=True):
        body = symbol(mark).join(parts) if mark else " ".join(parts)
        return join(join(bracket(opening, False), body), bracket(closing, True))
    if named := _named_fence(element, opening, closing, parts):
        return named
    body = (delimiter(mark, r"\middle") if mark else ",").join(parts)
    return join(join(delimiter(opening, r"\left"), body), delimiter(closing, r"\right"))


def _named_fence(element: etree._Element, opening: str, closing: str, parts: Sequence[str]) -> str:
    """A binomial, a matrix or cases by their own names; "" for other delimiters."""
    body = parts[0] if len(parts) == 1 else ""
    if (opening, closing) == ("(", ")") and body.startswith("{{") and r"}\atop{" in body:
        holder = child_of(element, "e")
        inner = None if holder is None or len(holder) != 1 else holder[0]
        if inner is not None and name_of(inner) == "f":
            return rf"\binom{_group(inner, 'num')}{_group(inner, 'den')}"
    start, end = r"\begin{matrix}", r"\end{matrix}"
    letter = {"()": "p", "[]": "b", "{}": "B", "||": "v", "‖‖": "V"}.get(opening + closing)
    if letter and body.startswith(start) and body.endswith(end) and body.count(start) == 1:
        return rf"\begin{{{letter}matrix}}{body[len(start) : -len(end)]}\end{{{letter}matrix}}"
    for columns in ("{l}", "{ll}"):
        start, end = rf"\begin{{array}}{columns}", r"\end{array}"
        if (
            (opening, closing) == ("{", "")
            and body.startswith(start)
            and body.endswith(end)
            and body.count(r"\end") == 1
        ):
            return rf"\begin{{cases}}{body[len(start) : -len(end)]}\end{{cases}}"
    return ""


def _function(element: etree._Element, display: bool) -> str:
    holder = child_of(element, "fName")
    name = "" if holder is None else _sequence(holder, display).strip()
    if holder is not None and len(holder):
        inner = holder[-1]
        if name_of(inner) in ("limLow", "limUpp"):
            name = _limited_function(inner, display) or name
        elif plain := plain_function(holder):
            name = plain
    return join(name, _part(element, "e", display)) if name else _part(element, "e", display)


def _function_name(element: etree._Element, part: str) -> str:
    """The command for a base inside `m:fName`; "" when the element is not in one."""
    parent = element.getparent()
    holder = child_of(element, part)
    return plain_function(holder) if holder is not None and parent is not None and name_of(parent) == "fName" else ""


def _takes_limits(command: str) -> bool:
    return command[1:] in symbols.LIMIT_FUNCTIONS


def _limited_function(element: etree._Element, display: bool) -> str:
    """A function with limits below and above as LaTeX sets them; "" when the base is no plain name."""
    under = over = ""
    inner = element
    while name_of(inner) in ("limLow", "limUpp"):
        if name_of(inner) == "limLow":
            under = _part(inner, "lim")
        else:
            over = _part(inner, "lim")
        holder = child_of(inner, "e")
        if holder is None or not len(holder):
            return ""
        if plain := plain_function(holder):
            usual = display and _takes_limits(plain)
            starred = plain.replace(r"\operatorname{", r"\operatorname*{")
            name = starred if starred != plain else plain if usual or _takes_limits(plain) else ""
            if not name:
                name = r"\operatorname*{" + plain[1:] + "}"
            limits = "" if display or plain.startswith(r"\lim") else r"\limits"
            return name + limits + (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over else "")
        inner = holder[-1]
    return ""


def _lower(element: etree._Element, display: bool) -> str:
    return _limit(element, display, "_", r"\underset")


def _upper(element: etree._Element, display: bool) -> str:
    return _limit(element, display, "^", r"\overset")


def _limit(element: etree._Element, display: bool, sign: str, command: str) -> str:
    holder = child_of(element, "e")
    limit = _group(element, "lim")
    inner = None if holder is None or len(holder) != 1 else holder[0]
    if inner is not None and name_of(inner) == "groupChr":
        body = _braced(inner, display)
        if body.startswith(r"\x") and sign == "_":
            arrow, _, label = body.partition("{")
            return f"{arrow}[{limit}]{{{label}"
        if not body.startswith(r"\x"):
            return f"{body}{sign}{limit}"
    base = "" if holder is None else _sequence(holder, display, closed=False).strip()
    return f"{command}{limit}{{{'' if base == '{}' else base}}}"


def _accent(element: etree._Element, display: bool) -> str:
    body = _group(element, "e", display)
    mark = value_of(element, "chr", "\u0302")
    name = ACCENT_NAMES.get(mark)
    if name is None:
        return rf"\overset{{{words(mark)}}}{body}"
    wide = len(body) > 3 and not _SINGLE.fullmatch(body[1:-1])
    return f"\\{'wide' if wide and name in ('hat', 'tilde', 'check') else ''}{name}{body}"


def _bar(element: etree._Element, display: bool) -> str:
    under = value_of(element, "pos", "bot") != "top"
    return f"\\{'under' if under else 'over'}line{_group(element, 'e', display)}"


def _braced(element: etree._Element, display: bool) -> str:
    mark = value_of(element, "chr", "⏟") or "⏟"
    position, joint = value_of(element, "pos", "bot"), value_of(element, "vertJc", "")
    if mark in ARROW_NAMES and not joint:
        return f"\\{ARROW_NAMES[mark]}{_group(element, 'e')}"
    name = BRACE_NAMES.get((mark, position))
    if name is not None:
        return f"\\{name}{_group(element, 'e', display)}"
    if mark in ARROW_NAMES:
        return f"\\{ARROW_NAMES[mark]}{_group(element, 'e')}"
    command = "under" if position == "bot" else "over"
    return rf"\{command}set{{{words(mark)}}}{_group(element, 'e', display)}"


def _matrix(element: etree._Element, _: bool) -> str:
    rows = [
        cells([_sequence(cell, False).strip() for cell in row if name_of(cell) == "e"])
        for row in element
        if name_of(row) == "mr"
    ]
    columns = columns_of(element)
    body = r" \\ ".join(rows)
    if columns.strip("c"):
        return rf"\begin{{array}}{{{columns}}}{guard(body)}\end{{array}}"
    return rf"\begin{{matrix}}{guard(body)}\end{{matrix}}"


def _equations(element: etree._Element, _: bool) -> str:
    rows: list[str] = []
    for line in element:
        if name_of(line) == "e":
            rows.append(cells(_sequence(line, True).strip().split(" & ")))
    name = "aligned" if any(" & " in f" {row} " for row in rows) else "gathered"
    body = guard(r" \\ ".join(rows))
    return rf"\begin{{{name}}}{body}\end{{{name}}}"


def _frame(element: etree._Element, display: bool) -> str:
    up, down = flag(element, "strikeBLTR"), flag(element, "strikeTLBR")
    name = "xcancel" if up and down else "cancel" if up else "bcancel" if down else "boxed"
    return f"\\{name}{_group(element, 'e', True if name == 'boxed' else display)}"


def _phantom(element: etree._Element, display: bool) -> str:
    if flag(element, "show", default=True):
        return _part(element, "e", display)
    flat = flag(element, "zeroAsc") and flag(element, "zeroDesc")
    name = "vphantom" if flag(element, "zeroWid") else "hphantom" if flat else "phantom"
    return f"\\{name}{_group(element, 'e', display)}"


_THROUGH: Final = frozenset(
    ["oMath", "oMathPara", "box", "e", "w:ins", "w:moveTo", "w:smartTag", "w:sdt", "w:sdtContent", "w:hyperlink"]
)
# Deleted and moved text is not part of the formula as it stands.
_NOTHING: Final = frozenset(["w:del", "w:moveFrom", "w:bookmarkStart", "w:bookmarkEnd", "w:proofErr", "w:rPr"])
_HANDLERS: Final[dict[str, Callable[[etree._Element, bool], str]]] = {
    "f": _fraction,
    "rad": _radical,
    "sSub": _scripts,
    "sSup": _scripts,
    "sSubSup": _scripts,
    "sPre": _before,
    "nary": _nary,
    "d": _fence,
    "func": _function,
    "limLow": _lower,
    "limUpp": _upper,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _braced,
    "m": _matrix,
    "eqArr": _equations,
    "borderBox": _frame,
    "phant": _phantom,
}
