"""Families of commands that differ in one value only, for the parser and, turned round, for the reader of OMML.

Where several commands say the same, the first is the one written back.
"""

from __future__ import annotations

from typing import Final

from bilingual.mathml.alphabets import ROMAN, Style

ALPHABETS: Final = {
    **dict.fromkeys(("mathrm", "mathup", "rm", "symup"), ROMAN),
    **dict.fromkeys(("mathbf", "bf", "bold", "symbf", "mathbfup"), Style("roman", "b")),
    **dict.fromkeys(("mathit", "it", "mathnormal", "symit"), Style("roman", "i")),
    **dict.fromkeys(("mathbfit", "mathbit"), Style("roman", "bi")),
    **dict.fromkeys(("mathbb", "Bbb", "mathds", "mathbbm", "symbb"), Style("double-struck", "p")),
    **dict.fromkeys(("mathcal", "cal", "mathscr", "symcal", "symscr"), Style("script", "p")),
    **dict.fromkeys(("mathbfcal", "mathbfscr"), Style("script", "b")),
    **dict.fromkeys(("mathfrak", "frak", "symfrak"), Style("fraktur", "p")),
    "mathbffrak": Style("fraktur", "b"),
    **dict.fromkeys(("mathsf", "sf", "symsf"), Style("sans-serif", "p")),
    "mathsfit": Style("sans-serif", "i"),
    "mathbfsf": Style("sans-serif", "b"),
    "mathbfsfit": Style("sans-serif", "bi"),
    **dict.fromkeys(("mathtt", "tt", "symtt"), Style("monospace", "p")),
}
ACCENTS: Final = {
    "hat": "\u0302",
    "check": "\u030c",
    "tilde": "\u0303",
    "acute": "\u0301",
    "grave": "\u0300",
    "dot": "\u0307",
    "ddot": "\u0308",
    "dddot": "\u20db",
    "breve": "\u0306",
    "bar": "\u0304",
    "vec": "\u20d7",
    "mathring": "\u030a",
    "widehat": "\u0302",
    "widetilde": "\u0303",
    "widecheck": "\u030c",
}
BRACES: Final = {
    "overbrace": "⏞",
    "underbrace": "⏟",
    "overbracket": "⎴",
    "underbracket": "⎵",
    "overparen": "⏜",
    "underparen": "⏝",
    "overrightarrow": "→",
    "overleftarrow": "←",
    "overleftrightarrow": "↔",
    "underrightarrow": "→",
    "underleftarrow": "←",
    "underleftrightarrow": "↔",
}
ARROWS: Final = {
    "xrightarrow": "→",
    "xleftarrow": "←",
    "xleftrightarrow": "↔",
    "xRightarrow": "⇒",
    "xLeftarrow": "⇐",
    "xLeftrightarrow": "⇔",
    "xmapsto": "↦",
    "xhookrightarrow": "↪",
    "xhookleftarrow": "↩",
    "xlongequal": "=",
}
SPACES: Final = {
    ",": 3,
    "thinspace": 3,
    ":": 4,
    ">": 4,
    "medspace": 4,
    ";": 5,
    "thickspace": 5,
    "!": -3,
    "negthinspace": -3,
    "negmedspace": -4,
    "negthickspace": -5,
    "quad": 18,
    "qquad": 36,
    "enspace": 9,
    "enskip": 9,
    " ": 4.5,
    "\n": 4.5,
    "\t": 4.5,
    "nobreakspace": 4.5,
    "space": 4.5,
}
