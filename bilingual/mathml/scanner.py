"""Tokens of LaTeX mathematics, read once and then walked; white space is skipped in mathematics and kept in text.

A token is a command with its backslash, or one character with the combining marks that belong to it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bilingual.mathml.errors import MathError

_TOKEN: Final = re.compile(r"\\(?:[A-Za-z]+|.)|[^\\][\u0300-\u036f\u20d0-\u20f0]*|\\", re.DOTALL)
_SPACES: Final = " \t\r\n\f\v"
_CONTROL: Final = re.compile(r"\\[A-Za-z]+")
# em to the unit; pt and the absolute units at the 10 pt that TeX takes as its design size.
_UNITS: Final = {"em": 1.0, "ex": 0.43, "mu": 1 / 18, "pt": 0.1, "px": 0.075, "cm": 2.845, "mm": 0.2845, "in": 7.227}
_LENGTH: Final = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(em|ex|mu|pt|px|cm|mm|in)")
_POSITION: Final = re.compile("[tcb]")


class Scanner:
    """A cursor over the tokens of `tex`. Raises MathError for characters that no document can hold."""

    def __init__(self, tex: str) -> None:
        self.tex = tex
        shown = "".join(char for char in unicodedata.normalize("NFC", tex) if not _invisible(char))
        for char in shown:
            if unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn") and char not in _SPACES:
                raise MathError(tex, f"the character U+{ord(char):04X} cannot be shown")
        self._tokens = _TOKEN.findall(shown)
        self._at = 0

    def peek(self) -> str:
        """The next token that is not white space; "" at the end."""
        tokens, at = self._tokens, self._at
        while at < len(tokens) and (tokens[at] in _SPACES or tokens[at] == "%"):
            at = self._after_comment(at) if tokens[at] == "%" else at + 1
        self._at = at
        return tokens[at] if at < len(tokens) else ""

    def next(self) -> str:
        """The next token that is not white space, taken."""
        token = self.peek()
        self._at += 1
        return token

    def raw(self) -> str:
        """The next token whatever it is, taken; text mode reads by this."""
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        self._at += 1
        # A command of letters takes the white space after it, in text too.
        if _CONTROL.fullmatch(token):
            while self._at < len(self._tokens) and self._tokens[self._at] in _SPACES:
                self._at += 1
        return token

    def take(self, token: str) -> bool:
        """Take the next token when it is `token`; whether it was."""
        if self.peek() != token:
            return False
        self._at += 1
        return True

    def name(self) -> str:
        """A braced word such as the name of an environment, taken."""
        if not self.take("{"):
            raise MathError(self.tex, "a name in braces is missing")
        return self._until("}")

    def option(self) -> str | None:
        """The text between brackets when they come next, taken; else None."""
        return self._until("]") if self.take("[") else None

    def skip_gap(self) -> None:
        r"""Past the extra space of `\\[2pt]`; any other bracket begins the next row and is left."""
        self._skip_bracketed(_LENGTH)

    def skip_position(self) -> None:
        r"""Past the position of `\begin{aligned}[t]`; any other bracket begins the first row and is left."""
        self._skip_bracketed(_POSITION)

    def _skip_bracketed(self, wanted: re.Pattern[str]) -> None:
        if self.peek() == "[":
            end = "".join(self._tokens[self._at + 1 : self._at + 12]).partition("]")[0]
            if wanted.fullmatch(end.strip()):
                self._until("]")

    def length(self) -> float:
        """A length in em, braced or not, taken."""
        text = self.name() if self.peek() == "{" else self._bare_length()
        match = _LENGTH.match(re.sub(r"\s", "", text))
        if match is None:
            raise MathError(self.tex, f'"{text}" is not a length')
        return float(match[1]) * _UNITS[match[2]]

    def _bare_length(self) -> str:
        self.peek()
        rest = re.sub(r"(\d) +", r"\1", "".join(self._tokens[self._at :]))
        match = _LENGTH.match(rest)
        if match is None:
            raise MathError(self.tex, "a length is missing")
        taken = ""
        while len(taken) < len(match[0]):
            taken += self.next()
        return taken

    def _until(self, end: str) -> str:
        text, depth = "", 0
        while True:
            token = self.raw()
            if not token:
                raise MathError(self.tex, f'"{end}" is missing')
            if token == end and depth == 0:
                return text.strip()
            depth += (token == "{") - (token == "}")
            text += token

    def _after_comment(self, at: int) -> int:
        """Past a comment. One on the last line is refused: `50%` meant a per cent sign, and text would be lost."""
        try:
            end = self._tokens.index("\n", at)
        except ValueError:
            raise MathError(self.tex, r"% begins a comment in LaTeX; a per cent sign is \%") from None
        if "".join(self._tokens[end:]).strip():
            return end + 1
        raise MathError(self.tex, r"% begins a comment in LaTeX; a per cent sign is \%")


def _invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"
