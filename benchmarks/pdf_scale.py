"""PDF at the size of a conference: time and memory per paper, what formulas cost, and what a second core brings.

    python benchmarks/pdf_scale.py [PAPERS ...] [--digest DIR] [--json FILE]

The papers of a digest are repeated to each number (640 and 6400 when none is given). Every case runs in a process of
its own; ratios compare processor time within this run, so that other work on the machine does not count, and only the
gain of two cores compares time on the clock.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from bilingual.model import Cell, Digest, Entry, Math, Row, Runs, Section, Text, TitleCell

ROOT = Path(__file__).resolve().parent.parent
CASES = ("formulas", "text", "two cores")


def read_digest(folder: Path) -> Digest:
    """The digest of a folder, from its sources."""
    from bilingual.pipeline.build import make_digest
    from bilingual.pipeline.config import read_config
    from bilingual.pipeline.progress import Silent

    return make_digest(read_config(folder / "digest.toml"), Silent())


def repeated(digest: Digest, papers: int) -> Digest:
    """The entries of a digest over and over, in sections of 100."""
    source = digest.entries
    entries = [numbered(source[n % len(source)], n + 1) for n in range(papers)]
    title = digest.sections[0].title
    sections = tuple(
        Section(f"s{n}", title, tuple(entries[start : start + 100])) for n, start in enumerate(range(0, papers, 100), 1)
    )
    return replace(digest, sections=sections)


def numbered(entry: Entry, number: int) -> Entry:
    """The entry under another number."""
    rows = tuple(replace(row, id=f"{number}.{n}") for n, row in enumerate(entry.rows, 1))
    return replace(entry, number=number, key=f"paper-{number}", rows=rows)


def without_formulas(digest: Digest) -> Digest:
    """The digest with every formula as its LaTeX."""

    def words(runs: Runs) -> Runs:
        return tuple(Text(run.tex) if isinstance(run, Math) else run for run in runs)

    def title(cell: TitleCell) -> TitleCell:
        return replace(cell, runs=words(cell.runs))

    def cell(old: Cell) -> Cell:
        return replace(old, segments=tuple(replace(s, runs=words(s.runs)) for s in old.segments))

    def row(old: Row) -> Row:
        return replace(old, cells=tuple(map(cell, old.cells)))

    def entry(old: Entry) -> Entry:
        return replace(old, title=tuple(map(title, old.title)), rows=tuple(map(row, old.rows)))

    return replace(digest, sections=tuple(replace(s, entries=tuple(map(entry, s.entries))) for s in digest.sections))


def run_case(folder: Path, papers: int, case: str) -> dict[str, float]:
    """Render once in this process and measure: seconds of processors and clock, megabytes, pages."""
    from bilingual.publish import pdf
    from bilingual.publish.templates import load

    digest = repeated(read_digest(folder), papers)
    if case == "text":
        digest = without_formulas(digest)
    before, clock = processor_time(), time.perf_counter()
    made = pdf.render(digest, load(), pdf.PdfOptions(workers=2 if case == "two cores" else 1))
    spent, clock = processor_time() - before, time.perf_counter() - clock
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    memory = max(resource.getrusage(one).ru_maxrss for one in who) / 1024
    return {"processor": spent, "clock": clock, "memory": memory, "bytes": len(made.data)}


def processor_time() -> float:
    """Seconds that this process and its ended children have computed."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Run all cases and print a table and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", nargs="*", type=int, default=[640, 6400])
    parser.add_argument("--digest", type=Path, default=ROOT / "sources" / "sample")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--case", choices=CASES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        print(json.dumps(run_case(options.digest, options.papers[0], options.case)))
        return
    results: dict[str, dict[str, float]] = {}
    for papers in options.papers:
        for case in CASES:
            command = [sys.executable, __file__, str(papers), "--digest", str(options.digest), "--case", case]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found = results[f"{papers} {case}"] = json.loads(done.stdout.splitlines()[-1])
            each = 1000 * found["processor"] / papers
            print(
                f"{papers:6} papers, {case:9}: {found['processor']:7.1f} s of processor, {found['clock']:7.1f} s, "
                f"{each:6.1f} ms a paper, {found['memory']:6.0f} MB, {found['bytes'] / 1e6:6.1f} MB file",
                flush=True,
            )
    small, large = options.papers[0], options.papers[-1]
    ratios = {
        "formulas to text": results[f"{large} formulas"]["processor"] / results[f"{large} text"]["processor"],
        "one core to two": results[f"{large} formulas"]["clock"] / results[f"{large} two cores"]["clock"],
        "time a paper, large to small": (results[f"{large} formulas"]["processor"] / large)
        / (results[f"{small} formulas"]["processor"] / small),
        "memory, large to small": results[f"{large} formulas"]["memory"] / results[f"{small} formulas"]["memory"],
    }
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.2f}")
    if options.json:
        options.json.write_text(json.dumps({"cases": results, "ratios": ratios}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
