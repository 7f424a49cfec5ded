"""digest.toml: read, checked, and turned into values. An unknown key is an error that names the nearest known one."""

from __future__ import annotations

import datetime
import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bilingual import lang
from bilingual.errors import ConfigError, LanguageError

FORMATS: Final = ("docx", "pdf", "html", "epub", "json", "tmx", "xliff", "review.docx")
ENGINES: Final = ("off", "argos", "openai", "memory")
ORDERS: Final = ("source", "title", "venue")
HEADINGS: Final = ("in-table", "between-tables")
PROFILES: Final = ("standard", "regional")


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """One `[[source]]`: a path or glob below the digest's folder, and what is stated about the files it names."""

    path: str
    layout: str = "auto"
    encoding: str = ""
    lang: str = ""
    title: str = ""
    papers: str = ""
    select: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptConfig:
    """`[script]`: the profile of script conversion and the house dictionary, a CSV file below the digest's folder."""

    profile: str = "standard"
    dictionary: str = ""


@dataclass(frozen=True, slots=True)
class TranslationConfig:
    """`[translation]`: the engine, its model, and the memory and terms it works with.

    `scheduler` is the address of a Dask cluster, which the command line states and no file does.
    """

    engine: str = "off"
    model: str = ""
    base_url: str = ""
    api_key_env: str = ""
    memory: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    scheduler: str = ""


@dataclass(frozen=True, slots=True)
class AlignmentConfig:
    """`[alignment]`: corrections that a person decided, and whether embeddings are used."""

    corrections: str = ""
    embeddings: str = ""


@dataclass(frozen=True, slots=True)
class PublishConfig:
    """`[publish]`: which outputs, in which order, on which page, in which look."""

    formats: tuple[str, ...] = ("docx", "pdf", "html")
    order: str = "source"
    page: str = "A4"
    look: str = "auto"
    headings: str = "in-table"
    quotes: str = "source"
    templates: str = ""


@dataclass(frozen=True, slots=True)
class DigestConfig:
    """A whole digest.toml. `folder` is where its relative paths begin; `title` has texts by canonical tag."""

    folder: Path
    columns: tuple[str, ...]
    sources: tuple[SourceConfig, ...]
    title: tuple[tuple[str, str], ...] = ()
    date: str = ""
    script: ScriptConfig = field(default_factory=ScriptConfig)
    translation: TranslationConfig = field(default_factory=TranslationConfig)
    alignment: AlignmentConfig = field(default_factory=AlignmentConfig)
    publish: PublishConfig = field(default_factory=PublishConfig)


def locate(where: Path) -> Path:
    """The digest.toml that `where` names: itself, or the one in the folder. Raises ConfigError when there is none."""
    path = where / "digest.toml" if where.is_dir() else where
    if not path.is_file():
        raise ConfigError(
            f'There is no digest at "{where}"; "bilingual init DIR" makes a new one that builds as it stands.'
        )
    return path


def read_config(path: Path) -> DigestConfig:
    """The digest.toml at `path`. Raises ConfigError, which names the file, the key and what is allowed."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {_reason(error)}.") from None
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}.") from None
    return parse_config(data, path.parent, _Places(str(path), text))


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return "it is not UTF-8 text"


class _Places:
    """Error messages that name the file, and the line of a key where it can be found."""

    def __init__(self, name: str, text: str = "") -> None:
        self._name = name
        self._lines = text.splitlines()

    def error(self, key: str, problem: str) -> ConfigError:
        last = key.rpartition(".")[2].partition("[")[0]
        pattern = re.compile(rf"\s*(?:\[+\s*(?:[\w\"-]+\.)*)?[\"']?{re.escape(last)}[\"']?\s*(?:=|\])")
        line = next((n for n, text in enumerate(self._lines, 1) if pattern.match(text)), 0)
        return ConfigError(f"{self._name}{f':{line}' if line else ''}: {problem}")


def parse_config(data: Mapping[str, Any], folder: Path, places: _Places | None = None) -> DigestConfig:
    """The configuration that a parsed digest.toml states. Raises ConfigError."""
    table = _Table(data, "", places or _Places("digest.toml"))
    table.only("title", "date", "columns", "source", "script", "translation", "alignment", "publish")
    return DigestConfig(
        folder=folder,
        columns=_columns(table),
        sources=_sources(table),
        title=_title(table),
        date=_date(table),
        script=_script(table.table("script")),
        translation=_translation(table.table("translation")),
        alignment=_alignment(table.table("alignment")),
        publish=_publish(table.table("publish")),
    )


class _Table:
    """One TOML table with the checks all of them need."""

    def __init__(self, data: Mapping[str, Any], name: str, places: _Places) -> None:
        self.data = data
        self.name = name
        self.places = places

    def key(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def error(self, key: str, problem: str) -> ConfigError:
        return self.places.error(self.key(key), problem)

    def only(self, *known: str) -> None:
        for key in self.data:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
                raise self.error(
                    key, f'The key "{self.key(key)}" is unknown; the nearest known one is "{self.key(near[0])}".'
                )

    def table(self, key: str) -> _Table:
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            raise self.error(key, f'"{self.key(key)}" must be a table, [{self.key(key)}].')
        return _Table(value, self.key(key), self.places)

    def text(self, key: str, default: str = "") -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, f'"{self.key(key)}" must be a text in quotation marks, not {value!r}.')
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self.data.get(key, default)
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self.error(key, f'"{self.key(key)}" must be a list of texts, not {value!r}.')
        return tuple(value)

    def choice(self, key: str, known: tuple[str, ...], default: str) -> str:
        value = self.text(key, default)
        if value not in known:
            raise self.error(key, f'"{self.key(key)}" is "{value}", and must be one of {", ".join(known)}.')
        return value

    def tag(self, key: str, text: str) -> str:
        try:
            return lang.parse(text)
        except LanguageError as error:
            raise LanguageError(str(self.error(key, str(error)))) from None


def _columns(table: _Table) -> tuple[str, ...]:
    texts = table.texts("columns", ("zh-Hant-TW", "zh-Hans-CN"))
    tags = tuple(table.tag("columns", text) for text in texts)
    if not 2 <= len(tags) <= 4:
        raise table.error("columns", f'"columns" has {len(tags)} languages, and must have two to four.')
    if len(set(tags)) < len(tags):
        raise table.error("columns", '"columns" names a language twice.')
    for text, tag in zip(texts, tags, strict=True):
        if tag == "zh":
            raise table.error(
                "columns", f'The column "{text}" does not say which script; write zh-Hant-TW or zh-Hans-CN.'
            )
    return tags


def _sources(table: _Table) -> tuple[SourceConfig, ...]:
    items = table.data.get("source", [])
    if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
        raise table.error("source", '"source" must be a list of tables, [[source]].')
    if not items:
        raise table.error("source", 'No source is named; add a [[source]] with path = "FILE".')
    return tuple(_source(_Table(item, "source", table.places)) for item in items)


def _source(table: _Table) -> SourceConfig:
    table.only("path", "layout", "encoding", "lang", "title", "papers", "select")
    path = table.text("path")
    if not path:
        raise table.error("path", 'A [[source]] has no "path"; it names a file or a glob below the digest\'s folder.')
    stated = table.text("lang")
    return SourceConfig(
        path=path,
        layout=table.text("layout", "auto"),
        encoding=table.text("encoding"),
        lang=table.tag("lang", stated) if stated else "",
        title=table.text("title"),
        papers=table.text("papers"),
        select=table.texts("select"),
    )


def _title(table: _Table) -> tuple[tuple[str, str], ...]:
    value = table.data.get("title", {})
    if isinstance(value, str):
        return (("", value),)
    if not isinstance(value, Mapping):
        raise table.error("title", '"title" must be a text, or a table of texts by language tag.')
    titles = _Table(value, "title", table.places)
    return tuple((titles.tag(tag, tag), titles.text(tag)) for tag in value)


def _date(table: _Table) -> str:
    value = table.data.get("date", "")
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    try:
        return datetime.date.fromisoformat(value).isoformat() if value else ""
    except (TypeError, ValueError):
        raise table.error("date", f'"date" is {value!r}, and must be a date such as 2026-11-30.') from None


def _script(table: _Table) -> ScriptConfig:
    table.only("profile", "dictionary")
    return ScriptConfig(table.text("profile", "standard"), table.text("dictionary"))


def _translation(table: _Table) -> TranslationConfig:
    table.only("engine", "model", "base_url", "api_key_env", "memory", "terms")
    return TranslationConfig(
        engine=table.choice("engine", ENGINES, "off"),
        model=table.text("model"),
        base_url=table.text("base_url"),
        api_key_env=table.text("api_key_env"),
        memory=table.texts("memory"),
        terms=table.texts("terms"),
    )


def _alignment(table: _Table) -> AlignmentConfig:
    table.only("corrections", "embeddings")
    return AlignmentConfig(table.text("corrections"), table.text("embeddings"))


def _publish(table: _Table) -> PublishConfig:
    table.only("formats", "order", "page", "look", "headings", "quotes", "templates")
    formats = table.texts("formats", PublishConfig().formats)
    return PublishConfig(
        formats=check_formats(formats, lambda problem: table.error("formats", problem)),
        order=table.choice("order", ORDERS, "source"),
        page=table.text("page", "A4"),
        look=table.text("look", "auto"),
        headings=table.choice("headings", HEADINGS, "in-table"),
        quotes=table.text("quotes", "source"),
        templates=table.text("templates"),
    )


def check_formats(formats: tuple[str, ...], error: Callable[[str], Exception]) -> tuple[str, ...]:
    """`formats` without repeats. Raises what `error` makes of a sentence when one is unknown."""
    for name in formats:
        if name not in FORMATS:
            raise error(f'The format "{name}" is unknown; known formats: {", ".join(FORMATS)}.')
    return tuple(dict.fromkeys(formats))
