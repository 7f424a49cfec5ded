"""OMML → LaTeX, for formulas that come back from Word (ECMA-376 Part 1, 22.1). Never fails: what is unknown keeps its text.

Written so that a formula of `omml.to_omml` gives the same OMML again. Limits are written out (`\\limits`) only where they
are not what LaTeX would do by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lxml import etree

from bilingual.mathml import symbols
from bilingual.ooxml.omml import MATH, WORD, ZERO_WIDTH
from bilingual.ooxml.omml_words import delimiter, join, letters, operator_name, words

_ON: Final = (None, "1", "on", "true")


def to_latex(omath: etree._Element, *, display: bool | None = None) -> str:
    """The LaTeX of an `m:oMath` or `m:oMathPara`, without delimiters; "" for an empty one.

    `display` says whether it stands alone; by default it does when it is, or is in, an `m:oMathPara`.
    """
    parent = omath.getparent()
    alone = _name(omath) == "oMathPara" or (parent is not None and _name(parent) == "oMathPara")
    shown = alone if display is None else display
    if _name(omath) == "oMathPara":
        formulas = [_sequence(child, shown).strip() for child in omath if _name(child) == "oMath"]
        return r" \\ ".join(filter(None, formulas))
    return _sequence(omath, shown).strip()


def _name(element: etree._Element) -> str:
    tag = element.tag
    if not isinstance(tag, str):
        return ""  # a comment or a processing instruction
    space, _, local = tag.rpartition("}")
    return local if space == f"{{{MATH}" else f"w:{local}" if space == f"{{{WORD}" else f":{local}"


def _child(element: etree._Element, name: str) -> etree._Element | None:
    return element.find(f"{{{MATH}}}{name}")


def _value(element: etree._Element, name: str, default: str) -> str:
    """The value of a property in the `…Pr` of an element; `default` where there is no such property."""
    properties = _child(element, f"{_name(element)}Pr")
    found = None if properties is None else _child(properties, name)
    if found is None:
        return default
    return found.get(f"{{{MATH}}}val") or ""


def _flag(element: etree._Element, name: str, default: bool = False) -> bool:
    properties = _child(element, f"{_name(element)}Pr")
    found = None if properties is None else _child(properties, name)
    return default if found is None else found.get(f"{{{MATH}}}val") in _ON


def _sequence(element: etree._Element, display: bool) -> str:
    """The children of an element, one after the other; properties have no text."""
    children = [child for child in element if not _name(child).endswith("Pr")]
    out = ""
    for index, child in enumerate(children):
        last = index == len(children) - 1
        out = join(out, letters(child, last) if _name(child) == "r" else _element(child, display))
    return out


def _element(element: etree._Element, display: bool) -> str:
    name = _name(element)
    handler = _HANDLERS.get(name)
    if handler is not None:
        return handler(element, display)
    if name in _THROUGH:
        return _sequence(element, display)
    if name in _NOTHING or not name:
        return ""
    if name == "w:r":
        return words("".join(element.itertext(f"{{{WORD}}}t")))
    if len(element):
        return _sequence(element, display)
    return words(element.text or "")


def _part(element: etree._Element, name: str, display: bool = False) -> str:
    child = _child(element, name)
    text = "" if child is None else _sequence(child, display)
    return "" if text == "{}" else text.strip()


def _group(element: etree._Element, name: str, display: bool = False) -> str:
    return "{" + _part(element, name, display) + "}"


def _fraction(element: etree._Element, _: bool) -> str:
    top, bottom = _group(element, "num"), _group(element, "den")
    match _value(element, "type", "bar"):
        case "noBar":
            return rf"{{{top}\atop{bottom}}}"
        case "lin" | "skw":
            return rf"{top}/{bottom}"
        case _:
            return rf"\frac{top}{bottom}"


def _radical(element: etree._Element, display: bool) -> str:
    degree = "" if _flag(element, "degHide") else _part(element, "deg")
    return rf"\sqrt{f'[{{{degree}}}]' if degree else ''}{_group(element, 'e', display)}"


def _base(element: etree._Element, display: bool) -> str:
    """The base of scripts; in braces unless it is one symbol or command."""
    child = _child(element, "e")
    return "{}" if child is None else _simple(_sequence(child, display))


def _simple(base: str) -> str:
    single = len(base) == 1 or (base[:1] == "\\" and (base[1:].isalpha() or len(base) == 2))
    return base if single and base not in ("~",) else "{" + base.removeprefix("{}") + "}"


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
    char = _value(element, "chr", "∫") or "∫"
    sign = letters_of(char)
    limits = _value(element, "limLoc", "subSup" if char in symbols.SIDE_LIMITS else "undOvr") == "undOvr"
    sub = "" if _flag(element, "subHide") else _part(element, "sub")
    sup = "" if _flag(element, "supHide") else _part(element, "sup")
    usual = display and char not in symbols.SIDE_LIMITS
    if (sub or sup) and limits != usual:
        sign += r"\limits" if limits else r"\nolimits"
    scripts = (f"_{{{sub}}}" if sub else "") + (f"^{{{sup}}}" if sup else "")
    return join(sign + scripts, _part(element, "e", display))


def letters_of(char: str) -> str:
    """A big operator as LaTeX; one that has no command of its own is declared with `\\mathop`."""
    name = symbols.command_of(char)
    if name is not None and symbols.kind_of_char(char) == "op":
        return f"\\{name}"
    return rf"\mathop{{{words(char) if name is None else chr(92) + name}}}"


def _fence(element: etree._Element, display: bool) -> str:
    opening, closing = _value(element, "begChr", "("), _value(element, "endChr", ")")
    separator = delimiter(_value(element, "sepChr", "|"), r"\middle")
    parts = [_sequence(child, display).removeprefix("{}") for child in element if _name(child) == "e"]
    body = separator.join(parts) if separator else ",".join(parts)
    return join(join(delimiter(opening, r"\left"), body), delimiter(closing, r"\right"))


def _function(element: etree._Element, display: bool) -> str:
    holder = _child(element, "fName")
    name = "" if holder is None else _sequence(holder, display).strip()
    if holder is not None and len(holder):
        inner = holder[-1]
        if _name(inner) in ("limLow", "limUpp"):
            name = _limited_function(inner, display) or name
        elif plain := _plain_function(holder):
            name = plain
    return join(name, _part(element, "e", display)) if name else _part(element, "e", display)


def _plain_function(holder: etree._Element) -> str:
    """The command for a name that is one upright run; "" otherwise."""
    runs = [child for child in holder if not _name(child).endswith("Pr")]
    if len(runs) != 1 or _name(runs[0]) != "r":
        return ""
    text = "".join(runs[0].itertext(f"{{{MATH}}}t"))
    for table in (symbols.FUNCTIONS, symbols.LIMIT_FUNCTIONS):
        for name, shown in table.items():
            if shown == text:
                return f"\\{name}"
    return r"\operatorname{" + operator_name(text) + "}" if text.strip(ZERO_WIDTH) else ""


def _function_name(element: etree._Element, part: str) -> str:
    """The command for a base inside `m:fName`; "" when the element is not in one."""
    parent = element.getparent()
    holder = _child(element, part)
    return _plain_function(holder) if holder is not None and parent is not None and _name(parent) == "fName" else ""


def _takes_limits(command: str) -> bool:
    return command[1:] in symbols.LIMIT_FUNCTIONS


def _limited_function(element: etree._Element, display: bool) -> str:
    """A function with limits below and above as LaTeX sets them; "" when the base is no plain name."""
    under = over = ""
    inner = element
    while _name(inner) in ("limLow", "limUpp"):
        if _name(inner) == "limLow":
            under = _part(inner, "lim")
        else:
            over = _part(inner, "lim")
        holder = _child(inner, "e")
        if holder is None or not len(holder):
            return ""
        if plain := _plain_function(holder):
            usual = display and _takes_limits(plain)
            starred = plain.replace(r"\operatorname{", r"\operatorname*{")
            name = starred if starred != plain else plain if usual or _takes_limits(plain) else ""
            if not name:
                name = r"\operatorname*{" + plain[1:] + "}"
            limits = "" if display else r"\limits"
            return name + limits + (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over else "")
        inner = holder[-1]
    return ""


def _lower(element: etree._Element, display: bool) -> str:
    return _limit(element, display, "_", r"\underset")


def _upper(element: etree._Element, display: bool) -> str:
    return _limit(element, display, "^", r"\overset")


def _limit(element: etree._Element, display: bool, sign: str, command: str) -> str:
    holder = _child(element, "e")
    limit = _group(element, "lim")
    inner = None if holder is None or len(holder) != 1 else holder[0]
    if inner is not None and _name(inner) == "groupChr":
        body = _braced(inner, display)
        if body.startswith(r"\x") and sign == "_":
            arrow, _, label = body.partition("{")
            return f"{arrow}[{limit}]{{{label}"
        if not body.startswith(r"\x"):
            return f"{body}{sign}{limit}"
    return f"{command}{limit}{{{_part(element, 'e', display)}}}"


def _accent(element: etree._Element, display: bool) -> str:
    body = _group(element, "e", display)
    mark = _value(element, "chr", "\u0302")
    name = _ACCENTS.get(mark)
    if name is None:
        return rf"\overset{{{words(mark)}}}{body}"
    wide = len(body) > 3 and not (body[1] == "\\" and body[2:-1].isalpha())
    return f"\\{_WIDE.get(name, name) if wide else name}{body}"


def _bar(element: etree._Element, display: bool) -> str:
    under = _value(element, "pos", "bot") != "top"
    return f"\\{'under' if under else 'over'}line{_group(element, 'e', display)}"


def _braced(element: etree._Element, display: bool) -> str:
    mark = _value(element, "chr", "⏟") or "⏟"
    position, joint = _value(element, "pos", "bot"), _value(element, "vertJc", "")
    if mark in _ARROWS and not joint:
        return f"\\{_ARROWS[mark]}{_group(element, 'e')}"
    name = _BRACES.get((mark, position))
    if name is not None:
        return f"\\{name}{_group(element, 'e', display)}"
    if mark in _ARROWS:
        return f"\\{_ARROWS[mark]}{_group(element, 'e')}"
    command = "under" if position == "bot" else "over"
    return rf"\{command}set{{{words(mark)}}}{_group(element, 'e', display)}"


def _matrix(element: etree._Element, _: bool) -> str:
    rows = [
        " & ".join(_sequence(cell, False).strip().removeprefix("{}") for cell in row if _name(cell) == "e")
        for row in element
        if _name(row) == "mr"
    ]
    columns = _columns(element)
    body = r" \\ ".join(rows)
    if columns.strip("c"):
        return rf"\begin{{array}}{{{columns}}}{_guard(body)}\end{{array}}"
    return rf"\begin{{matrix}}{_guard(body)}\end{{matrix}}"


def _guard(body: str) -> str:
    """A bracket at the beginning of a row would be read as an option of what stands before it."""
    return (" " if body[:1].isalpha() else "{}" if body[:1] == "[" else "") + body.replace(r"\\ [", r"\\ {}[")


def _columns(element: etree._Element) -> str:
    letters = ""
    for column in element.iterfind(f"{{{MATH}}}mPr/{{{MATH}}}mcs/{{{MATH}}}mc/{{{MATH}}}mcPr"):
        values = {_name(item): item.get(f"{{{MATH}}}val") or "" for item in column}
        count = values.get("count", "1")
        letters += {"left": "l", "right": "r"}.get(values.get("mcJc", ""), "c") * int(count if count.isdigit() else 1)
    width = max((sum(_name(cell) == "e" for cell in row) for row in element if _name(row) == "mr"), default=1)
    return (letters + "c" * width)[:width]


def _equations(element: etree._Element, _: bool) -> str:
    rows: list[str] = []
    for line in element:
        if _name(line) == "e":
            rows.append(_sequence(line, True).strip().removeprefix("{}"))
    name = "aligned" if any(" & " in f" {row} " for row in rows) else "gathered"
    body = _guard(r" \\ ".join(rows))
    return rf"\begin{{{name}}}{body}\end{{{name}}}"


def _frame(element: etree._Element, display: bool) -> str:
    up, down = _flag(element, "strikeBLTR"), _flag(element, "strikeTLBR")
    name = "xcancel" if up and down else "cancel" if up else "bcancel" if down else "boxed"
    return f"\\{name}{_group(element, 'e', True if name == 'boxed' else display)}"


def _phantom(element: etree._Element, display: bool) -> str:
    if _flag(element, "show", default=True):
        return _part(element, "e", display)
    flat = _flag(element, "zeroAsc") and _flag(element, "zeroDesc")
    name = "vphantom" if _flag(element, "zeroWid") else "hphantom" if flat else "phantom"
    return f"\\{name}{_group(element, 'e', display)}"


_ACCENTS: Final = {
    **{"\u0302": "hat", "\u030c": "check", "\u0303": "tilde", "\u0301": "acute", "\u0300": "grave", "\u0307": "dot"},
    **{"\u0308": "ddot", "\u20db": "dddot", "\u0306": "breve", "\u0304": "bar", "\u20d7": "vec", "\u030a": "mathring"},
    # What Word's own gallery and older editors write for the same marks.
    **{"^": "hat", "~": "tilde", "¯": "bar", "\u0305": "bar", "\u0305\u0305": "bar", "→": "vec", "´": "acute"},
    **{"`": "grave", "˙": "dot", "¨": "ddot", "˘": "breve", "ˇ": "check", "\u20d1": "vec", "": "hat"},
}
_WIDE: Final = {"hat": "widehat", "tilde": "widetilde", "check": "widecheck"}
_BRACES: Final = {
    **{("⏞", "top"): "overbrace", ("⏟", "bot"): "underbrace", ("⎴", "top"): "overbracket"},
    **{("⎵", "bot"): "underbracket", ("⏜", "top"): "overparen", ("⏝", "bot"): "underparen"},
    **{("→", "top"): "overrightarrow", ("←", "top"): "overleftarrow", ("↔", "top"): "overleftrightarrow"},
    **{("→", "bot"): "underrightarrow", ("←", "bot"): "underleftarrow", ("↔", "bot"): "underleftrightarrow"},
}
_ARROWS: Final = {
    **{"→": "xrightarrow", "←": "xleftarrow", "↔": "xleftrightarrow", "⇒": "xRightarrow", "⇐": "xLeftarrow"},
    **{"⇔": "xLeftrightarrow", "↦": "xmapsto", "↪": "xhookrightarrow", "↩": "xhookleftarrow", "=": "xlongequal"},
}
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
