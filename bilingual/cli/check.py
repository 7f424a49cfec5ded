"""`bilingual check`: what is not good in a digest, without making any output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bilingual import __version__
from bilingual.cli.output import exit_code, print_findings, print_json
from bilingual.errors import UsageError
from bilingual.findings import Finding, Severity

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


@click.command(name="check", epilog="Example: bilingual check sources/mine --select numbers")
@click.argument("digest", default=".", metavar="[DIR|digest.toml]")
@click.option("--select", multiple=True, metavar="CODE", help="Only findings with this code, or the first part of one.")
@click.option("--offline", is_flag=True, help="Ask no engine on the network; use what is here.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON value.")
@click.option("--sarif", "as_sarif", is_flag=True, help="Print them as SARIF 2.1.0, which editors and forges show.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings or errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes too, not only warnings and errors.")
def command(
    digest: str, select: tuple[str, ...], offline: bool, as_json: bool, as_sarif: bool, strict: bool, verbose: bool
) -> int:
    """Check a digest: numbers, formulas, terms, scripts, punctuation, length and coverage, row by row."""
    from bilingual.pipeline.build import findings_by_weight, folder_of, make_digest, without_network
    from bilingual.pipeline.check import check_findings
    from bilingual.pipeline.config import locate, read_config
    from bilingual.pipeline.progress import progress_bar

    if as_json and as_sarif:
        raise UsageError("--json and --sarif exclude each other; choose one.")
    config = read_config(locate(Path(digest)))
    config = without_network(config) if offline else config
    with progress_bar() as progress:
        made = make_digest(config, progress, folder_of(config, "") / "cache")
    found = [f for f in findings_by_weight(check_findings(made, config)) if _wanted(f, select)]
    if as_json:
        print_json([finding.as_json() for finding in found])
    elif as_sarif:
        print_json(sarif(found))
    else:
        print_findings(found, infos=verbose)
        counts = Counter(finding.severity for finding in found)
        click.echo(", ".join(f"{counts[s]} {s.value}{'' if counts[s] == 1 else 's'}" for s in Severity))
    return exit_code(found, strict)


def _wanted(finding: Finding, select: tuple[str, ...]) -> bool:
    return not select or any(finding.code == code or finding.code.startswith(f"{code}.") for code in select)


def sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    """The findings as a SARIF 2.1.0 log (OASIS), one run, one rule for each code."""
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "bilingual",
                        "version": __version__,
                        "rules": [{"id": code} for code in sorted({finding.code for finding in findings})],
                    }
                },
                "results": [_result(finding) for finding in findings],
            }
        ],
    }


def _result(finding: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {}
    if finding.path:
        place["physicalLocation"] = {"artifactLocation": {"uri": finding.path}}
        if finding.line:
            place["physicalLocation"]["region"] = {"startLine": finding.line}
    if finding.segment:
        place["logicalLocations"] = [{"name": finding.segment}]
    result = {"ruleId": finding.code, "level": _LEVELS[finding.severity], "message": {"text": finding.message}}
    return result | ({"locations": [place]} if place else {})
