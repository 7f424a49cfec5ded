"""CSV and TSV: a paper a row, with the columns named in the first row, or told by what they hold.

Spreadsheets part columns by commas, semicolons or tabs, as the language of the system has it; the sign is the one that
parts the first row best. A quotation mark that never closes would swallow the rest of a file, so such a row is skipped.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import Document
from bilingual.readers.flow import weight
from bilingual.readers.records import Record, records_document, skip
from bilingual.readers.roles import Role, role_of

_RULE: Final = "records: a row of a table"
_SIGNS: Final = "\t,;|"
_LONGEST_FIELD: Final = 16 << 20  # characters; Python stops at 131,072 unless told otherwise
_MOST_OPEN: Final = 20  # rows with a quotation mark that never closes
_SUMMARY: Final = 40.0  # mean weight of a column that holds summaries


def read(text: str, path: str) -> Document:
    """The document of a decoded CSV or TSV file. Rows that cannot be papers are skipped with a finding each."""
    text = text.removeprefix("\ufeff")
    separated, text, line = _stated_sign(text)
    findings: list[Finding] = []
    with _long_fields():
        rows = list(_rows(text, separated or _sign(text), line, path, findings))
    if not rows:
        return records_document((), path, "csv", _RULE, findings=findings)
    names, body = _names(rows)
    if not names:
        message = "No column reads as titles or summaries; name the columns in the first row, as title and abstract."
        findings.append(Finding("read.no-columns", Severity.WARNING, message, path, rows[0][0]))
        return records_document((), path, "csv", _RULE, findings=findings)
    records = [_record(first, last, row, names) for first, last, row in body]
    return records_document(records, path, "csv", _RULE, findings=findings)


@contextmanager
def _long_fields() -> Iterator[None]:
    before = csv.field_size_limit(_LONGEST_FIELD)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _stated_sign(text: str) -> tuple[str, str, int]:
    """The sign that Excel's line `sep=;` states, the text after that line, and the number of its first line."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == 5:
        return first[4], rest, 2
    return "", text, 1


def _sign(text: str) -> str:
    """The sign that parts the first row into the most columns with known names, else the most columns."""
    first = next((line for line in text.split("\n") if line.strip()), "")[:20_000]

    def fit(sign: str) -> tuple[int, int]:
        cells = first.split(sign)
        known = sum(role_of(cell.strip().strip('"'))[0] is not Role.OTHER for cell in cells)
        return (known, len(cells)) if len(cells) > 1 else (0, 0)

    best = max(_SIGNS, key=fit)
    return best if first.count(best) else ","


def _rows(text: str, sign: str, line: int, path: str, findings: list[Finding]) -> Iterator[tuple[int, int, list[str]]]:
    """Each row that holds something, with its first and last line."""
    lines = text.split("\n")
    start = 0
    for _ in range(_MOST_OPEN):
        reader = csv.reader((f"{one}\n" for one in lines[start:]), delimiter=sign, strict=False)
        done = 0
        pending: tuple[int, int, list[str]] | None = None
        for row in reader:
            if pending:
                yield pending
            first = line + start + done
            done = reader.line_num
            pending = (first, line + start + done - 1, row) if any(cell.strip() for cell in row) else None
        if pending is None:
            return
        if not _is_open(lines[pending[0] - line :], pending[2]):
            yield pending
            return
        findings.append(skip(path, pending[0], "a quotation mark in it never closes", lines[pending[0] - line]))
        start = pending[0] - line + 1


def _is_open(lines: Sequence[str], row: Sequence[str]) -> bool:
    """Whether the last row reaches over several lines because its quotation mark is never closed."""
    return len(lines) > 1 and any("\n" in cell for cell in row) and sum(one.count('"') for one in lines) % 2 == 1


def _names(rows: Sequence[tuple[int, int, list[str]]]) -> tuple[list[str], Sequence[tuple[int, int, list[str]]]]:
    """The names of the columns and the rows that are papers; no names when no column can hold titles or summaries."""
    first = [" ".join(cell.split()) for cell in rows[0][2]]
    roles = [role_of(cell)[0] for cell in first]
    if Role.TITLE in roles or Role.SUMMARY in roles:
        return first, rows[1:]
    width = max(len(row) for _, _, row in rows)
    means = [sum(weight(row[at]) for _, _, row in rows if at < len(row)) / len(rows) for at in range(width)]
    ranked = sorted(range(width), key=lambda at: -means[at])
    if means[ranked[0]] < _SUMMARY:
        return [], rows
    names = [str(at + 1) for at in range(width)]
    names[ranked[0]] = "abstract"
    texts = [at for at in ranked[1:] if not any("://" in row[at] for _, _, row in rows if at < len(row))]
    if texts:
        names[texts[0]] = "title"
    return names, rows


def _record(first: int, last: int, row: Sequence[str], names: Sequence[str]) -> Record:
    """A row as a record; cells beyond the named columns keep their number as a name."""
    named = [*names, *(str(at + 1) for at in range(len(names), len(row)))]
    return Record(tuple((name, cell) for name, cell in zip(named, row, strict=False) if cell.strip()), first, last)
