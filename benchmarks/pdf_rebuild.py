"""`bilingual build` after a change in one paper, against the same build from nothing: clock and processor time.

    python benchmarks/pdf_rebuild.py [PAPERS ...] [--digest DIR] [--to FORMATS]

The papers of a digest are written into one source, over and over with other titles, to each number (640 when none is
given). Then the real command builds it: from nothing; again with nothing changed; after one word in the middle is
another; and after a paper in the middle is longer by pages, so that all page numbers after it change. Both
ratios compare the clock within this run, and want a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bilingual.model import Digest, Entry, OriginKind

ROOT = Path(__file__).resolve().parent.parent


def read_digest(folder: Path) -> Digest:
    """The digest of a folder, from its sources."""
    from bilingual.pipeline.build import make_digest
    from bilingual.pipeline.config import read_config
    from bilingual.pipeline.progress import Silent

    return make_digest(read_config(folder / "digest.toml"), Silent())


def record(entry: Entry, number: int, more: str = "") -> str:
    """A paper as a line of JSON: its own text in the language it was written in."""
    sources = [cell for row in entry.rows for cell in row.cells if cell.origin.kind is OriginKind.SOURCE]
    text = "".join(cell.text for cell in sources if cell.lang == sources[0].lang)
    return json.dumps({"title": f"Paper {number}", "abstract": text + more}, ensure_ascii=False)


def write_source(digest: Digest, papers: int, folder: Path, more: str = "") -> None:
    """The source, with `more` at the end of the paper in the middle."""
    entries = [
        entry
        for entry in digest.entries
        if any(c.origin.kind is OriginKind.SOURCE for r in entry.rows for c in r.cells)
    ]
    lines = [record(entries[n % len(entries)], n + 1, more if n == papers // 2 else "") for n in range(papers)]
    (folder / "papers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tags = ", ".join(f'"{tag}"' for tag in digest.columns)
    (folder / "digest.toml").write_text(
        f'columns = [{tags}]\ndate = 2026-11-30\n[[source]]\npath = "papers.jsonl"\n', encoding="utf-8"
    )


def build(folder: Path, formats: str) -> tuple[float, float]:
    """Build with the command, in a process of its own: seconds on the clock, and of processors."""
    command = [sys.executable, "-m", "bilingual", "build", str(folder), "--to", formats]
    before, clock = children(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - clock, children() - before


def children() -> float:
    """Seconds that ended children of this process, and theirs, have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print a table for each number of papers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", nargs="*", type=int, default=[640])
    parser.add_argument("--digest", type=Path, default=ROOT / "sources" / "sample")
    parser.add_argument("--to", default="docx,pdf,html", metavar="FORMATS")
    options = parser.parse_args()
    digest = read_digest(options.digest)
    steps = (
        ("from nothing", "方法甲。"),
        ("nothing changed", "方法甲。"),
        ("a word changed", "方法乙。"),
        ("a page more", "這一段是新加的。" * 200),
    )
    for papers in options.papers:
        folder = Path(tempfile.mkdtemp())
        first = (0.0, 0.0)
        for name, more in steps:
            write_source(digest, papers, folder, more)
            clock, processor = build(folder, options.to)
            first = first if first[0] else (clock, processor)
            print(
                f"{papers:6} papers, {name:15}: {clock:7.1f} s, {processor:7.1f} s of processor; "
                f"from nothing takes {first[0] / clock:5.1f} times as long, {first[1] / processor:5.1f} times the work",
                flush=True,
            )
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
