"""`bilingual build`: a digest's sources to its printable outputs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from bilingual.cli.output import exit_code, print_findings
from bilingual.errors import UsageError
from bilingual.pipeline.config import FORMATS, check_formats, locate, read_config


@click.command(name="build", epilog="Example: bilingual build mine --to docx,pdf")
@click.argument("digest", default=".", metavar="[DIR|digest.toml]")
@click.option("--to", "formats", default="", metavar="FORMATS", help=f"Formats, with commas: {', '.join(FORMATS)}.")
@click.option("--out", default="", metavar="DIR", help="Folder for the outputs; the digest's own build/ if not stated.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings or errors.")
@click.option("--offline", is_flag=True, help="Ask no engine or index on the network; use what is here.")
@click.option(
    "--scheduler", default="", metavar="ADDRESS", help="A Dask cluster that translates; see docs/translation.md."
)
@click.option("-v", "--verbose", is_flag=True, help="Show notes too, not only warnings and errors.")
def command(digest: str, formats: str, out: str, strict: bool, offline: bool, scheduler: str, verbose: bool) -> int:
    """Build the digest in DIR, or the one that digest.toml describes, and print where its outputs are."""
    from bilingual.pipeline import outputs
    from bilingual.pipeline.build import findings_by_weight, folder_of, make_digest, without_network
    from bilingual.pipeline.progress import progress_bar

    config = read_config(locate(Path(digest)))
    wanted = tuple(name.strip() for name in formats.split(",") if name.strip()) or config.publish.formats
    wanted = check_formats(wanted, UsageError)
    config = without_network(config) if offline else config
    if scheduler:
        config = replace(config, translation=replace(config.translation, scheduler=scheduler))
    folder = folder_of(config, out)
    with progress_bar() as progress:
        made = make_digest(config, progress, folder / "cache")
        rendered = outputs.render(made, config, wanted, progress, folder / "cache")
    paths = outputs.write(rendered, folder)
    findings = [*made.findings, *(finding for output in rendered for finding in output.findings)]
    print_findings(findings_by_weight(findings), infos=verbose)
    entries = len(made.entries)
    click.echo(f"{entries} entr{'y' if entries == 1 else 'ies'} in {', '.join(made.columns)}", err=True)
    for path in paths:
        click.echo(path)
    return exit_code(findings, strict)
