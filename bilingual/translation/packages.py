"""Argos packages: what metadata.json and an index of packages say, checked.

A package is a zip archive (`.argosmodel`) with one folder: metadata.json, model/ for CTranslate2, and
sentencepiece.model. An index is a JSON list of such metadata with `links` to download from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from bilingual.errors import EngineError

UNPACKED_LIMIT: Final = 4 * 1024**3
"""Bytes; the largest Argos packages unpack to about 400 MB."""
FILES_LIMIT: Final = 2_000
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z-]{1,15}")


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a package says of itself. `links` are where an index has it; `code` is `translate-FROM_TO`."""

    from_code: str
    to_code: str
    from_name: str = ""
    to_name: str = ""
    package_version: str = ""
    argos_version: str = ""
    target_prefix: str = ""
    links: tuple[str, ...] = ()
    sha256: str = ""
    size: int = 0

    @property
    def code(self) -> str:
        """The name under which the package is installed, removed and listed."""
        return f"translate-{self.from_code}_{self.to_code}"

    def as_json(self) -> dict[str, Any]:
        """The metadata for `models list --json`."""
        return {
            "code": self.code,
            "from": self.from_code,
            "to": self.to_code,
            "from_name": self.from_name,
            "to_name": self.to_name,
            "version": self.package_version,
        }


def parse_metadata(data: Any, where: str) -> Metadata:
    """The metadata in a parsed metadata.json or entry of an index. Raises EngineError naming `where`."""
    if not isinstance(data, dict):
        raise EngineError(f"{where} is not the metadata of an Argos package: it is not a JSON object.")
    codes = [data.get("from_code"), data.get("to_code")]
    if not all(isinstance(code, str) and _CODE.fullmatch(code) for code in codes):
        raise EngineError(f"{where} is not the metadata of a translation package: it names no two languages.")
    links = data.get("links") or []
    return Metadata(
        from_code=str(codes[0]),
        to_code=str(codes[1]),
        from_name=_text(data, "from_name"),
        to_name=_text(data, "to_name"),
        package_version=_text(data, "package_version"),
        argos_version=_text(data, "argos_version"),
        target_prefix=_text(data, "target_prefix"),
        links=tuple(link for link in links if isinstance(link, str)) if isinstance(links, list) else (),
        sha256=_text(data, "sha256").lower(),
        size=data["size"] if isinstance(data.get("size"), int) and data["size"] > 0 else 0,
    )


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    return value.strip() if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def read_metadata(folder: Path) -> Metadata:
    """The metadata of the package unpacked in `folder`. Raises EngineError."""
    path = folder / "metadata.json"
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        raise EngineError(f"{folder} is not an installed Argos package: its metadata.json cannot be read.") from None
    return parse_metadata(data, str(path))


def parse_index(data: bytes, where: str) -> tuple[Metadata, ...]:
    """The translation packages of an index, in its order; packages of other types are left out.

    Raises EngineError when the index is not one; `where` is its address.
    """
    try:
        entries = json.loads(data)
    except (ValueError, RecursionError):
        raise EngineError(f"What {where} sent is not an index of packages: it is not JSON.") from None
    if not isinstance(entries, list):
        raise EngineError(f"What {where} sent is not an index of packages: it is not a list.")
    found = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict) and entry.get("type", "translate") == "translate" and entry.get("from_code"):
            found.append(parse_metadata(entry, f"Entry {number} of {where}"))
    return tuple(found)


def choose(packages: Sequence[Metadata], from_code: str, to_code: str) -> Metadata | None:
    """The newest of `packages` for a pair of Argos codes, or None."""
    fitting = [made for made in packages if (made.from_code, made.to_code) == (from_code, to_code)]
    return max(fitting, key=lambda made: _version(made.package_version), default=None)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", text))


def check_members(names_and_sizes: Sequence[tuple[str, int]], where: str) -> str:
    """The one folder at the root of a package's archive. Raises EngineError when it is not a safe package.

    A package may unpack to at most `UNPACKED_LIMIT` bytes in `FILES_LIMIT` files, all inside its folder.
    """
    if len(names_and_sizes) > FILES_LIMIT or sum(size for _, size in names_and_sizes) > UNPACKED_LIMIT:
        raise EngineError(f"{where} unpacks to more than a package of a model may hold; it was not installed.")
    roots = set()
    for name, _ in names_and_sizes:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts or ":" in path.parts[0]:
            raise EngineError(f'{where} has a file "{name}" that leads out of its folder; it was not installed.')
        roots.add(path.parts[0])
    files = {name.rstrip("/") for name, _ in names_and_sizes}
    if len(roots) != 1:
        raise EngineError(f"{where} is not an Argos package: it must hold one folder.")
    root = roots.pop()
    for needed in ("metadata.json", "model/model.bin"):
        if f"{root}/{needed}" not in files:
            raise EngineError(f"{where} is not an Argos package: {root}/{needed} is missing.")
    return root
