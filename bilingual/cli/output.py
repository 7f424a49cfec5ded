"""What commands print: one JSON value on standard output, findings on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from bilingual.findings import Finding, Severity


def print_json(value: Any) -> None:
    """The one JSON value of a `--json` run, in UTF-8 whatever the terminal's encoding, and a line feed."""
    sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n")
    sys.stdout.buffer.flush()


def print_findings(findings: Iterable[Finding], *, infos: bool = False) -> None:
    """Errors and warnings on standard error, and infos too where asked for, else only their number."""
    all_of_them = list(findings)
    hidden = 0
    for finding in all_of_them:
        if finding.severity is Severity.INFO and not infos:
            hidden += 1
        else:
            click.echo(finding.as_text(), err=True)
    if hidden:
        notes = "1 note" if hidden == 1 else f"{hidden} notes"
        click.echo(f"{notes} not shown; --verbose shows them.", err=True)


def exit_code(findings: Iterable[Finding], strict: bool) -> int:
    """1 under `--strict` when there is a warning or an error, else 0."""
    return int(strict and any(finding.severity is not Severity.INFO for finding in findings))
