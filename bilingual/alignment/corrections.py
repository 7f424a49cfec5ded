"""Corrections as data: what a person decided about pairs of papers and about beads, in `alignment.toml`.

    [[pair]]
    action = "confirm"                     # confirm | forbid
    papers = ["list.txt#33", "abstracts.txt#15"]

    [[bead]]
    action = "join"                        # join | split | confirm | forbid
    texts = ["list.txt#33", "abstracts.txt#15"]
    source = [4, 5]                        # indices from 0, as `align --json` counts
    target = [3]
    begins = ["It is", "它是"]              # optional: how the first sentence of each side begins; guards against edits

`join` makes one bead of all that the named sentences are in; `split` begins a new bead at the first of them; `confirm`
makes exactly these one bead, with the score 1; `forbid` takes these sentences of both sides out of one another's beads.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bilingual.errors import AlignmentError
from bilingual.model import Bead

PAIR_ACTIONS: Final = ("confirm", "forbid")
BEAD_ACTIONS: Final = ("join", "split", "confirm", "forbid")
_PLACE: Final = re.compile(r"(?P<path>.+)#(?P<n>[1-9]\d*)")


@dataclass(frozen=True, slots=True)
class PairCorrection:
    """A person says that two papers, each a path and a number from 1, are the same or are not. `line` is where."""

    action: str
    papers: tuple[tuple[str, int], tuple[str, int]]
    line: int


@dataclass(frozen=True, slots=True)
class BeadCorrection:
    """A person says which sentences of two texts belong together; `texts` are named as the caller names them."""

    action: str
    texts: tuple[str, str]
    source: tuple[int, ...]
    target: tuple[int, ...]
    begins: tuple[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections of a file, in its order; `name` is the file, for messages."""

    pairs: tuple[PairCorrection, ...] = ()
    beads: tuple[BeadCorrection, ...] = ()
    name: str = "alignment.toml"

    def between(self, source: str, target: str) -> tuple[BeadCorrection, ...]:
        """Those about two texts, turned round where the file names them the other way."""
        found = []
        for c in self.beads:
            if c.texts == (source, target):
                found.append(c)
            elif c.texts == (target, source):
                turned = (c.texts[1], c.texts[0]), c.target, c.source, (c.begins[1], c.begins[0])
                found.append(BeadCorrection(c.action, *turned, c.line))
        return tuple(found)


def parse_corrections(text: str, name: str = "alignment.toml") -> Corrections:
    """Read the corrections of a file. Raises AlignmentError that names the line."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise AlignmentError(f"{name} is not valid TOML: {error}.") from None
    if unknown := sorted(set(values) - {"pair", "bead"}):
        raise AlignmentError(f'{name} has "{unknown[0]}"; it may have [[pair]] and [[bead]] only.')
    pairs = [_pair(_Entry(name, line, value)) for line, value in _entries(text, name, values, "pair")]
    beads = [_bead(_Entry(name, line, value)) for line, value in _entries(text, name, values, "bead")]
    return Corrections(tuple(pairs), tuple(beads), name)


def apply(
    beads: Sequence[Bead],
    corrections: Iterable[BeadCorrection],
    source: Sequence[str],
    target: Sequence[str],
    name: str,
) -> tuple[Bead, ...]:
    """The beads with the corrections carried out in order; every sentence stays in exactly one bead.

    Raises AlignmentError when a sentence does not exist or begins otherwise than the correction says, and when two
    corrections cross.
    """
    for c in corrections:
        _check(c, source, target, name)
        match c.action:
            case "join":
                touched = [b for b in beads if _touches(b, c)]
                whole = Bead(
                    _stretch([*c.source, *(i for b in touched for i in b.source)]),
                    _stretch([*c.target, *(j for b in touched for j in b.target)]),
                )
                beads = _put(beads, whole, len(source), len(target), c, name)
            case "confirm":
                beads = _put(beads, Bead(c.source, c.target), len(source), len(target), c, name)
            case "split":
                beads = [part for b in beads for part in _split(b, c)]
            case _:
                beads = [part for b in beads for part in _without(b, c)]
    return tuple(_ordered(beads, len(source), len(target)))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One table of the file, with checks that say where it stands."""

    name: str
    line: int
    values: Mapping[str, Any]

    def error(self, problem: str) -> AlignmentError:
        return AlignmentError(f"{self.name}, line {self.line}: {problem}")

    def only(self, *keys: str) -> None:
        for key in self.values:
            if key not in keys:
                raise self.error(f'"{key}" is not known here; known are {", ".join(keys)}.')

    def action(self, known: Sequence[str]) -> str:
        value = self.values.get("action")
        if value not in known:
            raise self.error(f'the action is "{value}"; write one of {", ".join(known)}.')
        return str(value)

    def two(self, key: str, *, optional: bool = False) -> tuple[str, str]:
        value = self.values.get(key, ["", ""] if optional else None)
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(v, str) for v in value):
            raise self.error(f'"{key}" must be two texts, as in {key} = ["one", "other"].')
        return value[0], value[1]

    def indices(self, key: str) -> tuple[int, ...]:
        value = self.values.get(key, [])
        whole = isinstance(value, list) and all(type(v) is int and v >= 0 for v in value)
        if not whole or any(after != before + 1 for before, after in itertools.pairwise(value)):
            raise self.error(f'"{key}" must be neighbouring indices from 0 in order, as in {key} = [4, 5].')
        return tuple(value)


def _entries(text: str, name: str, values: Mapping[str, Any], kind: str) -> list[tuple[int, Mapping[str, Any]]]:
    tables = values.get(kind, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise AlignmentError(f"{name}: write [[{kind}]] with two brackets before each {kind}.")
    header = re.compile(rf"^[ \t]*\[\[[ \t]*{kind}[ \t]*\]\]", re.MULTILINE)
    lines = [text.count("\n", 0, match.start()) + 1 for match in header.finditer(text)]
    lines += [0] * (len(tables) - len(lines))  # written as inline tables
    return list(zip(lines, tables, strict=False))


def _pair(entry: _Entry) -> PairCorrection:
    entry.only("action", "papers")
    places = []
    for written in entry.two("papers"):
        match = _PLACE.fullmatch(written)
        if match is None:
            raise entry.error(f'"{written}" is not a paper; write its file and number, as in "list.txt#33".')
        places.append((match["path"], int(match["n"])))
    return PairCorrection(entry.action(PAIR_ACTIONS), (places[0], places[1]), entry.line)


def _bead(entry: _Entry) -> BeadCorrection:
    entry.only("action", "texts", "source", "target", "begins")
    action, source, target = entry.action(BEAD_ACTIONS), entry.indices("source"), entry.indices("target")
    if not source and not target:
        raise entry.error("a bead needs the indices of at least one sentence in source or target.")
    if action in ("split", "forbid") and not (source and target):
        raise entry.error(f'"{action}" needs indices in both source and target.')
    return BeadCorrection(action, entry.two("texts"), source, target, entry.two("begins", optional=True), entry.line)


def _check(c: BeadCorrection, source: Sequence[str], target: Sequence[str], name: str) -> None:
    for side, texts, indices, begins in zip(
        ("source", "target"), (source, target), (c.source, c.target), c.begins, strict=True
    ):
        if indices and indices[-1] >= len(texts):
            raise AlignmentError(
                f"{name}, line {c.line}: the {side} has {len(texts)} sentences, so there is no number {indices[-1]}."
            )
        if indices and begins and not texts[indices[0]].startswith(begins):
            raise AlignmentError(
                f'{name}, line {c.line}: sentence {indices[0]} of the {side} begins "{texts[indices[0]][:20]}", not '
                f'"{begins}"; the text has changed since, so look at this correction again.'
            )


def _touches(bead: Bead, c: BeadCorrection) -> bool:
    return bool(set(bead.source) & set(c.source) or set(bead.target) & set(c.target))


def _stretch(indices: Sequence[int]) -> tuple[int, ...]:
    return tuple(range(min(indices), max(indices) + 1)) if indices else ()


def _put(beads: Sequence[Bead], new: Bead, rows: int, columns: int, c: BeadCorrection, name: str) -> list[Bead]:
    """The beads with `new` among them; what it takes sentences from keeps the rest, what it crosses comes apart."""
    kept: list[Bead] = [new]
    for bead in beads:
        for part in _around(bead, new):
            if not _crosses(part, new):
                kept.append(part)
            elif part.score == 1.0 and c.action == "confirm" and part.source and part.target:
                raise AlignmentError(
                    f"{name}, line {c.line}: this bead crosses another that is certain "
                    f"({list(part.source)}:{list(part.target)}); beads must rise on both sides."
                )
    return _ordered(kept, rows, columns)


def _around(bead: Bead, new: Bead) -> list[Bead]:
    """What is left of a bead, before and after the sentences that `new` takes."""
    if not set(bead.source) & set(new.source) and not set(bead.target) & set(new.target):
        return [bead]
    before = _part(bead, new, -1)
    after = _part(bead, new, 1)
    return [part for part in (before, after) if part.source or part.target]


def _part(bead: Bead, new: Bead, side: int) -> Bead:
    def keep(indices: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
        if not taken:
            return indices if side > 0 else ()
        return tuple(i for i in indices if (i < taken[0] if side < 0 else i > taken[-1]))

    return Bead(keep(bead.source, new.source), keep(bead.target, new.target), bead.score)


def _crosses(bead: Bead, new: Bead) -> bool:
    if not (bead.source and bead.target and new.source and new.target):
        return False
    return (bead.source[0] < new.source[0]) != (bead.target[0] < new.target[0])


def _split(bead: Bead, c: BeadCorrection) -> list[Bead]:
    if c.source[0] not in bead.source or c.target[0] not in bead.target:
        return [bead]
    cut = c.source[0], c.target[0]
    first = Bead(tuple(i for i in bead.source if i < cut[0]), tuple(j for j in bead.target if j < cut[1]))
    second = Bead(tuple(i for i in bead.source if i >= cut[0]), tuple(j for j in bead.target if j >= cut[1]))
    return [part for part in (first, second) if part.source or part.target]


def _without(bead: Bead, c: BeadCorrection) -> list[Bead]:
    if not set(bead.source) & set(c.source) or not set(bead.target) & set(c.target):
        return [bead]
    rest = Bead(
        tuple(i for i in bead.source if i not in c.source),
        tuple(j for j in bead.target if j not in c.target),
        bead.score,
    )
    whole = rest.source == _stretch(rest.source) and rest.target == _stretch(rest.target)
    return [rest] if rest.source and rest.target and whole else []


def _ordered(beads: Iterable[Bead], rows: int, columns: int) -> list[Bead]:
    """Beads in reading order; sentences that are in none become unpaired ones of their own."""
    alone = {("s", b.source[0]): b for b in beads if len(b.source) == 1 and not b.target}
    alone |= {("t", b.target[0]): b for b in beads if len(b.target) == 1 and not b.source}
    made: list[Bead] = []
    row = column = 0
    paired = sorted((b for b in beads if b.source and b.target), key=lambda b: b.source)
    for bead in [*paired, Bead((rows,), (columns,))]:
        made += [alone.get(("s", i), Bead((i,), ())) for i in range(row, bead.source[0])]
        made += [alone.get(("t", j), Bead((), (j,))) for j in range(column, bead.target[0])]
        made.append(bead)
        row, column = bead.source[-1] + 1, bead.target[-1] + 1
    return made[:-1]
