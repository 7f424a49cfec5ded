"""The reference document: where a digest in Word format takes its styles, settings, page and fonts from.

Everything of it is kept but its text: a user's own file may bring headers, themes or more styles.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bilingual import lang
from bilingual.errors import PublishError
from bilingual.ooxml import fonts
from bilingual.ooxml.fonts import RunFonts
from bilingual.ooxml.write import R_NS, W_NS

if TYPE_CHECKING:
    from lxml import etree

_DOCUMENT: Final = "word/document.xml"
_RELATIONSHIPS: Final = "word/_rels/document.xml.rels"
_LARGEST: Final = 32 << 20  # bytes of all parts together; the file that is shipped has 30 kB

# ISO 216 and ANSI sheets (B5 is ISO B5), in twentieths of a point.
SHEETS: Final = {"A4": (11906, 16838), "LETTER": (12240, 15840), "A5": (8391, 11906), "B5": (9978, 14173)}

# Written anew for every digest.
_REPLACED: Final = (
    "[Content_Types].xml",
    "_rels/.rels",
    _DOCUMENT,
    _RELATIONSHIPS,
    "docProps/core.xml",
    "docProps/app.xml",
    "docProps/thumbnail.jpeg",
)


@dataclass(frozen=True, slots=True)
class Page:
    """Page size and margins, all in twentieths of a point."""

    width: int
    height: int
    top: int
    right: int
    bottom: int
    left: int
    header: int
    footer: int

    @property
    def text_width(self) -> int:
        """The width between the margins."""
        return self.width - self.left - self.right

    @property
    def text_height(self) -> int:
        """The height between the margins."""
        return self.height - self.top - self.bottom

    def on(self, sheet: str) -> Page:
        """The same margins on a named sheet, upright. Raises PublishError for a name that is not known."""
        size = SHEETS.get(sheet.upper())
        if size is None:
            raise PublishError(f'The page "{sheet}" is not known; known pages: A4, Letter, A5, B5.')
        return replace(self, width=size[0], height=size[1])

    def turned(self) -> Page:
        """The same sheet in landscape; margins stay with the sides of the sheet as it is read."""
        long, short = max(self.width, self.height), min(self.width, self.height)
        return replace(self, width=long, height=short)


@dataclass(frozen=True, slots=True)
class Reference:
    """What a digest takes from a reference document.

    `parts` are the parts to copy, `relationships` those of the main document as (id, type, target, mode),
    `types` the content type of each copied part by its name, `defaults` those by extension. `headers` are the
    w:headerReference and w:footerReference elements of a reference that has its own, else "".
    """

    parts: dict[str, bytes]
    relationships: tuple[tuple[str, str, str, str], ...]
    types: dict[str, str]
    defaults: dict[str, str]
    page: Page
    fonts: dict[str, RunFonts]
    headers: str


def read(data: bytes) -> Reference:
    """The reference document in `data`. Raises PublishError when it is not a Word document with styles."""
    from lxml import etree

    try:
        parts = _parts(data)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        trees = {
            name: etree.fromstring(parts[name], parser)
            for name in (_DOCUMENT, _RELATIONSHIPS, "word/styles.xml", "[Content_Types].xml")
        }
    except (zipfile.BadZipFile, KeyError, etree.XMLSyntaxError, NotImplementedError, RuntimeError, ValueError) as error:
        raise PublishError(
            f"The reference document is not a Word document that can be used ({error}); "
            "take a copy of the shipped reference.docx and change its styles in Word."
        ) from None
    section = next(iter(trees[_DOCUMENT].iter(f"{{{W_NS}}}sectPr")), None)
    relationships = tuple(
        (str(r.get("Id")), str(r.get("Type")), str(r.get("Target")), str(r.get("TargetMode", "")))
        for r in trees[_RELATIONSHIPS]
        if not str(r.get("Type")).endswith(("/customXml", "/hyperlink"))
    )
    types = trees["[Content_Types].xml"]
    return Reference(
        parts={name: part for name, part in parts.items() if not _replaced(name)},
        relationships=relationships,
        types={
            str(item.get("PartName")).lstrip("/"): str(item.get("ContentType"))
            for item in types
            if item.get("PartName") is not None and not _replaced(str(item.get("PartName")).lstrip("/"))
        },
        defaults={str(i.get("Extension")): str(i.get("ContentType")) for i in types if i.get("Extension") is not None},
        page=_page(section),
        fonts=_fonts(trees["word/styles.xml"]),
        headers=_headers(section),
    )


def _replaced(name: str) -> bool:
    return name in _REPLACED or name.startswith("customXml/")


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [info for info in archive.infolist() if not info.is_dir()]
        if sum(info.file_size for info in names) > _LARGEST:
            raise ValueError(f"it holds more than {_LARGEST >> 20} MB")
        return {posixpath.normpath(info.filename): archive.read(info) for info in names}


def _page(section: etree._Element | None) -> Page:
    size: dict[str, str] = {}
    margins: dict[str, str] = {}
    if section is not None:
        for child in section:
            if child.tag == f"{{{W_NS}}}pgSz":
                size = {str(k).rpartition("}")[2]: str(v) for k, v in child.attrib.items()}
            elif child.tag == f"{{{W_NS}}}pgMar":
                margins = {str(k).rpartition("}")[2]: str(v) for k, v in child.attrib.items()}
    return Page(
        width=int(size.get("w", "11906")),
        height=int(size.get("h", "16838")),
        **{
            side: abs(int(margins.get(side, "1134"))) for side in ("top", "right", "bottom", "left", "header", "footer")
        },
    )


def _headers(section: etree._Element | None) -> str:
    if section is None:
        return ""
    found = []
    for child in section:
        kind = str(child.tag).rpartition("}")[2]
        if kind in ("headerReference", "footerReference"):
            found.append(
                f'<w:{kind} w:type="{child.get(f"{{{W_NS}}}type", "default")}" r:id="{child.get(f"{{{R_NS}}}id")}"/>'
            )
    return "".join(found)


def _fonts(styles: etree._Element) -> dict[str, RunFonts]:
    """The fonts of the character styles `Language-TAG`; a language with no such style has the shipped fonts."""
    found = {tag: fonts.default(tag) for tag in lang.columns()}
    for style in styles.iter(f"{{{W_NS}}}style"):
        tag = str(style.get(f"{{{W_NS}}}styleId", "")).removeprefix("Language-")
        run_fonts = style.find(f"{{{W_NS}}}rPr/{{{W_NS}}}rFonts")
        if tag in found and run_fonts is not None:
            found[tag] = RunFonts(
                str(run_fonts.get(f"{{{W_NS}}}ascii", found[tag].latin)),
                str(run_fonts.get(f"{{{W_NS}}}eastAsia", found[tag].east_asian)),
            )
    return found
