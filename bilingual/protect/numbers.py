"""Numbers as values, so that `1,750 亿`, `175 billion`, `175B` and `一千七百五十亿` are the same one.

A number can have several readings (`7B` is seven billion or a 7 with its B), and two numbers are the same when they
share one. Digits are always required on the other side; numerals in words only where a translation keeps them
(三种, 十二), because 一致, 二次 and 三角 are words and no numbers. Digits inside names (`GPT-4`, `CIFAR-10`) belong to
the name and are looked at by `bilingual.protect.names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from bilingual.protect import numerals
from bilingual.protect.numerals import HAN_DIGITS, HAN_NUMERAL, MONTHS, MULTIPLES, SCALES

Reading: TypeAlias = tuple[Fraction, str]  # a value and "", "%" or the letter of a scale written as one (7B)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands in a text from `start` to `end`.

    `readings` are the values it may have. `required` says that a translation must have it, `digits` that it is
    written in digits.
    """

    start: int
    end: int
    text: str
    readings: frozenset[Reading]
    required: bool
    digits: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers of a source that its translation lacks, and numbers in digits that only the translation has."""

    missing: tuple[Number, ...]
    added: tuple[Number, ...]


_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x2212: "-", 0x00A0: " "}
_KEPT: Final = {0xFF0C: "，", 0xFF1A: "：", 0xFF1B: "；"}  # stay wide: a wide comma never groups digits
_SUPERSCRIPT: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
_DIGITS: Final = r"(?:\d{1,3}(?:[,\u2009\u202f]\d{3})+(?![\d])|\d+)(?:\.\d+)?|(?<![\d.])\.\d+"
_SCALE: Final = "[十百千万萬亿億]{1,3}"
_PERCENT: Final = r"(?:%|％|‰|\s?per\s?cent\b|\s?percent\b)"
_CLASSIFIER: Final = (
    "个|個|种|種|类|類|层|層|篇|项|項|倍|步|阶段|階段|轮|輪|天|周|年|小时|小時|分钟|分鐘|秒|名|位|组|組|条|條|张|張|"
    "款|章|节|節|大|维|維|份|套|家|例|台|座|场|場|道|万|萬|亿|億|成|点|點"
)
_VAGUE_BEFORE: Final = "数數几幾上成近多若"
_IDIOM: Final = re.compile("[四三]舍[五]入|万一|[一二三]来|五花八门|千方百计|七七八八|三三两两|一五一十|不三不四|一一")
_TOKEN: Final = re.compile(
    rf"(?P<han_part>(?P<den>百|千|万|萬|{HAN_NUMERAL}+|\d+)分之\s?(?P<num>\d+(?:\.\d+)?|{HAN_NUMERAL}+)"
    rf"(?:[点點](?P<num_point>[零〇一二三四五六七八九]+))?)"
    r"|(?P<century>\d{1,2})\s?世[纪紀]\s?(?P<decade>\d0)\s?年代"
    r"|(?P<science>\d+(?:\.\d+)?[eE][-+]?\d{1,3}(?![A-Za-z\d]))"
    r"|(?P<power>(?<![\d.])10(?:\^\{?(?P<exponent>-?\d{1,3})\}?|(?P<super>⁻?[⁰¹²³⁴-⁹]{1,3})))"
    r"|(?P<ratio>(?<![\d/.])\d{1,4}/\d{1,4}(?![\d/.]))"
    rf"|(?P<digits>{_DIGITS})(?:\s?(?P<scale>{_SCALE})(?:(?P<more>\d+)(?P<more_scale>[百千万萬]))?"
    r"|[\s-](?P<word>hundred|thousand|million|billion|trillion)s?\b|\s?(?P<letter>[KMBTkm])(?![A-Za-z\d]))?"
    rf"(?P<unit>{_PERCENT}|\s?个?個?百分[点點])?"
    rf"|(?P<point>{HAN_NUMERAL}+[点點][零〇一二三四五六七八九]+(?P<point_scale>[百千万萬亿億]*))"
    rf"|(?P<han>{HAN_NUMERAL}+)"
    r"|(?P<english>\b(?:an?\s+|one[\s-]+)?(?:"
    + "|".join(sorted({*numerals.CARDINALS, *numerals.ORDINALS, *SCALES, *numerals.PARTS}, key=len, reverse=True))
    + r")(?:(?:[\s-]+(?:and\s+)?)(?:"
    + "|".join(sorted({*numerals.CARDINALS, *numerals.ORDINALS, *SCALES, *numerals.PARTS}, key=len, reverse=True))
    + rf"))*\b(?P<english_unit>{_PERCENT})?)"
    r"|(?P<multiple>\b(?:" + "|".join(sorted(MULTIPLES, key=len, reverse=True)) + r")\b)"
    r"|(?P<month>\b(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b)"
    r"|(?P<double>翻倍|翻番|加倍|成倍|双|雙|对半)|(?P<half>半)",
    re.IGNORECASE,
)
_MINUS: Final = re.compile(r"(?:^|[\s(（:：=，、])-$|负$|負$|minus $|negative $")
_LONGEST: Final = 60  # digits; longer runs are compared as they are written, since Python bounds what int() reads
_NAME_BEFORE: Final = re.compile(r"[A-Za-z_][\w]{0,40}(?:[-.@_+][\w]{1,40}){0,6}[-@_+/.]?$", re.ASCII)
_JOIN: Final = re.compile(r"\s?(?:[-–—~～]|到|至|to)\s?$")
_INCREASE: Final = re.compile("(?:增|提高|提升|提速|快|多|长|高|大)[^，。；]{0,6}$")


def plain_digits(text: str) -> str:
    """`text` with full-width letters, digits and signs made ASCII, character by character, punctuation kept wide."""
    return text.translate({code: to for code, to in _FULL_WIDTH.items() if code not in _KEPT})


def numbers(text: str) -> tuple[Number, ...]:
    """The numbers of `text` in order, Chinese and English, whichever language the text is in."""
    plain = plain_digits(text)
    idioms = {at for match in _IDIOM.finditer(plain) for at in range(*match.span())}
    found: list[Number] = []
    for match in _TOKEN.finditer(plain):
        if match.start() in idioms or _in_name(plain, match):
            continue
        number = _number(plain, match)
        if number is not None:
            found.append(number)
    return tuple(_share_units(plain, found))


def compare(source: str, target: str) -> Difference:
    """Which numbers of `source` are missing in `target`, and which in digits are in `target` only.

    Each number of the target answers one of the source; the ones that a translation must keep are served first.
    """
    wanted, have = numbers(source), numbers(target)
    places: dict[Reading, list[int]] = {}
    for at in reversed(range(len(have))):
        for reading in have[at].readings:
            places.setdefault(reading, []).append(at)
    used: set[int] = set()
    missing: list[Number] = []
    for number in sorted(wanted, key=lambda n: (not n.digits, not n.required, len(n.readings))):
        if _take(places, number.readings, used) is None and number.required:
            missing.append(number)
    known = {reading for number in wanted for reading in number.readings}
    added = [n for at, n in enumerate(have) if at not in used and n.digits and not n.readings & known]
    return Difference(tuple(sorted(missing, key=lambda n: n.start)), tuple(added))


def _take(places: dict[Reading, list[int]], readings: frozenset[Reading], used: set[int]) -> int | None:
    """The first number of the other side that has one of `readings` and answers no other yet; it is now used."""
    first: int | None = None
    for reading in readings:
        waiting = places.get(reading, [])
        while waiting and waiting[-1] in used:
            waiting.pop()
        if waiting and (first is None or waiting[-1] < first):
            first = waiting[-1]
    if first is not None:
        used.add(first)
    return first


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Whether digits or numerals at a match are a part of a Latin token such as `GPT-4`, `AIME24/25` or `Pass@32`."""
    if match["han"] or match["han_part"] or match["point"]:
        return False
    start = match.start()
    if not text[start].isdigit():
        return False
    before = text[max(0, start - 1) : start]
    if not before or not (before.isascii() and (before.isalpha() or before in "-@_+/.")):
        return False
    if before in "xX" and text[max(0, start - 2) : start - 1].isdigit():
        return False
    if before in "-" and re.search(r"(?:^|[\s(])-$", text[max(0, start - 2) : start]):
        return False
    return bool(_NAME_BEFORE.search(text[max(0, start - 60) : start]))


def _number(text: str, match: re.Match[str]) -> Number | None:
    readings: frozenset[Reading] | None
    required, digits = True, bool(re.search(r"\d", match[0]))
    if match["digits"]:
        readings = _digit_readings(text, match)
    elif match["han_part"]:
        readings = _part_readings(match)
    elif match["century"]:
        century, decade = int(match["century"]), int(match["decade"])
        readings = frozenset({(Fraction((century - 1) * 100 + decade), ""), (Fraction(decade), "")})
    elif match["science"]:
        readings = frozenset({(Fraction(match["science"]), "")})
    elif match["power"]:
        exponent = match["exponent"] or "".join(_SUPERSCRIPT[char] for char in match["super"])
        readings = frozenset({(Fraction(10) ** int(exponent), "")})
    elif match["ratio"]:
        top, _, bottom = match["ratio"].partition("/")
        readings = frozenset({(Fraction(int(top), int(bottom)), "")}) if int(bottom) else None
    elif match["point"] or match["han"]:
        readings, required = _han_readings(text, match)
    else:
        readings, required = _word_readings(match), False
    if readings is None:
        return None
    return Number(match.start(), match.end(), match[0].strip(), readings, required, digits)


def _digit_readings(text: str, match: re.Match[str]) -> frozenset[Reading]:
    written = re.sub(r"[,\u2009\u202f]", "", match["digits"])
    if len(written) > _LONGEST:
        return frozenset({(Fraction(0), written)})
    value = Fraction(written)
    if _MINUS.search(text[max(0, match.start() - 9) : match.start()]):
        value = -value
    unit = match["unit"] or ""
    if "‰" in unit:
        return frozenset({(value, "‰"), (value / 10, "%")})
    if "百分" in unit:
        return frozenset({(value, "%"), (value, "")})
    if unit:
        return frozenset({(value, "%")})
    if match["letter"]:
        letter = match["letter"].upper()
        scaled = value * {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}[letter]
        spaced = match[0][-2:-1] == " "
        return frozenset({(scaled, ""), (value, letter)} | ({(value, "")} if spaced else set()))
    if match["word"]:
        return frozenset({(value * SCALES[match["word"].lower()], "")})
    if match["scale"]:
        scaled = value * _scale(match["scale"])
        if match["more"]:
            scaled += int(match["more"]) * _scale(match["more_scale"])
        return frozenset({(scaled, "")})
    return _with_times(text, match, value)


def _with_times(text: str, match: re.Match[str], value: Fraction) -> frozenset[Reading]:
    """The readings of a bare number, which 倍, 成, 月 or 年代 behind it may widen."""
    readings: set[Reading] = {(value, "")}
    after = text[match.end() : match.end() + 4].lstrip()
    if after.startswith("倍"):
        readings.add((value * 100, "%"))
        if _INCREASE.search(text, max(0, match.start() - 10), match.start()):
            readings.add((value + 1, ""))
    elif after.startswith("成") and value < 10:
        readings.add((value * 10, "%"))
    elif after.startswith("年代") and value < 100:
        readings |= {(value + century, "") for century in (1800, 1900, 2000)}
    return frozenset(readings)


def _part_readings(match: re.Match[str]) -> frozenset[Reading] | None:
    """百分之五 is 5 %, 三分之二 is 2/3."""
    bottom = {"百": 100, "千": 1000, "万": 10**4, "萬": 10**4}.get(match["den"]) or _integer(match["den"])
    top: Fraction | int | None = Fraction(match["num"]) if "." in match["num"] else _integer(match["num"])
    if bottom is None or top is None or not bottom:
        return None
    if match["num_point"]:
        top = Fraction(f"{top}.{''.join(str(HAN_DIGITS[char]) for char in match['num_point'])}")
    percent: Reading = (Fraction(top) * 100 / bottom, "%")
    readings = {percent, (Fraction(top) / bottom, "")}
    return frozenset({percent} if bottom == 100 else readings | ({(Fraction(top), "‰")} if bottom == 1000 else set()))


def _integer(text: str) -> int | None:
    return int(text) if text.isdigit() else numerals.han_value(text)


def _scale(text: str) -> int:
    scale = 1
    for char in text:
        scale *= {"十": 10, "百": 100, "千": 1000}.get(char) or numerals.HAN_SCALES[char]
    return scale


def _han_readings(text: str, match: re.Match[str]) -> tuple[frozenset[Reading] | None, bool]:
    """The readings of a Chinese numeral and whether it is sure to be a number; a lone 一 or 二 is not."""
    before, numeral = text[max(0, match.start() - 1) : match.start()], match[0]
    if before and before in _VAGUE_BEFORE and numeral[0] in "十百千万萬亿億":
        return None, False
    if match["point"]:
        whole, _, rest = re.sub("點", "点", numeral).partition("点")
        base = numerals.han_value(whole)
        if base is None:
            return None, False
        decimals = "".join(str(HAN_DIGITS[char]) for char in rest if char in HAN_DIGITS)
        return frozenset({(Fraction(f"{base}.{decimals}") * _scale(match["point_scale"] or ""), "")}), True
    after = text[match.end() : match.end() + 3].lstrip()
    value = numerals.han_value(numeral)
    if value is None:
        scale = _scale(numeral) if after.startswith("倍") and len(numeral) == 1 else 0
        return (frozenset({(Fraction(scale), "")}), False) if scale else (None, False)
    readings = set(_with_times(text, match, Fraction(value)))
    counted = re.match(_CLASSIFIER, after) and not re.match("点[点数]|大部|大[模型小量]|步骤骤", after)
    several = len(numeral) > 1 and not (set(numeral) <= set("一二三四五六七八九两") and len(numeral) == 2)
    return frozenset(readings), several or bool(counted and numeral not in ("一", "零") and before not in ("第", "其"))


def _word_readings(match: re.Match[str]) -> frozenset[Reading] | None:
    if match["english"]:
        unit = match["english_unit"] or ""
        text = match["english"][: len(match["english"]) - len(unit)]
        value = numerals.english_value(text)
        if value is None:
            return None
        return frozenset({(value, "%" if unit else "")} | _ordinal_reading(text))
    if match["multiple"]:
        return frozenset({(Fraction(MULTIPLES[match["multiple"].lower()]), ""), (Fraction(100), "%")})
    if match["month"]:
        return frozenset({(Fraction(MONTHS[match["month"].lower()]), "")})
    if match["half"]:
        return frozenset({(Fraction(1, 2), ""), (Fraction(50), "%")})
    return frozenset({(Fraction(2), "")})


def _ordinal_reading(text: str) -> set[Reading]:
    """`third` alone is a part or a place in a row."""
    last = re.findall(r"[a-z]+", text.lower())[-1]
    return {(Fraction(numerals.ORDINALS[last]), "")} if last in numerals.ORDINALS else set()


def _share_units(text: str, found: list[Number]) -> Iterator[Number]:
    """`5-10%` and `3 到 5 万`: the first number of a range may have the unit or scale that only the second shows."""
    following: list[Number | None] = [*found[1:], None]
    for number, after in zip(found, following, strict=False):
        joined = after is not None and _JOIN.fullmatch(text[number.end : after.start])
        if after is None or not joined or not (number.digits and after.digits):
            yield number
            continue
        shared = set(number.readings)
        units = {unit for _, unit in after.readings}
        shared |= {(value, unit) for value, _ in number.readings for unit in units}
        bare = re.match(_DIGITS, after.text)
        base = Fraction(re.sub(r"[,\u2009\u202f]", "", bare[0])) if bare and len(bare[0]) <= _LONGEST else Fraction(0)
        if base:
            ratios = {(scaled / base, unit) for scaled, unit in after.readings}
            shared |= {(value * ratio, unit) for value, _ in number.readings for ratio, unit in ratios}
        yield Number(number.start, number.end, number.text, frozenset(shared), number.required, number.digits)
