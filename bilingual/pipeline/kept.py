"""Kept pages: the stretches of a PDF from the builds before, in the cache, where they may be deleted at any time."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from bilingual.errors import PublishError
from bilingual.pipeline.store import write_output

LIMIT: Final = 512 * 1024 * 1024
"""Bytes that kept pages may have; a stretch of 20 pages has about a third of a million."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_OF_PAGES: Final = ("publish", "mathml", "model")
_LIBRARIES: Final = ("weasyprint", "pydyf", "fonttools", "ziamath", "ziafont", "jinja2")
_CHECK: Final = hashlib.sha256().digest_size


class KeptPages:
    """Stretches by key, a file each in `folder`. One that is damaged or cannot be read or written counts as absent."""

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self._folder = folder
        self._limit = limit

    def get(self, key: str) -> bytes | None:
        """What was kept under `key` by the same version of all tools, exactly as it was given, or None."""
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)  # what was used last is deleted last
        except OSError:
            return None
        check, kept = data[:_CHECK], data[_CHECK:]
        return kept if hashlib.sha256(kept).digest() == check else None

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`. Without room or permission nothing is kept, and the build goes on."""
        with suppress(PublishError):
            write_output(self._path(key), hashlib.sha256(data).digest() + data)

    def trim(self) -> None:
        """Delete what was not used for longest, until `limit` bytes are left."""
        with suppress(OSError):
            found = [(path.stat(), path) for path in self._folder.iterdir()]
            room = self._limit
            for facts, path in sorted(found, key=lambda item: -item[0].st_mtime_ns):
                room -= facts.st_size
                if room < 0:
                    path.unlink()

    def _path(self, key: str) -> Path:
        # fontTools writes SOURCE_DATE_EPOCH into some fonts.
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        return self._folder / hashlib.sha256(f"{_tools()} {epoch} {key}".encode()).hexdigest()


@lru_cache(maxsize=1)
def _tools() -> str:
    """A digest of all that pages depend on beside their job: this program, the libraries below it, the fonts here."""
    total = hashlib.sha256()
    for name in _OF_PAGES:
        for path in sorted((_PACKAGE / name).glob("*.py")):
            total.update(path.read_bytes())
    for library in _LIBRARIES:
        with suppress(PackageNotFoundError):
            total.update(f"{library} {version(library)}\n".encode())
    if program := shutil.which("fc-list"):
        listed = subprocess.run([program, ":", "file", "fontversion"], capture_output=True, check=False).stdout
        total.update(b"\n".join(sorted(listed.splitlines())))
    return total.hexdigest()
