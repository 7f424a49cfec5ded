"""Cut a long sentence at its clause marks, where a model that drops text from long sentences is safe."""

from __future__ import annotations

import math
import re
from typing import Final

_MARK: Final = re.compile(r"[；;]|[，：、]|[,:](?=\s)|——|\s(?=[-–—]\s)")
_RANK: Final = {"；": 0, ";": 0, "，": 1, ",": 1, "：": 1, ":": 1, "—": 2, "、": 3}
_OPEN: Final = "（([【“「『《"
_CLOSE: Final = "）)]】”」』》"


def clauses(text: str, limit: int) -> list[str]:
    """`text` in stretches of at most `limit` characters where it has marks to cut at; joined they are `text`.

    Cuts stand behind a mark, outside brackets and quotation marks where there is a choice, near even lengths.
    """
    if len(text) <= limit:
        return [text] if text else []
    marks = _marks(text)
    result: list[str] = []
    start = 0
    index = 0
    while len(text) - start > limit:
        left = len(text) - start
        ideal = start + left / math.ceil(left / limit)
        while index < len(marks) and marks[index][0] <= start + limit // 4:
            index += 1
        near = index
        while near < len(marks) and marks[near][0] <= start + limit:
            near += 1
        if near == index:  # no mark within reach: the first one after it, else the rest stays whole
            if index == len(marks) or marks[index][0] >= len(text):
                break
            near = index + 1
        end = min(marks[index:near], key=lambda mark: (mark[1], abs(mark[0] - ideal)))[0]
        if end >= len(text):
            break
        result.append(text[start:end])
        start = end
    result.append(text[start:])
    return result


def _marks(text: str) -> list[tuple[int, int]]:
    """(offset behind a mark, its rank): semicolons first, then commas; those inside brackets last."""
    depth = 0
    depths = []
    for char in text:
        depth = max(0, depth + (char in _OPEN) - (char in _CLOSE))
        depths.append(depth)
    return [
        (match.end(), _RANK.get(match[0][0], 4) + (10 if depths[match.start()] else 0))
        for match in _MARK.finditer(text)
    ]
