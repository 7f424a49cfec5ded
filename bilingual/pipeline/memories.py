"""Memories and terms on the disk: TMX files are the truth, their index is made anew whenever one changes."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bilingual.pipeline.answers import open_database
from bilingual.pipeline.store import expand, read_source
from bilingual.protect.terms import Termbase
from bilingual.translation.index import MemoryIndex
from bilingual.translation.termfile import read_terms
from bilingual.translation.tmx import read_tmx

INDEX_NAME: Final = "memory.sqlite"


def files_of(folder: Path, stated: Sequence[str], kind: str, endings: Sequence[str]) -> list[tuple[str, Path]]:
    """The files that a digest in `folder` uses: those stated, and those of `kind` (memory, terms) in and beside it.

    Raises SourceError when a stated one does not exist.
    """
    found = {path.resolve(): (name, path) for pattern in stated for name, path in expand(folder, pattern)}
    for place in (folder / kind, folder.resolve().parent / kind):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.suffix.lower() in endings and path.is_file():
                found.setdefault(path.resolve(), (f"{place.name}/{path.name}", path))
    return list(found.values())


def stated_files(stated: Sequence[str]) -> list[tuple[str, Path]]:
    """The files that a command names, and no others. Raises SourceError when one does not exist."""
    return [item for pattern in stated for item in expand(Path(), pattern)]


def memory_files(folder: Path, stated: Sequence[str] = ()) -> list[tuple[str, Path]]:
    """The TMX files that a digest in `folder` uses, as (name to show, path)."""
    return files_of(folder, stated, "memory", (".tmx",))


def load_terms(folder: Path | None, stated: Sequence[str] = ()) -> Termbase:
    """The termbase of a digest in `folder`, or of the stated files only when that is None.

    Raises SourceError when a file cannot be read or understood.
    """
    files = files_of(folder, stated, "terms", (".csv", ".tsv", ".tbx", ".xml")) if folder else stated_files(stated)
    return Termbase(tuple(concept for name, path in files for concept in read_terms(read_source(path), name)))


@contextlib.contextmanager
def open_memory(files: Sequence[tuple[str, Path]], cache: Path | None) -> Iterator[MemoryIndex]:
    """The index of `files`, brought up to date; in `cache`, or in memory only when that is None.

    Raises SourceError for a file that is no TMX.
    """
    from bilingual.scripts.detect import detect

    place: contextlib.AbstractContextManager[sqlite3.Connection]
    place = contextlib.closing(sqlite3.connect(":memory:")) if cache is None else open_database(cache / INDEX_NAME)
    with place as connection:
        index = MemoryIndex(connection, detect)
        known = index.files()
        wanted = {str(path.resolve()): (name, path) for name, path in files}
        for gone in known.keys() - wanted.keys():
            index.remove(gone)
        for key, (name, path) in wanted.items():
            data = read_source(path)
            if known.get(key) != hashlib.sha256(data).hexdigest():
                index.add(key, data, read_tmx(data, name))
        yield index
