r"""A formula as one line of plain text, for bookmarks, contents and running heads: `O(1/\sqrt{n})` reads O(1/√n)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bilingual.mathml import MathError, parse, spacing
from bilingual.mathml import tree as t
from bilingual.model import Break, Code, Inline, Math, inline_text

_SUP: Final = str.maketrans("0123456789+-−=()in*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ*")
_SUB: Final = str.maketrans("0123456789+-−=()aeoxijrtn", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓᵢⱼᵣₜₙ")


def readable(inline: Inline) -> str:
    """The inline as plain text; a formula that has no readable line stays LaTeX without its delimiters."""
    if isinstance(inline, Math):
        return _readable_tex(inline.tex)
    if isinstance(inline, Break):
        return " "
    if isinstance(inline, Code):
        return inline.code
    return inline_text(inline)


def readable_nodes(nodes: tuple[t.Node, ...]) -> str:
    """Nodes of a formula as plain text, without white space at the ends."""
    return " ".join(_row(nodes).split())


@lru_cache(maxsize=4096)
def _readable_tex(tex: str) -> str:
    try:
        return readable_nodes(parse(tex).items)
    except MathError:
        return tex.strip()


def _node(node: t.Node) -> str:
    match node:
        case t.Symbol(text, kind):
            return f" {text} " if kind in ("bin", "rel") else text
        case t.Text(text):
            return text
        case t.Space(width):
            return " " if width > 0.2 else ""
        case t.Row(items):
            return _row(items)
        case t.Scripts(base, sub, sup):
            return _node(base) + _script(sub, _SUB, "_") + _script(sup, _SUP, "^")
        case t.Stack(base, under, over):
            return _node(base) + _script(under, _SUB, "_") + _script(over, _SUP, "^")
        case t.Frac(top, bottom):
            return f"{_grouped(top)}/{_grouped(bottom)}"
        case t.Root(body, None):
            return f"√{_grouped(body)}"
        case t.Root(body, degree) if degree is not None:
            return f"{_script(degree, _SUP, '^')}√{_grouped(body)}"
        case t.Fenced(opening, closing, parts, separators):
            inner = "".join(_node(part) + mark for part, mark in zip(parts, (*separators, ""), strict=True))
            return f"{opening}{inner}{closing}"
        case t.Accent(body, mark):
            return _node(body) + mark if len(mark) == 1 else _node(body)
        case t.Arrow(mark):
            return f" {mark} "
        case t.Table(rows):
            return "; ".join("".join(map(_node, row)) for row in rows)
        case t.Phantom():
            return ""
        case _:
            return _node(node.body)


def _row(items: tuple[t.Node, ...]) -> str:
    """Nodes side by side; a sign that has no two operands stands close to what follows."""
    kinds = spacing.kinds(items)
    return "".join(
        node.text if isinstance(node, t.Symbol) and node.kind == "bin" != kind else _node(node)
        for node, kind in zip(items, kinds, strict=True)
    )


def _script(row: t.Row | None, table: dict[int, int], sign: str) -> str:
    """A sub- or superscript in Unicode's own characters where they exist, else after a sign."""
    if row is None:
        return ""
    text = _node(row).replace(" ", "")
    small = text.translate(table)
    if all(ord(char) in table for char in text):
        return small
    return f"{sign}{text}" if len(text) == 1 else f"{sign}({text})"


def _grouped(row: t.Row) -> str:
    text = _node(row).strip()
    return text if len(text) < 2 or text.isalnum() else f"({text})"
