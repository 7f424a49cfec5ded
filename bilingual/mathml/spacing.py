"""Space between atoms, by the table of The TeXbook, chapter 18, in mu (18 to the em)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bilingual.mathml.tree import Kind, Node, kind_of

Gap: TypeAlias = tuple[int, int]

_OPERATORS: Final = frozenset(["op", "func", "lim"])
_ORDINARY: Final = frozenset(["ord", "num", "mark"])
# After these a plus or minus is a sign, not an operation.
_BEFORE_SIGN: Final = frozenset(["bin", "rel", "open", "punct", "op", "func", "lim"])
_THIN, _MEDIUM, _THICK = 3, 4, 5


def kinds(nodes: Sequence[Node]) -> list[Kind | None]:
    """The classes of the nodes of a row, with binary operators that have no two operands made ordinary."""
    found = [kind_of(node) for node in nodes]
    before: Kind | None = None
    for at, kind in enumerate(found):
        if kind == "bin" and (before is None or before in _BEFORE_SIGN):
            found[at] = kind = "mark"
        elif kind in ("rel", "close", "punct") and before == "bin":
            last = max(index for index in range(at) if found[index] is not None)
            found[last] = "mark"
        before = kind if kind is not None else before
    if before == "bin":
        found[max(index for index, kind in enumerate(found) if kind is not None)] = "mark"
    return found


def around(kind: Kind | None, before: Kind | None, after: Kind | None, tight: bool) -> Gap:
    """The space on either side that an operator carries itself; `tight` in scripts."""
    if tight or kind is None:
        return (0, 0)
    if kind == "bin":
        return (_MEDIUM, _MEDIUM)
    if kind == "rel":
        left = 0 if before in (None, "open", "rel") else _THICK
        return (left, 0 if after in (None, "close", "punct") else _THICK)
    if kind == "punct":
        return (0, 0 if after is None else _THIN)
    return (0, 0)


def between(left: Kind | None, right: Kind | None, tight: bool) -> int:
    """The space between two neighbours of which neither carries it: around big operators and functions."""
    if left in _OPERATORS and (right in _OPERATORS or right in _ORDINARY):
        return _THIN
    if right in _OPERATORS and (left in _ORDINARY or left == "close"):
        return _THIN
    if not tight and "inner" in (left, right) and {left, right} & (_ORDINARY | _OPERATORS | {"inner"}) - {"mark"}:
        other = right if left == "inner" else left
        return _THIN if other in _ORDINARY | _OPERATORS | {"inner"} else 0
    return 0
