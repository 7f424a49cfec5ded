"""How good sentence alignment is: `python -m benchmarks.align_quality [--model] [--seeds N]`.

The hand-checked pairs (p07's English sides are never fitted on), and the manual (never fitted on) with 10 % and 30 % of
the segments of either side dropped at random, seeds 0, 1, …. `--model` adds vectors of the `[match]` extra, which takes
a quarter of a second a sentence.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from benchmarks.align_texts import dropped, gold, manual, pairs
from bilingual.alignment import Evaluation, Options, align, evaluate
from bilingual.alignment.embeddings import load_encoder, vectors
from bilingual.model import Bead

LANGS = {"en": "en", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant"}


def caught(beads: Sequence[Bead], truth: Sequence[Bead]) -> tuple[int, int]:
    """How many beads are wrong, unpaired ones included, and how many of them the lowest fifth of scores has."""
    right = {(b.source, b.target) for b in truth}
    wrong = np.array([(b.source, b.target) not in right for b in beads])
    lowest = np.argsort([b.score for b in beads], kind="stable")[: len(beads) // 5]
    return int(wrong.sum()), int(wrong[lowest].sum())


def line(name: str, judged: Sequence[Evaluation], wrong: Sequence[tuple[int, int]]) -> str:
    """A row of the table: means over the seeds, and the share of wrong beads in the lowest fifth."""
    strict, lax = np.mean([e.strict.f1 for e in judged]), np.mean([e.lax.f1 for e in judged])
    total, low = (sum(column) for column in zip(*wrong, strict=True))
    share = f"{low / total:.2f} of {total}" if total else "none wrong"
    return f"{name:24} {strict:.3f}   {lax:.3f}   {share}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    encoder = load_encoder() if arguments.model else None
    store: dict[str, bytes] = {}

    def options(source: Sequence[str], target: Sequence[str]) -> Options:
        if encoder is None:
            return Options(whole=False)
        return Options(whole=False, vectors=(vectors(encoder, source, store), vectors(encoder, target, store)))

    print("texts                    strict   lax     wrong beads in the lowest fifth")
    for name, (one, other) in pairs().items():
        beads = align(
            one.sentences, other.sentences, source_lang=one.lang, target_lang=other.lang,
            source_breaks=one.breaks, target_breaks=other.breaks, options=options(one.sentences, other.sentences),
        )  # fmt: skip
        print(line(name, [evaluate(beads, gold(name))], [caught(beads, gold(name))]), flush=True)
    for one, other in (("en", "zh-CN"), ("en", "zh-TW"), ("zh-CN", "zh-TW")):
        for share in (0.1, 0.3):
            judged, wrong = [], []
            for seed in range(arguments.seeds):
                source, target, truth = dropped(manual(), one, other, seed, share)
                beads = align(
                    source, target, source_lang=LANGS[one], target_lang=LANGS[other], options=options(source, target)
                )
                judged.append(evaluate(beads, truth))
                wrong.append(caught(beads, truth))
            print(line(f"p13 {one}-{other}, {share:.0%} gone", judged, wrong), flush=True)


if __name__ == "__main__":
    main()
