"""XLIFF 2.x and 1.2 from a translator's tool as a Review, like a returned Word file.

Tools keep what they understand. A code is found again by its number in the source, else by what it shows; a code that
the source does not have is kept when it says what it stands for, and reported otherwise. Nothing makes an import fail
but a file that is no XLIFF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lxml import etree

from bilingual.errors import ReviewError
from bilingual.findings import Finding, Severity
from bilingual.model import Break, Inline, Link, OriginKind, Runs, Text, join, trim
from bilingual.model.review import Change, Comment, Review, RowVerdict, UnknownRow, Verdict
from bilingual.ooxml.anchors import Manifest, ManifestCell, ManifestRow
from bilingual.protect import scan
from bilingual.review.columns import column_of
from bilingual.review.compare import cell_changes
from bilingual.review.tokens import spans

_V2: Final = "{urn:oasis:names:tc:xliff:document:2.0}"
_V1: Final = "{urn:oasis:names:tc:xliff:document:1.2}"
_MARKS: Final = {
    "xlf:b": "strong",
    "xlf:i": "emphasis",
    "xlf:u": "underline",
    "bilingual:sup": "sup",
    "bilingual:sub": "sub",
    "bilingual:del": "strike",
    "bold": "strong",
    "italic": "emphasis",
    "underlined": "underline",
    "x-sup": "sup",
    "x-sub": "sub",
    "x-strike": "strike",
}


def read_xliff(data: bytes, name: str, base: Manifest) -> Review:
    """What a translator did. `base` is the manifest of the digest that the file was made from.

    Rows that have no source text in the source language of the file did not go out, and have no verdict.
    Raises ReviewError when the file is no XLIFF 2.x or 1.2 or states no target language.
    """
    root = _parse(data, name)
    version = _V2 if root.tag == f"{_V2}xliff" else _V1
    tag = _target_language(root, name, base.columns)
    by_id = {row.id: row for row in base.rows}
    changes: list[Change] = []
    comments: list[Comment] = []
    findings: list[Finding] = []
    unknown: list[UnknownRow] = []
    seen: dict[str, Verdict] = {}
    for unit in root.iter(f"{version}unit", f"{version}trans-unit"):
        row = by_id.get(unit.get("name") or unit.get("resname") or unit.get("id", "").removeprefix("u"))
        content = _Content(unit, version)
        runs = content.target()
        cell = _cell(row, tag)
        if row is None or cell is None:
            said = "".join(r.text for r in runs or () if isinstance(r, Text))
            unknown.append(UnknownRow(((tag, said),)))
            message = f"A unit answers to no row that was sent: {said[:40] or unit.get('id', '')}"
            findings.append(Finding("review.unknown", Severity.WARNING, message, path=name))
            continue
        for code in content.lost:
            message = f"The target has a code that its source does not have and that says nothing: {code}."
            findings.append(Finding("review.code", Severity.WARNING, message, path=name, segment=row.id))
        made = list(cell_changes(row.id, cell, spans(runs, _as_it_is), _as_it_is)) if runs is not None else []
        changes += made
        comments += _notes(unit, version, row.id, tag)
        seen[row.id] = Verdict.CHANGED if made else Verdict.UNCHANGED
    if not seen and not unknown:
        raise ReviewError(f"{name} holds no unit of a digest; import the file that was made of it, translated.")
    source = _stated(root, "srcLang", "source-language")
    sent = [row for row in base.rows if row.id in seen or _is_unit(row, column_of(source, base.columns))]
    rows = tuple(RowVerdict(row.id, seen.get(row.id, Verdict.MISSING)) for row in sent)
    return Review(name, base.build, rows, tuple(changes), tuple(comments), tuple(unknown), tuple(findings))


def _parse(data: bytes, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ReviewError(f"{name} is not XML ({error}); export it again as XLIFF.") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise ReviewError(f"{name} declares a document type, which no XLIFF file needs; it is not read.")
    if root.tag not in (f"{_V2}xliff", f"{_V1}xliff"):
        raise ReviewError(f"{name} is no XLIFF 2.x or 1.2 file; export it again in one of these.")
    return root


def _stated(root: etree._Element, second: str, first: str) -> str:
    """What the file says by an attribute of XLIFF 2, or by that of XLIFF 1.2; "" for nothing."""
    return root.get(second) or next((f.get(first, "") for f in root.iter(f"{_V1}file")), "")


def _is_unit(row: ManifestRow, source: str) -> bool:
    """Whether a row goes out with this source language: others have no text of their own in it."""
    segments = [segment for cell in row.cells if cell.lang == source for segment in cell.segments]
    return any(segment.runs and segment.kind is OriginKind.SOURCE for segment in segments)


def _target_language(root: etree._Element, name: str, columns: Sequence[str]) -> str:
    stated = _stated(root, "trgLang", "target-language")
    found = column_of(stated, columns)
    if not found:
        raise ReviewError(
            f'{name} states the target language "{stated}", and the digest has no such column; '
            f"it has {', '.join(columns)}."
        )
    return found


def _cell(row: ManifestRow | None, tag: str) -> ManifestCell | None:
    return next((cell for cell in row.cells if cell.lang == tag), None) if row is not None else None


def _as_it_is(tex: str, display: bool) -> str:
    return tex


class _Content:
    """The content of one unit. `lost` are codes that could not be understood."""

    def __init__(self, unit: etree._Element, version: str) -> None:
        self._unit = unit
        self._version = version
        self.lost: list[str] = []
        self._data = {d.get("id", ""): "".join(map(str, d.itertext())) for d in unit.iter(f"{version}data")}
        self._by_number: dict[str, etree._Element] = {}
        for source in unit.iter(f"{version}source"):
            for code in source.iter():
                if code is not source and code.get("id"):
                    self._by_number.setdefault(code.get("id", ""), code)

    def target(self) -> Runs | None:
        """The runs of all targets of the unit; None when it has none or an empty one."""
        parts = [t for t in self._unit.iter(f"{self._version}target") if _name(t.getparent()) in _OWNERS]
        made = [self._runs(part, ()) for part in parts]
        runs = trim(join(run for part in made for run in part))
        return runs or None

    def _runs(self, element: etree._Element, marks: tuple[str, ...]) -> Iterator[Inline]:
        yield from _scanned(element.text, marks)
        for child in element:
            yield from self._code(child, marks)
            yield from _scanned(child.tail, marks)

    def _code(self, element: etree._Element, marks: tuple[str, ...]) -> Iterator[Inline]:
        name = _name(element)
        if name in ("mrk", "sm", "em"):
            yield from self._runs(element, marks)
        elif name in ("pc", "g"):
            kind = element.get("subType") or element.get("ctype") or self._told(element, "subType", "ctype")
            href = self._href(element)
            if href:
                yield Link(href, "".join(map(str, element.itertext())))
            else:
                mark = _MARKS.get(kind)
                yield from self._runs(element, tuple(sorted({*marks, mark})) if mark else marks)
        elif name in ("ph", "x"):
            yield from self._placeholder(element)
        elif name in ("bpt", "ept", "it", "bx", "ex", "sc", "ec", "cp"):
            return
        elif isinstance(element.tag, str):
            yield from self._runs(element, marks)

    def _told(self, element: etree._Element, *names: str) -> str:
        """What the same code says of itself in the source; tools drop attributes in targets."""
        own = self._by_number.get(element.get("id", ""))
        return next((own.get(n, "") for n in names if own is not None and own.get(n)), "")

    def _href(self, element: etree._Element) -> str:
        if "link" not in (
            element.get("type"),
            element.get("ctype"),
            self._told(element, "type"),
            self._told(element, "ctype"),
        ):
            return ""
        reference = element.get("dataRefStart") or self._told(element, "dataRefStart")
        return self._data.get(reference, "") or element.get("equiv-text") or self._told(element, "equiv-text")

    def _placeholder(self, element: etree._Element) -> Iterator[Inline]:
        kinds = (element.get("subType"), element.get("ctype"), self._told(element, "subType", "ctype"))
        if "xlf:lb" in kinds or "lb" in kinds:
            yield Break()
            return
        reference = element.get("dataRef") or self._told(element, "dataRef")
        said = (
            self._data.get(reference, "")
            or element.get("equiv-text")
            or element.get("equiv")
            or self._told(element, "equiv-text", "equiv")
            or (element.text or "")
        )
        if said:
            yield from scan(said)
        else:
            self.lost.append(f"<{_name(element)} id={element.get('id', '')!r}>")


_OWNERS: Final = ("segment", "trans-unit")


def _name(element: etree._Element | None) -> str:
    return str(element.tag).rpartition("}")[2] if element is not None and isinstance(element.tag, str) else ""


def _scanned(text: str | None, marks: tuple[str, ...]) -> Iterator[Inline]:
    for run in scan(text) if text else ():
        yield Text(run.text, marks) if isinstance(run, Text) else run


def _notes(unit: etree._Element, version: str, row: str, tag: str) -> Iterator[Comment]:
    """Notes that the translator wrote; those that the file was sent with have a category or sender of their own."""
    own = ("origin", "alignment")
    for note in unit.iter(f"{version}note"):
        if note.get("category") not in own and note.get("from") not in own and note.text:
            yield Comment(note.get("from", ""), "", note.text, row=row, lang=tag)
