"""Agreement of conversion with human editions, beside OpenCC's own: the share of characters in common, each way.

Run it from the root with the folder of parallel texts: `python benchmarks/script_agreement.py ../shared/corpus/par`.
Human editions are translations of the same English text, so that no conversion comes near 1; what counts is that
the corrections do not lose against OpenCC. Code is converted on both sides here, because OpenCC cannot do otherwise.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from bilingual.scripts import converter
from bilingual.scripts.engine import load

HAN = re.compile("[\u3400-\u9fff]")
WAYS = (
    ("zh-Hans", "zh-Hant-TW", "standard", "s2tw"),
    ("zh-Hans", "zh-Hant-TW", "regional", "s2twp"),
    ("zh-Hant-TW", "zh-Hans-CN", "standard", "tw2s"),
    ("zh-Hant-TW", "zh-Hans-CN", "regional", "tw2sp"),
)


def pairs(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """The segments of one text in Simplified and Traditional: rows of a table, else blocks that answer by place."""
    tables = sorted(folder.glob(f"{name}_*.tsv"))
    if tables:
        with tables[0].open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row["zh-CN"] or "", row["zh-TW"] or ""
        return
    files = {path.stem.lower()[-2:]: path for path in sorted(folder.glob(f"{name}_*zh*"))}
    simplified, traditional = (re.split(r"\n\s*\n", files[tag].read_text("utf-8")) for tag in ("cn", "tw"))
    for _, a, b, x, y in SequenceMatcher(
        None, [_shape(block) for block in simplified], [_shape(block) for block in traditional], autojunk=False
    ).get_opcodes():
        yield "\n".join(simplified[a:b]), "\n".join(traditional[x:y])


def _shape(block: str) -> str:
    """What two editions of a block share: its signs and Latin words."""
    return re.sub(r"[^\x21-\x7e]+", " ", block)[:60]


def common(made: str, human: str) -> tuple[int, int]:
    """Han characters of `made` and `human` that stand in both in the same order, and those of `human`."""
    one, other = "".join(HAN.findall(made)), "".join(HAN.findall(human))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks), len(other)


def share(convert: Callable[[str], str], texts: list[tuple[str, str]], to_traditional: bool) -> float:
    """The share of the human edition's Han characters that the conversion of the other edition has."""
    total: Counter[str] = Counter()
    for simplified, traditional in texts:
        source, human = (simplified, traditional) if to_traditional else (traditional, simplified)
        equal, all_of_it = common(convert(source), human)
        total.update(equal=equal, all=all_of_it)
    return total["equal"] / max(1, total["all"])


def main() -> None:
    """Print a table: text, way, ours, OpenCC's."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/corpus/par")
    for name in ("p07", "p09", "p13"):
        texts = list(pairs(folder, name))
        for source, target, profile, raw in WAYS:
            towards = target.startswith("zh-Hant")
            ours = share(converter(source, target, profile).words, texts, towards)
            theirs = share(load(raw), texts, towards)
            print(f"{name} {raw:6} ours {ours:.5f}  OpenCC {theirs:.5f}  {ours - theirs:+.5f}")


if __name__ == "__main__":
    main()
