"""Brackets and quotation marks that belong together, so that no sentence is cut inside a bracket."""

from __future__ import annotations

from typing import Final

_OPEN: Final = {"（": "）", "(": ")", "[": "]", "【": "】", "「": "」", "『": "』", "“": "”", "《": "》", "〈": "〉"}
_CLOSE: Final = {close: opening for opening, close in _OPEN.items()}
_REACH: Final = 240  # characters; a bracket that holds more is taken for a lost closing mark or for several sentences


def enclosed(text: str) -> bytearray:
    """For each character of `text`, 1 where it is inside a pair of marks that holds at most 240 characters."""
    inside = bytearray(len(text))
    stack: list[tuple[str, int]] = []
    done = -1
    for at, char in enumerate(text):
        if char in _OPEN:
            stack.append((char, at))
        elif char in _CLOSE:
            start = _matching(stack, _CLOSE[char])
            if start > done and at - start <= _REACH:
                inside[start:at] = b"\x01" * (at - start)
            if start >= 0 and not stack:
                done = at
    return inside


def _matching(stack: list[tuple[str, int]], opening: str) -> int:
    """Where the nearest `opening` of `stack` stands, everything above it dropped; -1 when there is none near."""
    for depth in range(len(stack) - 1, max(-1, len(stack) - 12), -1):
        if stack[depth][0] == opening:
            start = stack[depth][1]
            del stack[depth:]
            return start
    return -1
