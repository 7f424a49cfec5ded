"""`bilingual translate`: a text into English, with the engine, memory and terms at hand."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bilingual.cli.output import exit_code, print_findings, print_json
from bilingual.errors import EngineError, LanguageError

if TYPE_CHECKING:
    from bilingual.pipeline.translate_text import TextTranslation

_ENGINES = ("argos", "openai", "memory")


@click.command(
    name="translate",
    epilog="Example: bilingual translate summary.txt --to en --engine argos -o summary.en.txt",
)
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option("--to", "target", default="en", show_default=True, metavar="TAG", help="The language wanted.")
@click.option("--from", "source", default="", metavar="TAG", help="The language of the text; found if not stated.")
@click.option("--engine", type=click.Choice(_ENGINES), default="argos", show_default=True, help="What translates.")
@click.option("--model", default="", help="An installed package or its folder, or the name of the server's model.")
@click.option(
    "--base-url", default="", metavar="URL", help="The server of --engine openai, such as http://host:8080/v1."
)
@click.option("--api-key-env", default="", metavar="NAME", help="The environment variable that holds the server's key.")
@click.option("--memory", multiple=True, metavar="FILE.tmx", help="A translation memory; may be given again.")
@click.option("--terms", multiple=True, metavar="FILE", help="A term file, CSV or TBX; may be given again.")
@click.option(
    "--retries", type=click.IntRange(0, 2), default=2, show_default=True, help="Further tries when guards object."
)
@click.option("--scheduler", default="", metavar="ADDRESS", help="A Dask cluster that does the work of --engine argos.")
@click.option("--encoding", default="", help="The encoding of the file; found if not stated.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep answers of earlier runs.")
@click.option("-o", "--output", default="", metavar="OUT", help="Write the translation to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings or errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes too.")
def command(
    file: str, target: str, source: str, output: str, as_json: bool, strict: bool, verbose: bool, **options: Any
) -> int:
    """Translate a text line by line. Formulas, code and addresses stay; what a guard objects to is marked."""
    from bilingual import lang
    from bilingual.pipeline.store import write_output

    target = lang.parse(target)
    text = _text(file, options["encoding"])
    source = lang.parse(source) if source else _detected(text)
    if lang.is_chinese(source) == lang.is_chinese(target):
        raise LanguageError(
            f"The text is in {lang.english_name(source)} and --to is {target}; "
            + (
                'use "bilingual convert" between scripts.'
                if lang.is_chinese(source)
                else "there is nothing to translate."
            )
        )
    made = _translate(text, source, target, file, options)
    if as_json:
        print_json(_json(made, source, target))
    elif output:
        write_output(Path(output), (made.text if made.text.endswith("\n") else f"{made.text}\n").encode("utf-8"))
    else:
        click.echo(made.text, nl=bool(made.text) and not made.text.endswith("\n"))
    failed = next((f.message for f in made.findings if f.code == "translation.failed"), "")
    print_findings([f for f in made.findings if f.code != "translation.failed"], infos=verbose)
    if failed:
        raise EngineError(failed)
    return exit_code(made.findings, strict)


def _text(file: str, encoding: str) -> str:
    from bilingual.pipeline.store import read_source
    from bilingual.readers.encoding import decode

    data = sys.stdin.buffer.read() if file == "-" else read_source(Path(file))
    return decode(data, "standard input" if file == "-" else file, encoding or None).text


def _detected(text: str) -> str:
    from bilingual.scripts.detect import detect

    found = detect(text)
    return "zh-Hans" if found in ("zh", "") else found


def _translate(text: str, source: str, target: str, path: str, options: dict[str, Any]) -> TextTranslation:
    from bilingual.pipeline.config import TranslationConfig
    from bilingual.pipeline.places import cache_folder
    from bilingual.pipeline.progress import progress_bar
    from bilingual.pipeline.translate import make_engine, open_settings
    from bilingual.pipeline.translate_text import translate_text

    config = TranslationConfig(
        engine=options["engine"],
        model=options["model"],
        base_url=options["base_url"],
        api_key_env=options["api_key_env"],
        memory=options["memory"],
        terms=options["terms"],
        scheduler=options["scheduler"],
    )
    engine = make_engine(config, source, target)
    cache = None if options["no_cache"] else cache_folder()
    with progress_bar() as bar, open_settings(config, None, cache, bar) as settings:
        settings = replace(settings, attempts=1 + options["retries"])
        return translate_text(text, source, target, engine, settings, path)


def _json(made: TextTranslation, source: str, target: str) -> dict[str, Any]:
    from bilingual.model import plain

    return {
        "source": source,
        "target": target,
        "text": made.text,
        "segments": [
            {
                "line": sentence.line,
                "source": sentence.source,
                "target": plain(sentence.translated.runs),
                "origin": sentence.translated.origin.kind.value,
                "by": sentence.translated.origin.by,
                "findings": [finding.as_json() for finding in sentence.translated.findings],
            }
            for sentence in made.sentences
        ],
        "findings": [finding.as_json() for finding in made.findings],
    }
