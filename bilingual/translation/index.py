"""The index of the memory: TMX units in SQLite, for exact and similar sentences in no time beside a model.

TMX files are the truth and the index is made from them; it may be deleted at any time. It is given an open
connection, so that nothing here decides where a file is.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError
from bilingual.model import Runs
from bilingual.protect import scan
from bilingual.translation.memory import Match, key_of, memory_key
from bilingual.translation.tmx import Tmx, Unit, Variant

VERSION: Final = 3
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, digest TEXT NOT NULL, units INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pairs (
  id INTEGER PRIMARY KEY, file TEXT NOT NULL, source_lang TEXT NOT NULL, target_lang TEXT NOT NULL, key TEXT NOT NULL,
  source TEXT NOT NULL, target TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
  author TEXT NOT NULL, date TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS pairs_by_key ON pairs (key, source_lang, target_lang);
CREATE INDEX IF NOT EXISTS pairs_by_file ON pairs (file);
CREATE TABLE IF NOT EXISTS sketch (part INTEGER NOT NULL, pair INTEGER NOT NULL, PRIMARY KEY (part, pair))
  WITHOUT ROWID;
"""
# Where tools put the neighbours of a segment: memoQ, Trados, OmegaT; and our own.
_BEFORE: Final = ("x-context-pre", "x-bilingual-before", "prev")
_AFTER: Final = ("x-context-post", "x-bilingual-after", "next")
_CANDIDATES: Final = 200  # similar sentences whose score is computed
# A sketch is the smallest hashes of a text's pairs of characters (bottom-k, Broder 1997): two texts that share the
# part J of their pairs have one of twelve in common but for a chance of about (1 - J) ** 12, 1 in 70 at J = 0.3.
_SKETCH: Final = 12


class MemoryIndex:
    """A memory over an open SQLite connection. Not for use from several threads at once."""

    def __init__(self, connection: sqlite3.Connection, detect: Callable[[str], str]) -> None:
        """`detect` tells the tag of a text whose language a file calls `zh` only; `zh` again says either script."""
        self._db = connection
        self._detect = detect
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version != VERSION:
            with self._db:
                for table in ("files", "pairs", "grams", "sketch"):
                    self._db.execute(f"DROP TABLE IF EXISTS {table}")
                self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.executescript(_SCHEMA)

    def files(self) -> dict[str, str]:
        """The digest of each indexed file by its name."""
        return dict(self._db.execute("SELECT name, digest FROM files"))

    def add(self, name: str, data: bytes, tmx: Tmx) -> int:
        """Index a file in place of what was known of it; how many pairs of languages it gave. One transaction."""
        with self._db:
            self._drop(name)
            count = 0
            for unit in tmx.units:
                for row in _rows(unit, tmx.source_lang, self._detect):
                    cursor = self._db.execute(
                        "INSERT INTO pairs (file, source_lang, target_lang, key, source, target, before, after, author,"
                        " date) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        (name, *row),
                    )
                    parts = ((part, cursor.lastrowid) for part in _sketch(row[2]))
                    self._db.executemany("INSERT INTO sketch (part, pair) VALUES (?, ?)", parts)
                    count += 1
            digest = hashlib.sha256(data).hexdigest()
            self._db.execute("INSERT INTO files (name, digest, units) VALUES (?, ?, ?)", (name, digest, len(tmx.units)))
        return count

    def remove(self, name: str) -> None:
        """Forget a file."""
        with self._db:
            self._drop(name)

    def _drop(self, name: str) -> None:
        self._db.execute("DELETE FROM sketch WHERE pair IN (SELECT id FROM pairs WHERE file = ?)", (name,))
        self._db.execute("DELETE FROM pairs WHERE file = ?", (name,))
        self._db.execute("DELETE FROM files WHERE name = ?", (name,))

    def find(
        self, runs: Runs, source: str, target: str, *, before: str = "", after: str = "", lowest: float = 1.0
    ) -> Match | None:
        """The best match: the same text with the same neighbours, the same text, a similar text; newest first."""
        key = key_of(runs)
        if not key:
            return None
        exact = self._exact(key, source, target, memory_key(before), memory_key(after))
        if exact is not None or lowest >= 1:
            return exact
        return self._similar(key, source, target, lowest)

    def _exact(self, key: str, source: str, target: str, before: str, after: str) -> Match | None:
        query = f"SELECT {_COLUMNS} FROM pairs WHERE key = ? ORDER BY date DESC, id DESC"
        fitting = [row for row in self._db.execute(query, (key,)) if _fits(row, source, target)]
        if not fitting:
            return None
        best = max(fitting, key=lambda row: _context_score(row, before, after) + _region_score(row, target))
        return _match(best, 1.01 if _context_score(best, before, after) else 1.0)

    def _similar(self, key: str, source: str, target: str, lowest: float) -> Match | None:
        from rapidfuzz import fuzz

        found: list[tuple[float, tuple[str, ...]]] = []
        for row in self._candidates(key):
            if not _fits(row, source, target):
                continue
            score = fuzz.ratio(key, memory_key(row[2]), score_cutoff=lowest * 100) / 100
            if score >= lowest:
                found.append((score, row))
        if not found:
            return None
        score, row = max(found, key=lambda item: item[0])
        return _match(row, min(score, 0.99))

    def _candidates(self, key: str) -> Iterator[tuple[str, ...]]:
        """Pairs whose sketch shares something with that of `key`, those that share most first."""
        parts = _sketch(key)
        marks = ",".join("?" * len(parts))
        query = (
            f"SELECT {_COLUMNS} FROM (SELECT pair, count(*) AS shared FROM sketch WHERE part IN ({marks})"
            f" GROUP BY pair ORDER BY shared DESC, pair DESC LIMIT {_CANDIDATES}) JOIN pairs ON pairs.id = pair"
            " ORDER BY shared DESC, date DESC, pairs.id DESC"
        )
        yield from self._db.execute(query, parts)


def language_pairs(tmx: Tmx, detect: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """(source tag, target tag) of every pair that the units of a file give, one for each unit and order."""
    return ((row[0], row[1]) for unit in tmx.units for row in _rows(unit, tmx.source_lang, detect))


_COLUMNS: Final = "source_lang, target_lang, source, target, before, after, author, date, file"


def _rows(unit: Unit, header_source: str, detect: Callable[[str], str]) -> Iterator[tuple[str, ...]]:
    """One row for each ordered pair of languages of a unit that this program knows and that differ."""
    known = [(_with_script(tag, variant, detect), variant) for variant in unit.variants if (tag := _tag(variant.lang))]
    before, after = memory_key(unit.property(*_BEFORE)), memory_key(unit.property(*_AFTER))
    stated = unit.source_lang or header_source
    for source_tag, one in known:
        is_source = stated.lower() in ("*all*", "") or _tag(stated) == source_tag
        for target_tag, other in known:
            if other is one or lang.same_language(source_tag, target_tag):
                continue
            context = (before, after) if is_source else ("", "")
            author = other.author or unit.author
            date = other.changed or other.created or unit.changed or unit.created
            yield (source_tag, target_tag, memory_key(one.text), one.text, _target(other), *context, author, date)


def _target(variant: Variant) -> str:
    return variant.text.strip()


def _with_script(tag: str, variant: Variant, detect: Callable[[str], str]) -> str:
    if tag != "zh":
        return tag
    found = detect(variant.text)
    return found if lang.is_chinese(found) else tag


def _tag(text: str) -> str:
    """The canonical tag of what a tool wrote, by its language and script where the region is unknown; "" for others."""
    try:
        return lang.parse(text)
    except LanguageError:
        primary = text.replace("_", "-").split("-")[0].lower()
        return {"en": "en"}.get(primary, "")


def _fits(row: Sequence[str], source: str, target: str) -> bool:
    return lang.same_language(row[0], source) and lang.same_language(row[1], target)


def _context_score(row: Sequence[str], before: str, after: str) -> int:
    return 2 * (bool(before) and row[4] == before) + 2 * (bool(after) and row[5] == after)


def _region_score(row: Sequence[str], target: str) -> int:
    return int(row[1] == target)


def _match(row: Sequence[str], score: float) -> Match:
    return Match(scan(row[3]), score, row[6] or row[8], row[7], row[2])


def _sketch(key: str) -> list[int]:
    """The sketch of the first 1,000 characters of a key, letter case folded."""
    folded = key[:1000].lower()
    pairs = {folded[at : at + 2] for at in range(max(1, len(folded) - 1))}
    return sorted({zlib.crc32(pair.encode("utf-8", "surrogatepass")) for pair in pairs})[:_SKETCH]
