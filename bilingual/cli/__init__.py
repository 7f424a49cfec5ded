"""The command line: a module a command, loaded only when it is used, so that `--help` is quick."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Final, NoReturn

import click

from bilingual import __version__
from bilingual.errors import BilingualError

_COMMANDS: Final[dict[str, str]] = {
    "init": "Make a new digest folder that builds as it stands.",
    "build": "Build a digest: DOCX, PDF, HTML and more, side by side.",
    "read": "Show the papers found in source files.",
    "convert": "Convert Chinese text between scripts.",
    "translate": "Translate a text into English with an installed engine.",
    "match": "Find the same paper across documents.",
    "align": "Align the sentences of a text with its translation.",
    "check": "Check a digest: numbers, formulas, terms, scripts, coverage.",
    "review": "Bring an editor's returned DOCX back.",
    "memory": "Import, export and count the translation memory.",
    "terms": "Check and list the termbase.",
    "models": "List, install and remove translation models.",
    "cache": "Show or clear what builds keep for the next build.",
    "doctor": "Say what works on this machine, what is missing and how to get it.",
}
_FAULT: Final = 70  # EX_SOFTWARE of sysexits.h: the program itself is wrong, no input should lead here


class _Commands(click.Group):
    """A group whose commands live in `bilingual.cli.<name>` as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"bilingual.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: bilingual init mine && bilingual build mine",
)
@click.version_option(__version__, package_name="bilingual")
def root() -> None:
    """Summaries of research papers in, printable bilingual digests out.

    Exit codes: 0 clean, 1 findings under --strict, 2 usage, 3 configuration, 4 source, 5 language, 6 missing extra,
    7 engine, 8 alignment, 9 publishing, 10 review.
    """


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code; an error is one sentence on standard error, never a traceback."""
    try:
        code = root.main(args=args, prog_name="bilingual", standalone_mode=False)
    except click.exceptions.Abort:
        _fail("stopped", 130)
    except KeyboardInterrupt:
        _fail("stopped", 130)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code, error)
    except BilingualError as error:
        _fail(str(error), error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        if os.environ.get("BILINGUAL_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}".rstrip(".")
        _fail(f"this is a fault of the program ({what}); BILINGUAL_TRACEBACK=1 shows where, please report it", _FAULT)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int, error: click.ClickException | None = None) -> NoReturn:
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f' Try "{context.command_path} --help".' if context else ""
    end = "" if message.endswith((".", "?", "!")) else "."
    print(f"bilingual: {message}{end}{hint}", file=sys.stderr)
    sys.exit(code)
