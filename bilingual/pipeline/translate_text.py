"""Translation of a plain text: line by line, so that lists, indentation and empty lines stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bilingual import lang
from bilingual.findings import Finding
from bilingual.model import Runs, Text, join, plain
from bilingual.pipeline.translate import Task, translate_tasks
from bilingual.protect import scan
from bilingual.segmentation import split
from bilingual.translation.engine import Engine
from bilingual.translation.run import Context, Settings, Translated


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the text, on line `line` from 1, and what came of it."""

    line: int
    source: str
    translated: Translated


@dataclass(frozen=True, slots=True)
class TextTranslation:
    """A translated text. `text` has the lines of the source; a sentence without a translation stands as it was."""

    text: str
    sentences: tuple[Sentence, ...]
    findings: tuple[Finding, ...]


def translate_text(
    text: str, source: str, target: str, engine: Engine | None, settings: Settings, path: str = ""
) -> TextTranslation:
    """Translate `text`, which is in the language `source`, into `target`; both canonical tags."""
    lines = list(_lines(scan(text)))
    flat = [(number, runs, gap) for number, _, sentences in lines for runs, gap in sentences]
    texts = [plain(runs) for _, runs, _ in flat]
    tasks = [
        Task(
            runs,
            source,
            Context(texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(flat) else "", f"{number}.{at + 1}"),
        )
        for at, (number, runs, _) in enumerate(flat)
    ]
    made = translate_tasks(tasks, target, engine, settings)
    results = iter(made)
    pieces = []
    for _, indent, sentences in lines:
        line = indent
        for runs, gap in sentences:
            result = next(results)
            line += plain(result.runs or runs) + _gap(gap, target)
        pieces.append(line.rstrip(" ") if sentences else line)
    found = tuple(
        Finding(f.code, f.severity, f.message, path, number, f.segment)
        for (number, _, _), result in zip(flat, made, strict=True)
        for f in result.findings
    )
    sentences_made = zip(flat, texts, made, strict=True)
    return TextTranslation(
        "\n".join(pieces),
        tuple(Sentence(number, text, result) for (number, _, _), text, result in sentences_made),
        found,
    )


def _gap(gap: str, target: str) -> str:
    return gap or ("" if lang.is_chinese(target) else " ")


def _lines(runs: Runs) -> Iterator[tuple[int, str, tuple[tuple[Runs, str], ...]]]:
    """(number from 1, indentation, sentences) of each line; a formula over several lines is on the first of them."""
    number = 1
    line: list[Runs] = []
    for run in runs:
        if not isinstance(run, Text):
            line.append((run,))
            continue
        first, *others = run.text.split("\n")
        line.append((Text(first),))
        for other in others:
            yield _line(number, line)
            number += 1
            line = [(Text(other),)]
    yield _line(number, line)


def _line(number: int, pieces: list[Runs]) -> tuple[int, str, tuple[tuple[Runs, str], ...]]:
    runs = join(run for piece in pieces for run in piece)
    first = runs[0].text if runs and isinstance(runs[0], Text) else ""
    indent = re.match(r"[ \t\u3000]*", first)
    return number, indent[0] if indent else "", split(runs)
