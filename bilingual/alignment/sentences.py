"""Sentences of a text and of its translation, side by side: the entry point of sentence alignment.

It works with no model: anchors, lengths, a word list and words learned from a first pass. Vectors of a multilingual
model make it better.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from bilingual.alignment.band import windows
from bilingual.alignment.dynamic import Step, best_path
from bilingual.alignment.lexicon import Lexicon, learn, merge, own_words, vocabulary
from bilingual.alignment.potentials import Evidence, Weights
from bilingual.alignment.similarity import Array, Dense, Lexical, lexical
from bilingual.alignment.tokens import Tokens, tokens
from bilingual.errors import AlignmentError
from bilingual.lang import is_chinese
from bilingual.model import Bead

_LEARN_FROM: Final = 20  # beads a first pass must give before words are learned from them
_SURE: Final = 0.5
_GAP_RATE: Final = 0.2  # share of unpaired sentences among the beads that the weights were fitted on
_GAP_TRUST: Final = 20.0  # beads that this share counts for beside those of the texts at hand
_PARALLEL: Final = 0.45  # least share of both texts in sure beads for them to be called translations
_LENGTHS: Final = (0.45, 2.2)  # ratio of total lengths that translations have
_COMPARABLE: Final = 0.05  # score of a pair of comparable texts as a whole

# Fitted by `benchmarks/align_calibrate.py` on the hand-checked pairs but p07, whole, with sentences dropped and joined.
WITHOUT_MODEL: Final = Weights(
    priors=(-1.53, -3.42, -3.30, -5.66, -5.27, -6.81, -7.73, -7.75, -8.62),
    gap=-1.52,
    likeness=6.50,
    shared=1.12,
    missing=-2.73,
    length=-1.90,
    break_both=0.62,
    break_one=-1.39,
    break_inside=-1.06,
)
WITH_MODEL: Final = Weights(
    priors=(-1.83, -3.83, -3.65, -5.41, -5.24, -6.55, -7.57, -7.76, -8.52),
    gap=-1.25,
    likeness=4.44,
    shared=0.79,
    missing=-2.40,
    length=-1.62,
    dense=6.75,
    break_both=0.63,
    break_one=-1.07,
    break_inside=-1.83,
)
SAME_LANGUAGE: Final = Weights(
    priors=(-1.47, -2.97, -3.56, -5.98, -5.95, -6.41, -7.53, -7.62, -8.52),
    gap=-1.70,
    likeness=6.35,
    shared=0.05,
    missing=-1.00,
    length=-2.22,
    break_both=1.13,
    break_one=-1.49,
    break_inside=-0.94,
)


@dataclass(frozen=True, slots=True)
class Options:
    """How to align.

    `word_list` is added to the package's own; `vectors` are those of a model for the sentences of both sides, of shape
    (sentences, dimensions); `learn` says to learn words from a first pass; `whole` puts texts that are no translations
    of each other side by side as one bead, instead of forcing sentences together.
    """

    word_list: Lexicon | None = None
    vectors: tuple[Array, Array] | None = None
    learn: bool = True
    whole: bool = True


DEFAULT: Final = Options()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two texts are translations of each other. `covered` is the share of both, by length, in sure beads."""

    parallel: bool
    covered: float
    ratio: float


def align(
    source: Sequence[str],
    target: Sequence[str],
    *,
    source_lang: str,
    target_lang: str,
    source_breaks: Collection[int] = (),
    target_breaks: Collection[int] = (),
    options: Options = DEFAULT,
) -> tuple[Bead, ...]:
    """The beads that lay `target` beside `source`, in order, every sentence in exactly one.

    The languages are canonical tags; `source_breaks` and `target_breaks` are the indices of sentences that begin a
    paragraph. A bead's score is the probability that its sentences, all of them and no others, belong together (for
    an unpaired sentence: that it has no partner). Raises AlignmentError when the vectors do not fit the sentences.
    """
    if not source or not target:
        return _unpaired(len(source), len(target))
    steps, lengths = _steps(source, target, source_lang, target_lang, source_breaks, target_breaks, options)
    if options.whole and not _compare(steps, *lengths).parallel:
        return (Bead(tuple(range(len(source))), tuple(range(len(target))), _COMPARABLE),)
    return tuple(_bead(step) for step in steps)


def comparable(
    source: Sequence[str], target: Sequence[str], *, source_lang: str, target_lang: str, options: Options = DEFAULT
) -> Comparison:
    """Whether `target` is a translation of `source`, or only a text about the same."""
    if not source or not target:
        return Comparison(False, 0.0, 0.0)
    steps, lengths = _steps(source, target, source_lang, target_lang, (), (), options)
    return _compare(steps, *lengths)


def _steps(
    source: Sequence[str],
    target: Sequence[str],
    source_lang: str,
    target_lang: str,
    source_breaks: Collection[int],
    target_breaks: Collection[int],
    options: Options,
) -> tuple[list[Step], tuple[Array, Array]]:
    """The best path in the direction English to Chinese, turned back if the source is the Chinese side."""
    _check(source, target, options)
    if is_chinese(source_lang) and not is_chinese(target_lang):
        turned = Options(
            options.word_list,
            (options.vectors[1], options.vectors[0]) if options.vectors else None,
            options.learn,
        )
        steps, (one, other) = _steps(target, source, target_lang, source_lang, target_breaks, source_breaks, turned)
        return [Step(s.target, s.source, s.n, s.m, s.probability) for s in steps], (other, one)
    same = is_chinese(source_lang) == is_chinese(target_lang)
    left, right = [tokens(text) for text in source], [tokens(text) for text in target]
    lengths = np.array([t.length for t in left], np.float32), np.array([t.length for t in right], np.float32)
    breaks = _flags(source_breaks, len(source)), _flags(target_breaks, len(target))
    dense = Dense.of(*options.vectors, *lengths) if options.vectors else None
    lexicon = {} if same else merge(own_words(), options.word_list or {})
    weights = SAME_LANGUAGE if same else WITH_MODEL if dense else WITHOUT_MODEL
    channel = lexical(left, right, lexicon, same)
    steps = _path(channel, dense, lengths, breaks, weights)
    if options.learn:
        weights = _adapted(weights, steps)
        learned = {} if same else _learned(steps, left, right, lexicon)
        if learned:
            channel = lexical(left, right, merge(lexicon, learned), same)
        steps = _path(channel, dense, lengths, breaks, weights)
    return steps, lengths


def _path(
    channel: Lexical,
    dense: Dense | None,
    lengths: tuple[Array, Array],
    breaks: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
    weights: Weights,
) -> list[Step]:
    """One pass: the lengths are scaled by the ratio of the totals, within the limits of what a language pair does."""
    ratio = float(np.clip(lengths[1].sum() / lengths[0].sum(), 0.8, 1.25))
    evidence = Evidence(channel, dense, lengths[0] * np.float32(ratio), lengths[1], *breaks, weights)
    return best_path(evidence, windows(channel, evidence.shape))


def _adapted(weights: Weights, steps: Sequence[Step]) -> Weights:
    """Weights whose prior of a gap is that of the texts at hand, as far as a first pass shows it."""
    gaps = sum(not (step.m and step.n) for step in steps)
    rate = (gaps + _GAP_RATE * _GAP_TRUST) / (len(steps) + _GAP_TRUST)
    return replace(weights, gap=weights.gap + min(0.5, max(-2.0, math.log(rate / _GAP_RATE))))


def _learned(steps: Sequence[Step], left: Sequence[Tokens], right: Sequence[Tokens], lexicon: Lexicon) -> Lexicon:
    sure = [s for s in steps if s.m and s.n and s.probability >= _SURE]
    if len(sure) < _LEARN_FROM:
        return {}
    pairs = [(left[s.source : s.source + s.m], right[s.target : s.target + s.n]) for s in sure]
    return learn(pairs, vocabulary(lexicon))


def _compare(steps: Sequence[Step], source_lengths: Array, target_lengths: Array) -> Comparison:
    covered = 0.0
    for s in steps:
        if s.m and s.n and s.probability >= _SURE:
            covered += float(source_lengths[s.source : s.source + s.m].sum())
            covered += float(target_lengths[s.target : s.target + s.n].sum())
    total_s, total_t = float(source_lengths.sum()), float(target_lengths.sum())
    share, ratio = covered / (total_s + total_t), total_t / total_s
    return Comparison(share >= _PARALLEL and _LENGTHS[0] <= ratio <= _LENGTHS[1], share, ratio)


def _bead(step: Step) -> Bead:
    source = tuple(range(step.source, step.source + step.m))
    target = tuple(range(step.target, step.target + step.n))
    return Bead(source, target, round(min(max(step.probability, 0.0), 1.0), 4))


def _unpaired(source: int, target: int) -> tuple[Bead, ...]:
    return tuple([Bead((i,), ()) for i in range(source)] + [Bead((), (j,)) for j in range(target)])


def _flags(breaks: Collection[int], count: int) -> npt.NDArray[np.bool_]:
    flags = np.zeros(count, np.bool_)
    flags[[index for index in breaks if 0 <= index < count]] = True
    return flags


def _check(source: Sequence[str], target: Sequence[str], options: Options) -> None:
    if options.vectors is None:
        return
    for side, texts, vectors in zip(("source", "target"), (source, target), options.vectors, strict=True):
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise AlignmentError(
                f"The {side} has {len(texts)} sentences but its vectors have the shape {vectors.shape}; "
                "give one vector for each sentence."
            )
