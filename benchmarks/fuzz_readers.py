"""Fuzz the readers: mutate small files of every format and check how each reading ends.

A reading may end in a document or in an error of this package in one sentence; it may not end in another exception,
take more than five seconds, or let the process grow over 1 GB.

    python benchmarks/fuzz_readers.py [--runs 20000] [--seed 1] [--format docx]
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bilingual.errors import BilingualError
from bilingual.readers import read_bytes
from tests.docx_packages import cell, deleted, docx, inserted, paragraph, part, row, run, table

_SECONDS = 5
_GIGABYTE = 1 << 20  # in the kilobytes of ru_maxrss

_TEXT = """# 本周论文

1. 一种压缩方法：作者提出 $O(n \\log n)$ 的算法，准确率为 95%。见 https://arxiv.org/abs/2601.00001v2
2. 另一篇: 用 \\(x_i\\) 表示样本，`pip install x` 即可运行。

## A Study of Small Models

**Authors**: Li Wang, Hui Chen
| title | abstract |
|---|---|
| One | We compress a model to half of its size. |

<div class="card"><h3>Title</h3><p>Some <b>text</b> &amp; more.</p></div>

$$\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}$$
"""
_HTML = """<!DOCTYPE html><html><head><meta charset="gb2312"><title>论文</title></head><body>
<h2><a href="https://arxiv.org/abs/2601.00001">一种压缩方法</a></h2><p>本文提出 <span class="katex"><math>
<annotation encoding="application/x-tex">x^2</annotation></math></span>。</p>
<ul><li>第一</li><li>第二<table><tr><th>a</th></tr><tr><td>b</td></tr></table></li></ul></body></html>"""
_BIB = """@string{c = "Conf"}
@article{a1, title = {On {\\"o} $x_i$}, author = {Wang, Li and Chen, Hui},
  abstract = "We {do} it -- 50\\% of it", journal = c # " X", year = 2026}
@misc{b, title={压缩}, eprint={2601.00001}}
"""
_RIS = """TY  - JOUR
TI  - One
AU  - Wang, Li
AB  - We do it
  again
PY  - 2026
ER  -

TY  - CONF
T1  - 压缩
ER  -
"""
_CSV = 'title;authors;摘要;url\n"One; two";Li Wang;"本文提出 ""方法""\n第二行";https://example.org\nTwo;;x;\n'
_JSONL = """{"title": "One", "abstract": "We do it", "authors": [{"name": "Li"}], "arxiv_id": "2601.00001"}
{"标题": "压缩", "摘要": "本文\\u0000"}
"""
_JSON = '[{"title": "One", "abstract": "x"}, {"papers": [{"title": "Two", "abstract_zh": "本文"}]}]'
_ATOM = """<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>
<entry><title>One</title><summary type="html">&lt;p&gt;We do it&lt;/p&gt;</summary><author><name>Li</name></author>
<link href="https://arxiv.org/abs/2601.00001"/></entry>
<entry><title>压缩</title><content type="xhtml"><div>本文 <b>x</b></div></content></entry></feed>"""
_LONG = [sign * count for sign, count in zip("9[{$( ", (400, 3000, 3000, 3000, 2000, 2000), strict=True)]
_TOKENS = [
    *"$[](){}<>\"'`\\|*_#-=&;:,\n\r\t\0",
    *"$$ \\( \\[ \\begin{aligned} \\end{ ``` ![ ]( <table> <tr> </ <!-- <![CDATA[ &#0; &#xD800; &a; 第1篇 1.".split(),
    *("<!DOCTYPE x [<!ENTITY a 'b'>]>", "TY  - ", "@article{", '{"title":', "<b>" * 600, "> " * 400),
    *"\ufeff\u202e\u200d\ufffd\U0010ffff",
    *_LONG,
]
_XML_TOKENS = [
    *"<w:p> </w:p> <w:r> <w:tbl> <w:tr> <w:tc> <w:ins> <w:del> <w:sdt> <w:sdtContent> <m:oMath> <m:e>".split(),
    *"<w:txbxContent> <w:vMerge/> <mc:AlternateContent> <w:rPr> <w:fldSimple>".split(),
    *('<w:fldChar w:fldCharType="begin"/>', '<w:fldChar w:fldCharType="end"/>', '<w:gridSpan w:val="99999999"/>'),
    *('<w:numId w:val="-1"/>', '<w:ilvl w:val="77"/>', "<w:instrText>EQ \\o(", 'w:val="'),
]


def _document() -> str:
    field = "".join(
        f"<w:r>{inner}</w:r>"
        for inner in (
            '<w:fldChar w:fldCharType="begin"/>',
            '<w:instrText>HYPERLINK "https://example.org"</w:instrText>',
            '<w:fldChar w:fldCharType="separate"/>',
            "<w:t>链接</w:t>",
            '<w:fldChar w:fldCharType="end"/>',
        )
    )
    letter = "<m:r><m:t>a</m:t></m:r>"
    power = f"<m:sSup><m:e>{letter}</m:e><m:sup>{letter}</m:sup></m:sSup>"
    math = f"<m:oMath><m:f><m:num>{letter}</m:num><m:den>{power}</m:den></m:f></m:oMath>"
    box = "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><w:txbxContent>" + paragraph("box")
    box += "</w:txbxContent></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>"
    body = [
        paragraph("本周论文", '<w:pStyle w:val="h1"/>'),
        paragraph(run("见 ") + field + math + deleted("旧") + inserted(run("新")) + box),
        paragraph("项", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr>'),
        table(row("标题", "摘要"), row(cell("One", properties='<w:gridSpan w:val="2"/>'), cell(table(row("x", "y"))))),
        paragraph('<w:r><w:footnoteReference w:id="2"/></w:r><w:commentRangeStart w:id="0"/>' + run("注")),
    ]
    return part("document", f"<w:body>{''.join(body)}</w:body>")


_PARTS = {
    "styles": part("styles", '<w:style w:styleId="h1"><w:name w:val="heading 1"/></w:style>'),
    "numbering": part(
        "numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="1"><w:numFmt w:val="chineseCounting"/>'
        '<w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    ),
    "footnotes": part("footnotes", f'<w:footnote w:id="2">{paragraph("脚注")}</w:footnote>'),
    "comments": part("comments", f'<w:comment w:id="0">{paragraph("why")}</w:comment>'),
}


def _mutated_text(rng: random.Random, text: str, tokens: list[str]) -> str:
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        end = min(end, at + rng.choice((1, 4, 40)))
        what = rng.randrange(6)
        if what == 0:
            text = text[:at] + text[end:]
        elif what == 1:
            text = text[:at] + rng.choice(tokens) + text[at:]
        elif what == 2:
            text = text[:at] + text[at:end] * rng.choice((2, 3, 200)) + text[end:]
        elif what == 3:
            text = text[:at] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x4E00, 0x9FFF)))) + text[at + 1 :]
        elif what == 4:
            text = text[:at] if rng.random() < 0.3 else text[at:] + text[:at]
        else:
            text = text[:at] + rng.choice(tokens) * rng.choice((1, 5, 50)) + text[at:]
        text = text[:300_000]
    return text


def _mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(found) + 1)
        if rng.random() < 0.6 and at < len(found):
            found[at] = rng.randrange(256)
        elif rng.random() < 0.5:
            del found[at : at + rng.choice((1, 5, 100))]
        else:
            found[at:at] = rng.randbytes(rng.choice((1, 4, 30)))
    return bytes(found)


def _text_maker(text: str, name: str) -> Callable[[random.Random], tuple[str, bytes]]:
    def make(rng: random.Random) -> tuple[str, bytes]:
        codec = rng.choice(("utf-8", "utf-8", "utf-8", "gb18030", "utf-16", "big5"))
        data = _mutated_text(rng, text, _TOKENS).encode(codec, "replace")
        return name, _mutated_bytes(rng, data) if rng.random() < 0.3 else data

    return make


def _docx_maker(rng: random.Random) -> tuple[str, bytes]:
    if rng.random() < 0.25:
        return "a.docx", _mutated_bytes(rng, docx(document=_document(), parts=_PARTS))
    parts = dict(_PARTS)
    document = _document()
    if rng.random() < 0.75:
        document = (
            _mutated_text(rng, document, _XML_TOKENS + _TOKENS[:20])
            if rng.random() < 0.4
            else _mutated_tree(rng, document)
        )
    else:
        name = rng.choice(sorted(parts))
        parts[name] = _mutated_text(rng, parts[name], _XML_TOKENS)
    return "a.docx", docx(document=document, parts=parts)


def _mutated_tree(rng: random.Random, document: str) -> str:
    """The document with elements moved, copied, renamed and removed, so that it stays XML."""
    from copy import deepcopy

    from lxml import etree

    root = etree.fromstring(document.encode())
    for _ in range(rng.randint(1, 8)):
        elements = [element for element in root.iter() if element is not root]
        if not elements:
            break
        one, other = rng.choice(elements), rng.choice(elements)
        what = rng.randrange(4)
        if what == 0:
            one.getparent().remove(one)
        elif what == 1:
            other.insert(rng.randint(0, len(other)), deepcopy(one))
        elif what == 2:
            one.tag = rng.choice(elements).tag
        elif one.attrib:
            one.set(rng.choice(list(one.attrib)), rng.choice(("", "-1", "0", "true", "99999999999", "x", "一")))
    return str(etree.tostring(root, encoding="unicode"))


_MAKERS: dict[str, Callable[[random.Random], tuple[str, bytes]]] = {
    "text": _text_maker(_TEXT, "a.txt"),
    "markdown": _text_maker(_TEXT, "a.md"),
    "html": _text_maker(_HTML, "a.html"),
    "bibtex": _text_maker(_BIB, "a.bib"),
    "ris": _text_maker(_RIS, "a.ris"),
    "csv": _text_maker(_CSV, "a.csv"),
    "jsonl": _text_maker(_JSONL, "a.jsonl"),
    "json": _text_maker(_JSON, "a.json"),
    "feed": _text_maker(_ATOM, "a.xml"),
    "docx": _docx_maker,
}


class _TooSlowError(Exception):
    pass


def _alarm(*_: object) -> None:
    raise _TooSlowError


def main() -> int:
    """Run, and print what was found; the exit code is 1 when anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=sorted(_MAKERS), default=None)
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the inputs that failed")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, _alarm)
    names = [options.format] if options.format else sorted(_MAKERS)
    ended: Counter[tuple[str, str]] = Counter()
    failures: dict[str, int] = {}
    slowest = (0.0, "")
    for number in range(options.runs):
        kind = names[number % len(names)]
        path, data = _MAKERS[kind](random.Random(f"{options.seed}:{number}"))
        started = time.perf_counter()
        signal.alarm(_SECONDS)
        try:
            read_bytes(data, path)
            end = "read"
        except BilingualError as error:
            end = "refused" if "\n" not in str(error) and str(error).endswith((".", "…")) else "refused unclearly"
            if end == "refused unclearly":
                failures.setdefault(f"{kind}: {error!s:.200}", number)
        except _TooSlowError:
            end = "too slow"
            failures.setdefault(
                f"{kind}: over {_SECONDS} s at {''.join(traceback.format_exc().splitlines()[-4:-2])}", number
            )
        except (Exception, RecursionError) as error:
            end = "crashed"
            place = traceback.extract_tb(error.__traceback__)[-1]
            failures.setdefault(
                f"{kind}: {type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error!s:.120}", number
            )
        finally:
            signal.alarm(0)
        ended[kind, end] += 1
        took = time.perf_counter() - started
        slowest = max(slowest, (took, f"{kind} {number}"))
        if options.keep and end not in ("read", "refused"):
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{number}-{path}").write_bytes(data)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for (kind, end), count in sorted(ended.items()):
        print(f"{kind:10} {end:18} {count}")
    print(f"slowest {slowest[0]:.2f} s ({slowest[1]}); peak memory {peak / 1024:.0f} MB")
    for failure, number in failures.items():
        print(f"FAILED input {number}: {failure}")
    return int(bool(failures) or peak > _GIGABYTE)


if __name__ == "__main__":
    sys.exit(main())
