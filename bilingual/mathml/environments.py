"""Environments of rows and cells: matrices, cases and aligned equations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bilingual.mathml.tree import EMPTY, Fenced, Node, Row, Styled, Table

if TYPE_CHECKING:
    from bilingual.mathml.parser import Parser


class _Shape(NamedTuple):
    opening: str = ""
    closing: str = ""
    columns: str = "c"  # repeated as often as there are cells
    aligned: bool = False
    display: bool = False
    argument: bool = False  # whether an argument follows the name


_EQUATIONS: Final = _Shape(columns="rl", aligned=True, display=True)
_SHAPES: Final[dict[str, _Shape]] = {
    "matrix": _Shape(),
    "smallmatrix": _Shape(),
    "substack": _Shape(aligned=True),
    "pmatrix": _Shape("(", ")"),
    "bmatrix": _Shape("[", "]"),
    "Bmatrix": _Shape("{", "}"),
    "vmatrix": _Shape("|", "|"),
    "Vmatrix": _Shape("‖", "‖"),
    "cases": _Shape("{", "", "l"),
    "dcases": _Shape("{", "", "l", display=True),
    "rcases": _Shape("", "}", "l"),
    "array": _Shape(argument=True),
    **dict.fromkeys(
        ("aligned", "align", "align*", "split", "eqnarray", "eqnarray*", "flalign", "flalign*"), _EQUATIONS
    ),
    **dict.fromkeys(("alignat", "alignat*", "alignedat"), _EQUATIONS._replace(argument=True)),
    **dict.fromkeys(("gathered", "gather", "gather*", "multline", "multline*"), _Shape(aligned=True, display=True)),
    **dict.fromkeys(("equation", "equation*", "math", "displaymath"), _Shape(aligned=True, display=True)),
    "subarray": _Shape(aligned=True, argument=True),
}
_WITH_POSITION: Final = ("aligned", "alignedat", "gathered", "array", "split")


def body(parser: Parser, name: str, ends: frozenset[str]) -> Node:
    """The rows of the environment `name`, whose beginning has been taken, up to and with one of `ends`.

    Raises MathError for an environment that is not known, for rules in an array, and for cells without a column.
    """
    shape = _SHAPES.get(name)
    if shape is None:
        parser.fail(f"the environment {name or 'without a name'} is not known")
    if name in _WITH_POSITION:
        parser.scan.skip_position()
    argument = parser.scan.name() if shape.argument else ""
    rows = _rows(parser, ends, shape.display)
    parser.scan.next()
    columns = _columns(parser, name, shape, argument, rows)
    if shape.aligned and len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]  # one equation alone needs no table
    table = Table(tuple(rows), columns, shape.aligned)
    if not (shape.opening or shape.closing):
        return table
    return Fenced(shape.opening, shape.closing, (Row((table,)),))


def _rows(parser: Parser, ends: frozenset[str], display: bool) -> list[tuple[Row, ...]]:
    stops = ends | {"&", r"\\", r"\cr"}
    rows: list[tuple[Row, ...]] = []
    cells: list[Row] = []
    while True:
        if not cells and parser.scan.peek() in (r"\hline", r"\toprule", r"\midrule", r"\bottomrule"):
            parser.fail("rules between the rows of an array cannot be shown")
        with parser.inside(display=display):
            cell = parser.group(stops)
            # The style of a cell is that of the environment, whatever surrounds it.
            cells.append(Row((Styled(True, cell),)) if display and cell.items else cell)
        token = parser.scan.peek()
        if token != "&":
            rows.append(tuple(cells))
            cells = []
        if token in ends:
            break
        parser.scan.next()
        if token == r"\\":
            parser.scan.take("*")
            parser.scan.skip_gap()
    if len(rows) > 1 and rows[-1] == (EMPTY,):
        rows.pop()  # a last \\ opens a row that nobody meant
    width = max(map(len, rows))
    return [row + (EMPTY,) * (width - len(row)) for row in rows]


def _columns(parser: Parser, name: str, shape: _Shape, argument: str, rows: list[tuple[Row, ...]]) -> str:
    width = len(rows[0])
    if name in ("array", "subarray"):
        columns = "".join(argument.split())
        if "|" in columns:
            parser.fail("rules between the columns of an array cannot be shown")
        if not columns or set(columns) - set("lcr"):
            parser.fail(f'"{argument}" is not a list of the columns l, c and r')
        if width > len(columns):
            parser.fail(f"a row has {width} cells, and the array has {len(columns)} columns")
        return columns[:width]
    if name in ("cases", "dcases", "rcases") and width > 2:
        parser.fail(f"a row of {name} has {width} cells instead of two")
    return (shape.columns * width)[:width]
