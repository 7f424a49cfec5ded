"""The house dictionary: what an editor decided about script conversion, in a CSV that wins over everything.

Columns `from,to,direction,note`; `direction` is `s2t`, `t2s`, a pair such as `zh-Hans>zh-Hant-TW`, or empty: then
`from` becomes `to` on the way to the script of `to`, and `to` becomes `from` on the way back. An entry whose
`to` is empty or equal to `from` is locked: the term never changes, in either direction.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Final

from bilingual import lang
from bilingual.errors import ConfigError, LanguageError
from bilingual.scripts.detect import count

COLUMNS: Final = ("from", "to", "direction", "note")


@dataclass(frozen=True, slots=True)
class HouseEntry:
    """One line of the dictionary. `targets` are the tags it applies to, empty for every target."""

    source: str
    target: str
    targets: tuple[str, ...] = ()
    note: str = ""
    both_ways: bool = False

    @property
    def locked(self) -> bool:
        """Whether the term must never change."""
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class House:
    """All entries of a house dictionary; `name` is the file they come from, for messages."""

    entries: tuple[HouseEntry, ...] = ()
    name: str = ""

    def terms(self, target: str) -> dict[str, str]:
        """What to replace, and by what, in a conversion to the canonical tag `target`.

        What an entry wants is itself a term that stays, so that a second conversion changes nothing.
        """
        wanted: dict[str, str] = {}
        for entry in self.entries:
            if not entry.targets or target in entry.targets:
                wanted[entry.source] = entry.target
            elif entry.both_ways:
                wanted[entry.target] = entry.source
        return {term: term for term in wanted.values()} | wanted


@dataclass(frozen=True, slots=True)
class Profile:
    """A way to convert: a `base` of "standard" or "regional", and entries above its dictionaries.

    Entries take part in the longest match with all other phrases, where those of a House stand before any match.
    """

    name: str
    base: str
    entries: tuple[HouseEntry, ...] = ()


def read_profile(data: bytes, name: str) -> Profile:
    """The profile in the CSV file `name`: columns as in a house dictionary, and a first line such as `#base: regional`.

    The base is standard where no such line says otherwise. Raises ConfigError as `read_house` does.
    """
    first = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace").lower()
    base = first.partition("base:")[2].strip() if first.lstrip("# ").startswith("base:") else "standard"
    return Profile(name, base, read_house(data, name).entries)


def read_house(data: bytes, name: str) -> House:
    """The house dictionary in the CSV file `name` with the content `data` (UTF-8, with or without a mark).

    Raises ConfigError with the line of the first entry that cannot be used.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8 (byte {error.start}); save the dictionary as UTF-8.") from None
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    entries: list[HouseEntry] = []
    header: list[str] | None = None
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if header is None:
                header = _header(cells, name)
                continue
            entries.append(_entry(dict(zip(header, cells, strict=False)), f"{name}, line {rows.line_num}"))
    except csv.Error as error:
        raise ConfigError(f"{name}, line {rows.line_num} is not CSV: {error}.") from None
    return House(tuple(entries), name)


def _header(cells: list[str], name: str) -> list[str]:
    header = [cell.lower() for cell in cells]
    unknown = [cell for cell in header if cell not in COLUMNS]
    if unknown or header[:1] != ["from"]:
        raise ConfigError(f'{name} must begin with the header line "{",".join(COLUMNS)}", not "{",".join(cells)}".')
    return header


def _entry(row: dict[str, str], place: str) -> HouseEntry:
    source = row.get("from", "")
    if not source:
        raise ConfigError(f'{place} has no "from"; every entry needs the term as the source writes it.')
    target, direction = row.get("to", "") or source, row.get("direction", "").lower()
    if direction or source == target:
        return HouseEntry(source, target, _targets(direction, place), row.get("note", ""))
    script = lang.HANS if _is_traditional(source, target) else lang.HANT
    targets = tuple(tag for tag in lang.columns() if lang.script(tag) == script)
    return HouseEntry(source, target, targets, row.get("note", ""), both_ways=True)


def _is_traditional(source: str, target: str) -> bool:
    """Whether an entry with no direction leads from Traditional; where no character tells, it leads to it."""
    one, other = count(source), count(target)
    return one.hant > one.hans or (one.hans == one.hant and other.hans > other.hant)


def _targets(direction: str, place: str) -> tuple[str, ...]:
    if not direction or direction in ("both", "*"):
        return ()
    scripts = {"s2t": lang.HANT, "t2s": lang.HANS}
    if direction in scripts:
        return tuple(tag for tag in lang.columns() if lang.script(tag) == scripts[direction])
    try:
        return _family(lang.parse(direction.rpartition(">")[2]))
    except LanguageError:
        raise ConfigError(
            f'{place} has the direction "{direction}"; use s2t, t2s, or a pair of tags such as zh-Hans>zh-Hant-TW.'
        ) from None


def _family(tag: str) -> tuple[str, ...]:
    """`tag` itself, or with no region every tag of its script."""
    if tag.count("-") == 1:
        return tuple(other for other in lang.columns() if other == tag or other.startswith(tag + "-"))
    return (tag,)
