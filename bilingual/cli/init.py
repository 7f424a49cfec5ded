"""`bilingual init`: a new digest folder that builds as it stands."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="init", epilog="Example: bilingual init mine && bilingual build mine")
@click.argument("folder", metavar="DIR")
def command(folder: str) -> None:
    """Make DIR with a digest.toml and two small sources to replace by your own."""
    from bilingual.pipeline.starter import make_starter

    for path in make_starter(Path(folder)):
        click.echo(path)
    click.echo(f'Edit digest.toml and put your sources beside it, then run "bilingual build {folder}".', err=True)
