"""HTML as plain text, for pages that nest too deep for a tree: libxml2 drops what is under its 256th level."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)")
# Elements whose end may be left out, or that have none, say nothing about depth.
_OPEN: Final = frozenset(
    "p li dt dd option optgroup tr td th thead tbody tfoot colgroup html head body area base br col embed hr img input "
    "link meta source track wbr rp rt".split()
)
_INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup u var".split()
)
_MARKUP: Final = re.compile(r"<!--|</?(?P<name>[A-Za-z][A-Za-z0-9]*)[^<>]*>?|<[!?][^<>]*>?")
_CLOSERS: Final = {"<!--": "-->", "script": "</script>", "style": "</style>", "template": "</template>"}


def nesting(text: str) -> int:
    """How deep elements stand in one another, counted by their tags."""
    depth = deepest = 0
    for match in _TAG.finditer(text):
        if match["name"].lower() in _OPEN:
            continue
        depth = max(0, depth - 1) if match["close"] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def plain_text(text: str) -> str:
    """The text of a page without scripts, styles and comments, paragraphs parted by an empty line.

    Tags are found by their form alone, in one pass; a parser of the standard library takes time that grows with the
    square of what never closes.
    """
    pieces: list[str] = []
    lower = text.lower()
    unclosed: set[str] = set()  # what no closer follows any more, so that it is looked for once
    at = 0
    while match := _MARKUP.search(text, at):
        pieces.append(text[at : match.start()])
        at = match.end()
        name = (match["name"] or "").lower()
        close = "" if match[0].startswith("</") else _CLOSERS.get(name or match[0], "")
        if close and close not in unclosed:
            found = lower.find(close, at)
            if found < 0:
                unclosed.add(close)
            at = found + len(close) if found >= 0 else at
        if name not in _INLINE:
            pieces.append("\0")
    pieces.append(text[at:])
    lines = (" ".join(unescape(piece).split()) for piece in "".join(pieces).split("\0"))
    return "\n\n".join(line for line in lines if line)
