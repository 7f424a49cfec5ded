"""`bilingual cache`: what builds keep for the next build. It may be deleted at any time; the memory is elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from bilingual.cli.output import print_json
from bilingual.errors import PublishError
from bilingual.pipeline.config import locate


@click.group(name="cache", epilog="Example: bilingual cache stats mine")
def command() -> None:
    """Show or clear what builds of a digest keep for the next build."""


@command.command(name="stats", epilog="Example: bilingual cache stats mine --json")
@click.argument("digest", default=".", metavar="[DIR]")
@click.option("--out", default="", metavar="DIR", help="The folder of outputs, where a build was told another one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def stats(digest: str, out: str, as_json: bool) -> None:
    """Say where the cache of a digest is, and how many files and bytes it has."""
    folder = _folder(digest, out)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    if as_json:
        print_json({"path": str(folder), "files": len(files), "bytes": size})
    else:
        click.echo(f"{folder}: {len(files)} files, {size:,} bytes")


@command.command(name="clear", epilog="Example: bilingual cache clear mine")
@click.argument("digest", default=".", metavar="[DIR]")
@click.option("--out", default="", metavar="DIR", help="The folder of outputs, where a build was told another one.")
def clear(digest: str, out: str) -> None:
    """Delete the cache of a digest. The next build does its work again, and nothing else changes."""
    folder = _folder(digest, out)
    try:
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as error:
        raise PublishError(f"{folder} cannot be deleted: {error.strerror}; delete it by hand.") from None
    click.echo(f"{folder} is empty.")


def _folder(digest: str, out: str) -> Path:
    return (Path(out) if out else locate(Path(digest)).parent / "build") / "cache"
