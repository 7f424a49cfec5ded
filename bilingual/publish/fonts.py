"""Font lists by language: the region's own glyphs first (骨 直 返 differ), then every other face that may have a glyph.

The order of a list is the order in which a glyph is looked for. Latin letters, in Chinese columns and in English ones,
come from the same Noto CJK faces, so that both languages match in colour and every system has the same fonts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bilingual import lang

_REGION: Final = {"zh-Hant-HK": "HK", "zh-Hant-MO": "HK"}
_NAMED: Final = {
    # Faces that Windows and macOS have, for the HTML page; Noto is first wherever it is installed.
    "TC": ("Songti TC", "PMingLiU", "PingFang TC", "Microsoft JhengHei"),
    "HK": ("Songti TC", "PMingLiU_HKSCS", "PingFang HK", "Microsoft JhengHei"),
    "SC": ("Songti SC", "SimSun", "PingFang SC", "Microsoft YaHei"),
}
_LAST: Final = ("Noto Sans Symbols 2", "Noto Sans Symbols", "Noto Sans Math", "DejaVu Sans", "HanaMinB")


class Stacks(NamedTuple):
    """Three CSS font lists of a language: for reading, for headings and notes, for program text."""

    serif: str
    sans: str
    mono: str


def region(tag: str) -> str:
    """The region of Noto CJK whose glyphs a language wants: TC, HK or SC."""
    if lang.script(tag) == lang.HANT:
        return _REGION.get(tag, "TC")
    return "SC"


def stacks(tag: str) -> Stacks:
    """The font lists of a canonical BCP 47 tag."""
    own = region(tag)
    others = [other for other in ("TC", "SC", "HK") if other != own]
    serif_named, sans_named = _NAMED[own][:2], _NAMED[own][2:]
    serif = [f"Noto Serif CJK {own}", f"Noto Serif {own}", *serif_named]
    sans = [f"Noto Sans CJK {own}", f"Noto Sans {own}", *sans_named]
    mono = [f"Noto Sans Mono CJK {own}", "Menlo", "Consolas", "DejaVu Sans Mono"]
    back = [f"Noto Sans CJK {own}", *(f"Noto Sans CJK {other}" for other in others), *_LAST]
    return Stacks(
        _css((*serif, *(f"Noto Serif CJK {other}" for other in others), *back), "serif"),
        _css((*sans, *back), "sans-serif"),
        _css((*mono, *back), "monospace"),
    )


def _css(families: tuple[str, ...], generic: str) -> str:
    return ", ".join([*(f'"{family}"' for family in dict.fromkeys(families)), generic])
