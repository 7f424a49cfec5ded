"""What belongs to a big operator or a function: LaTeX writes them side by side, OMML puts one inside the other.

A sum takes what follows up to the next relation, plus or minus, comma or wide space; a function takes one bracketed
group, or the letters that follow at once. The rule looks at characters only, so that a formula read back from OMML
is grouped as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bilingual.mathml import symbols
from bilingual.mathml.tree import Kind, Node, Space, Stack, Symbol, Text, kind_of
from bilingual.ooxml.omml_fences import bracket, head

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


def _letters_end(items: Sequence[Node], at: int) -> int:
    while at < len(items):
        node = items[at]
        if is_function(node) or isinstance(node, Text) or kind(node) not in ("ord", "num", "mark"):
            break
        at += 1
    return at


def _is_product(node: Node) -> bool:
    core = head(node)
    return isinstance(core, Symbol) and core.text in _PRODUCTS


def _parts(node: Node) -> bool:
    return isinstance(node, Text) or (isinstance(node, Space) and node.width >= _WIDE)
