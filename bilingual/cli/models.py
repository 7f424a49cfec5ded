"""`bilingual models`: list, install and remove translation models."""

from __future__ import annotations

from typing import Any

import click

from bilingual.cli.output import print_json


@click.group(name="models", epilog="Example: bilingual models install zh_en")
def command() -> None:
    """List, install and remove translation models, which are Argos packages."""


@command.command(name="list", epilog="Example: bilingual models list --available")
@click.option("--available", "remote", is_flag=True, help="List what an index offers, not what is installed.")
@click.option("--index", default="", metavar="URL", help="Another index than Argos's own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def list_models(remote: bool, index: str, as_json: bool) -> None:
    """Show the installed models, or those that an index offers."""
    from bilingual.pipeline.models import available, installed, models_folder

    items = [(None, made) for made in available(index)] if remote or index else installed()
    if as_json:
        entries = [
            made.as_json() | ({"path": str(path)} if path else {"links": list(made.links)}) for path, made in items
        ]
        print_json({"models": entries})
        return
    for path, made in items:
        name = made.code.removeprefix("translate-")
        click.echo(
            f"{name:<12} {made.from_name or made.from_code} to {made.to_name or made.to_code}, "
            f"version {made.package_version or '?'}{f'  {path}' if path else ''}"
        )
    if not items and not remote:
        click.echo(
            f'No model is installed in {models_folder()}; "bilingual models install zh_en" installs one.', err=True
        )


@command.command(name="install", epilog="Example: bilingual models install zh_en.argosmodel")
@click.argument("what", metavar="CODE|FILE|URL")
@click.option("--index", default="", metavar="URL", help="Another index than Argos's own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def install_model(what: str, index: str, as_json: bool) -> None:
    """Install a model: zh_en from an index, a package file, or the address of one. A broken download is resumed."""
    from bilingual.pipeline.models import install
    from bilingual.pipeline.progress import progress_bar

    with progress_bar() as bar:
        path, made = install(what, index, bar)
    if as_json:
        print_json(made.as_json() | {"path": str(path)})
    else:
        click.echo(f"Installed {made.code.removeprefix('translate-')} {made.package_version} in {path}.")


@command.command(name="remove", epilog="Example: bilingual models remove zh_en")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def remove_model(name: str, as_json: bool) -> None:
    """Remove an installed model."""
    from bilingual.pipeline.models import remove

    path, made = remove(name)
    if as_json:
        print_json(made.as_json() | {"path": str(path)})
    else:
        click.echo(f"Removed {made.code.removeprefix('translate-')} from {path}.")


@command.command(name="info", epilog="Example: bilingual models info zh_en")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def show_model(name: str, as_json: bool) -> None:
    """Show what an installed model is: its languages, version, size and own description."""
    from bilingual.pipeline.models import describe

    facts: dict[str, Any] = describe(name)
    if as_json:
        print_json(facts)
        return
    for key, value in facts.items():
        text = str(value)
        click.echo(f"{key + ':':<14}{text if chr(10) not in text else chr(10) + text}")
