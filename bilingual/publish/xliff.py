"""The digest as XLIFF 2.1 (OASIS, 2018) or 1.2 (2008), for translators' tools: a unit a row, formulas as inline codes.

A file has one source and one target language. A unit's id is the row's id after a `u`, and the codes in it are numbered
in the order of the source, so that what comes back finds its row and its formulas whatever tool it went through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, assert_never

from bilingual import lang
from bilingual.errors import PublishError
from bilingual.model import (
    Break,
    Cell,
    Code,
    Digest,
    Inline,
    Link,
    Math,
    OriginKind,
    Row,
    Runs,
    Segment,
    Text,
    source_text,
)
from bilingual.publish.rendered import Rendered
from bilingual.publish.view import cell_runs

VERSIONS: Final = ("2.1", "1.2")

_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'

# XLIFF 2.1, 4.3.1.24 (subType) and 1.2, appendix on ctype: what marks are called.
_FMT: Final = {"strong": "b", "emphasis": "i", "underline": "u", "sup": "sup", "sub": "sub", "strike": "del"}
_CTYPE: Final = {"strong": "bold", "emphasis": "italic", "underline": "underlined"}

_STATE_2: Final = {
    OriginKind.MISSING: "initial",
    OriginKind.MACHINE: "translated",
    OriginKind.MEMORY: "translated",
    OriginKind.SCRIPT: "translated",
    OriginKind.REVIEW: "reviewed",
    OriginKind.SOURCE: "final",
}
_STATE_1: Final = {
    OriginKind.MISSING: "needs-translation",
    OriginKind.MACHINE: "needs-review-translation",
    OriginKind.MEMORY: "needs-review-translation",
    OriginKind.SCRIPT: "translated",
    OriginKind.REVIEW: "signed-off",
    OriginKind.SOURCE: "final",
}


def main_pair(digest: Digest) -> tuple[str, str]:
    """The pair of languages that a file is about when none is stated.

    The source is the column with most source text; the target another language if there is one, else the other script.
    Raises PublishError for a digest with one column.
    """
    if len(digest.columns) < 2:
        raise PublishError("XLIFF and TMX need two columns; add one to columns in digest.toml.")
    counts = {tag: sum(_is_source(row, tag) for row in _rows(digest)) for tag in digest.columns}
    source = max(digest.columns, key=counts.__getitem__)
    others = [tag for tag in digest.columns if tag != source]
    return source, next((tag for tag in others if lang.is_chinese(tag) != lang.is_chinese(source)), others[0])


def render(digest: Digest, version: str = "2.1", pair: tuple[str, str] | None = None) -> Rendered:
    """The rows of the digest that have source text in the source language of `pair`, as an XLIFF file.

    Rows without a translation are in it with no target. Raises PublishError for a version or pair that is not there.
    """
    if version not in VERSIONS:
        raise PublishError(f'XLIFF "{version}" is not written; versions: {", ".join(VERSIONS)}.')
    source, target = pair or main_pair(digest)
    for tag in (source, target):
        if tag not in digest.columns:
            raise PublishError(f"The digest has no column {tag}; it has {', '.join(digest.columns)}.")
    rows = [(row, _cell(row, source), _cell(row, target)) for row in _rows(digest) if _is_source(row, source)]
    parts = _write_2(rows, source, target) if version == "2.1" else _write_1(rows, source, target)
    return Rendered("".join(parts).encode("utf-8"))


def _rows(digest: Digest) -> Iterator[Row]:
    for section in digest.sections:
        yield from section.preface
        for entry in section.entries:
            cells = tuple(Cell(t.lang, (Segment(f"{entry.key}/title", t.lang, t.runs, t.origin),)) for t in entry.title)
            yield Row(f"{entry.number}.0", cells)
            yield from entry.rows


def _cell(row: Row, tag: str) -> Cell:
    return next(cell for cell in row.cells if cell.lang == tag)


def _is_source(row: Row, tag: str) -> bool:
    cell = _cell(row, tag)
    return bool(cell_runs(cell)) and cell.origin.kind is OriginKind.SOURCE


# XLIFF 2.1


def _write_2(rows: Iterable[tuple[Row, Cell, Cell]], source: str, target: str) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="{source}" '
        f'trgLang="{target}">\n<file id="digest" original="digest" xml:space="preserve">\n'
    )
    for row, one, other in rows:
        yield _unit(row, one, other)
    yield "</file>\n</xliff>\n"


def _unit(row: Row, source: Cell, target: Cell) -> str:
    codes = _Codes()
    text = codes.write(cell_runs(source))
    translated = codes.write(cell_runs(target)) if target.segments else ""
    origin = target.origin
    notes = [f'<note category="origin">{_text(f"{origin.kind.value} {origin.by}".strip())}</note>']
    if row.score is not None:
        notes.append(f'<note category="alignment">{row.score:.2f}</note>')
    data = "".join(f'<data id="d{n}">{_text(code)}</data>' for n, code in enumerate(codes.data, 1))
    shown = f"<target>{translated}</target>" if target.segments else ""
    return (
        f'<unit id="{_token(row.id)}" name="{_attribute(row.id)}"><notes>{"".join(notes)}</notes>'
        f"{f'<originalData>{data}</originalData>' if data else ''}"
        f'<segment id="s1" state="{_STATE_2[origin.kind]}"><source>{text}</source>{shown}</segment></unit>\n'
    )


class _Codes:
    """Inline codes of a unit: equal ones of source and target share an id, as XLIFF 2.1 asks for (4.7.2)."""

    def __init__(self) -> None:
        self.data: list[str] = []
        self._source: dict[str, list[int]] = {}
        self._count = 0
        self._first = True

    def write(self, runs: Runs) -> str:
        """The content of a source, then of a target."""
        free = {code: list(numbers) for code, numbers in self._source.items()}
        made = "".join(self._inline(run, free) for run in runs)
        self._first = False
        return made

    def _number(self, code: str, free: dict[str, list[int]]) -> int:
        if not self._first and free.get(code):
            return free[code].pop(0)
        self._count += 1
        if self._first:
            self._source.setdefault(code, []).append(self._count)
        return self._count

    def _data(self, code: str) -> str:
        if code not in self.data:
            self.data.append(code)
        return f"d{self.data.index(code) + 1}"

    def _inline(self, run: Inline, free: dict[str, list[int]]) -> str:
        match run:
            case Text(text, ()):
                return _text(text)
            case Text(text, marks):
                numbers = [self._number(f"mark:{mark}", free) for mark in marks]
                made = _text(text)
                for mark, number in zip(reversed(marks), reversed(numbers), strict=True):
                    owner = "bilingual" if mark in ("sup", "sub", "strike") else "xlf"
                    made = f'<pc id="{number}" type="fmt" subType="{owner}:{_FMT.get(mark, "b")}">{made}</pc>'
                return made
            case Math() | Code():
                code = source_text(run)
                number = self._number(code, free)
                kind = "math" if isinstance(run, Math) else "code"
                shown = _attribute(code)
                return (
                    f'<ph id="{number}" type="other" subType="bilingual:{kind}" dataRef="{self._data(code)}" '
                    f'equiv="{shown}" disp="{shown}"/>'
                )
            case Link(href, label):
                number = self._number(f"link:{href}", free)
                return f'<pc id="{number}" type="link" dataRefStart="{self._data(href)}">{_text(label)}</pc>'
            case Break():
                return f'<ph id="{self._number("break", free)}" type="fmt" subType="xlf:lb"/>'
            case _:
                assert_never(run)


# XLIFF 1.2


def _write_1(rows: Iterable[tuple[Row, Cell, Cell]], source: str, target: str) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
        f'<file original="digest" source-language="{source}" target-language="{target}" datatype="plaintext">\n<body>\n'
    )
    for row, one, other in rows:
        yield _trans_unit(row, one, other)
    yield "</body>\n</file>\n</xliff>\n"


def _trans_unit(row: Row, source: Cell, target: Cell) -> str:
    origin = target.origin
    numbers: dict[str, list[int]] = {}
    text = _content_1(cell_runs(source), numbers, first=True)
    translated = _content_1(cell_runs(target), numbers, first=False) if target.segments else ""
    state = _STATE_1[origin.kind]
    approved = ' approved="yes"' if origin.kind in (OriginKind.REVIEW, OriginKind.SOURCE) else ""
    notes = [f'<note from="origin">{_text(f"{origin.kind.value} {origin.by}".strip())}</note>']
    if row.score is not None:
        notes.append(f'<note from="alignment">{row.score:.2f}</note>')
    return (
        f'<trans-unit id="{_token(row.id)}" resname="{_attribute(row.id)}"{approved} xml:space="preserve">'
        f'<source>{text}</source><target state="{state}">{translated}</target>{"".join(notes)}</trans-unit>\n'
    )


def _content_1(runs: Runs, numbers: dict[str, list[int]], *, first: bool) -> str:
    free = {code: list(ids) for code, ids in numbers.items()}
    count = sum(map(len, numbers.values()))

    def number(code: str) -> int:
        """The number of a code: in a target that of the same code in the source, if it has one left."""
        nonlocal count
        if not first and free.get(code):
            return free[code].pop(0)
        count += 1
        if first:
            numbers.setdefault(code, []).append(count)
        return count

    return "".join(_inline_1(run, number) for run in runs)


def _inline_1(run: Inline, number: Callable[[str], int]) -> str:
    match run:
        case Text(text, marks):
            made = _text(text)
            for mark, n in reversed([(mark, number(f"mark:{mark}")) for mark in marks]):
                made = f'<g id="{n}" ctype="{_CTYPE.get(mark, f"x-{mark}")}">{made}</g>'
            return made
        case Link(href, label):
            n = number(f"link:{href}")
            return f'<g id="{n}" ctype="link" equiv-text="{_attribute(href)}">{_text(label)}</g>'
        case Break():
            return f'<x id="{number("break")}" ctype="lb"/>'
        case Math() | Code():
            kind = "math" if isinstance(run, Math) else "code"
            n = number(f"{kind}:{source_text(run)}")
            return f'<x id="{n}" ctype="x-{kind}" equiv-text="{_attribute(source_text(run))}"/>'
        case _:
            assert_never(run)


def _token(row_id: str) -> str:
    """The id of a unit: an NMTOKEN, as XLIFF 2.1 asks for; the row's own id is its name."""
    return "u" + re.sub(r"[^\w.-]", "_", row_id)


def _text(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _attribute(text: str) -> str:
    return _text(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;").replace("\r", "&#13;")
