"""`bilingual doctor`: what works on this machine, what is missing and how to get it."""

from __future__ import annotations

import click

from bilingual.cli.output import print_json


@click.command(name="doctor", epilog="Example: bilingual doctor --json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(as_json: bool) -> int:
    """Check versions, libraries, fonts and models; exit with 6 when something that every build needs is missing."""
    from bilingual import __version__
    from bilingual.errors import MissingExtraError
    from bilingual.pipeline.doctor import examine

    checks = list(examine())
    broken = any(check.required and not check.is_present for check in checks)
    if as_json:
        rows = [
            {
                "kind": check.kind,
                "name": check.name,
                "found": check.found,
                "required": check.required,
                "note": check.note,
                "remedy": "" if check.is_present else check.remedy,
            }
            for check in checks
        ]
        print_json({"version": __version__, "works": not broken, "checks": rows})
    else:
        click.echo(f"bilingual {__version__}")
        for check in checks:
            state = "ok     " if check.is_present else ("MISSING" if check.required else "absent ")
            detail = check.found if check.is_present else f"{check.note}; get it with: {check.remedy}"
            click.echo(f"{state}  {check.kind:<8} {check.name:<20} {detail}")
        click.echo(
            "Everything a build needs is here." if not broken else "Builds will fail until what is MISSING is there."
        )
    return MissingExtraError.exit_code if broken else 0
