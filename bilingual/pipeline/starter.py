"""The starter: a small digest folder that builds as it stands, for `bilingual init`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bilingual.errors import UsageError
from bilingual.pipeline.store import new_folder, read_source, write_output
from bilingual.publish.templates import home

FILES: Final = ("digest.toml", "roundup.txt", "abstracts.txt", "README.md")


def make_starter(folder: Path) -> list[Path]:
    """Write the starter's files into `folder`, which must be new or empty. Raises UsageError."""
    new_folder(folder)
    paths = [folder / name for name in FILES]
    for name, path in zip(FILES, paths, strict=True):
        write_output(path, read_source(home() / "starter" / name), UsageError)
    return paths
