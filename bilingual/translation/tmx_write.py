"""Write TMX 1.4b: UTF-8, one unit after another, the same bytes for the same units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from bilingual import __version__
from bilingual.translation.tmx import Content, Tmx, Unit, Variant

# XML 1.0 allows tab, line feed and carriage return only among the control characters, and no lone surrogates.
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_HEADER: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n'
    '<tmx version="1.4">\n'
    '<header creationtool="bilingual" creationtoolversion="{version}" segtype="sentence" o-tmf="bilingual" '
    'adminlang="en" srclang={srclang} datatype="plaintext"/>\n<body>\n'
)


def write_tmx(tmx: Tmx) -> bytes:
    """The file of `tmx`. A character that XML forbids, such as a vertical tab in a title, becomes a space."""
    header = _HEADER.format(version=__version__, srclang=_attribute(tmx.source_lang or "*all*"))
    return "".join([header, *map(_unit, tmx.units), "</body>\n</tmx>\n"]).encode("utf-8")


def _unit(unit: Unit) -> str:
    attributes = {
        "tuid": unit.id,
        "srclang": unit.source_lang,
        "creationdate": unit.created,
        "changedate": unit.changed,
        "changeid": unit.author,
    }
    inside = [*_details(unit.properties, unit.notes), *map(_variant, unit.variants)]
    return f"<tu{_attributes(attributes)}>\n{''.join(inside)}</tu>\n"


def _variant(variant: Variant) -> str:
    attributes = {
        "xml:lang": variant.lang,
        "creationdate": variant.created,
        "changedate": variant.changed,
        "changeid": variant.author,
    }
    inside = "".join(_details(variant.properties, variant.notes))
    return f"<tuv{_attributes(attributes)}>{inside}<seg>{_content(variant.content)}</seg></tuv>\n"


def _details(properties: Iterable[tuple[str, str]], notes: Iterable[str]) -> Iterator[str]:
    for note in notes:
        yield f"<note>{_text(note)}</note>\n"
    for kind, value in properties:
        yield f"<prop type={_attribute(kind)}>{_text(value)}</prop>\n"


def _content(content: Content) -> str:
    pieces = []
    for item in content:
        if isinstance(item, str):
            pieces.append(_text(item))
        else:
            inside = _content(item.content)
            opening = f"{item.name}{_attributes(dict(item.attributes))}"
            pieces.append(f"<{opening}>{inside}</{item.name}>" if inside else f"<{opening}/>")
    return "".join(pieces)


def _attributes(values: dict[str, str]) -> str:
    return "".join(f" {name}={_attribute(value)}" for name, value in values.items() if value)


def _attribute(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub(" ", value), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _text(value: str) -> str:
    return escape(_FORBIDDEN.sub(" ", value), {"\r": "&#13;"})
