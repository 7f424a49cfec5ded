"""Word documents in place: the text of runs changes, and with it the language and East Asian font of its script.

The runs of a paragraph are converted as one text, because Word cuts words into runs (头|发). Formulas, code, field
instructions and the targets of links are not touched. Deleted text is converted in the reading that it belonged to,
so that a tracked change can be taken or refused and the script is right either way. Parts without Chinese, and all
else in the zip, are copied as they are.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bilingual import lang
from bilingual.errors import SourceError
from bilingual.ooxml import fonts
from bilingual.ooxml.names import MC, M, W
from bilingual.ooxml.package import open_package
from bilingual.scripts.convert import Converter
from bilingual.scripts.files.spans import convert_spans

if TYPE_CHECKING:
    from lxml import etree

_PARTS: Final = re.compile(
    r"word/(?:document|styles|settings|numbering|header\d*|footer\d*|footnotes|endnotes|comments|glossary/document)"
    r"\d*\.xml"
)
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_CODE_STYLE: Final = re.compile(r"code|verbatim|listing|preformatted|代码|程式碼|源代码", re.IGNORECASE)
_CODE_FONT: Final = re.compile(r"consolas|courier|menlo|monaco|\bmono\b|source code pro", re.IGNORECASE)
_GAP: Final = "\ufffc"  # stands for an object in a paragraph, such as a formula: no word crosses it
# Fonts that only have the forms of one script, as Word and its users name them, and their like in the other.
_FONTS: Final = (
    (("SimSun", "宋体", "NSimSun", "新宋体"), "PMingLiU"),
    (
        ("SimHei", "黑体", "Microsoft YaHei", "微软雅黑", "DengXian", "等线", "等线 Light"),
        "Microsoft JhengHei",
    ),
    (("KaiTi", "楷体", "KaiTi_GB2312", "楷体_GB2312", "STKaiti", "华文楷体"), "DFKai-SB"),
    (("FangSong", "仿宋", "FangSong_GB2312", "仿宋_GB2312"), "PMingLiU"),
)
_BACK: Final = (
    (("PMingLiU", "新細明體", "MingLiU", "細明體", "MingLiU_HKSCS"), "SimSun"),
    (("Microsoft JhengHei", "微軟正黑體"), "Microsoft YaHei"),
    (("DFKai-SB", "標楷體", "BiauKai"), "KaiTi"),
)


def convert_docx(data: bytes, name: str, converter: Converter) -> bytes:
    """A Word document in the target script. Raises SourceError when `data` is none, or is not safe to open."""
    package = open_package(data, name)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for info in source.infolist():
            content = b"" if info.is_dir() else package.read(info.filename)
            if converter.changes and _PARTS.fullmatch(info.filename):
                content = _part(content, f'{name}, part "{info.filename}"', converter)
            entry = zipfile.ZipInfo(info.filename, info.date_time)
            entry.compress_type, entry.external_attr = info.compress_type, info.external_attr
            entry.create_system = info.create_system
            target.writestr(entry, content)
    return out.getvalue()


def _part(content: bytes, place: str, converter: Converter) -> bytes:
    """One XML part, the same bytes when nothing in it changes."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise SourceError(f"{place}, is damaged ({error.msg}); open and save the document in Word.") from None
    changed = _relabel(root, converter)
    for paragraph in root.iter(f"{W}p"):
        changed |= _paragraph(paragraph, converter)
    if not changed:
        return content
    made: bytes = etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something of a paragraph that reads as text: an element to change, or a gap; `state` is "", "ins" or "del"."""

    text: str
    element: etree._Element | None = None
    state: str = ""


def _paragraph(paragraph: etree._Element, converter: Converter) -> bool:
    """Convert the runs of a paragraph: what stands after all changes, and what was deleted, as it stood before."""
    if _is_code(paragraph.find(f"{W}pPr/{W}pStyle")):
        return False
    pieces = list(_pieces(paragraph, ""))
    after = [piece for piece in pieces if piece.state != "del"]
    changed = _write(after, converter, {""} | {"ins"})
    if any(piece.state == "del" for piece in pieces):
        changed |= _write([piece for piece in pieces if piece.state != "ins"], converter, {"del"})
    return changed


def _write(pieces: list[_Piece], converter: Converter, states: set[str]) -> bool:
    """Convert `pieces` as one text and put the result into those of them that are in one of `states`."""
    made = convert_spans([piece.text for piece in pieces], converter)
    changed = False
    for piece, text in zip(pieces, made, strict=True):
        if piece.element is not None and piece.state in states and text != piece.text:
            piece.element.text = text
            if text.strip() != text:
                piece.element.set(_SPACE, "preserve")
            changed = True
    return changed


def _pieces(node: etree._Element, state: str) -> Iterator[_Piece]:
    """The pieces below `node` in reading order; paragraphs inside it (text boxes) are read on their own."""
    for child in node:
        tag = child.tag
        if tag in (f"{W}pPr", f"{W}rPr", f"{W}p", f"{W}instrText", f"{W}delInstrText") or not isinstance(tag, str):
            continue
        if tag in (f"{W}t", f"{W}delText"):
            inner = "del" if tag == f"{W}delText" else state
            yield _Piece(child.text or "", child, inner)
        elif tag in (
            f"{M}oMath",
            f"{M}oMathPara",
            f"{W}object",
            f"{W}drawing",
            f"{W}pict",
            f"{MC}AlternateContent",
        ):
            yield _Piece(_GAP, None, state)
        elif tag in (f"{W}br", f"{W}cr"):
            yield _Piece("\n", None, state)
        elif tag in (f"{W}tab", f"{W}sym", f"{W}footnoteReference", f"{W}endnoteReference"):
            yield _Piece("\t", None, state)
        elif tag == f"{W}r" and _is_code_run(child):
            yield _Piece(_GAP, None, state)
        else:
            inner = {f"{W}ins": "ins", f"{W}moveTo": "ins", f"{W}del": "del", f"{W}moveFrom": "del"}.get(tag, state)
            yield from _pieces(child, inner)


def _is_code(style: etree._Element | None) -> bool:
    return style is not None and bool(_CODE_STYLE.search(style.get(f"{W}val", "")))


def _is_code_run(run: etree._Element) -> bool:
    """Whether a run is code by its style or by a font of fixed width."""
    properties = run.find(f"{W}rPr")
    if properties is None:
        return False
    faces = properties.find(f"{W}rFonts")
    named = "" if faces is None else faces.get(f"{W}ascii", "")
    return _is_code(properties.find(f"{W}rStyle")) or bool(_CODE_FONT.search(named))


def _relabel(root: etree._Element, converter: Converter) -> bool:
    """Let the languages and East Asian fonts of a part follow the script."""
    changed = False
    for element in root.iter(f"{W}lang", f"{W}themeFontLang"):
        for name in ("val", "eastAsia"):
            changed |= _set(element, name, _language(element.get(f"{W}{name}", ""), converter))
    for element in root.iter(f"{W}rFonts"):
        changed |= _set(element, "eastAsia", _font(element.get(f"{W}eastAsia", ""), converter))
    return changed


def _set(element: etree._Element, name: str, wanted: str) -> bool:
    if not wanted or element.get(f"{W}{name}") == wanted:
        return False
    element.set(f"{W}{name}", wanted)
    return True


def _language(stated: str, converter: Converter) -> str:
    """The value of `w:lang` after conversion; "" for none."""
    from bilingual.scripts.files.html import follow

    return follow(stated, converter) if stated.lower().startswith("zh") else stated


def _font(stated: str, converter: Converter) -> str:
    """The East Asian font after conversion: the like of a known one, or the other region of a font of all regions."""
    target = lang.script(converter.target)
    for names, wanted in _FONTS if target == lang.HANT else _BACK:
        if stated in names:
            return wanted
    ours, theirs = ("TC", "SC") if target == lang.HANT else ("SC", "TC")
    if re.search(rf"(?:CJK|Han|PingFang|Songti|Heiti|Kaiti).*\b{theirs}\b", stated):
        return re.sub(rf"\b{theirs}\b", ours, stated)
    if stated == fonts.default(converter.source).east_asian and stated:
        return fonts.default(converter.target).east_asian
    return stated
