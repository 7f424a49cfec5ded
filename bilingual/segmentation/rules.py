"""Where a sentence ends, in Chinese and in English.

Chinese (CLREQ 3.1.3, GB/T 15834-2011): 。！？ end a sentence, with the closing marks that follow them (`。”` stays
together, and what comes after it is a new sentence); ； does not, nor does …… inside one. English follows the spirit of
SRX 2.0 rules: a stop, closing marks, white space, and then something that can begin a sentence, unless the word before
is an abbreviation. Both apply to any text, since papers mix them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CLOSERS: Final = "”’」』）)]】》〉\"'"
_HAN: Final = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_STOP: Final = re.compile(
    rf"(?:[。！？｡]|[!?](?=[{_HAN}])|……(?=[”」』]))[。！？!?｡…]*[{re.escape(_CLOSERS)}]*"
    rf"|(?<![.!?])[.!?]++[{re.escape(_CLOSERS)}]*(?=\s)"
)
_CONTINUES: Final = re.compile(r"\s*[，、；：,;:。！？!?）)」』”’】》〉—…]")
_BEGINS: Final = re.compile(rf"\s+[\"'“‘「『（(\[【]*[A-Z0-9{_HAN}Α-ΩÀ-Þ\U000f0000-\U0010fffd$\\#@]")
_WORD_BEFORE: Final = re.compile(r"(?:[A-Za-z]\.)*[A-Za-z]+$|[0-9]+$")
_NEVER: Final = frozenset(
    "e.g i.e cf vs viz resp approx ca dr mr mrs ms prof st fig figs eq eqs sec secs tab tabs ref refs thm lem prop "
    "def cor alg app ch chap vol vols no nos pp p ed eds rev w.r.t s.t a.k.a incl esp".split()
)
# These may end a sentence; then the next word is one that begins sentences.
_SOMETIMES: Final = frozenset("al etc u.s u.k ph.d inc ltd co corp jr sr dept est min max avg std dim".split())
_STARTERS: Final = frozenset(
    "the this that these those we our in on for to at by it its an however moreover furthermore additionally finally "
    "here there when while if although since because as with from under using unlike instead thus hence therefore "
    "specifically experiments results extensive empirically theoretically both such their they existing recent".split()
)
_ENUMERATOR: Final = re.compile(r"(?:^|\s)[(（]?\d{1,3}$")


def sentence_ends(text: str, inside: bytearray) -> Iterator[int]:
    """The offsets in `text` just after each sentence but the last, ascending; white space after one is not counted.

    `inside[i]` is true where character i is inside brackets that must not be cut.
    """
    for match in _STOP.finditer(text):
        end = match.end()
        if end >= len(text) or inside[end - 1] or _CONTINUES.match(text, end):
            continue
        stop = text[match.start()]
        if stop == "." and not _is_full_stop(text, match.start(), end):
            continue
        if stop in "!?" and text[end].isspace() and not _BEGINS.match(text, end):
            continue
        yield end


def _is_full_stop(text: str, dot: int, end: int) -> bool:
    """Whether the dot at `dot` ends a sentence and not an abbreviation, an initial or a list number."""
    if not _BEGINS.match(text, end):
        return False
    before = _WORD_BEFORE.search(text, max(0, dot - 24), dot)
    if before is None:
        return True
    word = before[0].lower()
    if word in _NEVER:
        return False
    begins_sentence = _next_word(text, end) in _STARTERS
    if word in _SOMETIMES:
        return begins_sentence
    if len(word) == 1 and before[0].isupper():
        return begins_sentence or (before.start() > 0 and text[before.start() - 1] not in " .(")
    return not (word.isdigit() and _ENUMERATOR.search(text[max(0, dot - 6) : dot]) and _is_list_number(text, before))


def _is_list_number(text: str, number: re.Match[str]) -> bool:
    """A number at the very beginning of a text or after a stop, as in `1. First, 2. Second`."""
    head = text[: number.start()].rstrip(" (（")
    return not head or head[-1] in ".;:。；："


def _next_word(text: str, end: int) -> str:
    match = re.compile(r"\W*([A-Za-z]+)").match(text, end)
    return match[1].lower() if match else ""
