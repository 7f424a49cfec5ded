"""Texts that stand in several pieces, converted as one: a word may cross runs, tags and signs of emphasis."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bilingual.scripts.convert import Converter, places


def convert_spans(texts: list[str], converter: Converter, convert: Callable[[str], str] | None = None) -> list[str]:
    """The pieces of one text, each in the target script; cut where the source was cut, even if lengths change.

    `convert` is `converter.text` unless stated.
    """
    whole = "".join(texts)
    made = (convert or converter.text)(whole)
    if made == whole:
        return texts
    return list(_cut(texts, made, places(whole, made)))


def _cut(texts: list[str], made: str, place: Callable[[int], int]) -> Iterator[str]:
    at = begin = 0
    for number, text in enumerate(texts, 1):
        at += len(text)
        end = len(made) if number == len(texts) else max(begin, place(at))
        yield made[begin:end]
        begin = end


def convert_apart(text: str, kept: Iterator[tuple[int, int]], converter: Converter) -> str:
    """Convert `text`, with the stretches of `kept` (ascending) out of sight, so that words join across them."""
    pieces: list[str] = []
    between: list[str] = []
    done = 0
    for start, end in kept:
        pieces.append(text[done:start])
        between.append(text[start:end])
        done = end
    pieces.append(text[done:])
    made = convert_spans(pieces, converter)
    return "".join(piece + gap for piece, gap in zip(made, [*between, ""], strict=True))
