"""Precision and recall of paper matching on made-up pairs: `python -m benchmarks.match_papers`.

Every paper of a set of sources with at least four sentences becomes two texts, the title kept on one side only, as a
list with titles and untitled abstracts would have it. "apart" shares no sentence at all (every other one to
either side), which is harder than two summaries of one paper are; "retold" takes seven sentences of ten for either
side. A third of the papers stay on one side as distractors. Nothing was tuned on the robotics abstracts.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from bilingual.alignment import match
from bilingual.model import Document, Paper, Paragraph, Position
from bilingual.readers import read_bytes
from bilingual.segmentation import split

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
SETS = {
    "sample": sorted((ROOT / "sources" / "sample").glob("[bt]*.txt")),
    "abstracts of 2026": sorted((SHARED / "seeds").glob("00[03]_*.txt")),
    "robotics abstracts": sorted((SHARED / "corpus").glob("a18_*.md")),
    "all together": [
        *sorted((ROOT / "sources" / "sample").glob("[bt]*.txt")),
        *sorted((SHARED / "seeds").glob("00[013]_*.txt")),
        *sorted((SHARED / "corpus").glob("a18_*.md")),
    ],
}


def two_texts(paths: list[Path], seed: int, apart: bool) -> tuple[Document, Document, set[tuple[int, int]]]:
    """Two documents and the true pairs of numbers between them."""
    chance = random.Random(seed)
    sides: tuple[list[Paper], list[Paper]] = ([], [])
    true = set()
    papers = {p.key: p for path in paths for p in read_bytes(path.read_bytes(), path.name).papers}
    for paper in chance.sample(sorted(papers.values(), key=lambda p: p.key), len(papers)):
        runs = [sentence for p in paper.paragraphs for sentence, _ in split(p.runs)]
        pieces = [tuple(runs[::2]), tuple(runs[1::2])]
        if not apart:
            picks = [sorted(chance.sample(range(len(runs)), max(1, round(0.7 * len(runs))))) for _ in (0, 1)]
            pieces = [tuple(runs[i] for i in pick) for pick in picks]
        only = chance.randrange(2) if len(runs) < 4 or chance.random() < 1 / 3 else -1
        for at in (0, 1):
            if only in (-1, at):
                body = pieces[at] if only < 0 else tuple(runs)
                part = tuple(Paragraph(piece, paper.lang) for piece in body)
                n = len(sides[at]) + 1
                sides[at].append(
                    replace(
                        paper, key=f"{at}-{n}", title=() if at else paper.title, paragraphs=part, identifiers=(),
                        links=(),
                        translations=(), position=Position(n, n, n),
                    )
                )  # fmt: skip
        if only < 0:
            true.add((len(sides[0]), len(sides[1])))
    one, other = (Document(name, "en", "", (), tuple(side)) for name, side in zip("ab", sides, strict=True))
    return one, other, true


def main() -> None:
    """Print a line a set, summed over five seeds."""
    print("set                          true pairs  confirmed  wrong  recall  true ones possible")
    for name, apart in ((name, apart) for name in SETS for apart in (False, True)):
        total = confirmed = wrong = possible = 0
        for seed in range(5):
            one, other, true = two_texts(SETS[name], seed, apart)
            total += len(true)
            for pair in match([one, other]).pairs:
                right = (pair.papers[0].n, pair.papers[1].n) in true
                confirmed += pair.confirmed
                wrong += pair.confirmed and not right
                possible += right and not pair.confirmed
        kind = f"{name}, {'apart' if apart else 'retold'}"
        print(f"{kind:28} {total:10} {confirmed:10} {wrong:6} {(confirmed - wrong) / max(total, 1):7.2f} {possible:10}")


if __name__ == "__main__":
    main()
