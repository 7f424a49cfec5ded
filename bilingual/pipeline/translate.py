"""Translation in a build: which engine, with which memory, terms and cache, and the cells of a digest it fills."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bilingual import lang
from bilingual.errors import ConfigError, EngineError, MissingExtraError
from bilingual.findings import Finding, Severity
from bilingual.model import Cell, Digest, Entry, OriginKind, Row, Runs, Section, Segment, TitleCell, plain
from bilingual.pipeline.answers import open_answers
from bilingual.pipeline.config import DigestConfig, TranslationConfig
from bilingual.pipeline.memories import load_terms, memory_files, open_memory, stated_files
from bilingual.pipeline.progress import Progress
from bilingual.translation.engine import Engine
from bilingual.translation.run import Context, Settings, Translated, translate_runs

ANSWERS_NAME: Final = "answers.sqlite"
FUZZY: Final = 0.85  # translators' tools offer similar sentences from 0.7 up; here nobody looks before one stands in
_KEY_VARIABLE: Final = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Task:
    """A sentence to translate: its runs, their tag, its neighbours and the place that findings name."""

    runs: Runs
    lang: str
    context: Context


def make_engine(config: TranslationConfig, source: str, target: str) -> Engine | None:
    """The engine of a configuration for a pair of tags; None for `off` and `memory`.

    Raises EngineError when no model is installed, MissingExtraError when the extra is not, ConfigError when what is
    stated does not fit.
    """
    if config.engine == "argos":
        from bilingual.pipeline.models import find_installed
        from bilingual.translation.argos import ArgosEngine

        folder = find_installed(source, target, config.model)
        engine = ArgosEngine(folder, _workers())
        engine.fingerprint  # noqa: B018  (a missing extra or a broken model is said here, before anything is done)
        if not config.scheduler:
            return engine
        from bilingual.pipeline.cluster import ClusterEngine

        return ClusterEngine(engine, folder, config.scheduler)
    if config.scheduler:
        raise ConfigError(f"--scheduler is for the engine argos, and the engine is {config.engine}; leave it out.")
    if config.engine == "openai":
        from bilingual.translation.openai import OpenAiEngine, Server

        base = config.base_url or os.environ.get("OPENAI_BASE_URL", "")
        variable = config.api_key_env or _KEY_VARIABLE
        key = os.environ.get(variable, "")
        if config.api_key_env and not key:
            raise ConfigError(f"The environment variable {variable} that api_key_env names is not set; set the key.")
        return OpenAiEngine(Server(base, config.model, key))
    return None


def _workers() -> int:
    """BILINGUAL_WORKERS, else the cores this process may use."""
    stated = os.environ.get("BILINGUAL_WORKERS", "")
    if stated:
        if not (stated.isascii() and stated.isdigit() and 1 <= int(stated) <= 256):
            raise ConfigError(f'BILINGUAL_WORKERS is "{stated}", and must be a number from 1 to 256.')
        return int(stated)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def open_settings(
    config: TranslationConfig, folder: Path | None, cache: Path | None, progress: Progress
) -> Iterator[Settings]:
    """Memory, terms, cache of answers and Simplified conversion for translating in `folder`.

    Without a folder only the memories and terms that are stated count, and without a cache nothing is kept.

    Raises SourceError for a memory or term file that cannot be read, PublishError when `cache` cannot be written.
    """
    terms = load_terms(folder, config.terms)
    files = memory_files(folder, config.memory) if folder else stated_files(config.memory)
    with contextlib.ExitStack() as stack:
        memory = stack.enter_context(open_memory(files, cache)) if files else None
        store = stack.enter_context(open_answers(cache / ANSWERS_NAME)) if cache is not None else None
        yield Settings(
            memory=memory,
            terms=terms,
            store=store,
            simplify=_simplifier(),
            on_batch=_Bar(progress),
            fuzzy=FUZZY if config.engine == "memory" else 1.0,
        )


class _Bar:
    """One stage of progress for each attempt."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._attempt = 0
        self._done = 0

    def __call__(self, attempt: int, done: int, total: int) -> None:
        if attempt != self._attempt:
            self._attempt, self._done = attempt, 0
            self._progress.stage("Translating" if attempt == 1 else f"Translating, attempt {attempt}", total)
        self._progress.step(done - self._done)
        self._done = done


def _simplifier() -> _Simplifier:
    return _Simplifier()


class _Simplifier:
    """Traditional runs made Simplified, with the converter loaded when the first ones come."""

    def __init__(self) -> None:
        self._converter: object = None

    def __call__(self, runs: Runs) -> Runs:
        from bilingual.scripts.convert import Converter, converter

        if not isinstance(self._converter, Converter):
            self._converter = converter("zh-Hant", "zh-Hans", "standard", None)
        return self._converter.runs(runs)


def translate_tasks(
    tasks: Sequence[Task], target: str, engine: Engine | None, settings: Settings
) -> tuple[Translated, ...]:
    """The translation of each task, all of one language together, so that batches are full."""
    results: dict[int, Translated] = {}
    for tag in dict.fromkeys(task.lang for task in tasks):
        group = [at for at, task in enumerate(tasks) if task.lang == tag]
        made = translate_runs(
            [tasks[at].runs for at in group], tag, target, engine, settings, [tasks[at].context for at in group]
        )
        results.update(zip(group, made, strict=True))
    return tuple(results[at] for at in range(len(tasks)))


def translate_digest(digest: Digest, config: DigestConfig, progress: Progress, cache: Path | None) -> Digest:
    """`digest` with its English cells filled where an entry or preface has no English of its own.

    An engine that cannot be had is a finding with what to do, and the rest of the digest stands; what the memory and
    the cache know is filled in all the same.
    """
    made = config.translation
    targets = [column for column in digest.columns if not lang.is_chinese(column)]
    if made.engine == "off" or not targets:
        return digest
    for target in targets:
        with open_settings(made, config.folder, cache, progress) as settings:
            digest = _fill(digest, made, target, settings)
    return digest


def _fill(digest: Digest, config: TranslationConfig, target: str, settings: Settings) -> Digest:
    places = [place for section in digest.sections for place in _places(section, target)]
    if not places:
        return digest
    problems: list[Finding] = []
    engine = None
    try:
        engine = make_engine(config, places[0].task.lang, target)
    except (EngineError, MissingExtraError, ConfigError) as error:
        problems.append(Finding("translation.engine", Severity.ERROR, str(error)))
    no_engine = bool(problems)
    results = translate_tasks([place.task for place in places], target, engine, settings)
    done = {place.key: result for place, result in zip(places, results, strict=True)}
    for place, result in zip(places, results, strict=True):
        if result.origin.kind is not OriginKind.MISSING or not (no_engine or place.optional):
            problems.extend(replace(finding, path=place.path) for finding in result.findings)
    sections = tuple(_filled(section, target, done) for section in digest.sections)
    return replace(digest, sections=sections, findings=(*digest.findings, *_once(problems)))


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """An engine that failed says so once, with how many sentences are without a translation."""
    failed = [finding for finding in findings if finding.code == "translation.failed"]
    if not failed:
        return list(findings)
    count = "1 sentence has" if len(failed) == 1 else f"{len(failed)} sentences have"
    message = f"{failed[0].message} {count} no translation; build again to go on where this stopped."
    return [
        *(f for f in findings if f.code != "translation.failed"),
        Finding("translation.failed", Severity.ERROR, message),
    ]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a translation goes: a segment of a row (row id, number) or the title of an entry (id, -1).

    `optional` says that nothing is lost without it, as of a title that is only the beginning of the summary.
    """

    key: tuple[str, int]
    task: Task
    path: str
    optional: bool = False


def _places(section: Section, target: str) -> Iterator[_Place]:
    yield from _row_places(section.preface, section.path, target)
    for entry in section.entries:
        path = entry.papers[0].path if entry.papers else section.path
        yield from _title_places(entry, path, target)
        yield from _row_places(entry.rows, path, target)


def _row_places(rows: Sequence[Row], path: str, target: str) -> Iterator[_Place]:
    if any(cell.segments for row in rows for cell in row.cells if lang.same_language(cell.lang, target)):
        return
    flat = [(row, number, segment) for row in rows for number, segment in enumerate(_pivot(row))]
    texts = [segment.text for _, _, segment in flat]
    for at, (row, number, segment) in enumerate(flat):
        context = Context(texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(flat) else "", row.id)
        yield _Place((row.id, number), Task(segment.runs, segment.lang, context), path)


def _pivot(row: Row) -> tuple[Segment, ...]:
    """The Chinese segments of a row as their source has them; a converted column only when nothing else is there."""
    chinese = [cell for cell in row.cells if lang.is_chinese(cell.lang) and cell.segments]
    own = (cell for cell in chinese if cell.segments[0].origin.kind is not OriginKind.SCRIPT)
    cell = next(own, chinese[0] if chinese else None)
    return cell.segments if cell else ()


def _title_places(entry: Entry, path: str, target: str) -> Iterator[_Place]:
    """A title whose English cell is empty or shows the Chinese one."""
    cell = next((cell for cell in entry.title if lang.same_language(cell.lang, target)), None)
    if cell is None:
        return
    others = [other for other in entry.title if lang.is_chinese(other.lang)]
    own = (other for other in others if other.origin.kind is not OriginKind.SCRIPT)
    source = next(own, others[0] if others else None)
    if source is not None and _has_han(source.runs) and plain(cell.runs) in ("", *(plain(o.runs) for o in others)):
        task = Task(source.runs, source.lang, Context(segment=f"{entry.number}"))
        yield _Place((f"title {entry.number}", -1), task, path, cell.placeholder)


def _has_han(runs: Runs) -> bool:
    from bilingual.protect.length import han_count

    return han_count(plain(runs)) > 0


_Done = dict[tuple[str, int], Translated]


def _filled(section: Section, target: str, done: _Done) -> Section:
    entries = tuple(
        replace(entry, title=_filled_title(entry, target, done), rows=_filled_rows(entry.rows, target, done))
        for entry in section.entries
    )
    return replace(section, preface=_filled_rows(section.preface, target, done), entries=entries)


def _filled_title(entry: Entry, target: str, done: _Done) -> tuple[TitleCell, ...]:
    result = done.get((f"title {entry.number}", -1))
    if result is None or not result.runs:
        return entry.title
    return tuple(
        replace(cell, runs=result.runs, origin=result.origin) if lang.same_language(cell.lang, target) else cell
        for cell in entry.title
    )


def _filled_rows(rows: Sequence[Row], target: str, done: _Done) -> tuple[Row, ...]:
    return tuple(_filled_row(row, target, done) for row in rows)


def _filled_row(row: Row, target: str, done: _Done) -> Row:
    made = []
    for number, segment in enumerate(_pivot(row)):
        result = done.get((row.id, number))
        if result is not None and result.runs:
            gap = segment.space_after or " "
            made.append(Segment(segment.id, target, result.runs, result.origin, gap))
    if not made:
        return row
    cells = tuple(
        Cell(cell.lang, tuple(made)) if lang.same_language(cell.lang, target) and not cell.segments else cell
        for cell in row.cells
    )
    return replace(row, cells=cells)
