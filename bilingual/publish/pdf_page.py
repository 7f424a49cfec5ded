"""The sheet and the look of a PDF: sizes, margins and type that fit them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bilingual.errors import PublishError


class Look(StrEnum):
    """How languages stand: side by side on an upright or a turned sheet, or paragraph below paragraph."""

    COLUMNS = "columns"
    LANDSCAPE = "landscape"
    INTERLEAVED = "interleaved"


@dataclass(frozen=True, slots=True)
class Page:
    """Lengths in millimetres, type sizes in points.

    `side` is the margin at left and right, the same for both, since a stretch of pages is set before it is known
    whether it begins on a left-hand page. `size` and `line` are those of the text, `small` of notes and heads, `tiny`
    of row ids. `id_width` is the column of row ids, `gutter` the space before each column of text.
    """

    width: float
    height: float
    top: float
    bottom: float
    side: float
    size: float
    line: float
    small: float
    tiny: float
    id_width: float
    gutter: float


# ISO 216, and ANSI/ASME Y14.1 for Letter; the type of an A4 page is 9.5 pt, that of smaller pages a little less.
_SHEETS: Final = {
    "A4": (210.0, 297.0, 9.5),
    "Letter": (215.9, 279.4, 9.5),
    "A5": (148.0, 210.0, 8.5),
    "B5": (176.0, 250.0, 9.0),
}
_LEADING: Final = 1.65  # CLREQ: one and a half to two lines of Han text want 1.5 to 1.75


def page(sheet: str, look: Look) -> Page:
    """The page for a sheet, "A4", "Letter", "A5" or "B5" in any case. Raises PublishError for another name."""
    known = {name.lower(): name for name in _SHEETS}
    name = known.get(sheet.strip().lower())
    if name is None:
        raise PublishError(f'The page size "{sheet}" is not known; choose one of {", ".join(_SHEETS)}.')
    width, height, size = _SHEETS[name]
    if look is Look.LANDSCAPE:
        width, height = height, width
    scale = min(width, height) / 210.0
    return Page(
        width=width,
        height=height,
        top=round(24 * scale, 1),
        bottom=round(22 * scale, 1),
        side=round(18.5 * scale, 1),
        size=size,
        line=round(size * _LEADING, 2),
        small=round(size * 0.8, 2),
        tiny=round(size * 0.68, 2),
        id_width=10.0,
        gutter=4.0 if width > 160 else 3.0,
    )


def look(name: str, columns: int) -> Look:
    """The look called `name`; "auto" turns the sheet for three columns and more. Raises PublishError otherwise."""
    if name == "auto":
        return Look.COLUMNS if columns < 3 else Look.LANDSCAPE
    try:
        return Look(name)
    except ValueError:
        raise PublishError(f'The look "{name}" is not known; choose one of auto, {", ".join(Look)}.') from None
