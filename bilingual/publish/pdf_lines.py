"""Lines that WeasyPrint has set, made even: what CLREQ asks of the edges of Han text, and hyphens that are no text.

WeasyPrint justifies by the spaces between words only, which leaves Han text ragged or tears its few spaces apart. Here
the rest of a line goes, as CLREQ has it (https://www.w3.org/TR/clreq/, 3.2.3 and 3.1.6), to word spaces first and then
between characters; brackets and stops at the edge of a line give up their empty half. It is done after layout, on
WeasyPrint's own boxes: a line keeps its text and its place, and only its glyphs move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from weasyprint.formatting_structure import boxes
from weasyprint.text.ffi import TO_UNITS, ffi
from weasyprint.text.line_break import Layout

from bilingual import lang

# In em. Poppler takes a gap of a tenth of an em for a word space (TextOutputDev.cc, minWordBreakSpace), and text that
# is searched or copied must not get spaces; a word space that is wider than this is seen as a hole.
_WIDEST_SPACE: Final = 0.35
_WIDEST_GAP: Final = 0.09
_WIDEST_REST: Final = 1.0  # a line that would stay shorter than this all the same is left as it was

_HAN: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U000323af—…]")
_TOGETHER: Final = frozenset({"——", "……"})
_OPENING: Final = frozenset("「『（〈《【〔")
_CLOSING: Final = frozenset("」』）〉》】〕")
_CORNER_STOPS: Final = frozenset("，。、；：")  # in the corner of their square in Mainland fonts only
_HYPHEN: Final = "\u2010"
_SOFT_HYPHEN: Final = "\u00ad"


class _Spaced(Layout):  # type: ignore[misc]
    """A line of text whose glyphs are wider by `extra`, in CSS pixels, at byte offsets of its text."""

    extra: dict[int, float]

    def get_first_line(self) -> Any:
        """The line as Pango shaped it, some of its advances made wider."""
        line, index = super().get_first_line()
        run = line.runs[0] if self.extra and line.runs != ffi.NULL else ffi.NULL
        while run != ffi.NULL:
            start, glyphs = run.data.item.offset, run.data.glyphs
            for n in range(glyphs.num_glyphs):
                last = n + 1 == glyphs.num_glyphs or glyphs.log_clusters[n + 1] != glyphs.log_clusters[n]
                more = self.extra.get(start + glyphs.log_clusters[n]) if last else None
                if more:
                    glyphs.glyphs[n].geometry.width += int(more * TO_UNITS)
            run = run.next
        return line, index


class _Hyphenated(Layout):  # type: ignore[misc]
    """A line that ends within a word: its hyphen is copied out as a soft one, as ISO 32000-1, 14.8.2.2.3 has it."""

    text: str

    def reactivate(self, style: Any) -> None:
        """Shape the line with its hyphen, and call the hyphen a soft one."""
        shown = self.text.removesuffix(_SOFT_HYPHEN)
        self.text = shown if shown.endswith(_HYPHEN) else shown + _HYPHEN
        super().reactivate(style)
        self.text = self.text.removesuffix(_HYPHEN) + _SOFT_HYPHEN


def mend_lines(pages: Iterable[Any]) -> None:
    """Mend the lines of WeasyPrint's pages, between layout and drawing.

    Chinese text whose style is `text-align: justify` is made even. Hyphens that line ends brought become soft ones,
    unless the text has a U+2010 of its own: a glyph of a font stands for one character throughout a file.
    """
    hyphenated: list[Any] = []
    own = False
    for page in pages:
        for block in page._page_box.descendants():
            if not isinstance(block, boxes.BlockContainerBox):
                continue
            for line in block.children:
                if isinstance(line, boxes.LineBox):
                    leaves = tuple(_leaves(line))
                    _mend_line(block, line, leaves)
                    texts = [leaf for leaf in leaves if isinstance(leaf, boxes.TextBox)]
                    ends = [leaf for leaf in texts[-1:] if leaf is leaves[-1] and leaf.text.endswith(_HYPHEN)]
                    hyphenated += [leaf for leaf in ends if leaf.style["hyphens"] == "auto"]
                    own = own or sum(leaf.text.count(_HYPHEN) for leaf in texts) > len(ends)
    for leaf in () if own else hyphenated:
        leaf.pango_layout = _as(_Hyphenated, leaf.pango_layout)


def _mend_line(block: Any, line: Any, leaves: tuple[Any, ...]) -> None:
    tag = block.style["lang"] or ""
    if tag.startswith("zh") and block.style["text_align_all"] == "justify":
        last = line is block.children[-1] or any(box.element_tag == "br" for box in line.descendants())
        _even(line, leaves, block.width, lang.script(tag) == lang.HANT, last)


def _leaves(box: Any) -> Iterator[Any]:
    """The texts and pictures of a line in order."""
    for child in box.children:
        if isinstance(child, boxes.InlineBox):
            yield from _leaves(child)
        elif child.is_in_normal_flow():
            yield child


@dataclass(frozen=True, slots=True)
class _Chance:
    """A place where a line may be made wider: after a character of a text, at a byte offset."""

    leaf: Any
    offset: int
    space: bool


def _even(line: Any, leaves: tuple[Any, ...], width: float, centred: bool, last: bool) -> None:
    texts = [leaf for leaf in leaves if isinstance(leaf, boxes.TextBox) and leaf.text]
    if not texts or line.style["direction"] != "ltr":
        return
    size = line.style["font_size"]
    spaced = sum(_engine_spacing(text) for text in texts)
    hangs = _hangs(leaves[0], _OPENING)
    rest = width - (line.width - spaced) + (size / 2 if hangs else 0.0)
    chances = [] if last else _chances(leaves)
    ends = _CLOSING if centred else _CLOSING | _CORNER_STOPS
    extra = _shares(chances, rest + (size / 2 if _hangs(leaves[-1], ends) else 0.0), size)
    extra = extra or _shares(chances, rest, size)
    if spaced or extra or hangs:
        _widen(line, extra, -size / 2 if hangs else 0.0)


def _engine_spacing(text: Any) -> float:
    """What WeasyPrint has added to the spaces of a text."""
    return float(text.justification_spacing * (text.text.count(" ") + text.text.count("\u00a0")))


def _hangs(leaf: Any, marks: frozenset[str]) -> bool:
    """Whether a mark at the edge of a line has an empty half outside: not if it is set at half its width already."""
    if not isinstance(leaf, boxes.TextBox) or leaf.style["font_feature_settings"] != "normal":
        return False
    text = leaf.text.rstrip(" ")
    return bool(text) and text[0 if marks is _OPENING else -1] in marks


def _chances(leaves: tuple[Any, ...]) -> list[_Chance]:
    """Every word space, and every place between characters of which one is Han, but the end of the line."""
    found: list[_Chance] = []
    for n, leaf in enumerate(leaves):
        if not isinstance(leaf, boxes.TextBox):
            continue
        following = leaves[n + 1] if n + 1 < len(leaves) else None
        after = (following.text[:1] if isinstance(following, boxes.TextBox) else "x") if following is not None else ""
        offset = 0
        for char, then in zip(leaf.text, leaf.text[1:] + (after or "\n"), strict=False):
            if then != "\n":
                if char == " ":
                    found.append(_Chance(leaf, offset, True))
                elif then != " " and char + then not in _TOGETHER and (_HAN.match(char) or _HAN.match(then)):
                    found.append(_Chance(leaf, offset, False))
            offset += len(char.encode("utf-8", "surrogatepass"))
    return found


def _shares(chances: list[_Chance], rest: float, size: float) -> dict[int, dict[int, float]]:
    """How much wider each place becomes, by the id of its text and its offset; nothing where too much would be left."""
    spaces = sum(chance.space for chance in chances)
    gaps = len(chances) - spaces
    full = (spaces * _WIDEST_SPACE + gaps * _WIDEST_GAP) * size
    if rest <= 0 or not chances or rest > full + _WIDEST_REST * size:
        return {}
    rest = min(rest, full)
    # A space takes three parts of what a place between two characters takes, as long as both stay narrow enough.
    space = min(3 * rest / (3 * spaces + gaps), _WIDEST_SPACE * size)
    space = max(space, (rest - gaps * _WIDEST_GAP * size) / spaces) if spaces else 0.0
    gap = (rest - space * spaces) / gaps if gaps else 0.0
    made: dict[int, dict[int, float]] = {}
    for chance in chances:
        made.setdefault(id(chance.leaf), {})[chance.offset] = space if chance.space else gap
    return made


def _widen(box: Any, extra: dict[int, dict[int, float]], moved: float) -> float:
    """Move a box and what is in it by `moved`, make its texts wider, and give back how far its end has moved."""
    if isinstance(box, boxes.TextBox):
        box.position_x += moved
        own = extra.get(id(box), {})
        change = sum(own.values()) - _engine_spacing(box)
        if own or box.justification_spacing:
            box.justification_spacing = 0
            box.pango_layout = _as(_Spaced, box.pango_layout)
            box.pango_layout.justification_spacing = 0
            box.pango_layout.extra = own
        box.width += change
        return moved + change
    if isinstance(box, boxes.LineBox | boxes.InlineBox):
        start = moved
        box.position_x += moved
        for child in box.children:
            if child.is_in_normal_flow():
                moved = _widen(child, extra, moved)
        box.width += moved - start
        return moved
    box.translate(moved, 0)
    return moved


def _as(kind: type[Any], layout: Any) -> Any:
    """A layout that is not active as one of another class."""
    made = object.__new__(kind)
    made.__dict__.update(layout.__dict__)
    return made
