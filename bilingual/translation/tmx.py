"""TMX 1.4b as values: what a translation memory file holds, read with no entities and no network.

https://www.gala-global.org/tmx-14b. Tools differ, and all of it is kept: language tags with regions and the old `lang`
attribute, more than two languages a unit, notes, properties, and inline elements (bpt, ept, ph, it, hi, ut, sub).
A byte-order mark, UTF-16 and a DOCTYPE are usual. Control characters that XML forbids are dropped before parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bilingual.errors import SourceError
from bilingual.model import Runs, Text, join
from bilingual.protect import scan

_INLINE: Final = frozenset({"bpt", "ept", "ph", "it", "hi", "ut", "sub", "x"})
_DEPTH: Final = 32  # inline elements inside each other; real files have two
_XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_FORBIDDEN_REFERENCE: Final = re.compile(r"&#(?:x0*(?:[0-8BCEbcef]|1[0-9A-Fa-f])|0*(?:[0-8]|1[1245-9]|2\d|3[01]));")


@dataclass(frozen=True, slots=True)
class Tag:
    """An inline element of a segment: its name, its attributes, and what is in it."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()
    content: Content = ()


Content: TypeAlias = "tuple[str | Tag, ...]"
"""A segment: texts and inline elements in order."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One language of a unit (`tuv`). `lang` is as the file has it; dates are TMX's (20260101T120000Z) or empty."""

    lang: str
    content: Content
    author: str = ""
    created: str = ""
    changed: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What a reader sees: the texts, and native code only where it is a formula, code or address."""
        return content_text(self.content)

    @property
    def runs(self) -> Runs:
        """The text with its formulas, code and addresses found."""
        return scan(self.text)


@dataclass(frozen=True, slots=True)
class Unit:
    """A translation unit (`tu`): the same segment in two or more languages."""

    variants: tuple[Variant, ...]
    id: str = ""
    source_lang: str = ""
    author: str = ""
    created: str = ""
    changed: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    def property(self, *names: str) -> str:
        """The first of its own properties with one of `names`, or ""."""
        return next((value for name, value in self.properties if name in names), "")


@dataclass(frozen=True, slots=True)
class Tmx:
    """A file: its units in order, and what its header says. `skipped` counts units that hold nothing usable."""

    units: tuple[Unit, ...]
    source_lang: str = "*all*"
    tool: str = ""
    skipped: int = 0


def content_text(content: Content) -> str:
    """The text of a segment. Native code in bpt, ept, ph, it and ut is not text, unless it is a formula or the like."""
    pieces = []
    for item in content:
        if isinstance(item, str):
            pieces.append(item)
        elif item.name in ("hi", "sub"):
            pieces.append(content_text(item.content))
        else:
            pieces.append(_opaque_text(item))
    return "".join(pieces)


def _opaque_text(tag: Tag) -> str:
    code = "".join(item for item in tag.content if isinstance(item, str)).strip()
    found = scan(code)
    return code if len(found) == 1 and not isinstance(found[0], Text) else ""


def content_of(runs: Runs) -> Content:
    """The content of a segment for `runs`: each formula, code span and address is a `ph` that holds its source."""
    from bilingual.model import source_text

    content: list[str | Tag] = []
    number = 0
    for run in join(runs):
        if isinstance(run, Text):
            content.append(run.text)
        else:
            number += 1
            kind = type(run).__name__.lower()
            content.append(Tag("ph", (("x", str(number)), ("type", kind)), (source_text(run),)))
    return tuple(content)


def read_tmx(data: bytes, name: str) -> Tmx:
    """The TMX file in `data`; `name` is for messages. Raises SourceError when it is not one."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True, remove_comments=True
    )
    try:
        root = etree.fromstring(_clean(data, name), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceError(f"{name} is not a readable TMX file: {_line(error)}.") from None
    if _local(root) != "tmx":
        raise SourceError(f"{name} is not a TMX file: its root element is <{_local(root)}>, not <tmx>.")
    header = next((child for child in root if _local(child) == "header"), None)
    source = header.get("srclang", "*all*") if header is not None else "*all*"
    tool = header.get("creationtool", "") if header is not None else ""
    units: list[Unit] = []
    skipped = 0
    for element in root.iter("{*}tu"):
        unit = _unit(element, name)
        if len(unit.variants) < 2:
            skipped += 1
        else:
            units.append(unit)
    return Tmx(tuple(units), source, tool, skipped)


def _clean(data: bytes, name: str) -> bytes:
    """The file in UTF-8 without characters that XML 1.0 forbids, and without its encoding declaration."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        declared = re.match(rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}?encoding=[\"']([\w.-]{1,40})[\"']", data[:400])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
    if encoding.lower() in ("utf-8", "utf8"):
        encoding = "utf-8-sig"
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        raise SourceError(f"{name} is not text in {encoding}; save it again as TMX in UTF-8.") from None
    text = re.sub(r"^\s*<\?xml[^>]{0,400}?\?>", "", text, count=1)
    return _FORBIDDEN_REFERENCE.sub("", _FORBIDDEN.sub("", text)).encode("utf-8")


def _unit(element: Any, name: str) -> Unit:
    return Unit(
        variants=tuple(v for child in element.iterchildren("{*}tuv") if (v := _variant(child, name)) is not None),
        id=element.get("tuid", ""),
        source_lang=element.get("srclang", ""),
        author=element.get("changeid") or element.get("creationid") or "",
        created=element.get("creationdate", ""),
        changed=element.get("changedate", ""),
        properties=_properties(element),
        notes=_notes(element),
    )


def _variant(element: Any, name: str) -> Variant | None:
    tag = element.get(_XML_LANG) or element.get("lang") or ""
    segment = next(element.iterchildren("{*}seg"), None)
    if not tag or segment is None:
        return None
    content = tuple(_content(segment, name, 0))
    if not any(isinstance(item, Tag) or item.strip() for item in content):
        return None
    return Variant(
        tag,
        content,
        element.get("changeid") or element.get("creationid") or "",
        element.get("creationdate", ""),
        element.get("changedate", ""),
        _properties(element),
        _notes(element),
    )


def _content(element: Any, name: str, depth: int) -> Iterator[str | Tag]:
    if depth > _DEPTH:
        raise SourceError(f"{name} has inline elements nested more than {_DEPTH} deep; it cannot be used.")
    if element.text:
        yield element.text
    for child in element:
        local = _local(child)
        if local in _INLINE:
            attributes = tuple((str(key), str(value)) for key, value in child.attrib.items() if "}" not in str(key))
            yield Tag(local, attributes, tuple(_content(child, name, depth + 1)))
        elif local:
            yield from _content(child, name, depth + 1)
        if child.tail:
            yield child.tail


def _properties(element: Any) -> tuple[tuple[str, str], ...]:
    return tuple((child.get("type", ""), child.text or "") for child in element.iterchildren("{*}prop"))


def _notes(element: Any) -> tuple[str, ...]:
    return tuple(child.text for child in element.iterchildren("{*}note") if child.text)


def _local(element: Any) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else "it is empty"
