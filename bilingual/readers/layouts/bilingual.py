"""Two languages in one paper: pairs of lines or paragraphs, or one block after the other.

A pairing is stated by the layout when the languages take turns, or when both blocks have as many paragraphs and each
pair is about equally long. Otherwise the second block is a translation that the aligner has to pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bilingual.model import Paragraph, ParagraphKind, Runs, Translation
from bilingual.readers.flow import coarse_lang, ends_sentence, weight, words

# Weight of Chinese by weight of English of the same text: .55 to 1.5 on 302 pairs of abstracts; a blurb is far below.
_LEAST: Final = 0.3
_MOST: Final = 3.3
_TITLE: Final = 400  # weight of the longest title
_SHORT: Final = 60  # weight under which lengths say little
_TURNS: Final = 0.6  # share of the paragraphs that must stand in pairs; keywords and source lines have no partner


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paper's paragraphs in its first language and its translations; with one language there are none."""

    title: Runs
    paragraphs: tuple[Paragraph, ...]
    translations: tuple[Translation, ...] = ()


def pair_languages(paragraphs: tuple[Paragraph, ...], title: Runs = ()) -> Pairing:
    """`paragraphs` told apart by language where they are the same text twice; else all of them as they stand.

    A line like a title that comes first, in another language than `title`, is then the title of the translation.
    """
    if title and paragraphs and _is_other_title(title, paragraphs[0]):
        pairing = _pair(paragraphs[1:], title)
        if pairing.translations and pairing.translations[0].lang == paragraphs[0].lang:
            titled = replace(pairing.translations[0], title=paragraphs[0].runs)
            return replace(pairing, translations=(titled,))
    return _pair(paragraphs, title)


def _is_other_title(title: Runs, first: Paragraph) -> bool:
    text = words(first.runs)
    return coarse_lang(words(title)) != first.lang and not ends_sentence(text) and 2 <= weight(text) <= _TITLE


def _pair(paragraphs: tuple[Paragraph, ...], title: Runs) -> Pairing:
    texts = [p for p in paragraphs if p.kind is not ParagraphKind.HEADING]
    langs = {p.lang for p in texts}
    if len(langs) < 2 or len(texts) < 2:
        return Pairing(title, paragraphs)
    first = texts[0].lang
    # A few lines in the other language may stand before the pairs, such as keywords.
    turns = [_in_turns(paragraphs, lang) for lang in sorted(langs, key=lambda lang: lang != first)]
    best = max(turns, key=lambda pairs: sum(bool(one and two) for one, two in pairs))
    said = min((_side(best, 0), _side(best, 1))) if best else 0
    if said >= _SHORT:
        return _pairing(title, best, stated=True)
    return _in_blocks(paragraphs, texts, first, title)


def _side(pairs: Sequence[tuple[Paragraph | None, Paragraph | None]], side: int) -> int:
    """The weight of one side of all full pairs."""
    return sum(_weight([p]) for pair in pairs if all(pair) and (p := pair[side]))


def _in_turns(paragraphs: Sequence[Paragraph], first: str) -> list[tuple[Paragraph | None, Paragraph | None]]:
    """Pairs of neighbours in two languages; [] when too few paragraphs stand in such pairs."""
    pairs: list[tuple[Paragraph | None, Paragraph | None]] = []
    at = paired = 0
    while at < len(paragraphs):
        one = paragraphs[at]
        two = paragraphs[at + 1] if at + 1 < len(paragraphs) else None
        if two and one.lang == first != two.lang and _alike(one, two):
            pairs.append((one, two))
            paired += 2
            at += 2
        else:
            pairs.append((one, None) if one.lang == first or one.kind is ParagraphKind.HEADING else (None, one))
            at += 1
    texts = sum(p.kind is not ParagraphKind.HEADING for p in paragraphs)
    return pairs if paired and paired >= _TURNS * texts else []


def _in_blocks(paragraphs: tuple[Paragraph, ...], texts: list[Paragraph], first: str, title: Runs) -> Pairing:
    change = next(i for i, p in enumerate(texts) if p.lang != first)
    one, two = texts[:change], texts[change:]
    if any(p.lang == first for p in two) or len(texts) != len(paragraphs):
        return Pairing(title, paragraphs)
    ratio = _weight(two) / max(1, _weight(one))
    if not _LEAST <= ratio <= _MOST:
        return Pairing(title, paragraphs)
    if len(one) == len(two) and all(_alike(a, b) for a, b in zip(one, two, strict=True)):
        return _pairing(title, list(zip(one, two, strict=True)), stated=True)
    return Pairing(title, tuple(one), (Translation(two[0].lang, (), tuple(two), False),))


def _pairing(title: Runs, pairs: Sequence[tuple[Paragraph | None, Paragraph | None]], *, stated: bool) -> Pairing:
    other = next(two.lang for _, two in pairs if two)
    first = next(one.lang for one, _ in pairs if one)
    # A side that is missing is a paragraph with no runs, so that both sides keep step.
    left = tuple(one or Paragraph((), first, line=two.line if two else 0) for one, two in pairs)
    right = tuple(two or Paragraph((), other, line=one.line if one else 0) for one, two in pairs)
    return Pairing(title, left, (Translation(other, (), right, stated),))


def _alike(one: Paragraph, two: Paragraph) -> bool:
    if ParagraphKind.HEADING in (one.kind, two.kind) and one.kind is not two.kind:
        return False
    first, second = weight(words(one.runs)), weight(words(two.runs))
    if max(first, second) <= _SHORT:
        return True
    return _LEAST <= second / max(1, first) <= _MOST


def _weight(paragraphs: Sequence[Paragraph]) -> int:
    return sum(weight(words(p.runs)) for p in paragraphs)
