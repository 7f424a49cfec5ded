r"""LaTeX as text: accents, escapes, dashes and braces of bibliographies become characters; formulas are left alone.

A whole LaTeX reader would take the `%` of "95% of users" for a comment and drop the rest of the line; exports are full
of such text, so only what is surely markup is changed.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bilingual.model import Text, source_text
from bilingual.protect import scan

_ACCENTS: Final = dict(
    zip(
        "`'^~=u.\"rHvdckb",
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328\u0331",
        strict=True,
    )
)
_LETTERS: Final = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
    "i": "ı", "j": "ȷ", "dh": "ð", "th": "þ", "LaTeX": "LaTeX", "TeX": "TeX", "textbackslash": "\\", "ldots": "…",
    "dots": "…", "textendash": "–", "textemdash": "—", "textasciitilde": "~", "textquoteright": "’", "S": "§",
}  # fmt: skip
_STYLES: Final = frozenset(
    "emph textit textbf texttt textsc textrm textsf textsl textup text mbox mathrm url href uppercase enquote "
    "textsuperscript textsubscript it bf tt sc rm em itshape bfseries".split()
)
_MARKUP: Final = re.compile(
    r"\\(?P<sign>[`'^~=.\"])\s{0,3}(?:\{\s{0,3}(?P<braced>\\[ij]|[^\W\d_])\s{0,3}\}|(?P<bare>\\[ij](?![A-Za-z])|[^\W\d_]))"
    r"|\\(?P<mark>[uvHcdbkr])(?:\{\s{0,3}(?P<under>\\[ij]|[^\W\d_])\s{0,3}\}|\s{1,3}(?P<after>[^\W\d_])(?![A-Za-z]))"
    r"|\\(?P<escaped>[&%$#_{}])"
    r"|\\(?P<name>[A-Za-z]{1,20})(?:\{\}|[ \t]{0,3}(?=\{)|[ \t]{1,3}|(?![A-Za-z]))"
    r"|(?P<dash>---?)|(?P<quote>``|'')|(?P<tie>~)|(?P<brace>[{}])"
)
_QUOTES: Final = {"``": "“", "''": "”"}


def latex_text(text: str) -> str:
    """`text` with its markup as characters. Formulas stay as they are written, unknown commands too."""
    if not any(sign in text for sign in "\\{}~-`'"):
        return text
    return "".join(_decoded(run.text) if isinstance(run, Text) else source_text(run) for run in scan(text))


def _decoded(text: str) -> str:
    return _MARKUP.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    accent = match["sign"] or match["mark"]
    if accent:
        letter = next(filter(None, (match["braced"], match["bare"], match["under"], match["after"])))
        return unicodedata.normalize("NFC", letter.removeprefix("\\") + _ACCENTS[accent])
    if match["escaped"]:
        return match["escaped"]
    name = match["name"]
    if name:
        return _LETTERS.get(name, "" if name in _STYLES else match[0])
    if match["dash"]:
        return "—" if match["dash"] == "---" else "–"
    return _QUOTES.get(match[0], " " if match["tie"] else "")
