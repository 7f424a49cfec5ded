"""Bytes → text: which encoding a source is in, decided by what its characters would be.

Chinese bytes are valid in several encodings at once (any Big5 file "decodes" as GB 18030), so validity decides nothing
but UTF-8. Each candidate is decoded, and the text whose characters are the least surprising is taken. A declared
charset is only a hint.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from bilingual.errors import SourceError
from bilingual.findings import Finding, Severity
from bilingual.readers.charsets import Reading, family, read_as, read_stated
from bilingual.readers.surprise import is_readable, surprise, unusual

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with that of UTF-16 LE
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What a file that is not text begins with, and what to say of it.
_BINARY: Final = (
    (b"%PDF-", "a PDF file; give the text or the DOCX that it was made from"),
    (b"PK\x03\x04", "an archive or an office file that is no DOCX; give the files in it"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted office file; save it as DOCX without a password"),
    (b"{\\rtf", "an RTF file; save it as DOCX, or as text in UTF-8"),
    (b"\x89PNG\r\n", "a picture; give its text"),
    (b"\xff\xd8\xff", "a picture; give its text"),
    (b"GIF8", "a picture; give its text"),
    (b"\x1f\x8b\x08", "a compressed file; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "an archive; unpack it first"),
    (b"Rar!\x1a", "an archive; unpack it first"),
    (b"\x7fELF", "a program; give a text"),
    (b"SQLite format 3\x00", "a database; export it as CSV first"),
)
_DECLARATION: Final = re.compile(
    rb"""<\?xml[^>]{0,200}?\bencoding\s{0,9}=\s{0,9}["']\s{0,9}([\w.:-]{2,40})"""
    rb"""|<meta\b[^>]{0,300}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{2,40})""",
    re.IGNORECASE,
)
_DECLARED_WITHIN: Final = 4096  # bytes; browsers look at the first 1,024
_STRAY: Final = re.compile("[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE: Final = 1 << 20  # bytes
_BRIEF: Final = 4096  # bytes; a longer text in UTF-16 has spaces or line ends
_ONE_LETTER: Final = 8.5  # nats; more than a rare letter costs beyond a frequent one
_SHORT: Final = 12  # characters of evidence below which a person should look
_MARGIN: Final = 10.0  # nats between two readings below which a person should look; odds of 22,000 to 1
_HINT: Final = 8.0  # nats that a declaration is worth: a letter and a half
_MOST_DAMAGE: Final = 0.02  # share of characters


@dataclass(frozen=True, slots=True)
class Decoded:
    """A source as text, with line ends as `\\n`; `encoding` is the Python name of the codec that was used."""

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()


def decode(data: bytes, name: str, encoding: str | None = None, declared: str | None = None) -> Decoded:
    """The text of `data`, the content of the file called `name`.

    `encoding` is what a person states, and is obeyed. `declared` is what the file says of itself; None looks for it in
    the first bytes of HTML and XML. Raises SourceError when the bytes are no text in an encoding that is known here,
    or do not fit `encoding`; UsageError when `encoding` is not the name of one.
    """
    for magic, what in _BINARY:
        if data.startswith(magic):
            raise SourceError(f"{name} is {what}.")
    for mark, codec in _BOMS:
        if data.startswith(mark) and (encoding is None or family(encoding) in ("", codec, "utf-16")):
            return _finished(read_as(data[len(mark) :], codec), name)
    if encoding:
        return _finished(_stated(data, name, encoding), name)
    if data.isascii() and b"\0" not in data:
        return _finished(read_as(data, "utf-8"), name)
    hint = declared if declared is not None else declared_charset(data)
    reading = _utf8(data)
    return _finished(reading, name, _overruled(hint, reading, name)) if reading else _likeliest(data, name, hint)


def declared_charset(data: bytes) -> str | None:
    """The charset that an XML declaration or an HTML `meta` element at the start of `data` states, or None."""
    match = _DECLARATION.search(data[:_DECLARED_WITHIN].replace(b"\0", b""))
    return (match[1] or match[2]).decode("ascii", "replace") if match else None


def _stated(data: bytes, name: str, encoding: str) -> Reading:
    if family(encoding) == "utf-16":  # with no byte order mark, the order is found
        return min((read_as(data, one) for one in ("utf-16-le", "utf-16-be")), key=lambda r: surprise(r.text))
    return read_stated(data, name, encoding)


def _utf8(data: bytes) -> Reading | None:
    """`data` as UTF-8 when it surely is that.

    Some words of GBK are valid UTF-8 of two bytes a letter (学习 reads as Cyrillic and Greek), and some of
    UTF-16 with no spaces in them are valid UTF-8 with controls.
    """
    if data.count(b"\0") * 10 > len(data):
        return None
    reading = read_as(data, "utf-8")
    if reading.damage:
        return None
    if len(data) < _BRIEF and _STRAY.search(reading.text):
        return None
    if any(char > "\u07ff" for char in reading.text):
        return reading
    other = read_as(data, "gb18030")
    doubtful = surprise(reading.text) - surprise(other.text) > _ONE_LETTER and is_readable(unusual(other.text))
    return None if doubtful and not other.damage else reading


def _likeliest(data: bytes, name: str, hint: str | None) -> Decoded:
    """The least surprising reading, with a finding when another is nearly as good or there is little to go by."""
    hinted = family(hint) if hint else ""

    def cost(reading: Reading) -> float:
        return surprise(reading.text) - (_HINT if reading.family == hinted else 0.0)

    sample = _sample(data)
    readings = [read_as(sample, one) for one in ("utf-8", "gb18030", "big5", "cp1252")]
    readings += [read_as(data[:_SAMPLE], one) for one in ("utf-16-le", "utf-16-be") if _may_be_utf16(data)]
    ranked = sorted(readings, key=cost)
    best = ranked[0]
    telling = best.text if best.family.startswith("utf") else unusual(best.text)
    told = len(telling)
    if _is_damaged(best) or (told >= _SHORT and not is_readable(telling)):
        raise SourceError(
            f"{name} is in no encoding that can be recognised: read as UTF-8, UTF-16, GB18030 or Big5 it is not "
            "writing; save it as UTF-8, or state its encoding with --encoding."
        )
    findings = _overruled(hint, best, name)
    if best.family == "cp1252" or (told < _SHORT and best.family != hinted) or cost(ranked[1]) - cost(best) < _MARGIN:
        findings = (*findings, _uncertain(ranked, cost(best), name))
    return _finished(best if len(sample) == len(data) else read_as(data, best.family), name, findings)


def _sample(data: bytes) -> bytes:
    """`data`, or of a long one the lines that are not ASCII, which are the ones that tell."""
    if len(data) <= _SAMPLE:
        return data
    lines: list[bytes] = []
    size = 0
    for line in data.splitlines():
        if not line.isascii():
            lines.append(line)
            size += len(line)
        if size > _SAMPLE:
            break
    return b"\n".join(lines)[:_SAMPLE]


def _may_be_utf16(data: bytes) -> bool:
    """Spaces and line ends give UTF-16 its NUL bytes; only a short text may have none."""
    return len(data) < _BRIEF or data.count(b"\0") * 200 > len(data)


def _overruled(hint: str | None, reading: Reading, name: str) -> tuple[Finding, ...]:
    """The finding that a file says something else of itself than its bytes do."""
    if not hint or family(hint) in (reading.family, "utf-16") or reading.text.isascii():
        return ()
    message = f'The file says that it is "{hint}", but its bytes are {reading.codec}; the bytes were believed.'
    return (Finding("read.encoding-declared", Severity.INFO, message, name, 1),)


def _uncertain(ranked: list[Reading], best: float, name: str) -> Finding:
    chosen = ranked[0].codec
    near = [r.codec for r in ranked[1:] if surprise(r.text) - best < 3 * _MARGIN and not r.damage]
    others = list(dict.fromkeys([*near, *(one for one in ("gb18030", "big5") if one != chosen)]))
    message = (
        f"The encoding is not certain: it was read as {chosen}, and may be {' or '.join(others)}; "
        f"state it with --encoding, or as `encoding` of the source."
    )
    line = 1 + ranked[0].text.count("\n", 0, next((i for i, c in enumerate(ranked[0].text) if c > "\x7f"), 0))
    return Finding("read.encoding-uncertain", Severity.WARNING, message, name, line)


def _finished(reading: Reading, name: str, findings: tuple[Finding, ...] = ()) -> Decoded:
    """Line ends made one; damage reported, or refused when it is too much to be damage."""
    text = reading.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    codec = "utf-8" if reading.codec == "ascii" else reading.codec
    if not reading.damage:
        return Decoded(text, codec, findings)
    line = 1 + text.count("\n", 0, max(0, text.find("\ufffd")))
    if _is_damaged(reading):
        raise SourceError(
            f"{name} is not readable as {codec}: {reading.damage} places do not fit, the first on line {line}; "
            "state another encoding with --encoding, or save it as UTF-8."
        )
    places = "One place is" if reading.damage == 1 else f"{reading.damage} places are"
    message = f"{places} not valid {codec} and became U+FFFD; the first is on this line."
    return Decoded(text, codec, (*findings, Finding("read.bytes-replaced", Severity.WARNING, message, name, line)))


def _is_damaged(reading: Reading) -> bool:
    """Whether too much does not fit for the text to be only damaged."""
    return reading.damage > max(1, _MOST_DAMAGE * len(reading.text))
