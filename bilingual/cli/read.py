"""`bilingual read`: the papers found in source files, with where each begins and ends, and which rule decided."""

from __future__ import annotations

from typing import Any

import click

from bilingual.cli.output import exit_code, print_findings, print_json
from bilingual.model import Document, Paper, plain
from bilingual.pipeline.config import SourceConfig

_TITLE_NOTES = ("header", "title")


@click.command(name="read", epilog="Example: bilingual read roundup.txt weekly.md --json")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--layout", default="auto", show_default=True, help="How papers are laid out in the file; found if not stated."
)
@click.option("--encoding", default="", help="The encoding of the file, such as big5; found if not stated.")
@click.option("--lang", "tag", default="", help="The language of the file as a BCP 47 tag; found if not stated.")
@click.option("--papers", default="", help="A regular expression for the line or heading at which each paper begins.")
@click.option("--select", multiple=True, help="Only what stands under the heading with this text; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings or errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes and summaries too.")
def command(
    files: tuple[str, ...],
    layout: str,
    encoding: str,
    tag: str,
    papers: str,
    select: tuple[str, ...],
    as_json: bool,
    strict: bool,
    verbose: bool,
) -> int:
    """Show the papers found in source files: how many, where each begins and ends, and why."""
    from bilingual import lang
    from bilingual.pipeline.load import load_files, note_findings

    source = SourceConfig("", layout, encoding, lang.parse(tag) if tag else "", "", papers, select)
    documents = load_files(files, source)
    findings = [finding for document in documents for finding in (*document.findings, *note_findings([document]))]
    if as_json:
        print_json({"documents": [document_json(document) for document in documents]})
    else:
        for document in documents:
            _print_document(document, verbose)
    print_findings(findings, infos=verbose)
    return exit_code(findings, strict)


def document_json(document: Document) -> dict[str, Any]:
    """A document as `read --json` shows it.

    In running prose the heading line is part of the text, and stands first in `preface`; elsewhere a heading is
    metadata, and each line of metadata is also an info finding. `count` is the number of entries, repeats counted;
    `unique` that of different papers, which is the length of `papers`.
    """
    from bilingual.pipeline.load import note_findings

    in_text = {n.line for n in document.notes if n.kind in _TITLE_NOTES and document.layout == "prose"}
    heads = [note.text for note in document.notes if note.line in in_text]
    others = [finding for finding in note_findings([document]) if finding.line not in in_text]
    return {
        "path": document.path,
        "title": document.title,
        "lang": document.lang,
        "encoding": document.encoding,
        "format": document.format,
        "layout": document.layout,
        "count": document.entry_count,
        "unique": len(document.papers),
        "preface": [*heads, *(paragraph.text for paragraph in document.preface)],
        "papers": [_paper_json(paper) for paper in document.papers],
        "metadata": [{"kind": n.kind, "text": n.text, "line": n.line} for n in document.notes],
        "findings": [finding.as_json() for finding in (*document.findings, *others)],
    }


def _paper_json(paper: Paper) -> dict[str, Any]:
    return {
        "n": paper.position.n,
        "key": paper.key,
        "title": plain(paper.title),
        "lang": paper.lang,
        "text": paper.text,
        "formulas": list(paper.formulas),
        "links": list(paper.all_links),
        "line_start": paper.position.line_start,
        "line_end": paper.position.line_end,
        "title_lang": paper.title_lang,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "date": paper.date,
        "identifiers": list(paper.identifiers),
        "part": paper.part,
        "rule": paper.rule,
        "repeats": [{"line_start": place.line_start, "line_end": place.line_end} for place in paper.repeats],
        "translations": [
            {
                "lang": other.lang,
                "title": plain(other.title),
                "text": "\n\n".join(paragraph.text for paragraph in other.paragraphs),
                "stated": other.stated,
            }
            for other in paper.translations
        ],
    }


def _print_document(document: Document, verbose: bool) -> None:
    count = len(document.papers)
    repeats = document.entry_count - count
    entries = f" ({document.entry_count} entries, {repeats} of them repeats)" if repeats else ""
    what = f"{count} paper{'' if count == 1 else 's'}{entries}, layout {document.layout or '-'}, {document.format}"
    click.echo(f"{document.path}: {what}, {document.lang}, {document.encoding}")
    for paper in document.papers:
        position = paper.position
        title = plain(paper.title) or f"(no title) {paper.text[:60].strip()}…"
        click.echo(f"  {position.n:>4}  lines {position.line_start}-{position.line_end}  {title}")
        if verbose:
            click.echo(f"        {paper.rule}\n        {paper.text}")
