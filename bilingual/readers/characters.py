"""Characters that no summary means: removed, and reported with their lines.

What is kept and what is not:

- Removed as no text: NUL and the other C0 and C1 controls but tab and line feed, terminal colour sequences, lone
  surrogates, noncharacters, and U+FFF9–U+FFFC (annotation marks and the object mark, which stands for an opaque
  inline in this program). A control between two words becomes a space, so that they stay two.
- Removed as invisible: zero-width space, word joiner, soft hyphen, byte order marks inside a text, invisible operators
  and tag characters. They part a word for search, conversion and alignment, and can hide text from an editor.
- Removed: bidirectional controls. Chinese and English need none, and they can show a line in another order than it is
  in (CVE-2021-42574).
- Kept: joiners inside emoji and between letters of scripts that join, tag characters in flags, variation selectors,
  compatibility ideographs, all planes of Han letters, and private-use characters (house letters of a publisher).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from bilingual.findings import Finding, Severity

_NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    chr(plane * 0x10000 + 0xFFFE + n) for plane in range(17) for n in (0, 1)
)
_CONTROLS: Final = f"\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufff9-\ufffc{_NONCHARACTERS}"
_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE: Final = "\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\U000e0001\U000e0020-\U000e007f"
_JOINERS: Final = "\u200c\u200d"
_SEPARATORS: Final = "\u2028\u2029"
_DOUBTFUL: Final = re.compile(
    rf"(?P<colour>\x1b\[[0-9;]{{0,40}}[A-Za-z])|(?P<control>[{_CONTROLS}]+)|(?P<bidi>[{_BIDI}]+)"
    rf"|(?P<joiner>[{_JOINERS}]+)|(?P<flag>\U0001f3f4[\U000e0020-\U000e007e]{{1,12}}\U000e007f)"
    rf"|(?P<invisible>[{_INVISIBLE}]+)|(?P<separator>[{_SEPARATORS}])|(?P<lost>\ufffd+)"
)
_WORD_BREAKS: Final = frozenset("\x0b\x0c\x1c\x1d\x1e\x1f\x85")  # line and page breaks of other systems
_SHOWN: Final = 8  # how many places and kinds a message lists

_KINDS: Final = {
    "control": ("read.control-removed", Severity.WARNING, "control or other characters that are no text were removed"),
    "bidi": ("read.bidi-removed", Severity.WARNING, "controls of the writing direction were removed"),
    "invisible": ("read.invisible-removed", Severity.INFO, "invisible characters were removed"),
    "lost": (
        "read.replacement-character",
        Severity.WARNING,
        "replacement characters (U+FFFD) were in the file already: text was lost before it came here",
    ),
}


@dataclass(slots=True)
class _Tally:
    """What was met of one kind: how often each character, and where."""

    characters: Counter[str] = field(default_factory=Counter)
    offsets: list[int] = field(default_factory=list)


def clean(text: str, path: str) -> tuple[str, tuple[Finding, ...]]:
    """`text` without the characters that no summary means, and one finding for each kind that was there.

    Lines keep their numbers, except that the line and paragraph separators U+2028 and U+2029 become line feeds.
    """
    if text.isascii() and text.isprintable():
        return text, ()
    met: dict[str, _Tally] = {}
    kept = _DOUBTFUL.sub(lambda match: _kept(match, met), text)
    if not met:
        return kept, ()
    feeds = [match.start() for match in re.finditer("\n", text)]
    return kept, tuple(_finding(kind, met[kind], feeds, path) for kind in _KINDS if kind in met)


def _kept(match: re.Match[str], met: dict[str, _Tally]) -> str:
    """What stays of one match; what goes is counted in `met`."""
    kind = str(match.lastgroup)
    if kind == "flag":
        return match[0]
    if kind == "separator":
        return "\n"
    if kind == "joiner":
        if len(match[0]) == 1 and _joins(match.string[: match.start()][-3:], match.string[match.end() :][:1]):
            return match[0]
        kind = "invisible"
    elif kind == "colour":
        kind = "control"
    tally = met.setdefault(kind, _Tally())
    tally.characters.update(match[0])
    tally.offsets.append(match.start())
    if kind == "lost":
        return match[0]
    return " " if kind == "control" and _parts_words(match) else ""


def _parts_words(match: re.Match[str]) -> bool:
    """Whether a line or page break of another system stood between two words."""
    before, after = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    return not _WORD_BREAKS.isdisjoint(match[0]) and bool(before.strip()) and bool(after.strip())


def _joins(before: str, after: str) -> bool:
    """Whether a joiner means something between these: parts of an emoji, or letters of a script that joins them."""
    base = before.rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    return all(char and (unicodedata.category(char) in ("So", "Sk") or _is_joining(char)) for char in (base, after))


def _is_joining(char: str) -> bool:
    """Letters and signs of the blocks from Arabic to Mongolian, where joiners choose a form."""
    return "\u0600" <= char <= "\u1cff" or "\ua800" <= char <= "\uabff"


def _finding(kind: str, tally: _Tally, feeds: list[int], path: str) -> Finding:
    code, severity, words = _KINDS[kind]
    lines = list(dict.fromkeys(1 + bisect_right(feeds, offset) for offset in tally.offsets))
    kinds = [f"U+{ord(char):04X} × {count}" for char, count in tally.characters.most_common(_SHOWN)]
    more = ", …" if len(tally.characters) > _SHOWN else ""
    where = ", ".join(map(str, lines[:_SHOWN])) + (f" and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else "")
    message = f"{tally.characters.total()} {words} ({', '.join(kinds)}{more}), on line{'s' * (len(lines) > 1)} {where}."
    return Finding(code, severity, message, path, lines[0])
