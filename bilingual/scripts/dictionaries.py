"""OpenCC's dictionaries read and merged: one look-up for each place of a text, where a group of them costs one each.

Of four dictionaries in a union OpenCC asks each; merged into one in its text format they give the same result in two
thirds of the time (measured: `benchmarks/convert_throughput.py`). OpenCC's own are in a binary format that only its
tool `opencc_dict` reads, which its Python package brings along; where it is missing the union stays.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

Node = dict[str, object]
_SECONDS: Final = 30  # for one dictionary, which takes 0.04 s; a tool that hangs must not hold up a conversion


def write(path: Path, entries: Mapping[str, str]) -> None:
    """A dictionary in OpenCC's text format: sorted, a tab between key and value."""
    path.write_text("".join(f"{key}\t{entries[key]}\n" for key in sorted(entries)), "utf-8")


def text_node(path: str) -> Node:
    """The node of a configuration for a dictionary in text format."""
    return {"type": "text", "file": path}


def union(dicts: list[Node]) -> Node:
    """The node of a group in which the longest match wins, and of equal ones that of the first dictionary."""
    return {"type": "group", "match_policy": "union", "dicts": dicts}


def dictionary_files(node: Node) -> list[str]:
    """The files of the dictionaries below a node, in their order."""
    children = node.get("dicts")
    if isinstance(children, list):
        return [file for child in children for file in dictionary_files(child)]
    return [str(node.get("file"))]


def merged(dicts: list[Node], path: Path) -> Node:
    """A node that matches as `union(dicts)` does; written to `path` as one dictionary where all of them can be read."""
    entries: dict[str, str] = {}
    for node in reversed(dicts):
        read = _entries(node)
        if read is None:
            return union(dicts)
        entries |= read
    write(path, entries)
    return text_node(str(path))


def _entries(node: Node) -> Mapping[str, str] | None:
    """Key and value of each entry below a node, or None where one of its dictionaries cannot be read."""
    kind, file = node.get("type"), str(node.get("file"))
    if kind == "text":
        return _parse(Path(file).read_text("utf-8"))
    if kind == "ocd2":
        return dumped(file)
    children = node.get("dicts")
    if kind != "group" or node.get("match_policy") != "union" or not isinstance(children, list):
        return None
    entries: dict[str, str] = {}
    for child in reversed(children):
        read = _entries(child)
        if read is None:
            return None
        entries |= read
    return entries


def _parse(text: str) -> dict[str, str]:
    pairs = (line.partition("\t") for line in text.split("\n"))
    return {key: value for key, tab, value in pairs if tab}


@cache
def dumped(file: str) -> Mapping[str, str] | None:
    """The entries of a binary dictionary of OpenCC, or None where its tool is missing or does not run."""
    import opencc

    tools = Path(opencc.__file__).parent / "clib" / "bin"
    tool = next((path for path in (tools / "opencc_dict", tools / "opencc_dict.exe") if path.is_file()), None)
    if tool is None:
        return None
    import tempfile

    with tempfile.TemporaryDirectory(prefix="bilingual-") as folder:
        out = Path(folder) / "entries.txt"
        command = [str(tool), "-i", file, "-o", str(out), "-f", "ocd2", "-t", "text"]
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS)
        except (OSError, subprocess.SubprocessError):
            return None
        return _parse(out.read_text("utf-8")) if done.returncode == 0 and out.exists() else None
