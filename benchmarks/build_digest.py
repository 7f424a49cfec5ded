"""How long a digest takes, stage by stage and format by format, in one run: seconds, shares and the peak of memory.

    python benchmarks/build_digest.py [DIGEST FOLDER] [--repeat N]

Without a folder it builds the sample digest. `--repeat` puts the same sources in N times, to see how time grows.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import tempfile
import time
import tomllib
from pathlib import Path

from bilingual.pipeline import outputs
from bilingual.pipeline.build import STAGES, Job, digest_date
from bilingual.pipeline.config import read_config
from bilingual.pipeline.progress import Silent

FORMATS = ("json", "docx", "html", "pdf")


def repeated(folder: Path, times: int, into: Path) -> Path:
    """A digest whose sources are those of `folder`, `times` times over."""
    paths = [source["path"] for source in tomllib.loads((folder / "digest.toml").read_text("utf-8"))["source"]]
    lines = ['columns = ["zh-Hant-TW", "zh-Hans-CN", "en"]', "date = 2026-11-30"]
    for n in range(times):
        for pattern in paths:
            for path in sorted(folder.glob(pattern)):
                shutil.copyfile(path, into / f"{n:04}-{path.name}")
    lines.append('[[source]]\npath = "*-*"')
    (into / "digest.toml").write_text("\n".join(lines), encoding="utf-8")
    return into


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=str(Path(__file__).parent.parent / "sources" / "sample"))
    parser.add_argument("--repeat", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = repeated(Path(arguments.folder), arguments.repeat, Path(temporary))
        config = read_config(folder / "digest.toml")
        spent: dict[str, float] = {}
        job = Job(config, Silent(), digest_date(config))
        for stage in STAGES:
            start = time.perf_counter()
            job = stage(job)
            spent[stage.__name__] = time.perf_counter() - start
        sizes: dict[str, int] = {}
        for name in FORMATS:
            start = time.perf_counter()
            made = outputs.render(job.done, config, [name], Silent())
            spent[name] = time.perf_counter() - start
            sizes[name] = len(made[0].data)
    total = sum(spent.values())
    papers = sum(len(document.papers) for document in job.documents)
    print(f"{papers} papers, {len(job.done.entries)} entries, {total:.2f} s, {total / papers * 1000:.1f} ms a paper")
    for name, seconds in spent.items():
        size = f"{sizes[name] / 1e6:8.2f} MB" if name in sizes else ""
        print(f"  {name:<10} {seconds:8.2f} s {seconds / total:6.1%} {size}")
    print(f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
