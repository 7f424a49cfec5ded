"""Texts and gold alignments that the alignment benchmarks and tests share.

The sentence rules here are simple and frozen on purpose: the gold in `tests/align_gold/` says which indices belong
together, and must not move when the project's own segmentation gets better.
"""

from __future__ import annotations

import csv
import io
import random
import re
from dataclasses import dataclass
from pathlib import Path

from bilingual.alignment import parse_gold
from bilingual.model import Bead

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "corpus" / "par"
GOLD = ROOT / "tests" / "align_gold"
_STOP = re.compile(r"(?<=[。！？])(?![”」』）)])\s*|(?<=[。！？][”」』）)])\s*|(?<=[a-z0-9)][.!?])\s+(?=[A-Z\"“(*`\[])")
_LIST = re.compile(r"^\s*(?:[-*+>]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Side:
    """The sentences of one text, its language, and the indices of those that begin a paragraph."""

    sentences: tuple[str, ...]
    lang: str
    breaks: tuple[int, ...]


def sentences(paragraphs: list[str], lang: str) -> Side:
    """Cut paragraphs into sentences by the frozen rules."""
    found: list[str] = []
    breaks: list[int] = []
    for paragraph in paragraphs:
        pieces = [piece.strip() for piece in _STOP.split(paragraph) if piece.strip()]
        if pieces:
            breaks.append(len(found))
            found += pieces
    return Side(tuple(found), lang, tuple(breaks))


def markdown(text: str) -> list[str]:
    """The paragraphs, headings and list items of a Markdown text; front matter, code and directives left out."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text.replace("\r\n", "\n"), flags=re.DOTALL)
    text = re.sub(r"^```.*?^```[^\n]*\n", "\n\n", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^(?::[a-z_]+:`.*`|\{\{.*\}\}|<!--.*?-->|\|.*|!\[.*)$", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\([^)\s]*\)", r"\1", text)
    text = re.sub(r"\*{2,}|\*(?=\S)|(?<=\S)\*", "", text)
    paragraphs: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        lines: list[str] = []
        for line in block.splitlines():
            if _LIST.match(line) or line.startswith("#") or (lines and lines[-1].startswith("#")):
                lines.append(_LIST.sub("", line).strip())
            elif lines and line.strip():
                joiner = "" if re.search(r"[\u4e00-\u9fff，。；：、]$", lines[-1]) else " "
                lines[-1] += joiner + line.strip()
            elif line.strip():
                lines.append(line.strip())
        paragraphs += [line for line in lines if line]
    return paragraphs


def load(name: str, lang: str, limit: int | None = None) -> Side:
    """A Markdown file of the corpus, its first `limit` paragraphs."""
    return sentences(markdown((SHARED / name).read_text("utf-8"))[:limit], lang)


def interleaved(name: str) -> tuple[Side, Side]:
    """The English comments and the Chinese text between them of a translated Kubernetes page."""
    text = re.sub(r"\A---\n.*?\n---\n", "", (SHARED / name).read_text("utf-8"), flags=re.DOTALL)
    english = "\n\n".join(re.findall(r"<!--\n(.*?)-->", text, flags=re.DOTALL)[1:])
    chinese = re.sub(r"<!--.*?-->", "\n\n", text, flags=re.DOTALL)
    return sentences(markdown(english), "en"), sentences(markdown(chinese), "zh-Hans")


def manual() -> list[dict[str, str]]:
    """The segments of a manual in three languages, one dictionary a segment with `en`, `zh-CN` and `zh-TW`."""
    text = (SHARED / "p13_pydocs_3way.tsv").read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text), delimiter="\t"))


def dropped(
    rows: list[dict[str, str]], one: str, other: str, seed: int, share: float = 0.1
) -> tuple[list[str], list[str], list[Bead]]:
    """Two sides with a share of the segments of either left out at random, and the gold alignment of the rest."""
    chance = random.Random(seed)
    left = [i for i in range(len(rows)) if chance.random() >= share]
    right = [i for i in range(len(rows)) if chance.random() >= share]
    place = {i: at for at, i in enumerate(right)}
    gold = [Bead((at,), (place[i],) if i in place else ()) for at, i in enumerate(left)]
    known = set(left)
    gold += [Bead((), (place[i],)) for i in right if i not in known]
    return [rows[i][one] for i in left], [rows[i][other] for i in right], gold


def gold(name: str) -> tuple[Bead, ...]:
    """A hand-checked alignment of `tests/align_gold`."""
    return parse_gold((GOLD / f"{name}.txt").read_text("utf-8"), name)


def pairs() -> dict[str, tuple[Side, Side]]:
    """The texts with a hand-checked alignment, by the name of their gold."""
    return {
        "p03_en-zh": (load("p03_ddia_part-iii_en.md", "en", 17), load("p03_ddia_part-iii_zh.md", "zh-Hans", 15)),
        "p03_zh-tw": (load("p03_ddia_part-iii_zh.md", "zh-Hans"), load("p03_ddia_part-iii_tw.md", "zh-Hant")),
        "p04_en-zh": (load("p04_sdp_pastebin_en.md", "en", 74), load("p04_sdp_pastebin_zh-Hans.md", "zh-Hans", 74)),
        "p06_en-zh": (load("p06_d2l_intro_en.md", "en", 22), load("p06_d2l_intro_zh.md", "zh-Hans", 21)),
        "p07_en-zh": (load("p07_nodejs_about_en.mdx", "en"), load("p07_nodejs_about_zh-cn.mdx", "zh-Hans")),
        "p07_en-tw": (load("p07_nodejs_about_en.mdx", "en"), load("p07_nodejs_about_zh-tw.mdx", "zh-Hant")),
        "p07_zh-tw": (load("p07_nodejs_about_zh-cn.mdx", "zh-Hans"), load("p07_nodejs_about_zh-tw.mdx", "zh-Hant")),
        "p12_en-zh": interleaved("p12_k8s_pod-qos_zh-cn_excerpt.md"),
    }
