"""A returned file of any kind as a Review: XLIFF and TMX by their endings, anything else is to be a Word file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bilingual.errors import ReviewError, SourceError
from bilingual.model import Break, Inline, Link, Text, join
from bilingual.model.review import Review
from bilingual.ooxml.anchors import Manifest
from bilingual.pipeline.store import read_source
from bilingual.protect import scan
from bilingual.review.read import Take, read_review

if TYPE_CHECKING:
    from bilingual.review.units import Pair
    from bilingual.translation.tmx import Content, Tag, Unit, Variant


def read_returned(path: Path, base: Manifest, take: Take, only: Sequence[str]) -> Review:
    """The file at `path`; `base` is the manifest of the present digest, `only` the languages wanted, () for all.

    XLIFF and TMX do not record edits, so that `take` is about Word files only. Raises SourceError when there is no
    such file, ReviewError when it cannot be used.
    """
    data = read_source(path)
    match path.suffix.lower():
        case ".xlf" | ".xliff" | ".mqxliff" | ".sdlxliff":
            from bilingual.review.xliff import read_xliff

            found = read_xliff(data, path.name, base)
        case ".tmx":
            found = _read_tmx(data, path.name, base)
        case _:
            return read_review(data, path.name, base, take=take, only=only)
    return replace(found, changes=tuple(c for c in found.changes if not only or c.lang in only))


def _read_tmx(data: bytes, name: str, base: Manifest) -> Review:
    from bilingual.review.units import read_units
    from bilingual.translation.tmx import read_tmx

    try:
        return read_units([_pair(unit) for unit in read_tmx(data, name).units], name, base)
    except SourceError as error:
        raise ReviewError(str(error)) from error


def _pair(unit: Unit) -> Pair:
    from bilingual.review.units import Pair, Side

    sides = (Side(v.lang, join(_inlines(v.content)), v.author or unit.author, _date(v, unit)) for v in unit.variants)
    own = unit.notes + tuple(note for variant in unit.variants for note in variant.notes)
    return Pair(unit.id, tuple(sides), own)


def _date(variant: Variant, unit: Unit) -> str:
    """TMX's 20260101T120000Z in ISO 8601, as other files have it; "" when there is none."""
    stated = variant.changed or variant.created or unit.changed or unit.created
    if len(stated) != 16 or not (stated[:8] + stated[9:15]).isdecimal():
        return stated
    return f"{stated[:4]}-{stated[4:6]}-{stated[6:8]}T{stated[9:11]}:{stated[11:13]}:{stated[13:15]}Z"


def _inlines(content: Content) -> Iterator[Inline]:
    """The runs of a segment. What this program wrote as a `ph` is again what it was."""
    for item in content:
        if isinstance(item, str):
            yield from scan(item)
        elif item.name in ("hi", "sub"):
            yield from _inlines(item.content)
        else:
            yield from _opaque(item)


def _opaque(tag: Tag) -> Iterator[Inline]:
    code = "".join(item for item in tag.content if isinstance(item, str))
    kind = dict(tag.attributes).get("type", "")
    found = scan(code)
    if kind == "break" or code == "\n":
        yield Break()
    elif found and not any(isinstance(run, Text) for run in found):
        yield from found
    elif kind == "link":
        yield Link("", code)
