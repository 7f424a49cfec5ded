"""Vectors of texts on the disk, between runs: SQLite, a transaction a vector, made anew when it cannot be read."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Final

from bilingual.pipeline.answers import open_database

VECTORS_NAME: Final = "vectors.sqlite"
_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"


class StoredVectors(MutableMapping[str, bytes]):
    """Vectors by key, in an open connection. Several processes may share a file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def __getitem__(self, key: str) -> bytes:
        found = self._db.execute("SELECT value FROM vectors WHERE key = ?", (key,)).fetchone()
        if found is None:
            raise KeyError(key)
        return bytes(found[0])

    def __setitem__(self, key: str, value: bytes) -> None:
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO vectors (key, value) VALUES (?, ?)", (key, value))

    def __delitem__(self, key: str) -> None:
        with self._db:
            if not self._db.execute("DELETE FROM vectors WHERE key = ?", (key,)).rowcount:
                raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        for (key,) in self._db.execute("SELECT key FROM vectors ORDER BY key").fetchall():
            yield key

    def __len__(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM vectors").fetchone()[0])


@contextlib.contextmanager
def open_vectors(path: Path) -> Iterator[StoredVectors]:
    """The vectors at `path`; a damaged file is made anew. Raises PublishError when its place cannot be written."""
    with open_database(path, (_SCHEMA,), check=True) as connection:
        yield StoredVectors(connection)
