"""`bilingual memory`: import, export and count the translation memory."""

from __future__ import annotations

from pathlib import Path

import click

from bilingual.cli.output import print_json

_FOLDER = click.option(
    "--dir", "folder", default=".", show_default=True, metavar="DIR", help="The digest whose memory it is."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")


@click.group(name="memory", epilog="Example: bilingual memory import from-memoq.tmx")
def command() -> None:
    """Import, export and count the translation memory: the TMX files of a digest, and those beside it."""


@command.command(name="import", epilog="Example: bilingual memory import from-memoq.tmx --dir sources/mine")
@click.argument("files", nargs=-1, required=True, metavar="FILE.tmx...")
@_FOLDER
@_JSON
def import_files(files: tuple[str, ...], folder: str, as_json: bool) -> None:
    """Take TMX files of other tools into the memory; units that it has already are not taken twice."""
    from bilingual.pipeline.memory_files import import_tmx

    results = [import_tmx(Path(file), Path(folder)) for file in files]
    if as_json:
        print_json({"imported": [result.as_json() for result in results]})
        return
    for result in results:
        click.echo(
            f"{result.source}: {result.added} of {result.units} units are new, in {result.place}"
            + (f"; {result.skipped} units hold fewer than two languages and were left out" if result.skipped else "")
        )


@command.command(name="export", epilog="Example: bilingual memory export all.tmx")
@click.argument("file", metavar="FILE.tmx")
@_FOLDER
@_JSON
def export_file(file: str, folder: str, as_json: bool) -> None:
    """Write the whole memory as one TMX file."""
    from bilingual.pipeline.memory_files import export_tmx

    count = export_tmx(Path(file), Path(folder))
    if as_json:
        print_json({"path": file, "units": count})
    else:
        click.echo(f"{file}: {count} units.")


@command.command(name="stats", epilog="Example: bilingual memory stats --json")
@_FOLDER
@_JSON
def show_stats(folder: str, as_json: bool) -> None:
    """Count the units of each file and the pairs of languages they give."""
    from bilingual.pipeline.memory_files import memory_stats

    stats = memory_stats(Path(folder))
    if as_json:
        print_json(stats.as_json())
        return
    for name, units in stats.files:
        click.echo(f"{units:>8}  {name}")
    for source, target, pairs in stats.pairs:
        click.echo(f"{pairs:>8}  {source} to {target}")
    if not stats.files:
        click.echo('The memory is empty; "bilingual memory import FILE.tmx" fills it.', err=True)
