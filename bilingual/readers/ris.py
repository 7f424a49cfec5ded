"""RIS: a paper a reference, from `TY` to `ER`, with the parser of rispy (MIT).

Each reference is given to the parser by itself, so that one that is broken is skipped with its line and the rest is
read; exports that leave out `ER` begin the next reference with its `TY`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bilingual.findings import Finding
from bilingual.model import Document
from bilingual.readers.records import Record, records_document, skip

_RULE: Final = "records: a reference of a RIS file, from TY to ER"
_TAG: Final = re.compile(r"^\s{0,4}(?P<tag>[A-Z][A-Z0-9]) {1,3}-(?: |$)")
_AUTHORS: Final = ("authors", "first_authors")
_DROPPED: Final = frozenset(("type_of_reference", "end_of_reference", "unknown_tag"))


def read(text: str, path: str) -> Document:
    """The document of a decoded RIS file. Broken references are skipped with a finding that says where."""
    records: list[Record] = []
    findings: list[Finding] = []
    for line, lines in _references(text):
        while not lines[-1].strip():
            lines.pop()
        found = _record(line, lines)
        if isinstance(found, str):
            findings.append(skip(path, line, found, " ".join(lines[:3])))
        else:
            records.append(found)
    return records_document(records, path, "ris", _RULE, findings=findings)


def _references(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each reference, with the number of its first; what stands between references too."""
    lines: list[str] = []
    start = 1
    for number, line in enumerate(text.split("\n"), 1):
        tag = _TAG.match(line)
        if tag and tag["tag"] == "TY" and any(one.strip() for one in lines):
            yield start, lines
            lines = []
        if not lines and not line.strip():
            continue
        if not lines:
            start = number
        lines.append(line)
        if tag and tag["tag"] == "ER":
            yield start, lines
            lines = []
    if any(one.strip() for one in lines):
        yield start, lines


def _record(line: int, lines: list[str]) -> Record | str:
    """The record of a reference, or in words why there is none."""
    import rispy

    first = _TAG.match(lines[0])
    if not first or first["tag"] != "TY":
        return "it does not begin with TY"
    source = "\n".join(_tidy(one) for one in lines)
    try:
        parsed = rispy.loads(source if source.rstrip().endswith("ER  -") else f"{source}\nER  - \n")
    except (ValueError, KeyError, IndexError, TypeError) as error:
        return f"it cannot be parsed ({' '.join(str(error).split())[:80]})"
    if not parsed:
        return "it has no fields"
    fields: list[tuple[str, str]] = []
    authors: tuple[str, ...] = ()
    for name, value in parsed[0].items():
        if name in _AUTHORS and isinstance(value, list):
            authors = authors or tuple(_name(str(one)) for one in value if str(one).strip())
        elif name not in _DROPPED:
            values = value if isinstance(value, list) else [value]
            fields.append((name, "\n".join(str(one) for one in values)))
    unknown = parsed[0].get("unknown_tag")
    if isinstance(unknown, dict):
        fields.extend((str(tag), " ".join(map(str, values))) for tag, values in unknown.items())
    return Record(tuple(fields), line, line + len(lines) - 1, authors)


def _tidy(line: str) -> str:
    """A line with its tag as the format has it: two spaces before the hyphen, one after."""
    tag = _TAG.match(line)
    return f"{tag['tag']}  - {line[tag.end() :].strip()}" if tag else line.strip()


def _name(name: str) -> str:
    last, comma, first = name.partition(",")
    return f"{first.strip(' ,')} {last.strip()}" if comma and first.strip(" ,") else name.strip(" ,")
