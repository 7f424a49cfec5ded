"""All reading and writing of files: one sentence for each thing that can go wrong, and no half-written output."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bilingual.errors import PublishError, SourceError, UsageError

SOURCE_LIMIT: Final = 256 * 1024 * 1024
"""Bytes; a source file of papers' summaries is never near it, and one file must not fill the memory."""


def read_source(path: Path) -> bytes:
    """The bytes of a source file. Raises SourceError naming the file and the reason."""
    try:
        if path.is_dir():
            raise SourceError(f"{path} is a folder, not a source file; name a file or a glob such as {path}/*.txt.")
        if path.exists() and not path.is_file():
            raise SourceError(f"{path} is not a regular file; copy its content into a file and name that.")
        size = path.stat().st_size
        if size > SOURCE_LIMIT:
            raise SourceError(
                f"{path} has {size:,} bytes; a source may have {SOURCE_LIMIT:,}. Split it into smaller files."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist; check the path.") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}.") from None


def expand(folder: Path, pattern: str) -> list[tuple[str, Path]]:
    """The files that a source's path or glob names, as (path to show, path to open), sorted by name.

    Relative patterns begin at `folder`. A link that leads out of the folder is refused, since a digest folder may
    come from somebody else. Raises SourceError when nothing matches.
    """
    plain = folder / pattern
    if plain.exists() or not any(char in pattern for char in "*?["):
        found = [plain]
    else:
        found = sorted(path for path in _glob(folder, pattern) if path.is_file())
    if not found:
        raise SourceError(f'No file below {folder} matches the source "{pattern}".')
    return [(_shown(folder, path, pattern), path) for path in found]


def _glob(folder: Path, pattern: str) -> Iterator[Path]:
    try:
        if Path(pattern).is_absolute():
            root = Path(Path(pattern).anchor)
            yield from root.glob(str(Path(pattern).relative_to(root)))
        else:
            yield from folder.glob(pattern)
    except (ValueError, NotImplementedError) as error:
        raise SourceError(f'The source "{pattern}" is not a usable glob: {error}.') from None


def _shown(folder: Path, path: Path, pattern: str) -> str:
    if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
        raise SourceError(f"{path} is a link to a place outside {folder}; copy the file into the folder.")
    return path.relative_to(folder).as_posix() if not Path(pattern).is_absolute() else str(path)


def write_output(path: Path, data: bytes, error: type[Exception] = PublishError) -> None:
    """Write `data` beside `path` and rename it into place, so that a reader sees the old file or the new, never a part.

    Raises `error` in one sentence; the previous file is whole then.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise error(f"{path} is a folder; remove it or choose another place with --out.")
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as problem:
        raise error(f"{path} cannot be written: {problem.strerror}; choose another place with --out.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def new_folder(path: Path) -> None:
    """Make a folder that must not hold anything yet. Raises UsageError."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{path} exists already and is not empty; choose a new folder.")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{path} cannot be made: {problem.strerror}; choose another folder.") from None
