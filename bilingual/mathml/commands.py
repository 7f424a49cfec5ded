"""What each command of LaTeX makes of its arguments: one table, from names to functions."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from bilingual.mathml import environments, symbols
from bilingual.mathml.alphabets import ITALIC, ROMAN, Style
from bilingual.mathml.names import ACCENTS, ALPHABETS, ARROWS, BRACES, SPACES
from bilingual.mathml.textmode import TEXT_COMMANDS, read_text
from bilingual.mathml.tree import (
    EMPTY,
    Accent,
    Arrow,
    Box,
    Brace,
    Class,
    Fenced,
    Frac,
    Kind,
    Line,
    Node,
    Phantom,
    Root,
    Row,
    Space,
    Stack,
    Styled,
    Symbol,
    Table,
    Text,
)

if TYPE_CHECKING:
    from bilingual.mathml.parser import Parser

Handler: TypeAlias = Callable[["Parser", str], Node | None]
Declaration: TypeAlias = Callable[["Parser", frozenset[str]], tuple[Node, ...]]

_CLASSES: Final[dict[str, Kind]] = {
    "mathord": "ord",
    "mathbin": "bin",
    "mathrel": "rel",
    "mathopen": "open",
    "mathclose": "close",
    "mathpunct": "punct",
    "mathinner": "inner",
}
_BIG: Final = {"big": 1.2, "Big": 1.8, "bigg": 2.4, "Bigg": 3.0}
_CAPITALS: Final = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
# Commands that say how, not what: they show nothing here.
_SILENT: Final = "nonumber notag allowbreak nobreak displaylimits relax strut mathstrut noindent hfill hfil normalcolor"


def fenced(opening: str, body: Node, closing: str) -> Node:
    """`body` between delimiters that grow, or alone when there are none."""
    return Fenced(opening, closing, (Row((body,)),)) if opening or closing else body


def lines(parser: Parser, stops: frozenset[str]) -> Row:
    """A displayed formula: one line, or several parted by `\\\\` and set centred, as `gathered` does."""
    ends = stops | {r"\\"}
    rows = [parser.group(ends)]
    while parser.scan.take(r"\\"):
        rows.append(parser.group(ends))
    if len(rows) == 1:
        return rows[0]
    return Row((Table(tuple((row,) for row in rows if row.items), "c", aligned=True),))


def delimiter(parser: Parser) -> str:
    """The delimiter after `\\left` and its kin, taken; "" for the invisible one."""
    token = parser.scan.next()
    if token == ".":
        return ""
    if token.startswith("\\"):
        known = {"{": "{", "}": "}", "|": "‖"}.get(token[1:]) or symbols.commands().get(token[1:], ("", "ord"))[0]
    else:
        known = {"<": "⟨", ">": "⟩"}.get(token, token)
    if not known or known not in "()[]{}|‖⌊⌋⌈⌉⟨⟩/\\↑↓↕⇑⇓⇕⎰⎱⟦⟧⌜⌝⌞⌟⟮⟯∣∥⦃⦄":
        parser.fail(f"{token or 'nothing'} is not a delimiter")
    return {"∣": "|", "∥": "‖"}.get(known, known)


def _left(parser: Parser, _: str) -> Node:
    opening = delimiter(parser)
    parts: list[Row] = []
    separators: list[str] = []
    stops = frozenset([r"\right", r"\middle"])
    while True:
        with parser.inside():
            parts.append(parser.group(stops))
        if parser.scan.next() == r"\right":
            return Fenced(opening, delimiter(parser), tuple(parts), tuple(separators))
        separators.append(delimiter(parser))


def _big(parser: Parser, name: str) -> Node:
    stem = name.rstrip("lrm") if name[-1] in "lrm" else name
    mark = delimiter(parser)
    kind: Kind = {"l": "open", "r": "close", "m": "rel"}.get(name[len(stem) :], "mark")  # type: ignore[assignment]
    if kind == "mark" and symbols.kind_of_char(mark or "|") in ("open", "close"):
        kind = symbols.kind_of_char(mark)
    return Symbol(mark, kind, ROMAN, _BIG[stem]) if mark else EMPTY


def _fraction(parser: Parser, name: str) -> Node:
    display = {"d": True, "t": False, "c": True}.get(name[0])
    continued = name.startswith("c")
    top, bottom = parser.argument(display=continued), parser.argument(display=continued)
    if continued:
        top, bottom = Row((Styled(True, top),)), Row((Styled(True, bottom),))
    fraction = Frac(top, bottom, bar=name.endswith("frac"), display=display)
    return fraction if fraction.bar else fenced("(", fraction, ")")


def _root(parser: Parser, _: str) -> Node:
    degree = parser.optional()
    return Root(parser.argument(), degree if degree and degree.items else None)


def _alphabet(parser: Parser, name: str) -> Node:
    return parser.argument(alphabet=ALPHABETS[name])


def _boldsymbol(parser: Parser, _: str) -> Node:
    return parser.argument(bold=True)


def _operatorname(parser: Parser, name: str) -> Node:
    limits = parser.scan.take("*") or name.endswith("withlimits")
    return _named(parser, parser.argument(alphabet=ROMAN), limits)


def _mathop(parser: Parser, _: str) -> Node:
    body = parser.argument()
    upright = all(isinstance(item, Symbol | Text | Space) for item in _leaves(body)) and any(
        not isinstance(item, Symbol) or (item.style == ROMAN and item.kind not in ("op", "bin", "rel"))
        for item in _leaves(body)
    )
    return _named(parser, body, True) if upright else Class("op", body)


def _leaves(row: Row) -> list[Node]:
    return [leaf for item in row.items for leaf in (_leaves(item) if isinstance(item, Row) else [item])]


def _named(parser: Parser, body: Row, limits: bool) -> Node:
    """A function whose name is `body`; thin spaces in the name are kept."""
    name = ""
    for leaf in _leaves(body):
        match leaf:
            case Symbol(text="−"):
                name += "-"
            case Symbol(text="∗"):
                name += "*"
            case Symbol(text=text, kind="func" | "lim") if name:
                name += "\u2009" + text
            case Symbol(text=text) | Text(text=text):
                name += text
            case Space(width=width):
                name += "\u2009" if width > 0 else ""
            case _:
                return Class("op", body) if limits else body
    if not name.strip():
        parser.fail("an operator has no name")
    return Symbol(name, "lim" if limits else "func", ROMAN)


def _text(parser: Parser, name: str) -> Node:
    body = read_text(parser, TEXT_COMMANDS[name])
    return Box(body, "frame") if name == "fbox" else body


def _accent(parser: Parser, name: str) -> Node:
    return Accent(parser.argument(), ACCENTS[name], wide=name.startswith("wide"))


def _line(parser: Parser, name: str) -> Node:
    return Line(parser.argument(), under=name.startswith("under"))


def _brace(parser: Parser, name: str) -> Node:
    return Brace(parser.argument(), BRACES[name], under=name.startswith("under"))


def _arrow(parser: Parser, name: str) -> Node:
    under = parser.optional()
    return Arrow(ARROWS[name], parser.argument(display=False), under if under and under.items else None)


def _stack(parser: Parser, name: str) -> Node:
    small = parser.argument(display=False)
    base = parser.argument()
    only = base.items[0] if len(base.items) == 1 else base
    return Stack(only, small, None) if name == "underset" else Stack(only, None, small)


def _space(_: Parser, name: str) -> Node:
    return Space(SPACES[name] / 18)


def _length(parser: Parser, _: str) -> Node:
    parser.scan.take("*")
    return Space(parser.scan.length())


def _not(parser: Parser, _: str) -> Node:
    struck = parser.argument()
    if len(struck.items) != 1 or not isinstance(symbol := struck.items[0], Symbol):
        parser.fail(r"\not needs one symbol after it")
    return Symbol(unicodedata.normalize("NFC", symbol.text + "\u0338"), symbol.kind, symbol.style)


def _modulo(parser: Parser, name: str) -> Node:
    word = Symbol("mod", "func", ROMAN)
    if name == "bmod":
        return Class("bin", Row((word,)))
    value = parser.argument()
    if name == "mod":
        return Class("ord", Row((Space(1.0), word, Space(1 / 3), value)))
    items = (value,) if name == "pod" else (word, Space(1 / 3), value)
    opening, closing = Symbol("(", "open", ROMAN), Symbol(")", "close", ROMAN)
    return Class("ord", Row((Space(1.0), opening, *items, closing)))


def _class(parser: Parser, name: str) -> Node:
    return Class(_CLASSES[name], parser.argument())


def _box(parser: Parser, name: str) -> Node:
    return Box(
        parser.argument(display=name == "boxed" or None),
        {"cancel": "up", "bcancel": "down", "xcancel": "cross"}.get(name, "frame"),  # type: ignore[arg-type]
    )


def _phantom(parser: Parser, name: str) -> Node:
    return Phantom(parser.argument(), wide=name != "vphantom", tall=name != "hphantom")


def _substack(parser: Parser, _: str) -> Node:
    parser.scan.take("{") or parser.fail(r"\substack needs an argument in braces")
    return environments.body(parser, "substack", frozenset("}"))


def _begin(parser: Parser, _: str) -> Node:
    name = parser.scan.name()
    node = environments.body(parser, name, frozenset([r"\end"]))
    closing = parser.scan.name()
    if closing != name:
        parser.fail(rf"\begin{{{name}}} is ended by \end{{{closing}}}")
    return node


def _skip_argument(parser: Parser, _: str) -> None:
    parser.scan.name()


def _tag(parser: Parser, _: str) -> Node:
    starred = parser.scan.take("*")
    label = read_text(parser, Text(""))
    around = () if starred else (Text("("), Text(")"))
    return Row((Space(2.0), *around[:1], *label.items, *around[1:]))


def _coloured(parser: Parser, _: str) -> Node:
    parser.scan.option()
    parser.scan.name()
    return parser.argument()


def _transparent(parser: Parser, _: str) -> Node:
    return parser.argument()


def _bracket(parser: Parser, name: str) -> Node:
    body = parser.argument()
    opening = "⟨" if name != "ket" else "|"
    return Fenced(opening, "|" if name == "bra" else "⟩", (body,))


def _silent(_: Parser, __: str) -> None:
    return None


def _braced_symbol(_: Parser, name: str) -> Node:
    char = {"|": "‖"}.get(name, name)
    return Symbol(char, symbols.kind_of_char(char), ROMAN)


def _number_set(_: Parser, name: str) -> Node:
    return Symbol({"Complex": "C", "Reals": "R"}.get(name, name), "ord", Style("double-struck", "p"))


def _italic_capital(parser: Parser, name: str) -> Node:
    char = symbols.commands()[name.removeprefix("var")][0]
    with parser.inside(alphabet=parser.alphabet or ITALIC):
        return Symbol(char, "ord", parser.style(char))


def _misplaced(parser: Parser, name: str) -> Node:
    parser.fail(f"\\{name} stands where nothing begins it")


def _declared_style(display: bool) -> Declaration:
    def declare(parser: Parser, stops: frozenset[str]) -> tuple[Node, ...]:
        with parser.inside(display=display):
            return (Styled(display, parser.group(stops)),)

    return declare


def _declared_alphabet(name: str) -> Declaration:
    def declare(parser: Parser, stops: frozenset[str]) -> tuple[Node, ...]:
        with parser.inside(alphabet=ALPHABETS[name]):
            return parser.group(stops).items

    return declare


def _declared_colour(parser: Parser, stops: frozenset[str]) -> tuple[Node, ...]:
    parser.scan.option()
    parser.scan.name()
    return parser.group(stops).items


DECLARATIONS: Final[dict[str, Declaration]] = {
    r"\displaystyle": _declared_style(True),
    **dict.fromkeys((r"\textstyle", r"\scriptstyle", r"\scriptscriptstyle"), _declared_style(False)),
    **{f"\\{name}": _declared_alphabet(name) for name in ("rm", "bf", "it", "cal", "sf", "tt", "frak")},
    r"\color": _declared_colour,
}

COMMANDS: Final[dict[str, Handler]] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom"), _fraction),
    "sqrt": _root,
    "left": _left,
    "not": _not,
    "mathop": _mathop,
    "tag": _tag,
    "substack": _substack,
    **{f"{size}{side}": _big for size in _BIG for side in ("", "l", "r", "m")},
    **dict.fromkeys((name for name in ALPHABETS if f"\\{name}" not in DECLARATIONS), _alphabet),
    **dict.fromkeys(("boldsymbol", "bm", "pmb", "symbfit"), _boldsymbol),
    **dict.fromkeys(("operatorname", "operatornamewithlimits"), _operatorname),
    **dict.fromkeys(TEXT_COMMANDS, _text),
    **dict.fromkeys(ACCENTS, _accent),
    **dict.fromkeys(("overline", "underline", "underbar"), _line),
    **dict.fromkeys(BRACES, _brace),
    **dict.fromkeys(ARROWS, _arrow),
    **dict.fromkeys(("underset", "overset", "stackrel"), _stack),
    **dict.fromkeys(SPACES, _space),
    **dict.fromkeys(("hspace", "hskip", "kern", "mkern", "mskip", "mspace"), _length),
    **dict.fromkeys(("pmod", "bmod", "mod", "pod"), _modulo),
    **dict.fromkeys(_CLASSES, _class),
    **dict.fromkeys(("boxed", "cancel", "bcancel", "xcancel"), _box),
    **dict.fromkeys(("phantom", "hphantom", "vphantom"), _phantom),
    **dict.fromkeys(("textcolor", "colorbox"), _coloured),
    **dict.fromkeys(("smash", "ensuremath"), _transparent),
    "label": _skip_argument,
    **dict.fromkeys(("bra", "ket", "braket"), _bracket),
    **dict.fromkeys(("R", "N", "Z", "Complex", "Reals"), _number_set),
    **dict.fromkeys((f"var{name}" for name in _CAPITALS.split()), _italic_capital),
    **dict.fromkeys(_SILENT.split(), _silent),
    **dict.fromkeys("{}|%#&_$", _braced_symbol),
    **dict.fromkeys(("end", "middle", "limits", "nolimits", ")", "]"), _misplaced),
    "begin": _begin,
}
