"""Fuzzing of all readers: mutated sources of every format, each with a limit of time and of memory.

    python benchmarks/fuzz_readers.py --count 20000 --seed 1

Every input must give a document or one of the package's own errors, in under 5 s of processor time and under 1 GB.
Inputs that do not are written to a folder and named. The seeds are made here; nothing is read from outside.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import signal
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from bilingual.errors import BilingualError
from bilingual.readers import read_bytes

SECONDS = 5.0
MEGABYTES = 1024

TEXTS = {
    "prose.txt": (
        "導讀\n\n前言一句。\n\n第一篇論文提出 $x^2$。它很快。第二篇論文研究資料。\n\n它有 \\(a_b\\)。第三篇論文很好。\n"
    ),
    "bullets.txt": (
        "📐 优化¶\n45 篇论文解读\n- A Title: of a paper\n-\n本文提出 \\(O(n)\\) 的方法。\n"
        "- Second Title\n-\n本文研究数据。\n"
    ),
    "titles.txt": (
        "题目 列表\n\nA: B: 本文提出方法，训练更快，效果更好。\n变分方法: 通过变分推理学习分布，效果更好。\n"
    ),
    "abstracts.txt": (
        "Papers\n\n"
        + "We propose a method that trains fast. It reaches the best results on $10$ sets. " * 3
        + "\n\n"
        + "We study data and find that $\\alpha_i$ matters more than size, in all of the sets. " * 3
    ),
    "interleaved.txt": "A Title\n一個標題\n\nWe propose a method.\n\t我們提出一種方法。\nIt is fast.\n\t它很快。\n",
    "headings.md": (
        "---\ntitle: T\n---\n# 周报\n\n## 1. [A Title](https://arxiv.org/abs/2401.00001v2)\n- **作者**: A, B\n"
        "- 摘要：**“有效”。**因此 $a|b$\n\n## 2. B Title\n- arXiv: 2401.00002\n\n> 引用 $$\n> x\n> $$\n\n- 本期无命中\n"
    ),
    "table.md": (
        "| 题目 | 摘要 | 链接 |\n|---|---|---|\n| [A](http://x/y.pdf) | 提出 $a\\|b$ | [pdf](x) |\n"
        "| B | <b>c</b> | d |\n\n<table><tr><th>题目</th></tr><tr><td>x</td></tr></table>\n"
    ),
    "list.md": (
        "# Papers\n1. [A Title of it](https://arxiv.org/abs/2401.00001): text\n   - nested\n"
        "2. **B** `code` ~~x~~\n\n[ref]: http://x\n[ref]\n"
    ),
    "cards.html": (
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>T</title><style>p{}</style></head><body><h1>周报</h1>"
        + "".join(
            f'<div class="paper"><h2>Title {n}</h2><p>作者：甲</p><p>摘要：文 <sup>2</sup> \\(x\\)<br>次</p>'
            f'<a href="https://arxiv.org/abs/2401.0000{n}">pdf</a><button onclick="x()">☆</button></div>'
            for n in range(3)
        )
        + '<span class="katex"><math><semantics><annotation encoding="application/x-tex">a^2</annotation>'
        "</semantics></math></span></body></html>"
    ),
    "records.bib": (
        "@article{a, title={A {T}itle $x$}, author={A, B and C, D}, year=2020, abstract={Text \\'e}, doi={10.1000/x}}\n"
        '@misc{b, title="B"}\n'
    ),
    "records.ris": "TY  - JOUR\nTI  - A Title\nAU  - A, B\nAB  - Text\nDO  - 10.1000/x\nER  - \n",
    "records.csv": ('title,abstract,authors,url\n"A, B","Text ""x"" \n line",C,https://x\n标题,摘要,作者,链接\n'),
    "records.jsonl": (
        '{"title": "A", "abstract": "T \\u4e00", "authors": ["B"]}\n{"标题": "甲", "摘要": {"zh": "乙"}}\n'
    ),
    "feed.xml": (
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title>'
        "<summary>T &lt;p&gt;x&lt;/p&gt;</summary><id>http://arxiv.org/abs/2401.00001v1</id></entry></feed>"
    ),
    "rss.rss": (
        '<?xml version="1.0"?><rss version="2.0"><channel><item><title>A</title><description>T</description>'
        "</item></channel></rss>"
    ),
}
TOKENS = [
    *"$[]{}()<>`*_#|~!&\\:：。，\n\t\0\ufeff\u200b\u202e\ud7ff¶第一-",
    *(
        "$$",
        "\\(",
        "\\)",
        "\\[",
        "\\begin{aligned}",
        "\\end{aligned}",
        "<!--",
        "-->",
        "<![CDATA[",
        "<?",
        "**",
        "\n\n",
        "\n- ",
    ),
    *(
        "\n1. ",
        "\n# ",
        "\n> ",
        "```",
        "\r\n",
        "|---|",
        "第一篇論文",
        "The first paper",
        "http://",
        "]( ",
        "<table>",
        "</div>",
    ),
    *(
        "&#0;",
        "&#xD800;",
        "&lol;",
        "<!ENTITY a 'b'>",
        "\U00020000",
        "\ue000",
        "\U0010f000",
        "摘要：",
        "Title: ",
        " " * 50,
        "a" * 200,
    ),
]
ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "big5", "utf-16", "utf-16-le", "latin-1")


def docx() -> bytes:
    """A small Word document with what readers know: headings, a list, a table, a link and a formula."""
    from docx import Document

    document = Document()
    document.add_heading("周报", 1)
    document.add_heading("A Title of a paper", 2)
    document.add_paragraph("作者：甲")
    document.add_paragraph("摘要：本文提出 $x^2$ 的方法。", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip((c for row in table.rows for c in row.cells), ("题目", "摘要", "甲", "乙。"), strict=True):
        cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def mutated_text(rng: random.Random, text: str) -> str:
    """`text` after a few random edits."""
    for _ in range(rng.randint(1, 12)):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        edit = rng.randrange(6)
        if edit == 0:
            text = text[:at] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 9, 80)) + text[at:]
        elif edit == 1:
            text = text[:at] + text[min(end, at + 40) :]
        elif edit == 2:
            text = text[:at] + text[at : at + 60] * rng.choice((2, 3, 30)) + text[at:]
        elif edit == 3:
            text = text[:at]
        elif edit == 4:
            other = rng.choice(list(TEXTS.values()))
            text = text[:at] + other[rng.randrange(len(other)) :] + text[end:]
        else:
            text = (
                text[:at]
                + chr(rng.choice((rng.randrange(0x20), rng.randrange(0xD7FF), 0x20000 + rng.randrange(99))))
                + text[at:]
            )
        text = text[:60_000] or "x"
    return text


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """`data` with a few bytes changed, removed or repeated."""
    changed = bytearray(data)
    for _ in range(rng.randint(0, 6)):
        at = rng.randrange(len(changed) + 1)
        edit = rng.randrange(4)
        if edit == 0 and at < len(changed):
            changed[at] = rng.randrange(256)
        elif edit == 1:
            del changed[at : at + rng.randint(1, 30)]
        elif edit == 2:
            changed[at:at] = changed[at : at + 40] * rng.randint(1, 4)
        elif rng.random() < 0.2:
            del changed[at:]
        changed = changed or bytearray(b"x")
    return bytes(changed)


def mutated_docx(rng: random.Random, data: bytes) -> bytes:
    """A package with one of its parts changed as text, doubled, or renamed; now and then with changed bytes."""
    if rng.random() < 0.2:
        return mutated_bytes(rng, data)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        names = source.namelist()
        chosen = rng.choice([name for name in names if name.endswith((".xml", ".rels"))])
        for name in names:
            part = source.read(name)
            if name == chosen:
                part = mutated_text(rng, part.decode("utf-8")).encode("utf-8", "surrogatepass")
                if rng.random() < 0.05:
                    name = "../" + name
            target.writestr(name, part)
    return out.getvalue()


def make(rng: random.Random, word: bytes) -> tuple[str, bytes]:
    """One input: a name and bytes."""
    if rng.random() < 0.12:
        return "word.docx", mutated_docx(rng, word)
    name, text = rng.choice(list(TEXTS.items()))
    text = mutated_text(rng, text)
    encoding = rng.choice(ENCODINGS) if rng.random() < 0.3 else "utf-8"
    data = text.encode(encoding, "replace" if encoding != "utf-8" else "surrogatepass")
    if rng.random() < 0.3:
        data = mutated_bytes(rng, data)
    if rng.random() < 0.1:
        name = rng.choice(list(TEXTS))
    return name, data


class OutOfTimeError(Exception):
    """An input took too much processor time."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise OutOfTimeError


def run(read: Callable[[], object]) -> str:
    """What became of one input: "read", "refused", or the last line of a traceback."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        read()
    except BilingualError as error:
        return "refused" if "\n" not in str(error) else f"more than one line: {error}"
    except OutOfTimeError:
        return f"more than {SECONDS} s"
    except RecursionError:
        return "RecursionError"
    except Exception:
        return traceback.format_exc().strip().replace("\n", " | ")[-700:]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "read"


def main() -> int:
    """Runs the fuzzer; the exit code is 1 when an input failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"))
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    rng = random.Random(options.seed)
    word = docx()
    outcomes: Counter[str] = Counter()
    slowest = (0.0, "")
    for number in range(options.count):
        name, data = make(rng, word)
        began = time.process_time()
        outcome = run(lambda name=name, data=data: read_bytes(data, name))  # type: ignore[misc]
        slowest = max(slowest, (time.process_time() - began, f"{options.seed}-{number}-{name}"))
        if outcome in ("read", "refused"):
            outcomes[f"{name.rsplit('.', 1)[1]} {outcome}"] += 1
            continue
        outcomes["FAILED"] += 1
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / f"{options.seed}-{number}-{name}").write_bytes(data)
        print(f"{options.seed}-{number}-{name}: {outcome}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{options.count} inputs; slowest {slowest[0]:.2f} s ({slowest[1]}); peak {peak} MB")
    print(", ".join(f"{what} {count}" for what, count in sorted(outcomes.items())))
    return int(outcomes["FAILED"] > 0 or peak > MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
