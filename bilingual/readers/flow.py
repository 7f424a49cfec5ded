"""Flows: runs seen as one string, so that rules made for characters can find places in texts with formulas.

Every opaque inline counts as one character (U+FFFC, a forced break as a line feed), so an offset in `text` is a place
in the runs, and a rule never looks inside a formula.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Final

from bilingual.model import Break, Inline, Link, Runs, Text, join, source_text, trim

OPAQUE: Final = "\ufffc"
_HAN: Final = re.compile("[\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_WORD: Final = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’-][A-Za-z]+)*")
_FEED: Final = re.compile("\n")
_BLANK: Final = " \t\r\f\v\u3000"
_ENDERS: Final = "。！？!?….｡"
_CLOSERS: Final = "”’」』）)]】》〉\"'*_"
# A summary is Chinese when at least this share of its words are Han letters; English terms in it are whole words.
_CHINESE_SHARE: Final = 0.3


@dataclass(frozen=True, slots=True)
class Flow:
    """Runs as a string. `starts[i]` is the offset of run i in `text`; `feeds` are the offsets of the line feeds of
    the source, those inside an opaque inline at the offset of the inline."""

    runs: Runs
    text: str
    starts: tuple[int, ...]
    feeds: tuple[int, ...]

    def cut(self, start: int, end: int) -> Runs:
        """The runs from offset `start` up to `end`, neighbouring texts made one."""
        if end <= start:
            return ()
        pieces: list[Inline] = []
        for index in range(max(0, bisect_right(self.starts, start) - 1), len(self.runs)):
            run, at = self.runs[index], self.starts[index]
            if at >= end:
                break
            if isinstance(run, Text):
                pieces.append(Text(run.text[max(0, start - at) : end - at], run.marks))
            elif at >= start:
                pieces.append(run)
        return join(pieces)

    def line(self, offset: int) -> int:
        """How many source lines end before `offset`."""
        return bisect_left(self.feeds, offset)


def flow(runs: Runs) -> Flow:
    """The flow of `runs`."""
    texts: list[str] = []
    starts: list[int] = []
    feeds: list[int] = []
    at = 0
    for run in runs:
        text = _flat(run)
        starts.append(at)
        if isinstance(run, Text):
            feeds.extend(match.start() + at for match in _FEED.finditer(text))
        else:
            feeds.extend([at] * source_text(run).count("\n"))
        texts.append(text)
        at += len(text)
    return Flow(runs, "".join(texts), tuple(starts), tuple(feeds))


def flat(runs: Runs) -> str:
    """`runs` as one string in which every opaque inline is one character."""
    return "".join(map(_flat, runs))


def words(runs: Runs) -> str:
    """What of `runs` is in a language: texts and the labels of links that are no addresses."""
    return "".join(
        run.text if isinstance(run, Text) else run.label if isinstance(run, Link) and "://" not in run.label else " "
        for run in runs
    )


def _flat(run: Inline) -> str:
    if isinstance(run, Text):
        return run.text
    return "\n" if isinstance(run, Break) else OPAQUE


def unwrap(runs: Runs) -> Runs:
    """`runs` with the line ends inside texts gone: nothing in their place between two East Asian characters, else
    one space. Forced breaks stay."""
    text = flat(runs)
    if "\n" not in text:
        return trim(runs)
    joined: list[Inline] = []
    at = 0
    for run in runs:
        if isinstance(run, Text):
            joined.append(Text(_joined_lines(run.text, text, at), run.marks))
        else:
            joined.append(run)
        at += len(_flat(run))
    return trim(join(joined))


def _joined_lines(piece: str, whole: str, at: int) -> str:
    """`piece`, which stands at offset `at` of `whole`, without line ends and the blanks around them."""
    lines = piece.split("\n")
    joined: list[str] = []
    for number, line in enumerate(lines):
        if number:
            before, after = _letter_before(whole, at - 1), _letter_after(whole, at)
            if before and after and not (is_east_asian(before) and is_east_asian(after)):
                joined.append(" ")
        start = line.lstrip(_BLANK) if number else line
        joined.append(start.rstrip(_BLANK) if number < len(lines) - 1 else start)
        at += len(line) + 1
    return "".join(joined)


def _letter_before(text: str, end: int) -> str:
    while end and text[end - 1] in _BLANK:
        end -= 1
    return "" if not end or text[end - 1] == "\n" else text[end - 1]


def _letter_after(text: str, start: int) -> str:
    while start < len(text) and text[start] in _BLANK:
        start += 1
    return "" if start == len(text) or text[start] == "\n" else text[start]


def is_east_asian(char: str) -> bool:
    """Whether no space stands between this character and a Han letter when lines are joined."""
    return bool(char) and (unicodedata.east_asian_width(char) in "WF" or char in "“”‘’—…·")


def han_letters(text: str) -> int:
    """How many Han letters `text` has."""
    return len(_HAN.findall(text))


def first_han(text: str) -> int:
    """The offset of the first Han letter, or -1."""
    found = _HAN.search(text)
    return found.start() if found else -1


def coarse_lang(text: str) -> str:
    """ "zh" or "en" by the share of Han letters among the words; text with neither is "en"."""
    han = han_letters(text)
    return "zh" if han and han >= _CHINESE_SHARE * (han + len(_WORD.findall(text))) else "en"


def weight(text: str) -> int:
    """The length of `text` in Latin letters: a Han letter says about as much as three (measured on the two languages
    of bilingual abstracts), and so counts three; white space counts nothing."""
    return len("".join(text.split())) + 2 * han_letters(text)


def ends_sentence(text: str) -> bool:
    """Whether `text` ends as a sentence does: a stop, then any closing marks."""
    return text.rstrip().rstrip(_CLOSERS).endswith(tuple(_ENDERS))
