"""Simple drawings as PDF operators: the paths and rules that formulas are made of, ten times faster than as SVG.

An SVG path and a PDF path (ISO 32000-1, 8.5.2) are the same thing but for quadratic curves, so that coordinates are
copied as they are written and one matrix puts them in their place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

_DRAWING: Final = re.compile(
    r'<svg [^>]*viewBox="(?P<view>[-\d. ]+)" fill="#(?P<ink>[0-9a-f]{3})">'
    r"(?P<shapes>(?:<(?:path|rect) [^<>]*/>)*)</svg>"
)
_SHAPE: Final = re.compile(r"<(path|rect) ([^<>]*)/>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_COMMAND: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


@lru_cache(maxsize=1024)
def operators(svg: str, width: float, height: float) -> bytes | None:
    """PDF operators that draw `svg` in a box of `width` and `height` whose y runs downwards.

    None when it has more than filled paths and rectangles in one colour; then WeasyPrint has to draw it.
    """
    drawing = _DRAWING.fullmatch(svg)
    if drawing is None:
        return None
    left, top, wide, high = map(float, drawing["view"].split())
    if wide <= 0 or high <= 0:
        return None
    pieces: list[str] = []
    for kind, attributes in _SHAPE.findall(drawing["shapes"]):
        made = _path(dict(_ATTRIBUTE.findall(attributes))) if kind == "path" else _rectangle(attributes)
        if made is None:
            return None
        pieces += (*made, "f")
    ink = " ".join(f"{int(digit * 2, 16) / 255:.4g}" for digit in drawing["ink"])
    across, down = width / wide, height / high
    place = f"{across:.6f} 0 0 {down:.6f} {-left * across:.5f} {-top * down:.5f} cm"
    return "\n".join((place, f"{ink} rg", *pieces)).encode()


def _path(attributes: dict[str, str]) -> list[str] | None:
    """A path of absolute commands, filled by the nonzero rule."""
    if attributes.keys() != {"d"}:
        return None
    made: list[str] = []
    x = y = 0.0
    for command, operands in _COMMAND.findall(attributes["d"]):
        size = _COUNTS.get(command)
        numbers = operands.replace(",", " ").split()
        if size is None or (len(numbers) % size if size else numbers) or (size and not numbers):
            return None
        if command == "Z":
            made.append("h")
            continue
        for start in range(0, len(numbers), size):
            step = numbers[start : start + size]
            match command:
                case "H":
                    step = [step[0], f"{y:g}"]
                case "V":
                    step = [f"{x:g}", step[0]]
                case "Q":
                    made.append(_cubic(x, y, *map(float, step)))
                case "C":
                    made.append(f"{' '.join(step)} c")
                case _:
                    pass
            if command in "MLHV":
                made.append(f"{step[0]} {step[1]} {'m' if command == 'M' and not start else 'l'}")
            x, y = float(step[-2]), float(step[-1])
    return made


def _cubic(x: float, y: float, over: float, across: float, to_x: float, to_y: float) -> str:
    """A quadratic curve as the cubic one that is the same."""
    first = (x + 2 * over) / 3, (y + 2 * across) / 3
    second = (to_x + 2 * over) / 3, (to_y + 2 * across) / 3
    return " ".join(f"{number:.3f}" for number in (*first, *second, to_x, to_y)) + " c"


def _rectangle(attributes: str) -> list[str] | None:
    found = dict(_ATTRIBUTE.findall(attributes))
    if found.keys() != {"x", "y", "width", "height"}:
        return None
    return [f"{found['x']} {found['y']} {found['width']} {found['height']} re"]


def share_forms(pages: Iterable[Any]) -> None:
    """Make one of the drawings of all `pages`, those of a `pikepdf.Pdf`, that are equal."""
    known: dict[bytes, Any] = {}
    for resources in _drawings(pages):
        for name in list(resources.keys()):
            form = resources[name]
            if form.get("/Subtype") == "/Form" and "/Resources" not in form:
                box: Sequence[Any] = list(form.BBox)
                same = hashlib.sha256(repr(list(map(float, box))).encode() + form.read_raw_bytes()).digest()
                resources[name] = known.setdefault(same, form)


def _drawings(pages: Iterable[Any]) -> Iterator[Any]:
    """The drawings of each stretch; its pages have one dictionary of them."""
    done: set[tuple[int, int]] = set()
    for page in pages:
        resources = page.obj.Resources
        if resources.objgen not in done and "/XObject" in resources:
            done.add(resources.objgen)
            yield resources.XObject
