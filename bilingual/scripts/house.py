"""The house dictionary: what an editor decided about script conversion, in a CSV that wins over everything.

Columns `from,to,direction,note`; `direction` is `s2t`, `t2s`, a pair such as `zh-Hans>zh-Hant-TW`, or empty for both
ways. An entry whose `to` is empty or equal to `from` is locked: the term never changes, in either direction.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Final

from bilingual import lang
from bilingual.errors import ConfigError, LanguageError

COLUMNS: Final = ("from", "to", "direction", "note")


@dataclass(frozen=True, slots=True)
class HouseEntry:
    """One line of the dictionary. `targets` are the tags it applies to, empty for every target."""

    source: str
    target: str
    targets: tuple[str, ...] = ()
    note: str = ""

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
        """What to replace, and by what, in a conversion to the canonical tag `target`."""
        wanted = {entry.source: entry.target for entry in self.entries if _applies(entry, target)}
        kept = {term: term for term in wanted.values() if term not in wanted}
        return wanted | kept


def read_house(data: bytes, name: str) -> House:
    """The house dictionary in the CSV file `name` with the content `data` (UTF-8, with or without a mark).

    Raises ConfigError with the line of the first entry that cannot be used.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{name} is not UTF-8 (byte {error.start}); save the dictionary as UTF-8."
        ) from None
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
        raise ConfigError(
            f'{name} must begin with the header line "{",".join(COLUMNS)}", not "{",".join(cells)}".'
        )
    return header


def _entry(row: dict[str, str], place: str) -> HouseEntry:
    source = row.get("from", "")
    if not source:
        raise ConfigError(f'{place} has no "from"; every entry needs the term as the source writes it.')
    return HouseEntry(
        source, row.get("to", "") or source, _targets(row.get("direction", ""), place), row.get("note", "")
    )


def _targets(direction: str, place: str) -> tuple[str, ...]:
    wanted = direction.lower()
    if not wanted or wanted in ("both", "*"):
        return ()
    scripts = {"s2t": lang.HANT, "t2s": lang.HANS}
    if wanted in scripts:
        return tuple(tag for tag in lang.columns() if lang.script(tag) == scripts[wanted])
    tag = direction.rpartition(">")[2]
    try:
        return _family(lang.parse(tag))
    except LanguageError:
        raise ConfigError(
            f'{place} has the direction "{direction}"; use s2t, t2s, or a pair of tags such as zh-Hans>zh-Hant-TW.'
        ) from None


def _family(tag: str) -> tuple[str, ...]:
    """`tag` itself, or with no region every tag of its script."""
    if tag.count("-") == 1:
        return tuple(other for other in lang.columns() if other == tag or other.startswith(tag + "-"))
    return (tag,)


def _applies(entry: HouseEntry, target: str) -> bool:
    return not entry.targets or target in entry.targets
