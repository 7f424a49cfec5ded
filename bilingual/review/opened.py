"""A returned Word file, opened safely: its document as a stream, its comments, its manifest, who saved it and when.

A file from outside may be anything. Parts are limited while they inflate, entities are not resolved, and what is
damaged, encrypted or no Word document is refused in one sentence.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lxml import etree

from bilingual.errors import ReviewError
from bilingual.ooxml.anchors import Manifest, read_manifest
from bilingual.ooxml.write import RELATIONSHIPS_NS

_LARGEST_PART: Final = 512 << 20  # bytes; 6,400 papers in three columns make a document part of 44 MB
_LARGEST_FILE: Final = 1 << 30
_MOST_PARTS: Final = 20_000
_HIGHEST_RATIO: Final = 250  # a document part of a digest is packed about 15 to 1, the worst real one seen 60 to 1
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# ISO/IEC 29500 Strict has other namespaces; they are read as the transitional ones.
_STRICT: Final = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a returned file holds. `parts` are those that stand beside the document: comments and their like."""

    name: str
    document: bytes
    targets: dict[str, str]
    parts: dict[str, bytes]
    manifest: Manifest | None
    identifier: str
    author: str
    date: str
    program: str


def open_docx(data: bytes, name: str) -> Opened:
    """The file in `data`. Raises ReviewError when it cannot be used, with what to do."""
    if data[:8] == _OLE:
        raise ReviewError(f"{name} is encrypted or an old .doc file; save it in Word as a .docx without a password.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _open(archive, name)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, RuntimeError, OSError) as error:
        raise ReviewError(
            f"{name} is damaged or no Word file ({error}); ask for it again, or open and save it in Word."
        ) from None
    except etree.XMLSyntaxError as error:
        raise ReviewError(f"{name} holds damaged XML ({error}); open and save it in Word.") from None


def parse(data: bytes) -> etree._Element:
    """XML from outside: no entities, no network, no huge trees."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    root = etree.fromstring(data, parser)
    if root.getroottree().docinfo.internalDTD is not None:
        raise ReviewError("The file declares a document type in its XML, which no Word file does; it is not read.")
    return root


def _open(archive: zipfile.ZipFile, name: str) -> Opened:
    infos = archive.infolist()
    names = [posixpath.normpath(info.filename) for info in infos]
    if len(names) > _MOST_PARTS or len(set(names)) != len(names):
        raise ReviewError(
            f"{name} holds {'too many' if len(names) > _MOST_PARTS else 'duplicate'} parts; save it anew."
        )
    if sum(info.file_size for info in infos) > _LARGEST_FILE:
        raise ReviewError(f"{name} inflates to more than {_LARGEST_FILE >> 30} GB and is not read.")
    by_name = dict(zip(names, infos, strict=True))

    def read(part: str) -> bytes:
        info = by_name.get(part)
        return b"" if info is None else _inflate(archive, info, name)

    main = _main(read("_rels/.rels")) or "word/document.xml"
    if main not in by_name:
        raise ReviewError(f"{name} is no Word document: it has no {main}.")
    folder, _, file = main.rpartition("/")
    relations = _relations(read(f"{folder}/_rels/{file}.rels"))
    beside = {}
    for kind, target, external in relations.values():
        if not external and kind in ("comments", "commentsExtended", "settings"):
            beside[kind] = read(posixpath.normpath(posixpath.join(folder, target)).lstrip("/"))
    manifests = (read(n) for n in sorted(names) if n.startswith("customXml/") and n.endswith(".xml"))
    core = _texts(read("docProps/core.xml"))
    return Opened(
        name=name,
        document=_transitional(read(main)),
        targets={
            key: target for key, (kind, target, external) in relations.items() if external and kind == "hyperlink"
        },
        parts={kind: _transitional(part) for kind, part in beside.items()},
        manifest=next(filter(None, map(read_manifest, manifests)), None),
        identifier=core.get("identifier", ""),
        author=core.get("lastModifiedBy", ""),
        date=core.get("modified", ""),
        program=_texts(read("docProps/app.xml")).get("Application", ""),
    )


def _inflate(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    """A part, inflated with a limit: the size that a zip states may be a lie."""
    if info.flag_bits & 1:
        raise ReviewError(f"{name} is encrypted; save it without a password.")
    limit = min(_LARGEST_PART, max(info.compress_size * _HIGHEST_RATIO, 1 << 20))
    with archive.open(info) as part:
        data = part.read(limit + 1)
    if len(data) > limit:
        raise ReviewError(f"{name} holds a part ({info.filename}) that inflates beyond any real document; not read.")
    return data


def _transitional(data: bytes) -> bytes:
    if b"http://purl.oclc.org/ooxml/" in data[:4096]:
        for strict, transitional in _STRICT:
            data = data.replace(strict, transitional)
    return data


def _main(relationships: bytes) -> str:
    for kind, target, external in _relations(relationships).values():
        if kind == "officeDocument" and not external:
            return posixpath.normpath(target.lstrip("/"))
    return ""


def _relations(data: bytes) -> dict[str, tuple[str, str, bool]]:
    """Relationship id → (last word of the type, target, whether external)."""
    if not data:
        return {}
    items: Iterable[etree._Element] = parse(data).iter(f"{{{RELATIONSHIPS_NS}}}Relationship")
    return {
        i.get("Id", ""): (i.get("Type", "").rpartition("/")[2], i.get("Target", ""), i.get("TargetMode") == "External")
        for i in items
    }


def _texts(data: bytes) -> dict[str, str]:
    """The texts of a flat properties part by local name."""
    if not data:
        return {}
    try:
        return {str(e.tag).rpartition("}")[2]: e.text or "" for e in parse(data)}
    except etree.XMLSyntaxError:
        return {}
