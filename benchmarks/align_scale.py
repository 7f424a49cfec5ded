"""How time and memory of sentence alignment grow: `python -m benchmarks.align_scale [--book]`.

Texts are made up: numbered statements in English and Chinese, a part with nothing but common words, one sentence in
ten missing on either side. `--book` adds 50,000 sentences. Vectors are not made here.
"""

from __future__ import annotations

import argparse
import random
import resource
import time

from bilingual.alignment import Options, align, evaluate
from bilingual.model import Bead

_WORDS = (
    ("the harbour", "港口"), ("a river", "河流"), ("the old teacher", "老教师"), ("every student", "每个学生"),
    ("the government", "政府"), ("a small village", "小村庄"), ("the machine", "机器"), ("our model", "我们的模型"),
)  # fmt: skip
_VERBS = (
    ("needs", "需要"), ("changes", "改变"), ("protects", "保护"), ("describes", "描述"),
    ("remembers", "记得"), ("builds", "建造"), ("sees", "看到"), ("learns from", "学习"),
)  # fmt: skip


def book(count: int, seed: int) -> tuple[list[str], list[str], list[Bead]]:
    """Two sides of a made-up book of about `count` sentences, and their gold alignment."""
    chance = random.Random(seed)
    sides: tuple[list[str], list[str]] = ([], [])
    gold = []
    for _ in range(count):
        one, verb, other = chance.choice(_WORDS), chance.choice(_VERBS), chance.choice(_WORDS)
        year = chance.randrange(100, 9999)
        number = chance.random() < 0.4
        english = f"{one[0].capitalize()} {verb[0]} {other[0]}{f' {year} times' if number else ''}."
        chinese = f"{one[1]}{verb[1]}{other[1]}{f' {year} 次' if number else ''}。"
        places = []
        for side, text in zip(sides, (english, chinese), strict=True):
            places.append((len(side),) if chance.random() >= 0.1 else ())
            if places[-1]:
                side.append(text)
        gold.append(Bead(places[0], places[1]))
    return *sides, gold


def main() -> None:
    """Print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", action="store_true", help="also 50,000 sentences")
    counts = [700, 1400, 2800, 5600, 11200, *([55600] if parser.parse_args().book else [])]
    print("sentences     seconds  ms a sentence  MB at most  strict F1")
    for count in counts:
        source, target, gold = book(count, 7)
        begun = time.process_time()
        beads = align(source, target, source_lang="en", target_lang="zh-Hans", options=Options(whole=False))
        seconds = time.process_time() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        f1 = evaluate(beads, gold).strict.f1
        each = 1000 * seconds / len(source)
        print(f"{len(source):6} x {len(target):6} {seconds:7.1f} {each:9.2f} {peak:14.0f} {f1:9.3f}", flush=True)


if __name__ == "__main__":
    main()
