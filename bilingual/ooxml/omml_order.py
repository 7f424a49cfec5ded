"""What belongs to a big operator or a function: LaTeX writes them side by side, OMML puts one inside the other.

A sum takes what follows up to the next relation, plus or minus, comma or wide space; a function takes one bracketed
group, or the letters that follow at once. The rule looks at characters only, so that a formula read back from OMML
is grouped as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bilingual.mathml import symbols
from bilingual.mathml.alphabets import ROMAN, is_capital_greek
from bilingual.mathml.tree import Kind, Node, Scripts, Space, Stack, Symbol, Text, kind_of
from bilingual.ooxml.omml_fences import bracket, grouped, head

_PRODUCTS: Final = frozenset("×⋅∗∘∙⊗⊙÷⋆")
_WIDE: Final = 0.9  # em; from here on a space parts expressions


def is_nary(node: Node) -> bool:
    """Whether a node is a big operator, with or without limits."""
    core = head(node)
    return isinstance(core, Symbol) and core.kind == "op"


def is_function(node: Node) -> bool:
    """Whether a node is a function's name, with or without scripts."""
    core = head(node)
    return isinstance(core, Symbol) and core.kind in ("func", "lim")


def kind(node: Node) -> Kind | None:
    """The class of a node in a flat row, by its character alone; None for spaces."""
    core = head(node)
    if isinstance(core, Symbol) and core.kind not in ("num", "func", "lim"):
        return symbols.kind_of_char(core.text)
    return kind_of(core.base) if isinstance(core, Stack) else kind_of(core)


def nary_end(items: Sequence[Node], start: int) -> int:
    """The index after the operand of a big operator whose operand would begin at `start`."""
    for at in range(start, len(items)):
        node = items[at]
        match kind(node):
            case "close" if bracket(node):
                return at
            case "rel" | "punct":
                return at
            case "bin" if at > start and not _is_product(node):
                return at
            case _ if at > start and _parts(node):
                return at
    return len(items)


def function_end(items: Sequence[Node], start: int) -> int:
    """The index after the argument of a function; `start` when nothing follows that could be one."""
    at = start
    while at < len(items) and isinstance(space := items[at], Space) and space.width < _WIDE:
        at += 1
    if at == len(items):
        return start
    first = items[at]
    if is_function(first):
        return max(function_end(items, at + 1), at + 1)
    if is_nary(first):
        return nary_end(items, at + 1)
    match kind(first):
        case "inner":
            return at + 1
        case "ord" | "num" | "mark" if not isinstance(first, Text):
            return _letters_end(items, at)
        case _:
            return start


def _letters_end(items: Sequence[Node], start: int) -> int:
    at = start
    while at < len(items):
        node = items[at]
        if at > start and _goes_on(items, at):
            at += 1
            continue
        if isinstance(node, Text) or is_function(node) or kind(node) not in ("ord", "num", "mark"):
            break
        if at > start and begins_word(items, at):
            break
        at += 1
    return at


def _goes_on(items: Sequence[Node], at: int) -> bool:
    """Whether a function without an argument follows an upright letter, and makes one word with it in OMML."""
    node = items[at]
    named = isinstance(node, Symbol) and is_function(node)
    return named and _is_upright(items[at - 1]) and function_end(items, at + 1) == at + 1


def begins_word(items: Sequence[Node], at: int) -> bool:
    """Whether upright letters begin here: a name of its own, as a function without an argument is read back."""
    node = items[at]
    if isinstance(node, Scripts | Stack):
        return all(map(_is_upright, grouped([node.base]) or [node]))
    return _is_upright(node) and not (at > 0 and _is_upright(items[at - 1]))


def is_long_word(items: Sequence[Node], at: int) -> bool:
    """Whether upright letters begin here, and more than one."""
    node = items[at]
    if isinstance(node, Scripts | Stack):
        return len(grouped([node.base])) > 1
    return begins_word(items, at) and at + 1 < len(items) and _is_upright(head(items[at + 1]))


def _is_upright(node: Node) -> bool:
    """Whether a node is one upright letter; capital Greek is upright anyhow, and says nothing."""
    return (
        isinstance(node, Symbol)
        and node.kind == "ord"
        and node.style == ROMAN
        and node.text.isalpha()
        and not is_capital_greek(node.text)
    )


def _is_product(node: Node) -> bool:
    core = head(node)
    return isinstance(core, Symbol) and core.text in _PRODUCTS


def _parts(node: Node) -> bool:
    return isinstance(node, Text) or (isinstance(node, Space) and node.width >= _WIDE)
