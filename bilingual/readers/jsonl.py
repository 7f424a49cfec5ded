"""JSON Lines, and the other ways in which programs write papers as JSON: an array, an object around one, a row of them.

Values are found one after the other from where they begin, so that a broken one costs only itself.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, Final

from bilingual.findings import Finding
from bilingual.model import Document
from bilingual.readers.records import Record, records_document, skip
from bilingual.readers.roles import Role, role_of

_RULE: Final = "records: a JSON object"
_BETWEEN: Final = re.compile(r"[\s,\x1e]*")  # U+001E parts texts in RFC 7464
_NEXT: Final = re.compile(r"\n[ \t]*(?=[{\[\"])")
_NAME_KEYS: Final = ("name", "full_name", "fullname", "姓名")
_DEEPEST: Final = 6
_WINDOW: Final = 1 << 16  # characters that are looked at first
_CLOSE: Final = 16  # an error so near the end of what is looked at may come from the cut


def read(text: str, path: str) -> Document:
    """The document of a decoded JSON or JSON Lines file; what is no record is a finding that says where."""
    findings: list[Finding] = []
    records: list[Record] = []
    for line, last, value in _values(text, path, findings):
        objects = list(_objects(value))
        if not objects:
            findings.append(skip(path, line, "it is not an object with fields of a paper", str(value)[:200]))
        records.extend(_record(one, line, last) for one in objects)
    return records_document(records, path, "jsonl", _RULE, findings=findings)


def _values(text: str, path: str, findings: list[Finding]) -> Iterator[tuple[int, int, Any]]:
    """Each value at the top of the text, or in the array that is its whole, with its first and last line."""
    feeds = [match.start() for match in re.finditer("\n", text)]
    strict = json.JSONDecoder(parse_constant=str)
    lenient = json.JSONDecoder(parse_constant=str, strict=False)
    at = _BETWEEN.match(text)
    start = at.end() if at else 0
    in_array = text.startswith("[", start)
    if in_array:
        start = _after(text, start + 1)
    while start < len(text):
        if in_array and text[start] == "]":
            in_array, start = False, _after(text, start + 1)
            continue
        line = 1 + bisect_left(feeds, start)
        try:
            value, end = _decoded(text, start, strict, lenient)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "msg", "") or "it is nested too deep"
            findings.append(skip(path, line, f"it is not JSON ({why})", text[start : start + 200]))
            following = _NEXT.search(text, start)
            start = following.end() if following else len(text)
            continue
        yield line, 1 + bisect_left(feeds, end), value
        start = _after(text, end)


def _decoded(text: str, start: int, strict: json.JSONDecoder, lenient: json.JSONDecoder) -> tuple[Any, int]:
    """The value at `start` and where it ends; control characters in its strings, which JSON forbids, are let in.

    Only as much of the text as it takes is looked at, for an error of the decoder costs a count of all lines before it.
    """
    size = _WINDOW
    while True:
        piece = text[start : start + size]
        is_cut = start + size < len(text)
        try:
            value, end = strict.raw_decode(piece)
        except json.JSONDecodeError as error:
            if is_cut and (error.pos + _CLOSE >= len(piece) or error.msg.startswith("Unterminated")):
                size *= 4
                continue
            if not error.msg.startswith("Invalid control character") or piece[error.pos] == "\n":
                raise
            value, end = lenient.raw_decode(text, start)
            return value, end
        if end < len(piece) or not is_cut:
            return value, start + end
        size *= 4


def _after(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _objects(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The objects that are records: `value` itself, or those in what it holds.

    An object with a summary is a paper, whatever else it lists; one with only a title may be a digest around papers.
    """
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            yield from _objects(one, depth + 1)
    elif isinstance(value, dict):
        roles = {role_of(name)[0] for name, inner in value.items() if isinstance(inner, str) and name != "name"}
        if Role.SUMMARY in roles:
            yield value
            return
        inner = [found for one in value.values() if isinstance(one, list | dict) for found in _objects(one, depth + 1)]
        yield from inner or ([value] if Role.TITLE in roles else [])


def _record(value: dict[str, Any], line: int, last: int) -> Record:
    fields: list[tuple[str, str]] = []
    authors: tuple[str, ...] = ()
    for name, inner in value.items():
        if role_of(name)[0] is Role.AUTHORS and isinstance(inner, list):
            authors = tuple(filter(None, (_author(one) for one in inner)))
        else:
            fields.extend((field, text) for field, text in _flat(name, inner) if text.strip())
    return Record(tuple(fields), line, last, authors)


def _author(value: Any) -> str:
    """A name, given as such or in an object."""
    if not isinstance(value, dict):
        return "" if value is None or isinstance(value, list) else str(value).strip()
    named = next((str(value[key]) for key in _NAME_KEYS if value.get(key)), "")
    parts = (str(value.get(key) or "") for key in ("first_name", "given", "last_name", "family"))
    return (named or " ".join(filter(None, parts))).strip()


def _flat(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """A value as fields with texts: a list of texts as paragraphs, an object as fields named after it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict) and depth < _DEEPEST:
        for key, inner in value.items():
            yield from _flat(f"{name} {key}", inner, depth + 1)
    elif isinstance(value, list):
        texts = [one for one in value if isinstance(one, str)]
        yield name, "\n\n".join(texts)
        for one in value:
            if isinstance(one, dict | list) and depth < _DEEPEST:
                yield from _flat(name, one, depth + 1)
    elif value is not None:
        yield name, str(value)
