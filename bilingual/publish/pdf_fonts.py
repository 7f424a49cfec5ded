"""Fonts of a PDF in stretches: each stands in it once, and without the empty places of the glyphs it does not use.

WeasyPrint keeps glyph numbers when it makes a subset, which leaves 65,000 empty glyphs and tables that a PDF does not
need: about 120 kB a font, even for ten characters. A CID-keyed CFF font names its glyphs by number itself, so that the
bare table with only the glyphs in use shows the same text; and since numbers mean the same in every stretch, the
subsets of all stretches become one when they are bound.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bilingual.publish.cff import CffError, keep_glyphs, merge_fonts

_CODE: Final = re.compile(rb"^<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>$(?!\nendcodespace)", re.MULTILINE)
# Characters that fonts draw with the glyph of another one: space, hyphen, and the radicals that look like a character.
_PLAIN: Final = {"\u00a0": " ", "\u00ad": "-", "\u2011": "-"} | {
    chr(radical): unicodedata.normalize("NFKC", chr(radical)) for radical in range(0x2E80, 0x2FE0)
}
_ROUNDING: Final = 1.0  # thousandths of an em: the same glyph measured at another size


def compact_fonts(pdf: Any, shown: frozenset[str]) -> None:
    """Leave only the glyphs in use in the CFF fonts of `pdf`, a `pydyf.PDF` about to be written.

    `shown` are the characters of its text. A glyph that several characters share, such as the space and the
    non-breaking space, is copied out as the plainest of those shown, whichever came first.
    """
    glyphs: dict[int, set[int]] = {}
    fonts = [thing for thing in pdf.objects if isinstance(thing, dict) and thing.get("Subtype") == "/Type0"]
    for font in fonts:
        to_unicode = pdf.objects[_number(font["ToUnicode"])]
        to_unicode.stream[:] = _plainest(to_unicode.stream, shown)
        used = (int(code, 16) for line in to_unicode.stream for code, _ in _CODE.findall(line))
        glyphs.setdefault(_file_number(pdf, font), set()).update(used)
    for number, kept in glyphs.items():
        stream = pdf.objects[number] if number else None
        if stream is None or stream.extra.get("Subtype") != "/OpenType":
            continue
        try:
            stream.stream[:] = [keep_glyphs(_table(stream.stream[0], b"CFF "), kept)]
        except CffError:
            continue  # shown as it is, only larger
        stream.extra["Subtype"] = "/CIDFontType0C"
        for font in fonts:
            if _file_number(pdf, font) == number:
                pdf.objects[_number(font["DescendantFonts"][0])].pop("CIDToGIDMap", None)


def _file_number(pdf: Any, font: Any) -> int:
    """The object number of a font's CFF file, 0 when it is of another kind."""
    descendant = pdf.objects[_number(font["DescendantFonts"][0])]
    descriptor = pdf.objects[_number(descendant["FontDescriptor"])]
    return _number(descriptor["FontFile3"]) if "FontFile3" in descriptor else 0


def _number(reference: bytes) -> int:
    """The object number of a reference such as b"12 0 R"."""
    return int(reference.split()[0])


def _plainest(lines: Sequence[bytes], shown: frozenset[str]) -> list[bytes]:
    """The lines of a ToUnicode map, with the plainest character of each glyph."""
    codes = [_CODE.fullmatch(line) for line in lines]
    known = {_text(match[2]) for match in codes if match}
    made = list(lines)
    for n, match in enumerate(codes):
        char = _text(match[2]) if match else ""
        plain = _PLAIN.get(char, char)
        if match and plain != char and plain in shown and plain not in known:
            made[n] = b"<%b> <%b>" % (match[1], plain.encode("utf-16-be").hex().encode())
    return made


def _text(units: bytes) -> str:
    return bytes.fromhex(units.decode()).decode("utf-16-be", "surrogatepass")


def share_fonts(pages: Sequence[Any]) -> None:
    """Make one of the fonts of all `pages`, those of a `pikepdf.Pdf`, that are subsets of the same."""
    groups: dict[bytes, list[_Group]] = {}
    known: dict[bytes, Any] = {}
    uses: list[tuple[Any, str, _Group]] = []
    done: set[tuple[int, int]] = set()
    for fonts in _font_dictionaries(pages):
        if fonts.objgen in done:
            continue
        done.add(fonts.objgen)
        for name in list(fonts.keys()):
            font = fonts[name]
            if _can_merge(font):
                uses.append((fonts, name, _place(groups.setdefault(bytes(font.BaseFont), []), font)))
            elif font.get("/Subtype") == "/Type0":
                fonts[name] = known.setdefault(_fingerprint(font), font)
    for group in {id(group): group for _, _, group in uses}.values():
        group.write()
    for fonts, name, group in uses:
        fonts[name] = group.fonts[0]


def _font_dictionaries(pages: Sequence[Any]) -> Iterator[Any]:
    """The font resources of pages and of their running heads."""
    for page in pages:
        resources = page.obj.Resources
        if "/Font" in resources:
            yield resources.Font
        for name, form in resources.get("/XObject", {}).items():
            if name.startswith("/Head") and "/Font" in form.get("/Resources", {}):
                yield form.Resources.Font


def _can_merge(font: Any) -> bool:
    """Whether a font is one that `compact_fonts` made small, with no character that the font lacks."""
    if font.get("/Subtype") != "/Type0" or font.Encoding != "/Identity-H":
        return False
    return bool(font.DescendantFonts[0].FontDescriptor.get("/FontFile3", {}).get("/Subtype") == "/CIDFontType0C")


def _fingerprint(font: Any) -> bytes:
    """Equal for fonts that show the same glyphs for the same codes."""
    descriptor = font.DescendantFonts[0].FontDescriptor
    total = hashlib.sha256(bytes(font.BaseFont))
    for key in ("/FontFile3", "/FontFile2"):
        if key in descriptor:
            total.update(descriptor[key].read_raw_bytes())
    total.update(font.ToUnicode.read_raw_bytes())
    return total.digest()


@dataclass(slots=True)
class _Group:
    """Fonts that become one: no code means another character, or is of another width, in one of them."""

    fonts: list[Any] = field(default_factory=list)
    texts: dict[int, bytes] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)

    def takes(self, texts: dict[int, bytes], widths: dict[int, float]) -> bool:
        """Whether a font with these texts and widths agrees with the group."""
        return all(self.texts.get(code, text) == text for code, text in texts.items()) and all(
            abs(self.widths.get(code, width) - width) <= _ROUNDING for code, width in widths.items()
        )

    def write(self) -> None:
        """Give the first font the glyphs of all."""
        import pikepdf

        if len(self.fonts) == 1:
            return
        first = self.fonts[0]
        descendant = first.DescendantFonts[0]
        files = [font.DescendantFonts[0].FontDescriptor.FontFile3.read_bytes() for font in self.fonts]
        descendant.FontDescriptor.FontFile3.write(merge_fonts(files))
        descendant.FontDescriptor.FontFile3["/Subtype"] = pikepdf.Name.CIDFontType0C
        descendant["/W"] = _width_array(self.widths)
        first.ToUnicode.write(_to_unicode(first.ToUnicode.read_bytes(), self.texts))


def _place(groups: list[_Group], font: Any) -> _Group:
    """The first group that takes a font, with the font in it."""
    texts = {int(code, 16): text for code, text in _CODE.findall(font.ToUnicode.read_bytes())}
    widths = _widths(font.DescendantFonts[0].W)
    group = next((group for group in groups if group.takes(texts, widths)), None)
    if group is None:
        group = _Group()
        groups.append(group)
    group.fonts.append(font)
    group.texts = texts | group.texts
    group.widths = widths | group.widths
    return group


def _widths(array: Any) -> dict[int, float]:
    """The widths of glyphs (ISO 32000-1, 9.7.4.3), as WeasyPrint writes them: a first code and a list."""
    parts = list(array)
    starts = zip(parts[::2], parts[1::2], strict=True)
    return {int(first) + n: float(width) for first, found in starts for n, width in enumerate(found)}


def _width_array(widths: dict[int, float]) -> Any:
    import pikepdf

    made = pikepdf.Array()
    runs: list[tuple[int, list[float]]] = []
    for code in sorted(widths):
        if not runs or code != runs[-1][0] + len(runs[-1][1]):
            runs.append((code, []))
        runs[-1][1].append(widths[code])
    for first, found in runs:
        made.append(first)
        made.append(pikepdf.Array(found))
    return made


def _to_unicode(old: bytes, texts: dict[int, bytes]) -> bytes:
    """The map `old` with the characters of `texts` in place of its own (9.10.3); a block has at most 100 lines."""
    head = old[: old.index(b"endcodespacerange")] + b"endcodespacerange"
    tail = old[old.rindex(b"endcmap") :]
    lines = [b"<%04x> <%b>" % (code, texts[code]) for code in sorted(texts)]
    blocks = (b"\n".join((b"%d beginbfchar" % len(block), *block, b"endbfchar")) for block in _blocks(lines))
    return b"\n".join((head, *blocks, tail))


def _blocks(lines: list[bytes]) -> Iterator[list[bytes]]:
    return (lines[start : start + 100] for start in range(0, len(lines), 100))


def _table(font: bytes, tag: bytes) -> bytes:
    """A table of an OpenType font, or nothing."""
    (count,) = struct.unpack_from(">H", font, 4)
    for n in range(count):
        name, _, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * n)
        if name == tag:
            return font[offset : offset + length]
    return b""
