"""`bilingual terms`: list the termbase, and check a translation against it."""

from __future__ import annotations

from pathlib import Path

import click

from bilingual.cli.output import exit_code, print_findings, print_json

_DIR = click.option(
    "--dir", "folder", default=".", show_default=True, metavar="DIR", help="The digest whose terms they are."
)
_TERMS = click.option("--terms", multiple=True, metavar="FILE", help="A term file instead; may be given again.")


@click.group(name="terms", epilog="Example: bilingual terms list")
def command() -> None:
    """List the termbase and check translations against it."""


@command.command(name="list", epilog="Example: bilingual terms list --json")
@_DIR
@_TERMS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def list_terms(folder: str, terms: tuple[str, ...], as_json: bool) -> None:
    """Show all concepts with their names and the status of each."""
    from bilingual.pipeline.memories import load_terms

    base = load_terms(None if terms else Path(folder), terms)
    if as_json:
        print_json(
            {
                "concepts": [
                    {
                        "id": concept.id,
                        "terms": [
                            {"lang": t.lang, "text": t.text, "status": t.status.value, "note": t.note}
                            for t in concept.terms
                        ],
                    }
                    for concept in base.concepts
                ]
            }
        )
        return
    for concept in base.concepts:
        click.echo("; ".join(f"{t.lang} {t.text} ({t.status.value})" for t in concept.terms))
    if not base:
        click.echo(
            f'No term is known; write {Path(folder) / "terms"}/terms.csv with a line "zh-Hans,en,status,note".',
            err=True,
        )


@command.command(name="check", epilog="Example: bilingual terms check source.txt target.txt")
@click.argument("source")
@click.argument("target")
@click.option("--from", "source_tag", default="", metavar="TAG", help="Language of SOURCE; found if not stated.")
@click.option("--to", "target_tag", default="", metavar="TAG", help="Language of TARGET; found if not stated.")
@_DIR
@_TERMS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are findings.")
def check_texts(
    source: str,
    target: str,
    source_tag: str,
    target_tag: str,
    folder: str,
    terms: tuple[str, ...],
    as_json: bool,
    strict: bool,
) -> int:
    """Compare SOURCE with TARGET, its translation line by line: terms that are missing or forbidden."""
    from bilingual import lang
    from bilingual.errors import SourceError
    from bilingual.pipeline.memories import load_terms
    from bilingual.pipeline.plain import read_plain
    from bilingual.protect.terms import check_terms

    base = load_terms(None if terms else Path(folder), terms)
    one = read_plain(source, tag=lang.parse(source_tag) if source_tag else "", way="lines")
    other = read_plain(target, tag=lang.parse(target_tag) if target_tag else "", way="lines")
    if len(one.segments) != len(other.segments):
        raise SourceError(
            f"{source} has {len(one.segments)} lines with text and {target} has {len(other.segments)}; "
            'they must answer line by line, as "bilingual align" can make them.'
        )
    findings = [
        finding
        for number, (before, after) in enumerate(zip(one.segments, other.segments, strict=True), 1)
        for finding in check_terms(base, before, after, one.lang, other.lang, str(number))
    ]
    if as_json:
        print_json([finding.as_json() for finding in findings])
    else:
        print_findings(findings)
    return exit_code(findings, strict)
