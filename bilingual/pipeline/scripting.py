"""Script conversion as a digest configures it: its profile, its house dictionary, one converter a pair of tags."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bilingual import lang
from bilingual.errors import ConfigError
from bilingual.model import Runs
from bilingual.pipeline.config import PROFILES, DigestConfig
from bilingual.pipeline.store import read_source

if TYPE_CHECKING:
    from bilingual.scripts.house import House, Profile


def make_profile(folder: Path, stated: str) -> str | Profile:
    """The profile named in a configuration or on a command line: `standard`, `regional`, or a CSV file below `folder`.

    Raises SourceError when the file cannot be read, ConfigError when it is wrong or is no file at all.
    """
    from bilingual.scripts.house import read_profile

    if stated in PROFILES:
        return stated
    path = folder / stated
    if not path.exists():
        raise ConfigError(
            f'The script profile "{stated}" is neither {" nor ".join(PROFILES)} nor a file; correct its name.'
        )
    return read_profile(read_source(path), str(path))


def make_house(folder: Path, stated: str) -> House | None:
    """The house dictionary named in a configuration or on a command line, or None. Raises SourceError, ConfigError."""
    from bilingual.scripts.house import read_house

    if not stated:
        return None
    path = folder / stated
    return read_house(read_source(path), str(path))


def script_conversion(config: DigestConfig) -> Callable[[Runs, str, str], tuple[Runs, str]]:
    """A function from (runs, tag, wanted tag) to (runs, name of the conversion), with the digest's profile and terms.

    Raises SourceError when the house dictionary cannot be read, ConfigError when it or the profile is wrong.
    """
    from bilingual.scripts.convert import Converter, converter

    profile = make_profile(config.folder, config.script.profile)
    house = make_house(config.folder, config.script.dictionary)

    @cache
    def made(source: str, target: str) -> Converter:
        return converter(source, target, profile, house)

    def convert(runs: Runs, source: str, target: str) -> tuple[Runs, str]:
        if not (lang.is_chinese(source) and lang.is_chinese(target)):
            return runs, ""
        # A script with no region is whatever variants its author uses, not OpenCC's own standard.
        plain = "t" in (lang.opencc_standard(source), lang.opencc_standard(target))
        if plain and lang.script(source) == lang.script(target):
            source = target
        tool = made(source, target)
        return tool.runs(runs), tool.name

    return convert
