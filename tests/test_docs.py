"""The documentation is complete: every command, option, configuration key and finding code is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from bilingual.cli import root
from tests.conftest import ROOT


def _commands(group: click.Group, context: click.Context, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield f"{prefix}{name}", command
        if isinstance(command, click.Group):
            yield from _commands(command, context, f"{prefix}{name} ")


def _all_commands() -> list[tuple[str, click.Command]]:
    return list(_commands(root, click.Context(root)))


@pytest.mark.parametrize(("name", "command"), _all_commands(), ids=[name for name, _ in _all_commands()])
def test_a_command_has_help_an_example_and_documentation(name: str, command: click.Command) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"bilingual {name}" in text or f"## {name}" in text
    assert command.help
    if not isinstance(command, click.Group):
        assert command.epilog is not None, f"{name} has no example"
        assert command.epilog.startswith("Example: bilingual ")
    section = text.partition(f"## {name.split()[0]}\n")[2].partition("\n## ")[0]
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            assert max(parameter.opts, key=len) in section, f"{name} {parameter.opts} is not in docs/commands.md"


def test_every_configuration_key_is_documented() -> None:
    source = (ROOT / "bilingual" / "pipeline" / "config.py").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    keys = [key for call in re.findall(r"\.only\(([^)]*)\)", source) for key in re.findall(r'"(\w+)"', call)]
    assert len(keys) > 20
    missing = [
        key
        for key in keys
        if f".{key}`" not in documented and f"`{key}`" not in documented and f"[{key}]" not in documented
    ]
    assert missing == []


def test_every_finding_code_is_documented() -> None:
    documented = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    codes = set()
    for path in (ROOT / "bilingual").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        codes.update(re.findall(r'Finding\(\s*"([a-z]+(?:\.[a-z-]+)+)"', text))
    assert len(codes) > 5
    assert sorted(code for code in codes if f"`{code}`" not in documented) == []


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
