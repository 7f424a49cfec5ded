"""Convert: a text file from one script to the other, its encoding, mark and line ends kept."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bilingual import lang
from bilingual.errors import LanguageError
from bilingual.findings import Finding, Severity
from bilingual.model import source_text
from bilingual.pipeline.scripting import make_house, make_profile
from bilingual.protect import scan

if TYPE_CHECKING:
    from bilingual.scripts.convert import Converter

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is wanted: `target` and `source` are canonical tags, `source` empty to find it in each text."""

    target: str
    source: str = ""
    profile: str = "standard"
    dictionary: str = ""
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted file: its bytes, the encoding they are in, and what was not good."""

    data: bytes
    encoding: str
    findings: tuple[Finding, ...] = ()


def convert_bytes(data: bytes, name: str, wanted: Conversion) -> Converted:
    """The text in `data` in the wanted script. Formulas, code and addresses stay as they are, to the character.

    Raises SourceError when the bytes are no text, LanguageError when there is no such conversion.
    """
    from bilingual.readers.encoding import decode

    if not data:
        return Converted(b"", "utf-8")
    decoded = decode(data, name, wanted.encoding or None)
    mark = next((mark for mark, codec in _MARKS if data.startswith(mark) and codec == decoded.encoding), b"")
    text = data[len(mark) :].decode(decoded.encoding, "surrogateescape" if decoded.encoding == "utf-8" else "strict")
    made = convert_text(text, wanted)
    try:
        return Converted(mark + _encoded(made, decoded.encoding), decoded.encoding, decoded.findings)
    except UnicodeEncodeError as error:
        lost = made[error.start]
        message = f'{decoded.encoding} has no "{lost}" (U+{ord(lost):04X}), so the result is written in UTF-8.'
        finding = Finding("convert.encoding", Severity.WARNING, message, name)
        return Converted(_encoded(made, "utf-8"), "utf-8", (*decoded.findings, finding))


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")


def convert_text(text: str, wanted: Conversion) -> str:
    """`text` in the wanted script. Raises LanguageError when it is not Chinese."""
    from bilingual.scripts.detect import detect

    source = wanted.source or detect(text)
    if not lang.is_chinese(source) or not lang.is_chinese(wanted.target):
        if not wanted.source and lang.is_chinese(wanted.target):
            return text  # a text without Chinese has nothing to convert
        raise LanguageError(
            f"There is no script conversion from {source} to {wanted.target}; both must be Chinese. "
            'For English use "bilingual translate".'
        )
    if source == "zh":
        source = "zh-Hans" if lang.script(wanted.target) == lang.HANT else "zh-Hant"
    made = _converter(source, wanted.target, wanted.profile, wanted.dictionary)
    return "".join(map(source_text, made.runs(scan(text))))


@cache
def _converter(source: str, target: str, profile: str, dictionary: str) -> Converter:
    from bilingual.scripts.convert import converter

    folder = Path()
    return converter(source, target, make_profile(folder, profile), make_house(folder, dictionary))
