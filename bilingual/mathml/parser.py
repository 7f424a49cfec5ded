"""LaTeX mathematics → tree, strictly: what is unknown, unbalanced or misplaced raises MathError.

Own work because the libraries at hand guess: one shows an unknown command as its letters, closes an open brace, and
writes `&` of an alignment into the formula.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, Never

from bilingual.mathml import alphabets, commands, symbols
from bilingual.mathml.alphabets import Style
from bilingual.mathml.errors import MathError
from bilingual.mathml.scanner import Scanner
from bilingual.mathml.tree import EMPTY, Arrow, Brace, Class, Frac, Node, Row, Scripts, Space, Symbol, Text

# Deeper nesting than any formula has, and far from Python's own limit of recursion.
_DEPTH: Final = 40
_ENDS: Final = {"}": "a brace is closed that was not opened", r"\right": r"\right without \left"}
_SPACES: Final = {"\u2009": 3, "\u2006": 3, "\u200a": 1, "\u205f": 4, "\u2005": 5, "\u2004": 6, "\u2002": 9}
_WIDTHS: Final = {char: mu / 18 for char, mu in _SPACES.items()} | {"\u2003": 1.0, "\u00a0": 0.25, "\u3000": 1.0}
_INFIX: Final = {r"\over": ("", True, ""), r"\choose": ("(", False, ")"), r"\atop": ("", False, "")}


@lru_cache(maxsize=1024)
def parse(tex: str, display: bool = False) -> Row:
    """The tree of a formula, given without its delimiters; `display` as for `\\[…\\]`.

    Raises MathError when the formula is not understood to the last character, or is empty.
    """
    parser = Parser(tex, display)
    body = commands.lines(parser, frozenset([""])) if display else parser.group(frozenset([""]))
    if not body.items:
        parser.fail("the formula is empty")
    return body


class Parser:
    """One reading of one formula: the cursor, the style in force and the alphabet in force."""

    def __init__(self, tex: str, display: bool) -> None:
        self.scan = Scanner(tex)
        self.display = display
        self.alphabet: Style | None = None
        self.bold = False
        self._depth = 0

    def fail(self, reason: str) -> Never:
        """Refuse the formula."""
        raise MathError(self.scan.tex, reason)

    @contextmanager
    def inside(
        self, *, display: bool | None = None, alphabet: Style | None = None, bold: bool = False
    ) -> Iterator[None]:
        """A stretch with another style or alphabet; both are as before when it ends."""
        before = self.display, self.alphabet, self.bold
        self.display = self.display if display is None else display
        self.alphabet = alphabet or self.alphabet
        self.bold = self.bold or bold
        self._depth += 1
        if self._depth > _DEPTH:
            self.fail(f"it is nested more than {_DEPTH} deep")
        try:
            yield
        finally:
            self.display, self.alphabet, self.bold = before
            self._depth -= 1

    def group(self, stops: frozenset[str]) -> Row:
        """Everything up to one of `stops`, which is left to be taken; "" is the end of the formula."""
        items: list[Node] = []
        while (token := self.scan.peek()) not in stops:
            if token in _INFIX:
                self.scan.next()
                return self._infix(token, Row(tuple(items)), stops)
            if not token:
                wanted = " or ".join(sorted(stops - {"&"}))
                self.fail(f"it ends where {wanted} should come")
            if token in commands.DECLARATIONS:
                self.scan.next()
                items.extend(commands.DECLARATIONS[token](self, stops))
                break
            if (node := self._scripted()) is not None:
                _append(items, node)
        return Row(tuple(items))

    def _infix(self, token: str, top: Row, stops: frozenset[str]) -> Row:
        opening, bar, closing = _INFIX[token]
        with self.inside(display=False):
            fraction = Frac(top, self.group(stops), bar)
        return Row((commands.fenced(opening, fraction, closing),))

    def braced(self) -> Row:
        """A group whose opening brace has been taken, up to and with its closing one."""
        with self.inside():
            body = self.group(frozenset("}"))
        self.scan.next()
        return body

    def argument(self, *, display: bool | None = None, alphabet: Style | None = None, bold: bool = False) -> Row:
        """The argument of a command: a group in braces, or one token with arguments of its own."""
        with self.inside(display=display, alphabet=alphabet, bold=bold):
            token = self.scan.peek()
            if token in ("", "^", "_", "&", r"\\", "'") or token in commands.DECLARATIONS:
                self.fail("an argument is missing")
            node = self._atom(single=True)
        if node is None:
            return EMPTY
        return node if isinstance(node, Row) else Row((node,))

    def optional(self) -> Row | None:
        """An argument between brackets when one comes next."""
        if not self.scan.take("["):
            return None
        with self.inside(display=False):
            body = self.group(frozenset("]"))
        self.scan.next()
        return body

    def _scripted(self) -> Node | None:
        """The next atom with its scripts; None for a command that shows nothing."""
        base: Node | None = EMPTY if self._begins_script() else self._atom()
        if base is None:
            return None
        limits = self._stacks(base)
        sub: Row | None = None
        sup: Row | None = None
        primes = ""
        while True:
            token = self.scan.peek()
            if token in (r"\limits", r"\nolimits"):
                limits = token == r"\limits"
            elif token == "'":
                primes += "′"
            elif token == "^" and sup is None:
                self.scan.next()
                sup = self.argument(display=False)
                continue
            elif token == "_" and sub is None:
                self.scan.next()
                sub = self.argument(display=False)
                continue
            elif token in ("^", "_"):
                self.fail("one base has two subscripts or two superscripts")
            elif sup is None and _raised(token, "<super>"):
                sup = self._raised_run("<super>")
                continue
            elif sub is None and _raised(token, "<sub>"):
                sub = self._raised_run("<sub>")
                continue
            else:
                break
            self.scan.next()
        if primes:
            sup = Row((*(Symbol(prime, "mark", alphabets.ROMAN) for prime in primes), *(sup.items if sup else ())))
        return base if sub is None and sup is None else Scripts(base, sub, sup, limits)

    def _begins_script(self) -> bool:
        token = self.scan.peek()
        return token in ("^", "_", "'") or bool(_raised(token, "<super>") or _raised(token, "<sub>"))

    def _raised_run(self, form: str) -> Row:
        """Neighbouring raised or lowered characters, taken as one script."""
        items: list[Node] = []
        while (symbol := _raised(self.scan.peek(), form)) is not None:
            items.append(symbol)
            self.scan.next()
        return Row(tuple(items))

    def _stacks(self, base: Node) -> bool:
        match base:
            case Symbol(text=text, kind="op"):
                return self.display and text not in symbols.SIDE_LIMITS
            case Symbol(kind="lim") | Class(kind="op"):
                return self.display
            case Brace() | Arrow():
                return True
            case _:
                return False

    def _atom(self, single: bool = False) -> Node | None:
        """One atom without scripts. `single` takes one digit of a number, as an argument without braces does."""
        token = self.scan.next()
        if token == "{":
            return self.braced()
        if token in _ENDS:
            self.fail(_ENDS[token])
        if token == "&" or token == r"\\":
            self.fail(f"{token} stands outside a table")
        if token == "$":
            self.fail(r"$ inside a formula; a dollar sign is \$")
        if token.startswith("\\"):
            return self._command(token)
        if token.isdecimal() and token.isascii():
            return self._number(token, single)
        return self.character(token)

    def _command(self, token: str) -> Node | None:
        name = token[1:]
        if (handler := commands.COMMANDS.get(name)) is not None:
            return handler(self, name)
        if (known := symbols.commands().get(name)) is not None:
            char, kind = known
            return Symbol(char, kind, self.style(char))
        if name in symbols.FUNCTIONS:
            return Symbol(symbols.FUNCTIONS[name], "func", alphabets.ROMAN)
        if name not in symbols.LIMIT_FUNCTIONS:
            self.fail(f"the command {token} is not known" if name else "it ends in a lone backslash")
        return Symbol(symbols.LIMIT_FUNCTIONS[name], "lim", alphabets.ROMAN)

    def _number(self, digits: str, single: bool) -> Symbol:
        while not single:
            token = self.scan.peek()
            if not (token.isascii() and token.isdecimal()) and token != ".":
                break
            digits += self.scan.next()
        return Symbol(digits, "num", self.style(digits))

    def style(self, char: str) -> Style:
        """The style of a symbol under the alphabet in force."""
        style = alphabets.natural(char) if self.alphabet is None else alphabets.apply(char, self.alphabet)
        return alphabets.bold(style) if self.bold and alphabets.is_letter(char) else style

    def character(self, char: str) -> Node:
        """The node of a character as typed; a Han character, and any other wide one, is text."""
        if char in _WIDTHS or char == "~":
            return Space(_WIDTHS.get(char, 0.25))
        char = symbols.typed(char)
        if (lettered := alphabets.plain(char)) is not None:
            return Symbol(lettered[0], "num" if lettered[0].isdigit() else "ord", lettered[1])
        if unicodedata.east_asian_width(char[0]) in "WF" or unicodedata.category(char[0]) == "So":
            return Text(char)
        kind = symbols.kind_of_char(char)
        return Symbol(char, kind, self.style(char))


def _raised(token: str, form: str) -> Symbol | None:
    """The plain symbol of a raised or lowered character such as ² or ₁."""
    if not token or token.isascii():
        return None
    kind, _, code = unicodedata.decomposition(token[0]).partition(" ")
    if kind != form or " " in code:
        return None
    char = symbols.typed(chr(int(code, 16)))
    return Symbol(char, "num" if char.isdigit() else symbols.kind_of_char(char), alphabets.natural(char))


def _append(items: list[Node], node: Node) -> None:
    """Add a node; words that were typed one character at a time become one text."""
    last = items[-1] if items else None
    if isinstance(node, Text) and isinstance(last, Text) and node == Text(node.text) and last == Text(last.text):
        items[-1] = Text(last.text + node.text)
    else:
        items.append(node)
