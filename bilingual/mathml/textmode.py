"""Text inside a formula: `\\text{…}` and its kin, where spaces count and `$…$` is a formula again."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bilingual.mathml import symbols
from bilingual.mathml.scanner import Scanner
from bilingual.mathml.tree import Node, Row, Text

if TYPE_CHECKING:
    from bilingual.mathml.parser import Parser

TEXT_COMMANDS: Final[dict[str, Text]] = (
    dict.fromkeys("text textrm textnormal textup textmd textsf textsc mbox hbox fbox mathmbox".split(), Text(""))
    | {"textbf": Text("", bold=True), "textit": Text("", italic=True), "emph": Text("", italic=True)}
    | {"texttt": Text("", mono=True), "textsl": Text("", italic=True)}
)
_ESCAPED: Final = {
    **{f"\\{char}": char for char in "%#_&${}"},
    "\\ ": " ",
    "~": "\u00a0",
    r"\,": "\u2009",
    r"\;": "\u2005",
    r"\:": "\u205f",
    r"\!": "",
    r"\quad": "\u2003",
    r"\qquad": "\u2003\u2003",
    r"\textbackslash": "\\",
    r"\textasciitilde": "~",
    r"\textasciicircum": "^",
    r"\textendash": "–",
    r"\textemdash": "—",
    r"\textquoteleft": "‘",
    r"\textquoteright": "’",
    r"\-": "",
    r"\textquotedblleft": "“",
    r"\textquotedblright": "”",
    r"\textunderscore": "_",
    r"\LaTeX": "LaTeX",
    r"\TeX": "TeX",
    "`": "‘",
    "'": "’",
}
_ACCENTS: Final = {
    r"\'": "\u0301",
    r"\`": "\u0300",
    r"\^": "\u0302",
    r"\"": "\u0308",
    r"\~": "\u0303",
    r"\=": "\u0304",
    r"\.": "\u0307",
    r"\c": "\u0327",
    r"\v": "\u030c",
    r"\u": "\u0306",
    r"\H": "\u030b",
}
_LIGATURES: Final = (("‘‘", "“"), ("’’", "”"), ("---", "—"), ("--", "–"))


def read_text(parser: Parser, look: Text) -> Row:
    """The contents of a text command whose name has been taken; `look` has the weight and shape.

    Raises MathError when the text has a command that is not one of text, or does not end.
    """
    scan = parser.scan
    if not scan.take("{"):
        return Row((replace(look, text=scan.next()),))
    return Row(tuple(_tidy(_pieces(parser, look, "}"))))


def _pieces(parser: Parser, look: Text, end: str) -> list[Node]:
    pieces: list[Node] = []
    with parser.inside():
        while (token := parser.scan.raw()) != end:
            if not token:
                parser.fail("a text does not end")
            pieces.extend(_piece(parser, token, look))
    return pieces


def _piece(parser: Parser, token: str, look: Text) -> list[Node]:
    scan = parser.scan
    if token == "{":
        return _pieces(parser, look, "}")
    if token in ("$", r"\("):
        with parser.inside(display=False):
            closing = "$" if token == "$" else r"\)"
            body = parser.group(frozenset([closing]))
        scan.next()
        return [body]
    if token[1:] in TEXT_COMMANDS:
        inner = TEXT_COMMANDS[token[1:]]
        merged = Text("", look.bold or inner.bold, look.italic or inner.italic, look.mono or inner.mono)
        return list(read_text(parser, merged).items)
    return [replace(look, text=_character(parser, scan, token))]


def _character(parser: Parser, scan: Scanner, token: str) -> str:
    if token in _ESCAPED:
        return _ESCAPED[token]
    if token in _ACCENTS:
        base = scan.name() if scan.peek() == "{" else scan.next()
        return unicodedata.normalize("NFC", base + _ACCENTS[token])
    if token.startswith("\\"):
        known = symbols.commands().get(token[1:])
        if known is None:
            parser.fail(f"the command {token} is not known in text")
        return known[0]
    if token in "%&^_#" and token != "_":
        parser.fail(f"{token} must be written \\{token} in text")
    return " " if token.isspace() and token not in "\u00a0\u2009\u2005\u205f\u2003\u2002\u3000" else token


def _tidy(pieces: list[Node]) -> list[Node]:
    """Neighbouring texts of one look made one; runs of spaces made one space; ligatures of quotes and dashes."""
    tidy: list[Node] = []
    for piece in pieces:
        last = tidy[-1] if tidy else None
        if isinstance(piece, Text) and isinstance(last, Text) and replace(piece, text="") == replace(last, text=""):
            joined = last.text + piece.text
            tidy[-1] = replace(last, text=last.text if joined.endswith("  ") else joined)
        elif not isinstance(piece, Text) or piece.text:
            tidy.append(piece)
    return [_ligatures(piece) if isinstance(piece, Text) and not piece.mono else piece for piece in tidy]


def _ligatures(text: Text) -> Text:
    shown = text.text
    for typed, char in _LIGATURES:
        shown = shown.replace(typed, char)
    return replace(text, text=shown)
