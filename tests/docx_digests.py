"""Small digests for the tests of the Word output and of the review round trip."""

from __future__ import annotations

from pathlib import Path

from bilingual.model import (
    Break,
    Cell,
    Code,
    Digest,
    Entry,
    Link,
    Math,
    Origin,
    OriginKind,
    PaperRef,
    Row,
    Runs,
    Section,
    Segment,
    Text,
    TitleCell,
)

REFERENCE = (Path(__file__).parent.parent / "templates" / "reference.docx").read_bytes()
TW, CN, EN = "zh-Hant-TW", "zh-Hans-CN", "en"


def titles(**texts: str) -> tuple[TitleCell, ...]:
    """Title cells by the short names tw, cn and en."""
    tags = {"tw": TW, "cn": CN, "en": EN}
    return tuple(TitleCell(tags[name], (Text(text),)) for name, text in texts.items())


def cell(tag: str, *segments: Runs | str, kind: OriginKind = OriginKind.SOURCE, place: str = "k/1.1") -> Cell:
    """A cell of one segment for each of `segments`."""
    made = [
        Segment(f"{place}.{n}", tag, (Text(runs),) if isinstance(runs, str) else runs, Origin(kind), " " * (tag == EN))
        for n, runs in enumerate(segments, 1)
    ]
    return Cell(tag, tuple(made))


def small() -> Digest:
    """Two papers in three columns with everything a cell can hold, and a preface."""
    mixed: Runs = (
        Text("這篇論文的“收斂率”是"),
        Math("O(1/t^2)"),
        Text("，見"),
        Link("https://arxiv.org/abs/1706.03762", "arXiv"),
        Text("，以及"),
        Code("adam.step()"),
        Text("的", ("strong",)),
        Text("α 系數", ("emphasis", "underline")),
        Break(),
        Text("完。"),
    )
    simplified: Runs = (Text("这篇论文的“收敛率”是"), Math("O(1/t^2)"), Text("，见别处。"))
    english: Runs = (Text("The rate is "), Math(r"\frac{1}{t}", True, r"\["), Text(", don’t ask."))
    first = Entry(
        1,
        "attention",
        (PaperRef("a.txt", 1),),
        titles(tw="注意力", cn="注意力", en="Attention & <Co>"),
        (
            Row(
                "1.1",
                (
                    cell(TW, mixed, kind=OriginKind.SCRIPT),
                    cell(CN, simplified),
                    cell(EN, english, kind=OriginKind.MACHINE),
                ),
                starts=True,
            ),
            Row("1.2", (cell(TW, "第二句。", "第三句。"), cell(CN, "第二句。"), Cell(EN)), score=0.5),
        ),
        authors=("A. Vaswani", "N. Shazeer"),
        venue="NeurIPS 2017",
        links=("https://arxiv.org/abs/1706.03762", "javascript:alert(1)"),
    )
    second = Entry(
        2,
        "adam",
        (PaperRef("b.txt", 1),),
        tuple(TitleCell(tag, (Text("Adam with "), Math(r"\beta_1"))) for tag in (TW, CN, EN)),
        (Row("2.1", (cell(TW, "短句。"), cell(CN, "短句。"), cell(EN, "Short."))),),
    )
    preface = (Row("A.1", (cell(TW, "前言。"), cell(CN, "前言。"), Cell(EN))),)
    section = Section("s1", titles(tw="最佳化", cn="最优化", en="Optimisation"), (first, second), preface, path="a.txt")
    return Digest(
        titles(tw="論文摘要", cn="论文摘要", en="Paper Digest"),
        "2026-11-30",
        (TW, CN, EN),
        (section,),
        colophon=(("Sources", "a.txt, b.txt"),),
    )


def two_columns(*texts: tuple[Runs | str, Runs | str]) -> Digest:
    """One paper with a row for each pair of texts, Traditional and Simplified."""
    rows = tuple(
        Row(f"1.{n}", (cell(TW, a, place=f"k/1.{n}"), cell(CN, b, place=f"k/1.{n}")))
        for n, (a, b) in enumerate(texts, 1)
    )
    entry = Entry(1, "k", (PaperRef("a.txt", 1),), titles(tw="題目", cn="题目"), rows)
    section = Section("s1", titles(tw="部分", cn="部分"), (entry,), path="a.txt")
    return Digest(titles(tw="摘要", cn="摘要"), "2026-11-30", (TW, CN), (section,))
