"""Opening a DOCX that anyone may have made: parts out of the zip and XML out of the parts, within limits.

The limits are measured while inflating, for the sizes a zip states of itself may be false. XML has no entities, no
document type and no network here, and its size in memory is estimated from its signs before it is parsed. Addresses
outside the package are only ever text. Both conformance classes are read: the namespaces of the strict one become
those of the transitional one (ECMA-376 Part 1, annex A; ISO/IEC 29500).
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from bilingual.errors import SourceError

if TYPE_CHECKING:
    from lxml import etree

_MOST_ENTRIES: Final = 10_000
_LARGEST_PART: Final = 128 << 20  # bytes
_LARGEST_TOTAL: Final = 256 << 20  # bytes of all parts that are read
_RATIO: Final = 500  # inflated to stored; text deflates 10 to 200 times, a bomb 1,000 times
_RATIO_FROM: Final = 32 << 20  # bytes from which the ratio counts
_LARGEST_TREE: Final = 700 << 20  # bytes of memory that a part may take as a tree
_ELEMENT: Final = 130  # bytes of memory of an element or text of libxml2
_ATTRIBUTE: Final = 250
_DEEPEST: Final = 200  # elements in one another
_CFB: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Compound File Binary: old office files, and encrypted new ones
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # OPC allows no others
_STRICT: Final = (
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
)
_STRICT_DRAWING: Final = re.compile(rb"http://purl\.oclc\.org/ooxml/drawingml/")
_DOCTYPE: Final = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_RELATIONSHIP: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DOCUMENT: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}document"
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    IndexError,
)


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part refers to. `kind` is the last word of its type (`hyperlink`); `target` is the name of a part, or an
    address when it is `external`."""

    id: str
    kind: str
    target: str
    external: bool


class Package:
    """A Word document in its zip. Parts are read when asked for; `name` is what messages call it.

    The object counts what it has inflated, so that all parts together stay within the limit.
    """

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.name = name
        self._archive = archive
        self._entries = {_normal(info.filename): info for info in archive.infolist()}
        self._left = _LARGEST_TOTAL
        self._relationships: dict[str, dict[str, Relationship]] = {}
        self.main = self._main()

    def has(self, part: str) -> bool:
        """Whether there is a part of this name; letter case does not count (OPC, 6.2.2.3)."""
        return _normal(part) in self._entries

    def read(self, part: str) -> bytes:
        """The bytes of a part. Raises SourceError when it is missing, damaged or too large."""
        info = self._entries.get(_normal(part))
        if info is None:
            raise SourceError(f'{self.name} has no part "{part}"; it is damaged, so save it again in Word.')
        limit = min(_LARGEST_PART, self._left)
        try:
            with self._archive.open(info) as stream:
                data = stream.read(limit + 1)
        except _BROKEN as error:
            raise SourceError(
                f'{self.name} is damaged in its part "{part}"; open and save it again in Word.'
            ) from error
        if len(data) > limit or (len(data) > _RATIO_FROM and len(data) > _RATIO * max(1, info.compress_size)):
            raise SourceError(
                f'{self.name} was not read, because its part "{part}" inflates to more than a document can have; '
                "if you trust it, split it into smaller documents."
            )
        self._left -= len(data)
        return data

    def xml(self, part: str) -> etree._Element:
        """The root element of a part. Raises SourceError also when it is not XML, or XML that is not safe to parse."""
        return self._parsed(self.read(part), part)

    def relationships(self, part: str) -> dict[str, Relationship]:
        """What `part` refers to, by id; "" means the package itself. A part that refers to nothing has none."""
        if part not in self._relationships:
            self._relationships[part] = self._read_relationships(part)
        return self._relationships[part]

    def _read_relationships(self, part: str) -> dict[str, Relationship]:
        folder, _, base = part.rpartition("/")
        listed = f"{folder}/_rels/{base}.rels" if folder else f"_rels/{base}.rels"
        if not self.has(listed):
            return {}
        found: dict[str, Relationship] = {}
        for element in self.xml(listed).iter(_RELATIONSHIP):
            target, identifier = element.get("Target", ""), element.get("Id", "")
            external = element.get("TargetMode") == "External"
            kind = element.get("Type", "").rpartition("/")[2]
            found[identifier] = Relationship(
                identifier, kind, target if external else _resolve(folder, target), external
            )
        return found

    def related(self, kind: str) -> str:
        """The name of the part that the main document refers to as `kind`, or "" when there is none."""
        for relationship in self.relationships(self.main).values():
            if relationship.kind == kind and not relationship.external and self.has(relationship.target):
                return relationship.target
        return ""

    def _main(self) -> str:
        wanted = [r.target for r in self.relationships("").values() if r.kind == "officeDocument" and not r.external]
        for part in (*wanted, "word/document.xml"):
            if self.has(part):
                return part
        raise SourceError(f"{self.name} is not a Word document: its zip holds no document; give a DOCX.")

    def _parsed(self, data: bytes, part: str) -> etree._Element:
        from lxml import etree

        plain = data.replace(b"\0", b"") if data[:4].count(b"\0") or data[:2] in (b"\xff\xfe", b"\xfe\xff") else data
        if _DOCTYPE.search(plain):
            raise SourceError(
                f'{self.name} was not read, because its part "{part}" declares a document type or entities, '
                "which no Word document has."
            )
        if _memory(plain) > _LARGEST_TREE:
            raise SourceError(
                f'{self.name} was not read, because its part "{part}" has more elements than fit into memory; '
                "split it into smaller documents."
            )
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, collect_ids=False,
            remove_comments=True, remove_pis=True,
        )  # fmt: skip
        try:
            root = etree.fromstring(_transitional(data), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise SourceError(_syntax_message(self.name, part, str(error))) from error
        if _depth(root) > _DEEPEST:
            raise SourceError(
                f'{self.name} was not read, because the elements of its part "{part}" are more than {_DEEPEST} deep '
                "in one another, which no Word document is."
            )
        return root


def open_package(data: bytes, name: str) -> Package:
    """The Word document in `data`, called `name`.

    Raises SourceError when it is no DOCX, is encrypted or truncated, or holds names that no DOCX holds.
    """
    if data.startswith(_CFB):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise SourceError(f"{name} is encrypted; open it in Word, remove the password and save it again.")
        raise SourceError(f"{name} is in an old format of Word or another office file; save it as DOCX.")
    if not data.startswith(b"PK"):
        raise SourceError(f"{name} is not a DOCX, which is a zip; save it as DOCX in Word.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise SourceError(f"{name} is truncated or damaged; get it again, or open and save it in Word.") from error
    _check_entries(archive, name)
    return Package(archive, name)


def document_root(package: Package) -> etree._Element:
    """The root of the main part. Raises SourceError when it is another kind of office file."""
    root = package.xml(package.main)
    if root.tag != _DOCUMENT:
        raise SourceError(f"{package.name} is an office file but not a Word document; save its text as DOCX.")
    return root


def _check_entries(archive: zipfile.ZipFile, name: str) -> None:
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise SourceError(f"{name} was not read: its zip has {len(entries)} entries, more than a document can have.")
    seen: set[str] = set()
    for info in entries:
        entry = _normal(info.filename)
        shown = ascii(info.filename[:80])
        if info.filename[:1] in ("/", "\\") or ":" in entry.partition("/")[0] or ".." in entry.split("/"):
            raise SourceError(f"{name} was not read, because its zip holds the unsafe name {shown}.")
        if entry in seen:
            raise SourceError(f"{name} was not read, because its zip holds {shown} twice; open and save it in Word.")
        if info.flag_bits & 0x1:
            raise SourceError(f"{name} is a zip with a password; save the document without one.")
        if info.compress_type not in _METHODS:
            raise SourceError(f"{name} is packed in a way that Word does not use; open and save it in Word.")
        seen.add(entry)


def _normal(entry: str) -> str:
    return entry.replace("\\", "/").lstrip("/").lower()


def _resolve(folder: str, target: str) -> str:
    """The part that `target` names in a part of `folder`; it cannot lead out of the package."""
    path = unquote(target.partition("#")[0])
    joined = path if path.startswith("/") else posixpath.join("/", folder, path)
    return posixpath.normpath(joined).lstrip("/")


def _transitional(data: bytes) -> bytes:
    if b"http://purl.oclc.org/ooxml/" not in data:
        return data
    for strict, transitional in _STRICT:
        data = data.replace(strict, transitional)
    return _STRICT_DRAWING.sub(b"http://schemas.openxmlformats.org/drawingml/2006/", data)


def _memory(data: bytes) -> int:
    """An upper bound of the memory that libxml2 takes for this XML, from the number of its signs."""
    elements = data.count(b"<") - data.count(b"</")
    texts = data.count(b">") - data.count(b"><")
    attributes = data.count(b'="') + data.count(b"='")
    return len(data) + (elements + texts) * _ELEMENT + attributes * _ATTRIBUTE


def _syntax_message(name: str, part: str, reason: str) -> str:
    if "too long" in reason or "huge" in reason.lower() or "xmlSAX2" in reason or "depth" in reason.lower():
        return f'{name} was not read, because its part "{part}" holds a value or nesting longer than any document has.'
    return f'{name} is damaged: its part "{part}" is not XML; open and save it again in Word.'


def _depth(root: etree._Element) -> int:
    return max(_depths(root), default=0)


def _depths(root: etree._Element) -> Iterator[int]:
    from lxml import etree

    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        yield depth
