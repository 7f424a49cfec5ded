"""Brackets and bars put in pairs, because OMML sets a delimited expression as one object (`m:d`).

LaTeX does not pair brackets typed as they are, so any opening one is paired with the next closing one (`[0,1)`); what
finds no partner stays a symbol. Bars have no direction and are paired by what stands before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bilingual.mathml import symbols
from bilingual.mathml.tree import Class, Fenced, Kind, Node, Row, Scripts, Space, Stack, Styled, Symbol, Text, kind_of
from bilingual.ooxml.omml_runs import space_text

_BARS: Final = ("|", "‖")


def grouped(nodes: Iterable[Node]) -> list[Node]:
    """The nodes with groups, classes and styles opened, and with brackets and bars in pairs; empty ones are gone."""
    out: list[Node] = []
    opened: list[int] = []
    for node in _flat(nodes):
        mark = bracket(node)
        if mark == "open" and isinstance(node, Symbol):
            opened.append(len(out))
        elif mark == "close" and opened:
            start = opened.pop()
            opening, inner = out[start], out[start + 1 :]
            del out[start:]
            node = _pair(opening, inner, node)
        out.append(node)
    return _bars([_undirected(node) for node in out])


def shown(script: Row | None) -> Row | None:
    """A script, or None for one in which nothing is seen."""
    return script if script is not None and _flat(script.items) else None


def _flat(nodes: Iterable[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        match node:
            case Row(items=items):
                out.extend(_flat(items))
            case Styled(body=body) | Class(body=body):
                out.extend(_flat(body.items))
            case Scripts(sub=sub, sup=sup) if not shown(sub) and not shown(sup):
                out.extend(_flat([node.base]))
            case Stack(under=under, over=over) if not shown(under) and not shown(over):
                out.extend(_flat([node.base]))
            case Scripts(base=Row() | Styled() | Class() as base):
                inner = grouped([base])
                out.append(replace(node, base=inner[0]) if len(inner) == 1 else node)
            case Space(width=width) if not space_text(width):
                continue
            case _:
                out.append(node)
    return out


def head(node: Node) -> Node:
    """The node that the scripts of `node` stand on."""
    return node.base if isinstance(node, Scripts) else node


def bracket(node: Node) -> Kind | None:
    """Whether a node is an opening or a closing bracket, with or without scripts; a factorial is neither."""
    core = head(node)
    if not isinstance(core, Symbol) or core.text in "!?":
        return None
    kind = core.kind if core.text in _BARS else symbols.kind_of_char(core.text)
    return kind if kind in ("open", "close") else None


def parted(nodes: Sequence[Node]) -> tuple[list[Row], list[str]]:
    """The contents of a pair of delimiters in parts, with the bars that part them; bars of two sorts part nothing."""
    items = grouped(nodes)
    places = [at for at, node in enumerate(items) if _is_bar(node) and isinstance(node, Symbol)]
    marks = [node.text for node in items if isinstance(node, Symbol) and _is_bar(node)]
    if len(set(marks)) != 1:
        return [Row(tuple(items))], []
    bounds = [-1, *places, len(items)]
    return [Row(tuple(items[a + 1 : b])) for a, b in pairwise(bounds)], marks


def _pair(opening: Node, inner: Sequence[Node], closing: Node) -> Node:
    end = head(closing)
    assert isinstance(opening, Symbol)
    assert isinstance(end, Symbol)
    parts, marks = parted(inner)
    grow = opening.size > 0 or end.size > 0
    fence = Fenced(opening.text, end.text, tuple(parts), tuple(marks), grow)
    return replace(closing, base=fence) if isinstance(closing, Scripts) else fence


def _undirected(node: Node) -> Node:
    """A bar that was to open or close, and found no partner, as a plain one."""
    core = head(node)
    if not isinstance(core, Symbol) or core.text not in _BARS:
        return node
    bar = replace(core, kind="mark", size=0.0)
    return replace(node, base=bar) if isinstance(node, Scripts) else bar


def _is_bar(node: Node) -> bool:
    core = head(node)
    return isinstance(core, Symbol) and core.text in _BARS and core.kind not in ("open", "close")


def _bars(items: list[Node]) -> list[Node]:
    """Bars in pairs: one after the other when they are even in number, else where one can open."""
    for mark in _BARS:
        while pairs := _bar_pairs(items, mark):
            for left, right in reversed(pairs):
                items[left : right + 1] = [_pair(items[left], items[left + 1 : right], items[right])]
    return items


def _bar_pairs(items: Sequence[Node], mark: str) -> list[tuple[int, int]]:
    places = [at for at, node in enumerate(items) if _is_bar(node) and _text(node) == mark]
    pairs = list(zip(places[::2], places[1::2], strict=False))
    if len(places) % 2 == 0 and all(_encloses(items, left, right) for left, right in pairs):
        return pairs
    return _open_pairs(items, places)


def _encloses(items: Sequence[Node], left: int, right: int) -> bool:
    """Whether two bars can be a pair: with something between them, but no bar or bracket without a partner."""
    inner = items[left + 1 : right]
    return bool(inner) and isinstance(items[left], Symbol) and not any(bracket(node) or _is_bar(node) for node in inner)


def _open_pairs(items: Sequence[Node], places: Sequence[int]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opened: int | None = None
    for at in places:
        if opened is None:
            opened = at if _can_open(items, at) else None
        elif _encloses(items, opened, at):
            pairs.append((opened, at))
            opened = None
    return pairs


def _can_open(items: Sequence[Node], at: int) -> bool:
    if at == 0 or isinstance(items[at - 1], Space | Text):
        return True
    before = head(items[at - 1])
    kind = symbols.kind_of_char(before.text) if isinstance(before, Symbol) else kind_of(before)
    return kind in ("bin", "rel", "punct", "op", "open")


def _text(node: Node) -> str:
    core = head(node)
    return core.text if isinstance(core, Symbol) else ""
