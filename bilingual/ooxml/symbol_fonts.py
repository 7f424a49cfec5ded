"""Characters of the fonts Symbol and Wingdings, which Word stores as places in a font and not as characters.

`w:sym` gives a font and a place, often in the private-use area (F061 for 61). The tables are those that Unicode's
mapping files publish for the two fonts (unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt); of Wingdings the signs
that lists, forms and arrows use.
"""

from __future__ import annotations

from typing import Final

_SYMBOL: Final = dict(
    zip(
        range(0x20, 0x7F),
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
        strict=True,
    )
) | dict(
    zip(
        range(0xA0, 0xFF),
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uf8ff〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
        strict=True,
    )
)
_WINGDINGS: Final = {
    0x28: "☎",
    0x2A: "✉",
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6D: "❍",
    0x6E: "■",
    0x6F: "□",
    0x70: "□",
    0x71: "❑",
    0x72: "❒",
    0x73: "⬧",
    0x74: "⧫",
    0x75: "◆",
    0x76: "❖",
    0x77: "⬥",
    0x9F: "•",
    0xA1: "○",
    0xA4: "◉",
    0xA7: "▪",
    0xA8: "◻",
    0xAB: "★",
    0xD8: "➢",
    0xDC: "➲",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "➔",
    0xEF: "⇦",
    0xF0: "⇨",
    0xF1: "⇧",
    0xF2: "⇩",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
    **{0x81 + n: chr(0x2460 + n) for n in range(10)},
    **{0x8C + n: chr(0x2776 + n) for n in range(10)},
}
_FONTS: Final = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def symbol(font: str, place: str) -> str:
    """The character at a place of a font, both as `w:sym` states them; the place itself when the font is not known."""
    if not 0 < len(place) <= 6 or any(char not in "0123456789abcdefABCDEF" for char in place):
        return ""
    code = int(place, 16)
    table = _FONTS.get(font.lower())
    if table is None or (code > 0xFF and not 0xF000 <= code <= 0xF0FF):
        return chr(code) if 0x20 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""
    return table.get(code & 0xFF, chr(0xF000 | code & 0xFF))


def in_font(font: str, text: str) -> str:
    """The text of a run in `font`, with the places of a symbol font (F020 to F0FF) as characters."""
    if font.lower() not in _FONTS:
        return text
    return "".join(symbol(font, f"{ord(char):x}") if 0xF000 <= ord(char) <= 0xF0FF else char for char in text)
