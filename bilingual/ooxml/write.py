"""Writing WordprocessingML: text, runs and packages as strings, in the order of elements that the schema asks for.

Strings, not trees: a digest of 6,400 papers has some 50,000 rows, and a string goes into the zip as it is made.
Word refuses what LibreOffice forgives, so the order of CT_RPr and CT_PPr (ECMA-376 Part 1, annex A) is kept here once.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, urlsplit

from bilingual import lang
from bilingual.ooxml.fonts import RunFonts

W_NS: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
M_NS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
R_NS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONSHIPS_NS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
XML_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
ROOT_NAMESPACES: Final = f'xmlns:w="{W_NS}" xmlns:m="{M_NS}" xmlns:r="{R_NS}"'

# The earliest date a zip can hold; Word itself writes it too.
_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)

# What XML 1.0 cannot hold (section 2.2, Char), with lone surrogates.
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PIECES: Final = re.compile(r"\r\n|[\n\r\u2028\u2029\t]")
_HAN: Final = re.compile("[\u2e80-\u303f\u3041-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]")

# Characters that Word sets in the East Asian font under w:hint="eastAsia" (17.3.2.26) and that should stay Latin:
# Greek, Cyrillic, ± × ÷ ° and superscripts, and the apostrophe inside an English word.
_STAYS_LATIN: Final = re.compile(
    "[\u00a8-\u00b6\u00b8-\u00f7\u0370-\u04ff\u2150-\u21ff\u2200-\u22ff]+|(?<=[A-Za-z])’(?=[A-Za-z])"
)

# In the order of CT_RPr; `w:noProof` stands between strike and underline. A run is raised or lowered, never both.
_MARKS: Final = (
    ("strong", "<w:b/><w:bCs/>"),
    ("emphasis", "<w:i/><w:iCs/>"),
    ("strike", "<w:strike/>"),
    ("underline", '<w:u w:val="single"/>'),
    ("sub", '<w:vertAlign w:val="subscript"/>'),
    ("sup", '<w:vertAlign w:val="superscript"/>'),
)


def escape(text: str) -> str:
    """Text for XML content or an attribute in double quotes; what XML cannot hold becomes U+FFFD and is seen."""
    safe = _ILLEGAL.sub("\ufffd", text)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def language(tag: str, east_asian: str) -> str:
    """`w:lang` of a run in language `tag`.

    Latin words in Chinese text are English; Chinese characters in English text are of the language `east_asian`.
    """
    if lang.is_chinese(tag):
        return f'<w:lang w:val="en-US" w:eastAsia="{lang.ooxml(tag)}"/>'
    return f'<w:lang w:val="{lang.ooxml(tag)}" w:eastAsia="{lang.ooxml(east_asian)}"/>'


class RunWriter:
    """Writes runs of one language with its fonts. `east_asian` is the tag for Chinese characters in Latin text."""

    def __init__(self, tag: str, fonts: RunFonts, east_asian: str, code_font: str) -> None:
        self.chinese = lang.is_chinese(tag)
        self._lang = language(tag, east_asian)
        asian = escape(fonts.east_asian)
        latin = escape(fonts.latin)
        code = escape(code_font)
        self._fonts = f'w:ascii="{latin}" w:eastAsia="{asian}" w:hAnsi="{latin}"'
        self._code_fonts = f'w:ascii="{code}" w:eastAsia="{asian}" w:hAnsi="{code}"'
        self._cache: dict[tuple[str, tuple[str, ...], bool, bool], str] = {}

    def properties(
        self, style: str = "", marks: tuple[str, ...] = (), *, hint: bool = False, code: bool = False
    ) -> str:
        """The `w:rPr` of a run, with its elements in the order of the schema."""
        key = (style, marks, hint, code)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._properties(*key)
        return found

    def _properties(self, style: str, marks: tuple[str, ...], hint: bool, code: bool) -> str:
        hinted = ' w:hint="eastAsia"' if hint else ""
        parts = ["<w:rPr>"]
        if style:
            parts.append(f'<w:rStyle w:val="{style}"/>')
        parts.append(f"<w:rFonts{hinted} {self._code_fonts if code else self._fonts}/>")
        shown = set(marks) - ({"sup"} if "sub" in marks else set())
        parts += [element for mark, element in _MARKS[:3] if mark in shown]
        if code:
            parts.append("<w:noProof/>")
        parts += [element for mark, element in _MARKS[3:] if mark in shown]
        parts.append(f"{self._lang}</w:rPr>")
        return "".join(parts)

    def text(self, text: str, style: str = "", marks: tuple[str, ...] = ()) -> str:
        """Runs that show `text`; line breaks become `w:br`, tabs `w:tab`.

        In Chinese text quotation marks, dashes and ellipses are hinted to the East Asian font, where they have the
        width and place that CLREQ asks for; Greek letters and signs in it are not.
        """
        if not text:
            return ""
        if not (self.chinese and _HAN.search(text)):
            return self._run(self.properties(style, marks), text)
        hinted = self.properties(style, marks, hint=True)
        runs, at = [], 0
        for found in _STAYS_LATIN.finditer(text):
            if found.start() > at:
                runs.append(self._run(hinted, text[at : found.start()]))
            runs.append(self._run(self.properties(style, marks), found.group()))
            at = found.end()
        if at < len(text):
            runs.append(self._run(hinted, text[at:]))
        return "".join(runs)

    def code(self, code: str) -> str:
        """A run of program text in the style Code."""
        return self._run(self.properties("Code", code=True, hint=bool(self.chinese and _HAN.search(code))), code)

    def line_break(self) -> str:
        """A run that is a forced line break."""
        return f"<w:r>{self.properties()}<w:br/></w:r>"

    @staticmethod
    def _run(properties: str, text: str) -> str:
        if not _PIECES.search(text):
            return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
        content, at = [], 0
        for found in _PIECES.finditer(text):
            if found.start() > at:
                content.append(f'<w:t xml:space="preserve">{escape(text[at : found.start()])}</w:t>')
            content.append("<w:tab/>" if found.group() == "\t" else "<w:br/>")
            at = found.end()
        if at < len(text):
            content.append(f'<w:t xml:space="preserve">{escape(text[at:])}</w:t>')
        return f"<w:r>{properties}{''.join(content)}</w:r>"


def field(instruction: str, shown: str, properties: str) -> str:
    """A complex field (17.16.18) with its last result, as runs. `shown` is text."""
    return (
        f'<w:r>{properties}<w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r>{properties}<w:instrText xml:space="preserve"> {escape(instruction)} </w:instrText></w:r>'
        f'<w:r>{properties}<w:fldChar w:fldCharType="separate"/></w:r>'
        f"<w:r>{properties}<w:t>{escape(shown)}</w:t></w:r>"
        f'<w:r>{properties}<w:fldChar w:fldCharType="end"/></w:r>'
    )


def link_target(href: str) -> str:
    """`href` as the target of an external relationship, or "" when it may not be one.

    Only http, https and mailto; Word calls the whole file corrupt for one target that is not a URI, so characters
    that RFC 3986 does not allow are percent-encoded and addresses that cannot be parsed are refused.
    """
    try:
        parts = urlsplit(href.strip())
        host = parts.hostname
        _ = parts.port
    except ValueError:
        return ""
    if parts.scheme.lower() not in ("http", "https", "mailto"):
        return ""
    if parts.scheme.lower() != "mailto" and not host:
        return ""
    try:
        return quote(href.strip(), safe="%:/?#[]@!$&'()*+,;=-._~")
    except UnicodeEncodeError:
        return ""


class Relationships:
    """The relationships of one part. Ids are handed out in order of first use; equal targets share one."""

    def __init__(self, existing: Iterable[tuple[str, str, str, str]] = ()) -> None:
        self._items = list(existing)
        self._taken = {item[0] for item in self._items}
        self._ids: dict[tuple[str, str], str] = {}
        self._last = 0

    def add(self, kind: str, target: str, *, external: bool = False) -> str:
        """The id of the relationship of type `kind` (the last word of the transitional URI) to `target`."""
        known = self._ids.get((kind, target))
        if known is not None:
            return known
        self._last += 1
        while f"rId{self._last}" in self._taken:
            self._last += 1
        name = f"rId{self._last}"
        self._items.append((name, f"{R_NS}/{kind}", target, "External" if external else ""))
        self._ids[kind, target] = name
        return name

    def xml(self) -> str:
        """The .rels part."""
        lines = [
            f'<Relationship Id="{escape(name)}" Type="{escape(kind)}" Target="{escape(target)}"'
            + (f' TargetMode="{mode}"/>' if mode else "/>")
            for name, kind, target, mode in self._items
        ]
        return f'{XML_DECLARATION}<Relationships xmlns="{RELATIONSHIPS_NS}">{"".join(lines)}</Relationships>'


def package(parts: Iterable[tuple[str, Iterable[str] | bytes]]) -> bytes:
    """A zip of named parts, in the order given (`[Content_Types].xml` first), the same bytes for the same parts.

    A part given as strings is written as UTF-8 while it is made, so that a large one is never whole in memory.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in parts:
            info = zipfile.ZipInfo(name, _ZIP_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            info.external_attr = 0
            with archive.open(info, "w", force_zip64=False) as target:
                if isinstance(content, bytes):
                    target.write(content)
                else:
                    for chunk in _batched(content):
                        target.write(chunk)
    return buffer.getvalue()


def _batched(strings: Iterable[str]) -> Iterable[bytes]:
    batch: list[str] = []
    size = 0
    for string in strings:
        batch.append(string)
        size += len(string)
        if size > 1 << 18:
            yield "".join(batch).encode("utf-8")
            batch, size = [], 0
    yield "".join(batch).encode("utf-8")
