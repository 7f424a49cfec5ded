"""Conversion of files in place: only Chinese words change, and everything around them stays to the byte.

Nothing here touches the disk: bytes or texts go in and come out, and a caller may run many of them side by side.
"""

from __future__ import annotations

from typing import Final

from bilingual.errors import SourceError
from bilingual.findings import Finding, Severity
from bilingual.scripts.convert import Converter
from bilingual.scripts.files.docx import convert_docx
from bilingual.scripts.files.html import convert_html
from bilingual.scripts.files.markdown import convert_markdown
from bilingual.scripts.files.spans import convert_spans
from bilingual.scripts.files.stream import convert_stream
from bilingual.scripts.files.subtitles import convert_subtitles

SUFFIXES: Final = (".txt", ".md", ".markdown", ".mdx", ".html", ".htm", ".xhtml", ".srt", ".vtt", ".docx")
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))

__all__ = [
    "SUFFIXES",
    "convert_docx",
    "convert_file_bytes",
    "convert_html",
    "convert_markdown",
    "convert_spans",
    "convert_stream",
    "convert_subtitles",
    "convert_text",
    "restated",
]


def convert_text(text: str, suffix: str, converter: Converter) -> str:
    """The text of a file with this suffix in the target script; a suffix that is not known counts as plain text."""
    match suffix.lower():
        case ".md" | ".markdown" | ".mdx":
            return convert_markdown(text, converter)
        case ".html" | ".htm" | ".xhtml":
            return convert_html(text, converter)
        case ".srt" | ".vtt":
            return convert_subtitles(text, converter)
        case _:
            return converter.text(text)


def convert_file_bytes(
    data: bytes, suffix: str, converter: Converter, encoding: str = "utf-8", name: str = "the file"
) -> tuple[bytes, tuple[Finding, ...]]:
    """The content of a file in the target script, and what was not good.

    A text keeps its `encoding` (a Python codec), its mark and its line ends; where the encoding lacks a character of
    the result, it is UTF-8 with a finding `convert.encoding`. Raises SourceError when the bytes are no such file.
    """
    if suffix.lower() == ".docx":
        return convert_docx(data, name, converter), ()
    mark, codec = next(((m, c) for m, c in _MARKS if data.startswith(m)), (b"", encoding))
    try:
        text = data[len(mark) :].decode(codec)
    except (UnicodeDecodeError, LookupError):
        raise SourceError(f"{name} is not text in {codec}; state its encoding.") from None
    made = convert_text(text, suffix, converter)
    try:
        return mark + made.encode(codec), ()
    except UnicodeEncodeError as error:
        lost = made[error.start]
        message = f'{codec} has no "{lost}" (U+{ord(lost):04X}), so the result is written in UTF-8.'
        finding = Finding("convert.encoding", Severity.WARNING, message, name)
        return restated(made, suffix, codec).encode("utf-8"), (finding,)


def restated(text: str, suffix: str, codec: str) -> str:
    """The start of a file of this suffix, which was in `codec`, for UTF-8: an HTML page names the new encoding."""
    if suffix.lower() not in (".html", ".htm", ".xhtml"):
        return text
    from bilingual.scripts.files.html import restate_encoding

    return restate_encoding(text, codec)
