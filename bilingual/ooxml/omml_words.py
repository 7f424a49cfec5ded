"""Runs of OMML as LaTeX: letters with their alphabet, operators by their commands, words as `\\text`."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from lxml import etree

from bilingual.mathml import alphabets, symbols
from bilingual.mathml.alphabets import ITALIC, ROMAN, Style
from bilingual.ooxml.omml_runs import BLANK, MATH, WORD

_ALPHABETS: Final = {
    Style("roman", "i"): "mathit",
    ROMAN: "mathrm",
    Style("roman", "b"): "mathbf",
    Style("roman", "bi"): "boldsymbol",
    Style("double-struck", "p"): "mathbb",
    Style("script", "p"): "mathcal",
    Style("script", "b"): "mathbfcal",
    Style("fraktur", "p"): "mathfrak",
    Style("fraktur", "b"): "mathbffrak",
    Style("sans-serif", "p"): "mathsf",
    Style("sans-serif", "i"): "mathsfit",
    Style("sans-serif", "b"): "mathbfsf",
    Style("sans-serif", "bi"): "mathbfsfit",
    Style("monospace", "p"): "mathtt",
}
_SPACES: Final = {"\u2009": r"\,", "\u205f": r"\:", "\u00a0": "~", "\u2005": r"\;", "\u2002": r"\enspace"} | {
    "\u2003": r"\quad",
    "\u2006": r"\,",
    "\u2004": r"\;",
    " ": "",
    "\u3000": r"\quad",
}
_BARE: Final = {"−": "-", "∗": "*", "{": r"\{", "}": r"\}", "‖": r"\|"} | {c: f"\\{c}" for c in "#%&_$"}
_IN_TEXT: Final = {c: f"\\{c}" for c in "#%&_${}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u00a0": "~",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "—": r"\textemdash{}",
    "–": r"\textendash{}",
}


def letters(run: etree._Element, last: bool) -> str:
    """An `m:r` as LaTeX; `last` says that nothing stands after it in its place."""
    texts = (item.text or "" for item in run if item.tag in (f"{{{MATH}}}t", f"{{{WORD}}}t"))
    text = "".join(texts)
    values = _values(run.find(f"{{{MATH}}}rPr"))
    if values.get("nor", "0") in ("1", "on", "true", ""):
        if not _is_set_apart(run):
            return _text(run, text)
        return _styled(text, ITALIC)
    style = Style(values.get("scr") or "roman", values.get("sty") or _usual_slope(values.get("scr")))
    if style == ROMAN and last and (name := _function(text)):
        return f"\\{name}"
    if style == ROMAN and last and "\u2009" in text.strip() and text.replace("\u2009", "").isalpha():
        return rf"\operatorname{{{operator_name(text)}}}"
    if "&" in text and "lit" not in values and _in_equations(run):
        return " & ".join(_styled(piece, style) for piece in text.split("&"))
    return _styled(text, style)


def _is_set_apart(run: etree._Element) -> bool:
    """Whether a run of normal text is mathematics all the same: `omml` writes lone operators so."""
    fonts = run.find(f"{{{WORD}}}rPr/{{{WORD}}}rFonts")
    return fonts is not None and fonts.get(f"{{{WORD}}}ascii") == "Cambria Math"


def _values(properties: etree._Element | None) -> dict[str, str]:
    if properties is None:
        return {}
    return {etree.QName(item).localname: item.get(f"{{{MATH}}}val") or "" for item in properties if item.tag}


def _usual_slope(scr: str | None) -> str:
    return "i" if scr in (None, "", "roman") else "p"


def _in_equations(run: etree._Element) -> bool:
    parent = run.getparent()
    above = None if parent is None else parent.getparent()
    return above is not None and above.tag == f"{{{MATH}}}eqArr"


def _function(text: str) -> str:
    for table in (symbols.FUNCTIONS, symbols.LIMIT_FUNCTIONS):
        for name, shown in table.items():
            if shown == text:
                return name
    return ""


def _styled(text: str, style: Style) -> str:
    """Characters of one style; only those that would not be set so anyhow get an alphabet command."""
    out = ""
    pairs = [(plain[0], plain[1]) if (plain := alphabets.plain(char)) else (char, style) for char in _clusters(text)]
    wraps = [_needs_alphabet(*pair) for pair in pairs]
    for at in range(1, len(pairs)):  # the point of a decimal number goes with its digits
        wraps[at] = wraps[at] or (pairs[at][0] == "." and pairs[at - 1][0].isdigit() and wraps[at - 1])
    for (wrapped, look), group in groupby(zip(wraps, pairs, strict=True), key=lambda both: (both[0], both[1][1])):
        inner = ""
        for _, (char, _) in group:
            inner = join(inner, symbol(char, look))
        out = join(out, f"\\{_ALPHABETS.get(look, 'mathit')}{{{inner}}}" if wrapped else inner)
    return out


def join(left: str, right: str) -> str:
    """Two pieces of LaTeX; a space where a command would swallow a letter."""
    command = left[left.rfind("\\") :] if "\\" in left else ""
    glued = command[1:].isalpha() and command.isascii() and right[:1].isalpha() and right[:1].isascii()
    return f"{left} {right}" if glued else left + right


def _clusters(text: str) -> list[str]:
    """Characters with the combining marks that follow them."""
    clusters: list[str] = []
    for char in text:
        if clusters and ("\u0300" <= char <= "\u036f" or "\u20d0" <= char <= "\u20f0"):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _needs_alphabet(char: str, style: Style) -> bool:
    if not alphabets.is_letter(char):
        return False
    natural = alphabets.natural(char)
    if char[0].isdigit() and style == ITALIC:
        return False
    if alphabets.is_capital_greek(char) and style == ITALIC:
        return False  # written as \varGamma
    return style != natural


def symbol(char: str, style: Style = ITALIC) -> str:
    """One character as LaTeX in mathematics; a styled letter of Unicode keeps itself."""
    if char == BLANK:
        return "{}"
    if char in _SPACES:
        return _SPACES[char]
    if char in _BARE:
        return _BARE[char]
    if char.isascii():
        return rf"\text{{{_IN_TEXT[char]}}}" if char in "~^" else r"\backslash" if char == "\\" else char
    name = symbols.command_of(char)
    if name is None:
        return char
    if alphabets.is_capital_greek(char) and style.sty in ("i", "bi"):
        return rf"\var{name}"
    return f"\\{name}"


def words(text: str) -> str:
    """Text as LaTeX, in `\\text{…}`; "" for none."""
    return rf"\text{{{_escaped(text)}}}" if text else ""


def operator_name(text: str) -> str:
    """The argument of `\\operatorname` for a function's name."""
    return "".join(_SPACES.get(char) or _BARE.get(char, char) for char in text)


def _escaped(text: str) -> str:
    return "".join(_IN_TEXT.get(char, char) for char in text)


def _text(run: etree._Element, text: str) -> str:
    look = run.find(f"{{{WORD}}}rPr")
    if look is None or not text:
        return words(text)
    fonts = look.find(f"{{{WORD}}}rFonts")
    commands = ["texttt"] if fonts is not None and fonts.get(f"{{{WORD}}}ascii") == "Courier New" else []
    for name, command in (("b", "textbf"), ("i", "textit")):
        mark = look.find(f"{{{WORD}}}{name}")
        if mark is not None and mark.get(f"{{{WORD}}}val", "1") not in ("0", "false", "off"):
            commands.append(command)
    shown = _escaped(text)
    for command in commands or ["text"]:
        shown = f"\\{command}{{{shown}}}"
    return shown


def bracket(char: str, closing: bool) -> str:
    """A bracket of the usual size; bars are told apart, so that they are paired again as they were."""
    bars = {"|": "rvert" if closing else "lvert", "‖": "rVert" if closing else "lVert"}
    return f"\\{bars[char]}" if char in bars else symbol(char) if char else ""


def delimiter(char: str, command: str) -> str:
    """A delimiter after `\\left`, `\\middle` or `\\right`; one that LaTeX cannot stretch becomes text beside it."""
    if not char:
        return "" if command == r"\middle" else f"{command}."
    known = {"{": r"\{", "}": r"\}", "‖": r"\|", "∥": r"\|", "∣": "|", "<": r"\langle", ">": r"\rangle"}.get(char)
    if known is None:
        name = symbols.command_of(char)
        stretches = char in "()[]|/⌊⌋⌈⌉⟨⟩\\↑↓↕⇑⇓⇕⎰⎱⟦⟧⌜⌝⌞⌟⟮⟯⦃⦄"
        known = char if char in "()[]|/" else f"\\{name}" if stretches and name else None
    if known is not None:
        return command + known + (" " if known[-1:].isalpha() else "")
    alone = words(char)
    return {r"\left": rf"{alone}\left.", r"\right": rf"\right.{alone}"}.get(command, alone)
