"""Digests made by hand for the tests of publishers: three columns, prefaces, formulas, code, links, gaps."""

from __future__ import annotations

from bilingual.model import (
    Cell,
    Digest,
    Entry,
    Origin,
    OriginKind,
    Pair,
    PaperPlace,
    PaperRef,
    Row,
    Runs,
    Section,
    Segment,
    TitleCell,
)
from bilingual.protect import scan

COLUMNS = ("zh-Hant-TW", "zh-Hans-CN", "en")
_SCRIPT = Origin(OriginKind.SCRIPT, "tw2s")


def cell(column: str, text: str, origin: Origin | None = None) -> Cell:
    """A cell of one segment, or of none when `text` is empty."""
    if not text:
        return Cell(column)
    return Cell(column, (Segment("x/1.1", column, scan(text), origin or Origin()),))


def row(row_id: str, *texts: str, columns: tuple[str, ...] = COLUMNS, starts: bool = False) -> Row:
    """A row with one text for each column; the second column counts as converted from the first."""
    origins = (None, _SCRIPT, None, None)
    cells = zip(columns, texts, origins, strict=False)
    return Row(row_id, tuple(cell(column, text, origin) for column, text, origin in cells), starts)


def titles(*texts: str | Runs, columns: tuple[str, ...] = COLUMNS, placeholder: bool = False) -> tuple[TitleCell, ...]:
    """A title cell for each column; a single text stands for all of them."""
    every = texts * len(columns) if len(texts) == 1 else texts
    runs = (scan(text) if isinstance(text, str) else text for text in every)
    return tuple(TitleCell(c, r, placeholder=placeholder) for c, r in zip(columns, runs, strict=True))


def entry(
    number: int, title: tuple[TitleCell, ...], *rows: tuple[str, ...], columns: tuple[str, ...] = COLUMNS
) -> Entry:
    """An entry with one row for each tuple of texts, the first of them beginning a paragraph."""
    made = tuple(row(f"{number}.{n}", *texts, columns=columns, starts=n == 1) for n, texts in enumerate(rows, 1))
    return Entry(number, f"paper-{number}", (PaperRef("papers.txt", number),), title, made)


def digest(*entries: Entry, columns: tuple[str, ...] = COLUMNS, title: str = "Papers of the month") -> Digest:
    """A digest of one section."""
    section = Section("s1", titles("Papers", columns=columns), entries, path="papers.txt")
    return Digest(titles(title, columns=columns), "2026-11-30", columns, (section,))


def sample() -> Digest:
    """A digest with a bit of everything, on two sections."""
    attention = entry(
        1,
        titles("注意力就是你所需要的一切", "注意力就是你所需要的一切", "Attention Is All You Need"),
        (
            r"這篇論文提出 Transformer：一種完全不用循環與卷積、只靠注意力的序列模型，計算量為 \(O(n^2 d)\)。",
            r"这篇论文提出 Transformer：一种完全不用循环与卷积、只靠注意力的序列模型，计算量为 \(O(n^2 d)\)。",
            r"The paper proposes the Transformer, a sequence model without recurrence or convolution, at a cost of \(O(n^2 d)\).",
        ),
        (
            r"它的核心是縮放點積注意力：\[\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\!\left(\frac{QK^{\top}}{\sqrt{d_k}}\right)V\]",
            r"它的核心是缩放点积注意力：\[\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\!\left(\frac{QK^{\top}}{\sqrt{d_k}}\right)V\]",
            r"At its heart is scaled dot-product attention: \[\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\!\left(\frac{QK^{\top}}{\sqrt{d_k}}\right)V\]",
        ),
        ("在 WMT 2014 英德翻譯上得到 28.4 BLEU。", "在 WMT 2014 英德翻译上得到 28.4 BLEU。", ""),
    )
    adam = entry(
        2,
        titles(r"Adam: A Method for Stochastic Optimization in \(O(1/\sqrt{T})\)"),
        (
            "Adam 以梯度的一階矩 $m_t$ 與二階矩 $v_t$ 調整每個參數的步長；程式碼見 https://example.org/a-very-long-address/that-has-no-natural-place-to-break/in-a-narrow-column?query=optimizer&page=1 。",
            "Adam 以梯度的一阶矩 $m_t$ 与二阶矩 $v_t$ 调整每个参数的步长；代码见 https://example.org/a-very-long-address/that-has-no-natural-place-to-break/in-a-narrow-column?query=optimizer&page=1 。",
            "Adam adapts the step of each parameter by the first and second moments $m_t$ and $v_t$ of its gradient; see `torch.optim.Adam` and https://example.org/a-very-long-address/that-has-no-natural-place-to-break/in-a-narrow-column?query=optimizer&page=1.",
        ),
    )
    hostile = entry(
        3,
        titles("{{7*7}} <b>粗體</b>", "{{7*7}} <b>粗体</b>", "{{7*7}} <b>bold</b>"),
        (
            "模板 {{7*7}}、標籤 <img src=file:///etc/passwd> 與 &amp; 都照原樣印出。",
            "模板 {{7*7}}、标签 <img src=file:///etc/passwd> 与 &amp; 都照原样印出。",
            "Templates {{7*7}}, tags <img src=file:///etc/passwd> and &amp; print as they are. {% raw %} </td></table><script>alert(1)</script>",
        ),
    )
    first = Section(
        "s1",
        titles("十一月的論文", "十一月的论文", "Papers of November"),
        (attention, adam),
        preface=(row("P1.1", "本期選出三篇論文。", "本期选出三篇论文。", "", starts=True),),
        notes=("3 papers this month",),
        path="papers.txt",
    )
    second = Section("s2", titles("Templates & tags"), (hostile,), path="tags.txt")
    places = (
        PaperPlace("papers.txt", 1, "paper-1", "Attention"),
        PaperPlace("tags.txt", 1, "paper-3", "Attention again"),
    )
    return Digest(
        titles("每月論文選讀", "每月论文选读", "Papers of the Month"),
        "2026-11-30",
        COLUMNS,
        (first, second),
        possible=(Pair(places, 0.61, ("the rare name WMT",), False),),
        colophon=(("sources", "papers.txt (2), tags.txt (1)"), ("script", "standard"), ("translation", "off")),
    )


def text_digest(*texts: str, columns: tuple[str, ...] = ("zh-Hant-TW", "en")) -> Digest:
    """One entry whose only row has these texts, one for each column."""
    return digest(entry(1, titles("Title", columns=columns), texts, columns=columns), columns=columns)


__all__ = ["COLUMNS", "cell", "digest", "entry", "row", "sample", "text_digest", "titles"]
