"""Throughput of script conversion beside raw OpenCC, in the same process and on the same text.

Prints megacharacters a second and the ratio; nothing is asserted, because the machine decides. Run it from the root:
`python benchmarks/convert_throughput.py [FILE...]`, by default on the sample sources of the project.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from bilingual.model import Text
from bilingual.protect import scan
from bilingual.scripts import converter
from bilingual.scripts.engine import load

ROUNDS = 9
SIZE = 1_500_000  # characters of each text


def fastest(converts: tuple[Callable[[str], str], ...], text: str) -> list[float]:
    """Megacharacters a second of each in its fastest round; they take turns, so that a busy machine is fair to both."""
    seconds = [float("inf")] * len(converts)
    for _ in range(ROUNDS):
        for at, convert in enumerate(converts):
            start = time.process_time()
            convert(text)
            seconds[at] = min(seconds[at], time.process_time() - start)
    return [len(text) / taken / 1e6 for taken in seconds]


def main() -> None:
    """Print a table for texts with and without formulas, in both profiles."""
    paths = [Path(name) for name in sys.argv[1:]] or sorted((Path(__file__).parents[1] / "sources").rglob("*.txt"))
    read = "\n".join(path.read_text("utf-8") for path in paths)
    simplified = load("t2s")(read)
    plain = "".join(run.text for run in scan(simplified) if isinstance(run, Text))
    for label, text in (("with formulas", simplified), ("no formulas", plain)):
        text = text * max(1, SIZE // len(text))
        for profile, raw in (("standard", "s2tw"), ("regional", "s2twp")):
            ours, theirs = fastest((converter("zh-Hans", "zh-Hant-TW", profile).text, load(raw)), text)
            beside = f"OpenCC {raw:6} {theirs:6.2f} Mc/s, ratio {ours / theirs:.2f}"
            print(f"{label:14} {profile:9} {ours:6.2f} Mc/s, {beside}")


if __name__ == "__main__":
    main()
