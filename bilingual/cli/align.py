"""`bilingual align`: the sentences of one text and of its translation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bilingual.cli.output import print_json
from bilingual.pipeline.plain import WAYS, read_plain


@click.command(name="align", epilog="Example: bilingual align chinese.txt english.txt --json")
@click.argument("source")
@click.argument("target")
@click.option("--from", "source_tag", default="", metavar="TAG", help="Language of SOURCE; found if not stated.")
@click.option("--to", "target_tag", default="", metavar="TAG", help="Language of TARGET; found if not stated.")
@click.option("--encoding", default="", help="The encoding of both files; found if not stated.")
@click.option(
    "--segments", "way", type=click.Choice(WAYS), default="auto", show_default=True, help="What a segment is."
)
@click.option("--gold", default="", metavar="FILE", help="A gold alignment; prints precision, recall and F1 by it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(
    source: str,
    target: str,
    source_tag: str,
    target_tag: str,
    encoding: str,
    way: str,
    gold: str,
    as_json: bool,
) -> None:
    """Align the sentences of SOURCE with those of TARGET, its translation; weak links have low scores."""
    from bilingual import lang
    from bilingual.alignment import align
    from bilingual.pipeline.store import read_source

    one = read_plain(source, tag=lang.parse(source_tag) if source_tag else "", encoding=encoding, way=way)
    other = read_plain(target, tag=lang.parse(target_tag) if target_tag else "", encoding=encoding, way=way)
    beads = align(
        one.segments,
        other.segments,
        source_lang=one.lang,
        target_lang=other.lang,
        source_breaks=one.breaks,
        target_breaks=other.breaks,
    )
    scores = _scores(beads, read_source(Path(gold)), gold) if gold else {}
    if as_json:
        made = [{"source": list(b.source), "target": list(b.target), "score": round(b.score, 4)} for b in beads]
        value: dict[str, Any] = {"beads": made, "source": list(one.segments), "target": list(other.segments)}
        print_json(value | ({"evaluation": scores} if scores else {}))
        return
    for bead in beads:
        left = " ".join(one.segments[i] for i in bead.source)
        right = " ".join(other.segments[i] for i in bead.target)
        click.echo(f"{bead.score:.2f}\t{left}\t{right}")
    for name, score in scores.items():
        click.echo(f"{name}: precision {score['precision']}, recall {score['recall']}, F1 {score['f1']}")


def _scores(beads: Any, data: bytes, name: str) -> dict[str, dict[str, float]]:
    from bilingual.alignment import evaluate, parse_gold
    from bilingual.errors import AlignmentError

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AlignmentError(f"{name} is not UTF-8 text; a gold alignment has a bead a line, such as 0,1:2.") from None
    found = evaluate(beads, parse_gold(text, name))
    return {
        kind: {"precision": round(s.precision, 4), "recall": round(s.recall, 4), "f1": round(s.f1, 4)}
        for kind, s in (("strict", found.strict), ("lax", found.lax))
    }
