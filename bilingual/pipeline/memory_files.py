"""Import, export and counts of the memory's TMX files, which are people's work and never deleted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bilingual.errors import PublishError
from bilingual.pipeline.memories import memory_files
from bilingual.pipeline.store import read_source, write_output
from bilingual.translation.index import language_pairs
from bilingual.translation.tmx import Tmx, Unit, read_tmx
from bilingual.translation.tmx_write import write_tmx


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of one file: how many of its `units` were new, and where they are now."""

    source: str
    place: str
    units: int
    added: int
    skipped: int

    def as_json(self) -> dict[str, Any]:
        """For `memory import --json`."""
        return {
            "path": self.source,
            "place": self.place,
            "units": self.units,
            "added": self.added,
            "skipped": self.skipped,
        }


@dataclass(frozen=True, slots=True)
class Stats:
    """Units of each file, and pairs of languages that can be looked up."""

    files: tuple[tuple[str, int], ...]
    pairs: tuple[tuple[str, str, int], ...]

    def as_json(self) -> dict[str, Any]:
        """For `memory stats --json`."""
        return {
            "files": [{"path": name, "units": units} for name, units in self.files],
            "units": sum(units for _, units in self.files),
            "pairs": [{"source": s, "target": t, "count": n} for s, t, n in self.pairs],
        }


def import_tmx(path: Path, folder: Path) -> Imported:
    """Take the TMX file at `path` into `folder`/memory, under its own name; nothing that is there is lost.

    Raises SourceError when it is no TMX, PublishError when the memory cannot be written.
    """
    tmx = read_tmx(read_source(path), str(path))
    place = folder / "memory" / f"{path.stem}.tmx"
    if place.exists() and place.resolve() == path.resolve():
        return Imported(str(path), str(place), len(tmx.units), 0, tmx.skipped)
    known = {unit_key(unit) for _, other in _read_all(folder) for unit in other.units}
    fresh = [unit for unit in tmx.units if unit_key(unit) not in known]
    fresh = list({unit_key(unit): unit for unit in fresh}.values())
    if fresh:
        before = read_tmx(read_source(place), str(place)) if place.exists() else Tmx((), tmx.source_lang, tmx.tool)
        merged = Tmx((*before.units, *fresh), _common(before.source_lang, tmx.source_lang), tmx.tool)
        write_output(place, write_tmx(merged), PublishError)
    return Imported(str(path), str(place), len(tmx.units), len(fresh), tmx.skipped)


def _common(one: str, other: str) -> str:
    return one if one == other else "*all*"


def unit_key(unit: Unit) -> tuple[Any, ...]:
    """What makes two units the same: their languages, contents and context."""
    context = tuple(pair for pair in unit.properties if "context" in pair[0] or pair[0] in ("prev", "next"))
    return (tuple(sorted((v.lang.lower(), repr(v.content)) for v in unit.variants)), context)


def export_tmx(path: Path, folder: Path) -> int:
    """Write all units of the memory of `folder` to `path`, each once; how many there are."""
    units = {unit_key(unit): unit for _, tmx in _read_all(folder) for unit in tmx.units}
    write_output(path, write_tmx(Tmx(tuple(units.values()))), PublishError)
    return len(units)


def memory_stats(folder: Path) -> Stats:
    """Counts of the memory of `folder`."""
    from bilingual.scripts.detect import detect

    read = _read_all(folder)
    counts = Counter(pair for _, tmx in read for pair in language_pairs(tmx, detect))
    pairs = tuple((source, target, count) for (source, target), count in counts.most_common())
    return Stats(tuple((name, len(tmx.units)) for name, tmx in read), pairs)


def _read_all(folder: Path) -> list[tuple[str, Tmx]]:
    return [(name, read_tmx(read_source(path), name)) for name, path in memory_files(folder)]
