"""Complex fields (ECMA-376 Part 1, 17.16): an instruction that is not read, and its result that is.

A field is begun, parted and ended by marks in runs, and may hold other fields in both halves. It is never taken to
reach beyond its paragraph, so that a mark that an editor deleted does not make the rest of a document an instruction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from bilingual.model import Text
from bilingual.ooxml.pieces import Piece
from bilingual.ooxml.symbol_fonts import symbol

_TOKEN: Final = re.compile(r'"([^"]*)"|(\S+)')
_CIRCLED: Final = re.compile(r"\\o\b.*?([○〇□△])\s*[,，;]\s*([^)）]{1,3}?)\s*[)）]?\s*$", re.IGNORECASE)
_DEEPEST: Final = 20  # fields in one another, as Word has it
_LONGEST: Final = 2_000  # characters of an instruction that may show something by itself
_UNSAFE: Final = re.compile(r"\s*(?:javascript|vbscript|data)\s*:", re.IGNORECASE)


@dataclass(slots=True)
class Field:
    """A field that is open. `held` is text of its first half, shown only if the field never ends."""

    instruction: list[str] = field(default_factory=list)
    in_result: bool = False
    href: str = ""
    link: int = 0
    shown: bool = False
    held: list[Piece] = field(default_factory=list)


class FieldStack:
    """The open fields of a paragraph, outermost first."""

    def __init__(self) -> None:
        self._open: list[Field] = []

    def begin(self) -> None:
        """A field begins with its instruction."""
        if len(self._open) < _DEEPEST:
            self._open.append(Field())

    def instruct(self, text: str) -> None:
        """More of the instruction."""
        if self._open:
            self._open[-1].instruction.append(text)

    def separate(self, link: int) -> bool:
        """The result begins. Says whether it is a link, which then has the number `link`."""
        if not self._open or self._open[-1].in_result:
            return False
        top = self._open[-1]
        top.in_result = True
        top.href = hyperlink("".join(top.instruction))
        top.link = link if top.href else 0
        return bool(top.href)

    def end(self) -> str:
        """The field ends. Gives what it shows without a result of its own: a sign, or nothing."""
        if not self._open:
            return ""
        top = self._open.pop()
        return "" if top.shown else without_result("".join(top.instruction))

    def link(self) -> tuple[str, int]:
        """Address and number of the innermost link."""
        return next(((one.href, one.link) for one in reversed(self._open) if one.href), ("", 0))

    def takes(self, piece: Piece) -> bool:
        """Whether `piece` belongs to an instruction and is not read; an instruction keeps it for its own use."""
        for one in self._open:
            if not one.in_result:
                one.held.append(piece)
                if isinstance(piece.inline, Text):
                    self._last_instruction().append(piece.inline.text)
                return True
        for one in self._open:
            one.shown = True
        return False

    def close(self) -> list[Piece]:
        """The paragraph ends: the pieces that fields without an end had held back."""
        held = [piece for one in self._open for piece in one.held]
        self._open.clear()
        return held

    def _last_instruction(self) -> list[str]:
        return next(one.instruction for one in reversed(self._open) if not one.in_result)


def hyperlink(instruction: str) -> str:
    """The address in a HYPERLINK instruction; "" for other fields and for places in the document itself."""
    words = [match[1] if match[1] is not None else match[2] for match in _TOKEN.finditer(instruction)]
    if not words or words[0].upper() != "HYPERLINK":
        return ""
    address, anchor = "", ""
    at = 1
    while at < len(words):
        switch = words[at].lower()
        if switch in ("\\l", "\\o", "\\t"):
            anchor = words[at + 1] if switch == "\\l" and at + 1 < len(words) else anchor
            at += 1
        elif not switch.startswith("\\") and not address:
            address = words[at]
        at += 1
    return safe(f"{address}#{anchor}" if address and anchor else address)


def safe(href: str) -> str:
    """An address as it is, or "" when following it would run something."""
    return "" if _UNSAFE.match(href) else href.strip()


def without_result(instruction: str) -> str:
    """What a field shows that stores no result: SYMBOL a sign, EQ a letter in a circle or else its own words."""
    if len(instruction) > _LONGEST:
        return ""
    words = [match[1] if match[1] is not None else match[2] for match in _TOKEN.finditer(instruction)]
    name = words[0].upper() if words else ""
    if name == "SYMBOL" and len(words) > 1:
        font = next((words[at + 1] for at, word in enumerate(words[:-1]) if word.lower() == "\\f"), "Symbol")
        code = int(words[1]) if words[1].isdecimal() and len(words[1]) < 7 else -1
        if words[1].lower().startswith("0x"):
            return symbol(font, words[1][2:])
        return symbol(font, f"{code:x}") if code > 0 else ""
    if name != "EQ":
        return ""
    circled = _CIRCLED.search(instruction)
    if circled and circled[1] in "○〇":
        return _in_circle(circled[2].strip())
    return instruction.strip()[2:].strip()


def _in_circle(text: str) -> str:
    if text.isdecimal() and 1 <= int(text) <= 20:
        return chr(0x2460 + int(text) - 1)
    return f"({text})"
