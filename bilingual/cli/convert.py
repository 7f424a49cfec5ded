"""`bilingual convert`: Chinese text between scripts."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bilingual.cli.output import exit_code, print_findings
from bilingual.errors import PublishError, SourceError, UsageError
from bilingual.findings import Finding
from bilingual.pipeline.convert import Conversion


@click.command(name="convert", epilog="Example: bilingual convert notes.txt --to zh-Hant-TW -o notes.tw.txt")
@click.argument("file", default="-", metavar="[FILE|DIR|-]")
@click.option("--to", "target", required=True, metavar="TAG", help="The script wanted: zh-Hant-TW, zh-Hans-CN, …")
@click.option("--from", "source", default="", metavar="TAG", help="The script of the text; found if not stated.")
@click.option("--profile", default="standard", show_default=True, help="standard, regional, or a profile file.")
@click.option("--dictionary", default="", metavar="FILE", help="A house dictionary, whose entries win.")
@click.option("--encoding", default="", help="The encoding of the text; found if not stated.")
@click.option("--report", default="", metavar="FILE", help="List every choice that was made, as HTML or JSON.")
@click.option(
    "-o", "--output", default="", metavar="OUT", help="The file or folder to write; standard output if not stated."
)
@click.option("--in-place", is_flag=True, help="Write the result into FILE itself.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings or errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes too.")
def command(
    file: str,
    target: str,
    source: str,
    profile: str,
    dictionary: str,
    encoding: str,
    report: str,
    output: str,
    in_place: bool,
    strict: bool,
    verbose: bool,
) -> int:
    """Convert FILE, every file of DIR, or standard input between Chinese scripts.

    Text, Markdown, HTML, subtitles and DOCX keep everything else: formulas, code, links, formatting, encoding.
    """
    from bilingual import lang

    if in_place and (output or file == "-"):
        raise UsageError("--in-place writes into FILE itself, so it needs a FILE and no --output.")
    wanted = Conversion(lang.parse(target), lang.parse(source) if source else "", profile, dictionary, encoding)
    if Path(file).is_dir() and file != "-":
        if report or not (in_place or output):
            raise UsageError(f"{file} is a folder, so it needs --in-place or --output DIR, and no --report.")
        findings = tuple(_folder(Path(file), Path(file if in_place else output), wanted))
    else:
        findings = _single(file, file if in_place else output, wanted, report)
    print_findings(findings, infos=verbose)
    return exit_code(findings, strict)


def _folder(folder: Path, out: Path, wanted: Conversion) -> list[Finding]:
    from bilingual.pipeline.convert import convert_folder
    from bilingual.pipeline.progress import progress_bar

    findings: list[Finding] = []
    failed = done = 0
    with progress_bar() as progress:
        for path, error, found in convert_folder(folder, out, wanted, progress):
            findings.extend(found)
            done += not error
            failed += bool(error)
            if error:
                click.echo(f"{path}: {error}", err=True)
    click.echo(f"{done} files converted.", err=True)
    if failed:
        raise SourceError(f"{failed} files were left as they were; the lines above say why.")
    return findings


def _single(file: str, output: str, wanted: Conversion, report: str) -> tuple[Finding, ...]:
    from bilingual.pipeline.convert import convert_bytes, is_large, write_report
    from bilingual.pipeline.store import read_source, write_output

    if not report and file != "-" and (output or is_large(Path(file))):
        return _file(Path(file), output, wanted)
    data = sys.stdin.buffer.read() if file == "-" else read_source(Path(file))
    made = convert_bytes(data, "standard input" if file == "-" else file, wanted, with_report=bool(report))
    if report:
        write_report(made.report, Path(report))
    if output:
        write_output(Path(output), made.data, PublishError)
    else:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    return made.findings


def _file(path: Path, output: str, wanted: Conversion) -> tuple[Finding, ...]:
    """Convert a file into another, or by way of a temporary one to standard output."""
    import shutil
    import tempfile

    from bilingual.pipeline.convert import convert_file
    from bilingual.pipeline.progress import progress_bar

    with progress_bar() as progress:
        if output:
            return convert_file(path, Path(output), wanted, progress)
        with tempfile.TemporaryDirectory(prefix="bilingual-") as folder:
            made = Path(folder) / path.name
            findings = convert_file(path, made, wanted, progress)
            with made.open("rb") as stream:
                shutil.copyfileobj(stream, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return findings
