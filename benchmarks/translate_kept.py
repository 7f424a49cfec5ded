"""What survives translation: formulas, addresses and numbers of all sentences that are in the English or are marked.

    python benchmarks/translate_kept.py MODEL.argosmodel FILE...

Prints for each kind how many there are, how many are in the English, and how many are missing in a sentence that has
a finding about it. Anything else is a fault of the program, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

from bilingual.model import Link, Math, plain
from bilingual.protect import scan
from bilingual.protect.numbers import compare, numbers
from bilingual.scripts.convert import converter
from bilingual.scripts.detect import detect
from bilingual.segmentation import split
from bilingual.translation.argos import ArgosEngine
from bilingual.translation.run import Settings, plain_of, translate_runs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    total: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    lost: list[str] = []
    codes: Counter[str] = Counter()
    sentences = clean = 0
    with tempfile.TemporaryDirectory() as temporary:
        with zipfile.ZipFile(options.model) as archive:
            archive.extractall(temporary)
        engine = ArgosEngine(next(Path(temporary).iterdir()))
        simplify = converter("zh-Hant", "zh-Hans", "standard", None).runs
        for path in options.files:
            text = path.read_text("utf-8")
            if detect(text) == "en":
                print(f"{path.name} is English already")
                continue
            runs = [runs for line in text.splitlines() if line.strip() for runs, _ in split(scan(line))]
            made = translate_runs(runs, detect(text), "en", engine, Settings(simplify=simplify))
            for before, after in zip(runs, made, strict=True):
                sentences += 1
                clean += not after.findings
                codes.update(finding.code for finding in after.findings)
                has = {finding.code for finding in after.findings}
                for kind, name in ((Math, "formulas"), (Link, "addresses")):
                    wanted = Counter(run for run in before if isinstance(run, kind))
                    gone = (wanted - Counter(run for run in after.runs if isinstance(run, kind))).total()
                    total[name] += wanted.total()
                    kept[name] += wanted.total() - gone
                    marked[name] += gone if "protect.lost" in has else 0
                    lost += [plain(before)] if gone and "protect.lost" not in has else []
                wanted_numbers = [number for number in numbers(plain_of(before)) if number.required]
                missing = compare(plain_of(before), plain_of(after.runs)).missing
                total["numbers"] += len(wanted_numbers)
                kept["numbers"] += len(wanted_numbers) - len(missing)
                marked["numbers"] += len(missing) if "numbers.differ" in has else 0
                lost += [plain(before)] if missing and "numbers.differ" not in has else []
    print(f"{sentences} sentences, {clean} with no finding")
    for name, count in total.items():
        print(f"{count} {name}: {kept[name]} in the English, {marked[name]} in marked sentences")
    print(dict(codes.most_common()))
    print(*(f"LOST AND NOT MARKED: {text}" for text in lost), sep="\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
