"""CID-keyed CFF fonts: read just enough of subsets of one to write them as one, with only the glyphs in use.

Adobe Technical Note 5176, "The Compact Font Format Specification"; section numbers below are its own. Made for the
subsets that HarfBuzz writes: 65,000 glyph places, most of them empty, and no subroutines.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

_ROS: Final = 0x0C1E
_CHARSET: Final = 15
_CHARSTRINGS: Final = 17
_PRIVATE: Final = 18
_SUBRS: Final = 19
_FD_ARRAY: Final = 0x0C24
_FD_SELECT: Final = 0x0C25
_FONT_NAME: Final = 0x0C26
_CID_COUNT: Final = 0x0C22
_MOST_PARTS: Final = 256  # a part is one byte in FDSelect
_OFFSETS: Final = (_CHARSET, _CHARSTRINGS, _FD_ARRAY, _FD_SELECT)

Dict = dict[int, bytes]
"""Operators of a DICT and their operands, as they are encoded."""


class CffError(ValueError):
    """The font is not of the kind that this module reads."""


def keep_glyphs(cff: bytes, glyphs: Iterable[int]) -> bytes:
    """The font with only `glyphs` and .notdef, whose numbers become their CIDs.

    Raises CffError when the font is not CID-keyed or has subroutines.
    """
    return merge_fonts([cff], [glyphs])


def merge_fonts(fonts: Sequence[bytes], glyphs: Sequence[Iterable[int]] = ()) -> bytes:
    """Several subsets of one font as one: `fonts` that `keep_glyphs` made, or `glyphs` of each of any.

    A glyph that several have is taken from the first. Raises CffError as `keep_glyphs` does.
    """
    try:
        if glyphs:
            return _merged([_Subset(data, keep) for data, keep in zip(fonts, glyphs, strict=True)])
        return _merged([_Subset(data) for data in fonts])
    except (IndexError, struct.error, KeyError) as error:
        raise CffError(f"the font is damaged ({error})") from error


class _Subset:
    """One of the fonts to be merged: its tables, and where the glyph of each CID is."""

    def __init__(self, cff: bytes, glyphs: Iterable[int] | None = None) -> None:
        names, at = _index(cff, cff[2])
        tops, at = _index(cff, at)
        self.strings, at = _index(cff, at)
        subroutines, _ = _index(cff, at)
        self.top = _dict(tops[0])
        if _ROS not in self.top or len(subroutines):
            raise CffError("the font is not CID-keyed or has subroutines")
        self.head = cff[: cff[2]] + _write_index(names)
        self.outlines, _ = _index(cff, _integer(self.top[_CHARSTRINGS]))
        count = len(self.outlines)
        if glyphs is None:
            cids = struct.unpack_from(f">{count - 1}H", cff, _integer(self.top[_CHARSET]) + 1)
            self.places = {0: 0} | {cid: place for place, cid in enumerate(cids, 1)}
        else:
            self.places = {glyph: glyph for glyph in (0, *glyphs) if glyph < count}
        self.select = _Select(cff, _integer(self.top[_FD_SELECT]))
        fonts, _ = _index(cff, _integer(self.top[_FD_ARRAY]))
        # The name of a part is of no use in a PDF, and would be the number of a string that another subset lacks.
        parts = [{op: value for op, value in _dict(font).items() if op != _FONT_NAME} for font in fonts]
        self.parts = [(_write_dict(part | {_PRIVATE: b""}), _private(cff, part)) for part in parts]


def _merged(subsets: Sequence[_Subset]) -> bytes:
    part_of: dict[tuple[bytes, bytes], int] = {}
    glyphs: dict[int, tuple[bytes, int]] = {}
    for subset in subsets:
        for cid, place in subset.places.items():
            if cid not in glyphs:
                part = part_of.setdefault(subset.parts[subset.select(place)], len(part_of))
                glyphs[cid] = subset.outlines[place], part
    if len(part_of) > _MOST_PARTS:
        raise CffError("the font has too many parts")
    kept = sorted(glyphs)
    first = subsets[0]
    top = first.top | {_CID_COUNT: _number(kept[-1] + 1)}
    tail = _write_index(first.strings) + _write_index([])
    top_size = len(_write_index([_write_dict(top | dict.fromkeys(_OFFSETS, _number(0)))]))
    charset = b"\0" + struct.pack(f">{len(kept) - 1}H", *kept[1:])
    fd_select = b"\0" + bytes(glyphs[cid][1] for cid in kept)
    chars = _write_index([glyphs[cid][0] for cid in kept])
    at_charset = len(first.head) + top_size + len(tail)
    at_select = at_charset + len(charset)
    at_chars = at_select + len(fd_select)
    at_parts = at_chars + len(chars)
    top |= {
        _CHARSET: _number(at_charset),
        _FD_SELECT: _number(at_select),
        _CHARSTRINGS: _number(at_chars),
        _FD_ARRAY: _number(at_parts),
    }
    fonts, privates = zip(*part_of, strict=True)
    body = (first.head, _write_index([_write_dict(top)]), tail, charset, fd_select, chars)
    return b"".join(body) + _fonts(fonts, privates, at_parts)


def _fonts(fonts: Sequence[bytes], privates: Sequence[bytes], start: int) -> bytes:
    """The FDArray, which begins at `start`, and after it the Private DICTs that it points to."""
    blank = [_dict(font) | {_PRIVATE: _number(0) + _number(0)} for font in fonts]
    offset = start + len(_write_index([_write_dict(font) for font in blank]))
    done = []
    for font, private in zip(blank, privates, strict=True):
        done.append(_write_dict(font | {_PRIVATE: _number(len(private)) + _number(offset)}))
        offset += len(private)
    return _write_index(done) + b"".join(privates)


def _private(cff: bytes, font: Dict) -> bytes:
    size, offset = _integers(font[_PRIVATE])
    data = cff[offset : offset + size]
    if _SUBRS in _dict(data):
        raise CffError("the font has subroutines")
    return data


class _Items(Sequence[bytes]):
    """The objects of an INDEX, cut out of the font when they are asked for (5)."""

    def __init__(self, data: bytes, count: int, size: int, offsets: int) -> None:
        self._data, self._count, self._size, self._offsets = data, count, size, offsets
        self._base = offsets + (count + 1) * size - 1

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, n: int) -> bytes:  # type: ignore[override]
        if not 0 <= n < self._count:
            raise IndexError(n)
        return self._data[self._base + self.offset(n) : self._base + self.offset(n + 1)]

    def offset(self, n: int) -> int:
        """Where object `n` begins, counted from the byte before the first."""
        at = self._offsets + n * self._size
        return int.from_bytes(self._data[at : at + self._size], "big")

    @property
    def end(self) -> int:
        """Where the INDEX ends."""
        return self._base + self.offset(self._count)


def _index(data: bytes, at: int) -> tuple[Sequence[bytes], int]:
    """The INDEX at `at`, and where it ends."""
    (count,) = struct.unpack_from(">H", data, at)
    if not count:
        return (), at + 2
    items = _Items(data, count, data[at + 2], at + 3)
    return items, items.end


def _write_index(items: Sequence[bytes]) -> bytes:
    if not items:
        return b"\0\0"
    ends = [1]
    for item in items:
        ends.append(ends[-1] + len(item))
    size = (ends[-1].bit_length() + 7) // 8
    offsets = b"".join(end.to_bytes(size, "big") for end in ends)
    return struct.pack(">HB", len(items), size) + offsets + b"".join(items)


def _dict(data: bytes) -> Dict:
    """The operators of a DICT (4); an operator of two bytes is one number, 12 in its high byte."""
    found: Dict = {}
    at = start = 0
    while at < len(data):
        byte = data[at]
        if byte <= 21:
            operator, width = (0x0C00 | data[at + 1], 2) if byte == 12 else (byte, 1)
            found[operator] = data[start:at]
            at = start = at + width
        elif byte == 30:  # a real number ends with a nibble of 15
            at += 1
            while data[at] & 0x0F != 0x0F and data[at] >> 4 != 0x0F:
                at += 1
            at += 1
        else:
            at += 3 if byte == 28 else 5 if byte == 29 else 1 if byte <= 246 else 2
    return found


def _write_dict(operators: Dict) -> bytes:
    """ROS has to come first; the others keep their order."""
    ordered = sorted(operators, key=lambda operator: operator != _ROS)
    return b"".join(operators[op] + (bytes((12, op & 0xFF)) if op >> 8 == 12 else bytes((op,))) for op in ordered)


def _number(value: int) -> bytes:
    """An integer operand in five bytes, so that a DICT has the same size before offsets are known."""
    return b"\x1d" + struct.pack(">i", value)


def _integer(data: bytes) -> int:
    return _integers(data)[0]


def _integers(data: bytes) -> list[int]:
    found: list[int] = []
    at = 0
    while at < len(data):
        byte = data[at]
        if byte == 28:
            found.append(struct.unpack_from(">h", data, at + 1)[0])
            at += 3
        elif byte == 29:
            found.append(struct.unpack_from(">i", data, at + 1)[0])
            at += 5
        elif 32 <= byte <= 246:
            found.append(byte - 139)
            at += 1
        elif 247 <= byte <= 254:
            step = (byte - 247) * 256 + data[at + 1] + 108
            found.append(step if byte <= 250 else -((byte - 251) * 256) - data[at + 1] - 108)
            at += 2
        else:
            raise CffError("an offset is not an integer")
    return found


class _Select:
    """Which Font DICT a glyph belongs to (19)."""

    def __init__(self, data: bytes, at: int) -> None:
        self._plain = data[at + 1 :] if data[at] == 0 else b""
        self._firsts: list[int] = []
        self._fonts: list[int] = []
        if data[at] == 3:
            (count,) = struct.unpack_from(">H", data, at + 1)
            ranges = [struct.unpack_from(">HB", data, at + 3 + 3 * n) for n in range(count)]
            self._firsts, self._fonts = [first for first, _ in ranges], [font for _, font in ranges]
        elif data[at] != 0:
            raise CffError("the form of FDSelect is not known")

    def __call__(self, glyph: int) -> int:
        return self._fonts[bisect_right(self._firsts, glyph) - 1] if self._firsts else self._plain[glyph]
