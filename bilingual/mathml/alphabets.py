"""Alphabets of mathematics: italic, bold, script … and the Unicode characters that carry them.

OMML names an alphabet beside a plain letter (ECMA-376 Part 1, 22.1.2.94 `scr`, 22.1.2.111 `sty`); MathML Core wants
the character of the block Mathematical Alphanumeric Symbols, whose gaps are filled by Letterlike Symbols.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final, NamedTuple


class Style(NamedTuple):
    """An alphabet (`scr`) and a weight and slope (`sty`: p, b, i, bi), by the values OMML has for them."""

    scr: str = "roman"
    sty: str = "i"


ITALIC: Final = Style()
ROMAN: Final = Style("roman", "p")

_WORDS: Final = {
    "BOLD": Style("roman", "b"),
    "ITALIC": Style("roman", "i"),
    "BOLD ITALIC": Style("roman", "bi"),
    "SCRIPT": Style("script", "p"),
    "BOLD SCRIPT": Style("script", "b"),
    "FRAKTUR": Style("fraktur", "p"),
    "BLACK-LETTER": Style("fraktur", "p"),
    "BOLD FRAKTUR": Style("fraktur", "b"),
    "DOUBLE-STRUCK": Style("double-struck", "p"),
    "SANS-SERIF": Style("sans-serif", "p"),
    "SANS-SERIF BOLD": Style("sans-serif", "b"),
    "SANS-SERIF ITALIC": Style("sans-serif", "i"),
    "SANS-SERIF BOLD ITALIC": Style("sans-serif", "bi"),
    "MONOSPACE": Style("monospace", "p"),
}
# Symbols in their own right, with a command of their own; not letters that were styled.
_OWN: Final = frozenset("ℎℏℓ℘ℑℜℹ℮ℯℴℊ")


@cache
def _plain() -> dict[str, tuple[str, Style]]:
    """Styled character → plain character and style; about a thousand entries, made on first use."""
    found: dict[str, tuple[str, Style]] = {}
    for code in (*range(0x2100, 0x214F), *range(0x1D400, 0x1D800)):
        char = chr(code)
        font, _, base = unicodedata.decomposition(char).partition(" ")
        if font != "<font>":
            continue
        name = unicodedata.name(char).removeprefix("MATHEMATICAL ")
        words = max((word for word in _WORDS if name.startswith(word + " ")), key=len, default="")
        if words:
            found[char] = (chr(int(base, 16)), _WORDS[words])
    return found


@cache
def _styled() -> dict[tuple[str, Style], str]:
    return {pair: char for char, pair in _plain().items()} | {("h", ITALIC): "ℎ"}


def plain(char: str) -> tuple[str, Style] | None:
    """The plain letter and the style of a character that carries an alphabet (𝔼 → E, double-struck), else None."""
    return None if char in _OWN else _plain().get(char)


def styled(char: str, style: Style) -> str | None:
    """The character that shows `char` in `style`, or None when Unicode has none; roman is the plain character."""
    return char if style == ROMAN else _styled().get((char, style))


def is_letter(char: str) -> bool:
    """Whether a symbol takes an alphabet: letters and digits do, operators do not."""
    return unicodedata.category(char[0])[0] in "LN" or char[0] in "∂∇"


def is_capital_greek(char: str) -> bool:
    """Whether `char` is one of the capitals that LaTeX sets upright."""
    return "Α" <= char[0] <= "Ω"


def apply(char: str, style: Style) -> Style:
    """The style that `char` takes under an alphabet command: its own where the alphabet has no such letter."""
    usual = natural(char)
    if not is_letter(char):
        return usual
    if style.scr == "roman":
        upright = char[0].isdigit() and style.sty in ("i", "bi")
        return Style("roman", {"i": "p", "bi": "b"}[style.sty]) if upright else style
    return style if (char, style) in _styled() else usual


def bold(style: Style) -> Style:
    """The bold companion of a style, as `\\boldsymbol` gives it."""
    if style.scr in ("double-struck", "monospace"):
        return style  # Unicode has no bold of these
    return Style(style.scr, {"i": "bi", "p": "b"}.get(style.sty, style.sty))


def natural(char: str) -> Style:
    """The style LaTeX gives a symbol by itself: letters italic, capital Greek and digits upright."""
    return ROMAN if char[0].isdigit() or is_capital_greek(char) or not is_letter(char) else ITALIC
