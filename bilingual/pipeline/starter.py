"""The starter: a small digest folder that builds as it stands, for `bilingual init`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bilingual.pipeline.store import new_folder, write_output
from bilingual.publish.templates import read_asset

FILES: Final = ("digest.toml", "roundup.txt", "abstracts.txt", "README.md")


def make_starter(folder: Path) -> list[Path]:
    """Write the starter's files into `folder`, which must be new or empty. Raises UsageError."""
    from bilingual.errors import UsageError

    new_folder(folder)
    paths = [folder / name for name in FILES]
    for name, path in zip(FILES, paths, strict=True):
        write_output(path, read_asset(f"starter/{name}", ()), UsageError)
    return paths
