"""Charsets: the encodings in which Chinese and English files are found, by family, and bytes read as one of them.

All GB labels mean GB 18030 and all Big5 labels the superset that fits, as the WHATWG Encoding Standard has it
(encoding.spec.whatwg.org): files labelled GB2312 hold letters that only GBK has, and Big5 ones those of code page 950.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from bilingual.errors import SourceError, UsageError

_GB: Final = frozenset(
    "gb18030 gbk gb2312 gb23121980 gb231280 csgb2312 csgb18030 csiso58gb231280 eucgb2312cn euccn cp936 ms936 936 "
    "xgbk windows936 chinese isoir58 gb180302000 gb180302022".split()
)
_BIG5: Final = frozenset(
    "big5 big5tw csbig5 xxbig5 big5hkscs big5hkscs2004 hkscs cnbig5 cp950 ms950 950 windows950 big5eten".split()
)
_OTHERS: Final = {
    **dict.fromkeys(("utf8", "utf8sig", "u8", "ascii", "usascii"), "utf-8"),
    **dict.fromkeys(("cp1252", "windows1252", "latin1", "iso88591"), "cp1252"),
    "utf16": "utf-16",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "unicode": "utf-16",
}
_NO_CODEC: Final = frozenset("euctw xeuctw cns11643 cns116431992 iso2022cn iso2022cnext big5uao cccii".split())
_NOT_FOR_FILES: Final = frozenset("idna punycode undefined unicodeescape rawunicodeescape mbcs oem palmos utf7".split())
_GB_TOKEN: Final = re.compile(
    rb"[\x00-\x7f]+|[\x81-\xfe](?:[\x40-\x7e\x80-\xfe]|[\x30-\x39][\x81-\xfe][\x30-\x39])|(\x80)|[\x80-\xff]"
)
# Private-use characters in which the GB 18030 edition of 2000 placed 24 characters that Unicode has had since 4.1,
# with their places there (GB 18030-2022).
_GB_MOVED: Final = {
    **dict(zip(range(0xE78D, 0xE797), (0xFE10, 0xFE12, 0xFE11, *range(0xFE13, 0xFE1A)), strict=True)),
    0xE81E: 0x9FB4,
    0xE826: 0x9FB5,
    0xE82B: 0x9FB6,
    0xE82C: 0x9FB7,
    0xE832: 0x9FB8,
    0xE843: 0x9FB9,
    0xE854: 0x9FBA,
    0xE864: 0x9FBB,
    0xE816: 0x20087,
    0xE817: 0x20089,
    0xE818: 0x200CC,
    0xE831: 0x215D7,
    0xE83B: 0x2298F,
    0xE855: 0x241FE,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """Bytes read as one encoding. `damage` is how many places did not fit and became U+FFFD."""

    family: str
    codec: str
    text: str
    damage: int


def family(label: str) -> str:
    """The family a charset label belongs to: gb18030, big5, utf-8, utf-16, utf-16-le, utf-16-be, cp1252, or ""."""
    plain = _plain(label)
    if plain in _GB:
        return "gb18030"
    return "big5" if plain in _BIG5 else _OTHERS.get(plain, "")


def read_as(data: bytes, family: str) -> Reading:
    """`data` as the encoding of `family`, or of the member that fits it best."""
    if family == "gb18030":
        reading = _decoded(_with_euro(data), family, "gb18030")
        return Reading(family, "gb18030", reading.text.translate(_GB_MOVED), reading.damage)
    if family == "big5":
        # Code page 950 is what Windows writes; HKSCS adds letters and reads a few marks otherwise.
        reading = min((_decoded(data, family, codec) for codec in ("cp950", "big5hkscs")), key=lambda r: r.damage)
        plain = _decoded(data, family, "big5") if reading.codec == "cp950" else reading
        return plain if plain.text == reading.text else reading
    return _decoded(data, family, family)


def read_stated(data: bytes, name: str, label: str) -> Reading:
    """`data` as the encoding that a person named; UsageError when there is none of that name."""
    if _plain(label) in _NO_CODEC:
        raise SourceError(
            f"{name} cannot be read as {label}, for which there is no table here; "
            f"convert it first, as with `iconv -f {label.upper()} -t UTF-8`."
        )
    known = family(label)
    if known:
        return read_as(data, known)
    try:
        if _plain(label) in _NOT_FOR_FILES:
            raise LookupError(label)
        return _decoded(data, "other", codecs.lookup(label).name)
    except LookupError as error:
        message = f'The encoding "{label}" is not known; use utf-8, utf-16, gb18030, big5 or another that Python has.'
        raise UsageError(message) from error


def _plain(label: str) -> str:
    return re.sub(r"[^a-z0-9]", "", label.lower())


def _decoded(data: bytes, family: str, codec: str) -> Reading:
    try:
        return Reading(family, codec, data.decode(codec), 0)
    except UnicodeDecodeError:
        text = data.decode(codec, errors="replace")
    written = data.count("\ufffd".encode(codec)) if family not in ("big5", "cp1252", "other") else 0
    return Reading(family, codec, text, max(1, text.count("\ufffd") - written))


def _with_euro(data: bytes) -> bytes:
    """`data` with the euro sign of code page 936, the byte 80, as the two bytes that GB 18030 has for it."""
    if b"\x80" not in data:
        return data
    return _GB_TOKEN.sub(lambda match: b"\xa2\xe3" if match[1] else match[0], data)
