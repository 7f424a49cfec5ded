"""The cache of engine answers: SQLite, a transaction a batch, so that a killed run loses the batches in hand at most.

It may be deleted at any time, and is made anew when it cannot be read.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bilingual.errors import PublishError

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID"
_MANY: Final = 500  # SQLite's smallest limit of parameters is 999


class Answers:
    """Answers by key, in an open connection. Several processes may share a file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def get(self, keys: Sequence[str]) -> Mapping[str, str]:
        """The known ones among `keys` with their answers."""
        found: dict[str, str] = {}
        for at in range(0, len(keys), _MANY):
            part = keys[at : at + _MANY]
            marks = ",".join("?" * len(part))
            found.update(self._db.execute(f"SELECT key, text FROM answers WHERE key IN ({marks})", part))
        return found

    def put(self, answers: Mapping[str, str]) -> None:
        """Keep a batch: all of it or, when the process is killed meanwhile, nothing."""
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO answers (key, text) VALUES (?, ?)", answers.items())

    def count(self) -> int:
        """How many answers are kept."""
        return int(self._db.execute("SELECT count(*) FROM answers").fetchone()[0])


@contextlib.contextmanager
def open_answers(path: Path) -> Iterator[Answers]:
    """The cache at `path`, made when it is missing or cannot be read. Raises PublishError when it cannot be written."""
    with open_database(path, (_SCHEMA,)) as connection:
        yield Answers(connection)


@contextlib.contextmanager
def open_database(path: Path, schema: Sequence[str] = (), *, check: bool = False) -> Iterator[sqlite3.Connection]:
    """A SQLite file that may be deleted at any time. Raises PublishError when its place cannot be written.

    A file that is no database is made anew; with `check`, which reads all of it, one with a damaged page too.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            connection = _connect(path, schema, check)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "not a database" not in str(error):
                raise
            for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
                name.unlink(missing_ok=True)
            connection = _connect(path, schema, check)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PublishError(
            f"The cache {path} cannot be used: {reason}; delete it or make its folder writable."
        ) from None
    try:
        yield connection
    finally:
        connection.close()


def _connect(path: Path, schema: Sequence[str], check: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        for statement in schema:
            connection.execute(statement)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if check and (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
