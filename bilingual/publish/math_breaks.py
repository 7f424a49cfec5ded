"""Where a wide formula may be broken: after relations, then after binary operators, then after commas.

That is the order of The TeXbook, chapter 14, and a break stands after its sign as there. Only the outermost row is
broken: a fraction, a root or what stands between `\\left` and `\\right` stays whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from bilingual.mathml import spacing
from bilingual.mathml.tree import Kind, Node, Space, kind_of

Items: TypeAlias = tuple[Node, ...]

_MU: Final = 1 / 18
_AFTER: Final[dict[str, float]] = {"rel": 5 * _MU, "bin": 4 * _MU, "punct": 3 * _MU}


def broken(items: Items, fits: Callable[[Items], bool]) -> tuple[Items, ...]:
    """The items in pieces that may stand on lines of their own, in order; one piece when all of them fit.

    A piece keeps the space after its last sign, so that pieces side by side look as the whole does. Pieces that `fits`
    refuses are those in which no break is left.
    """
    return tuple(_broken(items, fits, tuple((kind, inside) for inside in (False, True) for kind in _AFTER)))


def _broken(items: Items, fits: Callable[[Items], bool], ways: tuple[tuple[str, bool], ...]) -> Iterator[Items]:
    if fits(items) or not ways:
        yield items
        return
    for piece in _cut(items, *ways[0]):
        yield from _broken(piece, fits, ways[1:])


def _cut(items: Items, sign: str, inside: bool) -> Iterator[Items]:
    """Cut after each sign of a kind; `inside` says that brackets, which are no groups in TeX, may be cut too."""
    kinds = spacing.kinds(items)
    start = depth = 0
    for at, kind in enumerate(kinds):
        depth += (kind == "open") - (kind == "close")
        follows = _following(kinds, at)
        if kind == sign and (inside or depth == 0) and follows not in (None, "rel", "close", "punct"):
            yield (*items[start:at], *_with_space(items[at], sign))
            start = at + 1
    yield items[start:]


def _following(kinds: Sequence[Kind | None], at: int) -> Kind | None:
    """The class of the next atom; None at the end."""
    return next((kind for kind in kinds[at + 1 :] if kind is not None), None)


def _with_space(node: Node, sign: str) -> Items:
    """A sign at the end of a piece, with the space that it has between two operands."""
    before = (Space(_AFTER[sign]),) if sign == "bin" and kind_of(node) == "bin" else ()
    return (*before, node, Space(_AFTER[sign]))
