"""`bilingual match`: the same paper across documents."""

from __future__ import annotations

from typing import Any

import click

from bilingual.cli.output import print_findings, print_json
from bilingual.errors import UsageError
from bilingual.model import Pair, PaperPlace
from bilingual.pipeline.config import SourceConfig


@click.command(name="match", epilog="Example: bilingual match chinese.txt english.txt --json")
@click.argument("files", nargs=-1, required=True, metavar="FILE FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Find the same paper across documents: confirmed pairs, possible ones with their evidence, and the rest."""
    from bilingual.alignment import match
    from bilingual.pipeline.load import load_files

    if len(set(files)) < 2:
        raise UsageError("Papers are matched across documents, so name at least two different files.")
    documents = load_files(files, SourceConfig(""))
    matching = match(documents)
    if as_json:
        print_json(
            {
                "pairs": [pair_json(pair) for pair in matching.pairs],
                "unmatched": [place_json(place) for place in matching.unmatched],
            }
        )
    else:
        for pair in matching.pairs:
            _print_pair(pair)
        click.echo(f"{len(matching.unmatched)} papers have no partner.")
    print_findings(finding for document in documents for finding in document.findings)


def place_json(place: PaperPlace) -> dict[str, Any]:
    """A paper as `match --json` and `digest.json` name it."""
    return {"path": place.path, "n": place.n, "key": place.key, "title": place.title}


def pair_json(pair: Pair) -> dict[str, Any]:
    """A pair as `match --json` shows it."""
    return {
        "papers": [place_json(place) for place in pair.papers],
        "score": round(pair.score, 4),
        "evidence": list(pair.evidence),
        "status": "confirmed" if pair.confirmed else "possible",
    }


def _print_pair(pair: Pair) -> None:
    click.echo(f"{'confirmed' if pair.confirmed else 'possible'}  {pair.score:.2f}  {'; '.join(pair.evidence)}")
    for place in pair.papers:
        click.echo(f"    {place.path} #{place.n}  {place.title or place.key}")
