"""Script conversion as a digest configures it: its profile, its house dictionary, one converter a pair of tags."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from bilingual import lang
from bilingual.model import Runs
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.store import read_source


def script_conversion(config: DigestConfig) -> Callable[[Runs, str, str], tuple[Runs, str]]:
    """A function from (runs, tag, wanted tag) to (runs, name of the conversion), with the digest's profile and terms.

    Raises SourceError when the house dictionary cannot be read, ConfigError when it or the profile is wrong.
    """
    from bilingual.scripts.convert import Converter, converter
    from bilingual.scripts.house import read_house

    house = None
    if config.script.dictionary:
        path = config.folder / config.script.dictionary
        house = read_house(read_source(path), str(path))

    @cache
    def made(source: str, target: str) -> Converter:
        return converter(source, target, config.script.profile, house)

    def convert(runs: Runs, source: str, target: str) -> tuple[Runs, str]:
        if not (lang.is_chinese(source) and lang.is_chinese(target)):
            return runs, ""
        tool = made(source, target)
        return tool.runs(runs), tool.name

    return convert
