"""The tree a formula is parsed into; MathML, SVG and OMML are written from it.

It keeps what the reader sees and nothing of how it was typed: `\\le` and `≤` are the same `Symbol`.
Whether limits stand above and below is decided by the parser, which alone knows the style in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bilingual.mathml.alphabets import ITALIC, Style

# The atom classes of The TeXbook, chapter 17; "num" and "mark" (| / ! ′) are Ord, "func" and "lim" are Op.
Kind: TypeAlias = Literal["ord", "num", "mark", "op", "func", "lim", "bin", "rel", "open", "close", "punct", "inner"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """One letter, number, operator or function name; `size` in em is the height of a `\\big` delimiter, else 0."""

    text: str
    kind: Kind
    style: Style = ITALIC
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words inside a formula, set upright as text; spaces count."""

    text: str
    bold: bool = False
    italic: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """Horizontal space of `width` em, which may be negative."""

    width: float


@dataclass(frozen=True, slots=True)
class Row:
    """A group: `{…}` in LaTeX, which stands as one ordinary atom."""

    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Class:
    """A subformula given another atom class, as by `\\mathrel` or `\\mathop`."""

    kind: Kind
    body: Row


@dataclass(frozen=True, slots=True)
class Styled:
    """A subformula set in display style or in text style whatever its surroundings."""

    display: bool
    body: Row


@dataclass(frozen=True, slots=True)
class Frac:
    """A fraction, or with `bar` False a pile of two; `display` forces the style of `\\dfrac` or `\\tfrac`."""

    top: Row
    bottom: Row
    bar: bool = True
    display: bool | None = None


@dataclass(frozen=True, slots=True)
class Root:
    """A root; no `degree` is a square root."""

    body: Row
    degree: Row | None = None


@dataclass(frozen=True, slots=True)
class Scripts:
    """A base with a subscript, a superscript or both; `limits` puts them below and above."""

    base: Node
    sub: Row | None
    sup: Row | None
    limits: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """Something set small below or above a base that keeps its class: `\\underset`, `\\overset`."""

    base: Node
    under: Row | None
    over: Row | None


@dataclass(frozen=True, slots=True)
class Fenced:
    """Delimiters that grow with what they hold; an empty string is the invisible delimiter `.`.

    There is one part more than there are separators (`\\middle`). `grow` is False for brackets typed as they are,
    which the parser leaves as symbols and OMML wants in pairs.
    """

    opening: str
    closing: str
    parts: tuple[Row, ...]
    separators: tuple[str, ...] = ()
    grow: bool = True


@dataclass(frozen=True, slots=True)
class Accent:
    """A combining accent over a body; `wide` ones stretch."""

    body: Row
    mark: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A rule over or under a body."""

    body: Row
    under: bool


@dataclass(frozen=True, slots=True)
class Brace:
    """A brace, bracket or arrow that stretches over or under a body."""

    body: Row
    mark: str
    under: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow that stretches to the labels above and below it."""

    mark: str
    over: Row
    under: Row | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. `columns` has l, c or r a column; `aligned` ones meet at their `&`, as equations do."""

    rows: tuple[tuple[Row, ...], ...]
    columns: str
    aligned: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A frame around a body, or strokes through it: frame, up, down, or both strokes as cross."""

    body: Row
    notation: Literal["frame", "up", "down", "cross"]


@dataclass(frozen=True, slots=True)
class Phantom:
    """Room for a body that is not drawn; `wide` and `tall` say which of its sizes count."""

    body: Row
    wide: bool = True
    tall: bool = True


Node: TypeAlias = (
    Symbol
    | Text
    | Space
    | Row
    | Class
    | Styled
    | Frac
    | Root
    | Scripts
    | Stack
    | Fenced
    | Accent
    | Line
    | Brace
    | Arrow
    | Table
    | Box
    | Phantom
)

EMPTY: Final = Row()


def kind_of(node: Node) -> Kind | None:
    """The atom class of a node as its neighbours see it; None for space, which is no atom."""
    match node:
        case Symbol(kind=kind) | Class(kind=kind):
            return kind
        case Scripts(base=base) | Stack(base=base):
            return kind_of(base) or "ord"
        case Styled(body=Row(items=(only,))):
            return kind_of(only)
        case Space():
            return None
        case Fenced():
            return "inner"
        case Arrow():
            return "rel"
        case _:
            return "ord"
