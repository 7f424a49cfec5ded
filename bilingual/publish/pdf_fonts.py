"""Fonts of a merged PDF: each stands once, and without the empty places of the glyphs it does not use.

WeasyPrint keeps glyph numbers when it makes a subset, which leaves 65,000 empty glyphs and tables that a PDF does not
need: about 120 kB a font, even for ten characters. A CID-keyed CFF font names its glyphs by number itself, so that the
bare table with only the glyphs in use shows the same text.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bilingual.publish.cff import CffError, keep_glyphs

_CODES: Final = re.compile(rb"^<([0-9A-Fa-f]{4})>\s*<[0-9A-Fa-f]*>", re.MULTILINE)


def share_fonts(pages: Sequence[Any]) -> None:
    """Make equal fonts of all `pages`, those of a `pikepdf.Pdf`, one, and compact those that are CFF."""
    known: dict[bytes, Any] = {}
    done: set[tuple[int, int]] = set()
    for fonts in _font_dictionaries(pages):
        if fonts.objgen in done:
            continue
        done.add(fonts.objgen)
        for name in list(fonts.keys()):
            font = fonts[name]
            if font.get("/Subtype") != "/Type0":
                continue
            same = _fingerprint(font)
            if same not in known:
                _compact(font)
                known[same] = font
            fonts[name] = known[same]


def _font_dictionaries(pages: Sequence[Any]) -> Iterator[Any]:
    """The font resources of pages and of their running heads."""
    for page in pages:
        resources = page.obj.Resources
        if "/Font" in resources:
            yield resources.Font
        for name, form in resources.get("/XObject", {}).items():
            if name.startswith("/Head") and "/Font" in form.get("/Resources", {}):
                yield form.Resources.Font


def _fingerprint(font: Any) -> bytes:
    """Equal for fonts that show the same glyphs for the same codes."""
    descriptor = font.DescendantFonts[0].FontDescriptor
    total = hashlib.sha256(str(font.BaseFont).encode())
    for key in ("/FontFile3", "/FontFile2"):
        if key in descriptor:
            total.update(descriptor[key].read_raw_bytes())
    total.update(font.ToUnicode.read_raw_bytes())
    return total.digest()


def _compact(font: Any) -> None:
    import pikepdf

    descendant = font.DescendantFonts[0]
    descriptor = descendant.FontDescriptor
    stream = descriptor.get("/FontFile3")
    if stream is None or stream.get("/Subtype") != "/OpenType":
        return
    codes = [int(code, 16) for code in _CODES.findall(font.ToUnicode.read_bytes())]
    table = _table(stream.read_bytes(), b"CFF ")
    try:
        bare = keep_glyphs(table, codes)
    except CffError:
        return  # shown as it is, only larger
    stream.write(bare)
    stream["/Subtype"] = pikepdf.Name.CIDFontType0C
    if "/CIDToGIDMap" in descendant:
        del descendant["/CIDToGIDMap"]


def _table(font: bytes, tag: bytes) -> bytes:
    """A table of an OpenType font, or nothing."""
    (count,) = struct.unpack_from(">H", font, 4)
    for n in range(count):
        name, _, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * n)
        if name == tag:
            return font[offset : offset + length]
    return b""
