"""Numbers of lists and headings, which Word computes and does not store (ECMA-376 Part 1, 17.9).

A paragraph refers to an instance (`w:num`) of a definition (`w:abstractNum`) of nine levels. Counters belong to the
definition; an instance that states its own start counts anew from there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bilingual.ooxml.names import W, number, value
from bilingual.ooxml.styles import Styles

if TYPE_CHECKING:
    from lxml import etree

    from bilingual.ooxml.package import Package

_LEVELS: Final = 9
_PLACE: Final = re.compile(r"%([1-9])")
_ROMAN: Final = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
                 (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_DIGITS: Final = "〇一二三四五六七八九"
_LEGAL_DIGITS: Final = {
    "chineseLegalSimplified": "零壹贰叁肆伍陆柒捌玖",
    "ideographLegalTraditional": "零壹貳參肆伍陸柒捌玖",
}
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
_CHINESE: Final = frozenset(
    "chineseCounting chineseCountingThousand taiwaneseCounting taiwaneseCountingThousand japaneseCounting "
    "ideographDigital taiwaneseDigital japaneseDigitalTenThousand".split()
)
_MOST: Final = 10_000  # a number in words beyond this is shown in digits


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a definition: `text` holds `%1` … `%9` for the numbers of the levels."""

    format: str = "decimal"
    text: str = ""
    start: int = 1
    restart: int = -1  # the level after which it starts again, 0 for never, -1 for any higher one
    legal: bool = False
    style: str = ""


@dataclass(frozen=True, slots=True)
class _Instance:
    definition: str
    starts: Mapping[int, int]


@dataclass(slots=True)
class _Counter:
    counts: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


class Numbering:
    """Gives each numbered paragraph its marker, in the order of the document."""

    def __init__(self, levels: Mapping[str, Mapping[int, Level]], instances: Mapping[str, _Instance]) -> None:
        self._levels = levels
        self._instances = instances
        self._counters: dict[str, _Counter] = {}
        self._started: set[tuple[str, int]] = set()

    def knows(self, instance: str) -> bool:
        """Whether there is a numbering of this numId."""
        return instance in self._instances

    def marker(self, instance: str, level: int) -> str:
        """The marker of the next paragraph of a numId at a level from 0: `3.`, `（三）`, `•`; "" for none."""
        found = self._instances.get(instance)
        if found is None or not 0 <= level < _LEVELS:
            return ""
        levels = self._levels[found.definition]
        here = levels.get(level, Level(text=f"%{level + 1}."))
        counter = self._counters.setdefault(found.definition, _Counter())
        self._advance(counter.counts, levels, level, instance, found.starts)
        if here.format == "bullet":
            return "•" if here.text.strip() else ""
        if here.format == "none":
            return _PLACE.sub("", here.text).strip()
        return _PLACE.sub(lambda match: _shown(counter.counts, levels, int(match[1]) - 1, here), here.text).strip()

    def _advance(
        self,
        counts: list[int | None],
        levels: Mapping[int, Level],
        level: int,
        instance: str,
        starts: Mapping[int, int],
    ) -> None:
        if level in starts and (instance, level) not in self._started:
            self._started.add((instance, level))
            counts[level] = starts[level]
        else:
            before = counts[level]
            counts[level] = levels.get(level, Level()).start if before is None else before + 1
        for lower in range(level + 1, _LEVELS):
            restart = levels.get(lower, Level()).restart
            if restart < 0 or level < restart:
                counts[lower] = None
        for higher in range(level):
            if counts[higher] is None:
                counts[higher] = levels.get(higher, Level()).start


def _shown(counts: list[int | None], levels: Mapping[int, Level], level: int, here: Level) -> str:
    count = counts[level]
    if count is None:
        return ""
    return in_format(count, "decimal" if here.legal else levels.get(level, Level()).format)


def read_numbering(package: Package, styles: Styles) -> Numbering:
    """The numbering of a document; an empty one when it has no part of it."""
    part = package.related("numbering")
    if not part:
        return Numbering({}, {})  # no instance, so that no definition is ever looked up
    root = package.xml(part)
    instances = {value(num, "numId"): _instance(num) for num in root.iterchildren(f"{W}num")}
    return Numbering(_Definitions(root, instances, styles), instances)


class _Definitions(dict[str, Mapping[int, Level]]):
    """The levels of each definition, read when they are first wanted: programs write hundreds and use a few."""

    def __init__(self, root: etree._Element, instances: Mapping[str, _Instance], styles: Styles) -> None:
        super().__init__()
        self._elements = {value(element, "abstractNumId"): element for element in root.iterchildren(f"{W}abstractNum")}
        self._instances = instances
        self._styles = styles

    def __missing__(self, name: str) -> Mapping[int, Level]:
        element = self._elements.get(self._linked(name))
        levels = () if element is None else element.iterchildren(f"{W}lvl")
        self[name] = {number(value(level, "ilvl")): _level(level) for level in levels}
        return self[name]

    def _linked(self, name: str) -> str:
        """The definition whose levels count: that of the list style's own numbering, where one is named."""
        element = self._elements.get(name)
        link = "" if element is None else value(element.find(f"{W}numStyleLink"))
        through = self._styles.numbering(link) if link else None
        instance = self._instances.get(through[0]) if through else None
        return instance.definition if instance else name


def _instance(num: etree._Element) -> _Instance:
    starts: dict[int, int] = {}
    for override in num.iterchildren(f"{W}lvlOverride"):
        start = override.find(f"{W}startOverride")
        if start is not None:
            starts[number(value(override, "ilvl"))] = number(value(start), 1)
    return _Instance(value(num.find(f"{W}abstractNumId")), starts)


def _level(lvl: etree._Element) -> Level:
    restart = lvl.find(f"{W}lvlRestart")
    legal = lvl.find(f"{W}isLgl")
    return Level(
        format=value(lvl.find(f"{W}numFmt")) or "decimal",
        text=value(lvl.find(f"{W}lvlText")),
        start=number(value(lvl.find(f"{W}start")), 1),
        restart=-1 if restart is None else number(value(restart)),
        legal=legal is not None and value(legal) not in ("0", "false"),
        style=value(lvl.find(f"{W}pStyle")),
    )


def in_format(count: int, format: str) -> str:
    """A number as a format of ST_NumberFormat (17.18.59) writes it; formats not known here give its digits."""
    if not 0 < count < _MOST:
        return str(count)
    if format in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (count - 1) % 26) * (1 + (count - 1) // 26)
        return letter.upper() if format == "upperLetter" else letter
    if format in ("lowerRoman", "upperRoman"):
        roman = _roman(count)
        return roman.upper() if format == "upperRoman" else roman
    if format in _CHINESE:
        return _positional(count, _DIGITS) if "igital" in format else _chinese(count, _DIGITS, "十百千")
    if format in _LEGAL_DIGITS:
        return _chinese(count, _LEGAL_DIGITS[format], "拾佰仟")
    if format in ("ideographTraditional", "ideographZodiac"):
        signs = _STEMS if format == "ideographTraditional" else _BRANCHES
        return signs[count - 1] if count <= len(signs) else str(count)
    if format.startswith("decimalEnclosedCircle") and count <= 20:
        return chr(0x2460 + count - 1)
    if format == "decimalFullWidth":
        return "".join(chr(ord(digit) + 0xFEE0) for digit in str(count))
    return f"{count:02d}" if format == "decimalZero" else str(count)


def _roman(count: int) -> str:
    letters = ""
    for size, letter in _ROMAN:
        letters += letter * (count // size)
        count %= size
    return letters


def _positional(count: int, digits: str) -> str:
    return "".join(digits[int(digit)] for digit in str(count))


def _chinese(count: int, digits: str, units: str) -> str:
    """A number below 10,000 in Chinese words: 十二, 二十, 一百零五."""
    text = ""
    pending_zero = False
    for place, digit in zip(range(len(str(count)) - 1, -1, -1), str(count), strict=True):
        if digit == "0":
            pending_zero = bool(text)
            continue
        text += ("零" if pending_zero else "") + digits[int(digit)] + (units[place - 1] if place else "")
        pending_zero = False
    return text.removeprefix(digits[1]) if 10 <= count < 20 and units[0] == "十" else text
