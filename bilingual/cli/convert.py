"""`bilingual convert`: Chinese text between scripts."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bilingual.cli.output import print_findings
from bilingual.errors import PublishError, UsageError


@click.command(name="convert", epilog="Example: bilingual convert notes.txt --to zh-Hant-TW -o notes.tw.txt")
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option(
    "--to", "target", required=True, metavar="TAG", help="The script wanted, such as zh-Hant-TW or zh-Hans-CN."
)
@click.option("--from", "source", default="", metavar="TAG", help="The script of the text; found if not stated.")
@click.option("--profile", default="standard", show_default=True, help="standard, regional, or a profile file.")
@click.option("--dictionary", default="", metavar="FILE", help="A house dictionary, whose entries win.")
@click.option("--encoding", default="", help="The encoding of the text; found if not stated.")
@click.option("-o", "--output", default="", metavar="OUT", help="The file to write; standard output if not stated.")
@click.option("--in-place", is_flag=True, help="Write the result into FILE itself.")
def command(
    file: str, target: str, source: str, profile: str, dictionary: str, encoding: str, output: str, in_place: bool
) -> None:
    """Convert FILE, or standard input, between Chinese scripts. Formulas, code and addresses stay as they are."""
    from bilingual import lang
    from bilingual.pipeline.convert import Conversion, convert_bytes
    from bilingual.pipeline.store import read_source, write_output

    if in_place and (output or file == "-"):
        raise UsageError("--in-place writes into FILE itself, so it needs a FILE and no --output.")
    tag = lang.parse(target)
    wanted = Conversion(tag, lang.parse(source) if source else "", profile, dictionary, encoding)
    data = sys.stdin.buffer.read() if file == "-" else read_source(Path(file))
    made = convert_bytes(data, "standard input" if file == "-" else file, wanted)
    print_findings(made.findings)
    if in_place or output:
        write_output(Path(file if in_place else output), made.data, PublishError)
    else:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
