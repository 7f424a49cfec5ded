"""Han typesetting that WeasyPrint does not do itself, as small inline elements around single characters.

CLREQ (https://www.w3.org/TR/clreq/) asks for a gap between Han and Latin that is not a typed space (3.2.2), for
adjacent punctuation marks to be set closer (3.1.6), and for no last line of a single character (3.4). Nothing is added
to or taken from the text: copied out of the page, it is what the source says.
"""

from __future__ import annotations

import re
from typing import Final

_HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_LATIN: Final = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff%"
_OPENING: Final = "「『（〈《【〔“‘"
_CLOSING: Final = "」』）〉》】〕”’"
_STOPS: Final = "，。、；：！？"
_CORNER_STOPS: Final = "，。、；："  # those that stand in the corner of their square in Mainland fonts

GAP: Final = "g"
HALF: Final = "h"
KEEP: Final = "k"


def _pattern(stops: str) -> re.Pattern[str]:
    """One character to be wrapped: group 1 wants a gap after it, group 2 wants half its width."""
    closed = f"[{_CLOSING}](?=[{_CLOSING}{_STOPS}{_OPENING}])"
    stopped = f"|[{stops}](?=[{_CLOSING}])" if stops else ""
    opened = f"|(?<=[{_STOPS}{_OPENING}])[{_OPENING}]"
    return re.compile(f"([{_HAN}](?=[{_LATIN}])|[{_LATIN}](?=[{_HAN}]))|({closed}{stopped}{opened})")


_MAINLAND: Final = _pattern(_CORNER_STOPS)
_TAIWAN: Final = _pattern("")
_LAST: Final = re.compile(f"[{_HAN}]{{2}}[{_CLOSING}{_STOPS}]{{0,3}}$")


def ends_in_han(text: str) -> bool:
    """Whether the last character is a Han character."""
    return bool(re.search(f"[{_HAN}]$", text))


def begins_with_han(text: str) -> bool:
    """Whether the first character is a Han character."""
    return bool(re.match(f"[{_HAN}]", text))


def typeset(text: str, centred: bool, last: bool) -> str:
    """Text that is already escaped, with its elements; `centred` says that stops stand in the middle of their square.

    `last` says that a paragraph ends with this text.
    """
    end = _LAST.search(text) if last else None
    body, tail = (text[: end.start()], text[end.start() :]) if end else (text, "")
    # The tail is seen while the body is set, so that pairs across the cut are found, and is then put back whole.
    pattern = _TAIWAN if centred else _MAINLAND
    made: list[str] = []
    done = 0
    for match in pattern.finditer(text):
        if match.start() >= len(body):
            break
        made.append(body[done : match.start()])
        made.append(_element(GAP if match[1] else HALF, match[0]))
        done = match.end()
    made.append(body[done:])
    if tail:
        made.append(_element(KEEP, pattern.sub(_wrap, tail)))
    return "".join(made)


def _wrap(match: re.Match[str]) -> str:
    return _element(GAP if match[1] else HALF, match[0])


def _element(name: str, text: str) -> str:
    return f'<i class="{name}">{text}</i>'
