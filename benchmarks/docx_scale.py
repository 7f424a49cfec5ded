"""Time and memory of the Word outputs and of importing a review, at 640 and at 6,400 papers.

`python benchmarks/docx_scale.py [PAPERS ...]`. Each size runs in a process of its own, so that its memory is its own.
Times are CPU seconds; the last column is the time per paper against that of the first size.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bilingual.model import (
    Cell,
    Digest,
    Entry,
    Math,
    Origin,
    OriginKind,
    PaperRef,
    Row,
    Section,
    Segment,
    Text,
    TitleCell,
)

SIZES = (640, 6400)
COLUMNS = ("zh-Hant-TW", "zh-Hans-CN", "en")
ROWS = 4
REFERENCE = Path(__file__).parent.parent / "templates" / "reference.docx"


def digest(papers: int) -> Digest:
    """Papers of four rows in three columns, with a formula in every second row; no two texts are equal."""
    texts = (
        "第 {n} 篇論文提出一種新的最佳化方法，並證明它在非凸問題上的收斂速度不比已知的方法差，第 {k} 句。",
        "第 {n} 篇论文提出一种新的优化方法，并证明它在非凸问题上的收敛速度不比已知的方法差，第 {k} 句。",
        "Paper {n} proposes a method of optimisation and shows that it converges as fast as known ones, sentence {k}.",
    )
    kinds = (OriginKind.SCRIPT, OriginKind.SOURCE, OriginKind.MACHINE)

    def cell(tag: str, text: str, kind: OriginKind, n: int, k: int) -> Cell:
        runs = (Text(text.format(n=n, k=k)), *((Math(f"O(t^{{-{k}}})"),) if k % 2 else ()))
        return Cell(tag, (Segment(f"paper-{n}/1.{k}", tag, runs, Origin(kind)),))

    def entry(n: int) -> Entry:
        rows = tuple(
            Row(f"{n}.{k}", tuple(cell(*what, n, k) for what in zip(COLUMNS, texts, kinds, strict=True)))
            for k in range(1, ROWS + 1)
        )
        title = tuple(TitleCell(tag, (Text(f"A Method of Optimisation, Number {n}"),)) for tag in COLUMNS)
        return Entry(n, f"paper-{n}", (PaperRef("a.txt", n),), title, rows)

    title = tuple(TitleCell(tag, (Text("Digest"),)) for tag in COLUMNS)
    section = Section("s1", title, tuple(entry(n) for n in range(1, papers + 1)), path="a.txt")
    return Digest(title, "2026-11-30", COLUMNS, (section,))


def measured(papers: int) -> Iterator[tuple[str, float, str]]:
    """What was done, its CPU seconds, and what came of it."""
    from bilingual.ooxml.anchors import Manifest
    from bilingual.publish.docx import render, render_review
    from bilingual.review.read import read_review

    made, reference = digest(papers), REFERENCE.read_bytes()
    start = time.process_time()
    data = render(made, reference).data
    yield "digest.docx", time.process_time() - start, f"{len(data) / 1e6:.1f} MB"
    start = time.process_time()
    data = render_review(made, reference).data
    yield "review.docx", time.process_time() - start, f"{len(data) / 1e6:.1f} MB"
    start = time.process_time()
    review = read_review(data, "review.docx", Manifest("", "", (), ()))
    yield "review import", time.process_time() - start, f"{len(review.rows)} rows, {len(review.changes)} changes"


def main() -> None:
    sizes = [int(argument) for argument in sys.argv[1:]] or list(SIZES)
    if len(sizes) == 1:
        for name, seconds, result in measured(sizes[0]):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{name}\t{seconds:.3f}\t{peak:.0f}\t{result}", flush=True)
        return
    first: dict[str, float] = {}
    print(f"{'papers':>7} {'what':<14} {'s':>7} {'MB':>6} {'per paper':>10}  result")
    for size in sizes:
        run = subprocess.run([sys.executable, __file__, str(size)], check=True, capture_output=True, text=True)
        for line in run.stdout.splitlines():
            name, seconds, peak, result = line.split("\t")
            each = float(seconds) / size
            ratio = each / first.setdefault(name, each)
            print(f"{size:>7} {name:<14} {float(seconds):>7.2f} {peak:>6} {ratio:>10.2f}  {result}")


if __name__ == "__main__":
    main()
