"""`bilingual review`: an editor's returned DOCX, looked at, imported, taken back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bilingual.cli.output import exit_code, print_findings, print_json

if TYPE_CHECKING:
    from bilingual.model import Digest
    from bilingual.pipeline.config import DigestConfig
    from bilingual.pipeline.review import Import

_DIR = click.option("--dir", "folder", default=".", show_default=True, metavar="DIR", help="The digest it belongs to.")
_TAKE = click.option(
    "--take",
    type=click.Choice(["accepted", "marked"]),
    default="accepted",
    show_default=True,
    help="All edits as if every tracked change were accepted, or only those that were tracked.",
)
_LANG = click.option("--lang", "langs", multiple=True, metavar="TAG", help="Only this column; may be given again.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
_FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")


@click.group(name="review", epilog="Example: bilingual review diff returned.docx")
def command() -> None:
    """Bring back what editors did in the document of `build --to review.docx` (or in digest.docx)."""


@command.command(name="send", epilog="Example: bilingual review send mine --papers 1-20 --parts 2")
@click.argument("digest", default=".", metavar="[DIR|digest.toml]")
@click.option("--columns", default="", metavar="TAGS", help="Only these columns, with commas.")
@click.option("--papers", default="", metavar="NUMBERS", help="Only these papers, such as 1-20,35.")
@click.option("--targets", default="", metavar="TAGS", help="Columns that may be edited although they are source text.")
@click.option("--parts", default=1, show_default=True, type=click.IntRange(1), help="Files for so many editors.")
@click.option("--xliff", default=None, type=click.Choice(["2.1", "1.2"]), help="XLIFF of this version, no Word files.")
@click.option("--pair", default="", metavar="TAG,TAG", help="Source and target language of the XLIFF.")
@click.option("--out", default="", metavar="DIR", help="Folder for the files; the digest's own build/ if not stated.")
def send(
    digest: str, columns: str, papers: str, targets: str, parts: int, xliff: str | None, pair: str, out: str
) -> None:
    """Make the documents for editors: the whole digest, or chosen columns and papers, in one file or several."""
    from bilingual import lang
    from bilingual.errors import UsageError
    from bilingual.pipeline.review import Selection, write_reviews

    def tags(text: str) -> tuple[str, ...]:
        return tuple(lang.parse(tag) for tag in text.split(",") if tag.strip())

    if pair and len(tags(pair)) != 2:
        raise UsageError(f'--pair is "{pair}" and must be two languages such as zh-Hans-CN,en.')
    selection = Selection(tags(columns), papers, tags(targets), parts, xliff or "", tags(pair))
    for path in write_reviews(*_configured(digest), selection, out):
        click.echo(path)


@command.command(name="diff", epilog="Example: bilingual review diff returned.docx --html changes.html")
@_FILES
@_DIR
@_TAKE
@_LANG
@click.option("--html", "page", default="", metavar="FILE", help="Write a page with old and new text side by side.")
@_JSON
def diff(files: tuple[str, ...], folder: str, take: str, langs: tuple[str, ...], page: str, as_json: bool) -> None:
    """Show what importing the files would change; nothing is written but the page that is asked for."""
    plan, _, _ = _plan(files, folder, take, langs)
    if page:
        from bilingual.errors import ReviewError
        from bilingual.pipeline.store import write_output
        from bilingual.review.page import changes_page

        write_output(Path(page), changes_page(plan.reviews, plan.merged.conflicts).encode(), ReviewError)
    _show(plan, as_json)


@command.command(name="import", epilog="Example: bilingual review import returned.docx --dir mine")
@_FILES
@_DIR
@_TAKE
@_LANG
@click.option("--dry-run", is_flag=True, help="Only say what would be done, as diff does.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings, errors or conflicts.")
@_JSON
def import_files(
    files: tuple[str, ...],
    folder: str,
    take: str,
    langs: tuple[str, ...],
    dry_run: bool,
    strict: bool,
    as_json: bool,
) -> int:
    """Take the editors' changes into the digest: the next build has them. Conflicts wait for a decision."""
    from bilingual.pipeline.review import CONFLICTS, write_import

    plan, place, digest = _plan(files, folder, take, langs)
    written = [] if dry_run else write_import(place, digest, plan)
    _show(plan, as_json)
    for path in written:
        click.echo(f"wrote {path}", err=True)
    if plan.merged.conflicts and not dry_run:
        click.echo(
            f"{len(plan.merged.conflicts)} conflicts: decide in {place / CONFLICTS}, then import again.", err=True
        )
    return int(strict and bool(plan.merged.conflicts)) or exit_code(plan.findings, strict)


@command.command(name="status", epilog="Example: bilingual review status --json")
@_DIR
@_JSON
def status(folder: str, as_json: bool) -> None:
    """Show by paper and editor the edits in the digest, those that do not fit any more, and the open comments."""
    from bilingual.pipeline.review import status_of

    rows = status_of(*_built(folder))
    if as_json:
        print_json({"rows": rows})
        return
    for row in rows:
        click.echo(
            f"{row['paper'] or 'preface'}\t{row['editor'] or '?'}\t{row['edits']} edits ({row['source']} of the source)"
            f"\t{row['stale']} stale\t{row['comments']} open comments"
        )


@command.command(name="undo", epilog="Example: bilingual review undo")
@_DIR
def take_back(folder: str) -> None:
    """Take the last import back. The memory keeps what it learnt."""
    from bilingual.pipeline.config import locate
    from bilingual.pipeline.review import undo

    click.echo(f"restored {undo(locate(Path(folder)).parent)}", err=True)


def _configured(folder: str) -> tuple[DigestConfig, Digest]:
    from bilingual.pipeline.build import make_digest
    from bilingual.pipeline.config import locate, read_config
    from bilingual.pipeline.progress import progress_bar

    config = read_config(locate(Path(folder)))
    with progress_bar() as progress:
        return config, make_digest(config, progress)


def _built(folder: str) -> tuple[Path, Digest]:
    config, digest = _configured(folder)
    return config.folder, digest


def _plan(files: tuple[str, ...], folder: str, take: str, langs: tuple[str, ...]) -> tuple[Import, Path, Digest]:
    from bilingual import lang
    from bilingual.pipeline.review import plan_import
    from bilingual.review.read import Take

    place, digest = _built(folder)
    tags = tuple(lang.parse(tag) for tag in langs)
    return plan_import(place, digest, [Path(f) for f in files], take=Take(take), only=tags), place, digest


def _show(plan: Import, as_json: bool) -> None:
    from bilingual.pipeline.review import import_json
    from bilingual.review.lessons import proposals

    if as_json:
        print_json(import_json(plan))
        return
    print_findings(plan.findings)
    for review in plan.reviews:
        counts = Counter(row.verdict.value for row in review.rows)
        said = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        click.echo(f"{review.name}: {len(review.changes)} changes, {len(review.comments)} comments; rows: {said}")
    for value in import_json(plan)["accepted"]:
        click.echo(f"{value['row']} {value['lang']} {value['author']}\n  - {value['before']}\n  + {value['after']}")
    for found in proposals(plan.edits.changes):
        kind = "script rule" if found.script else "term"
        click.echo(f"made {found.count} times, perhaps a {kind}: {found.before} → {found.after} ({found.lang})")
    for conflict in plan.merged.conflicts:
        click.echo(f"conflict in row {conflict.row}, {conflict.lang}: {len(conflict.options)} new texts")
