"""Nothing is lost: every character of a source is in a paper, the preface, a note or a finding, in any layout."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bilingual.errors import SourceError
from bilingual.model import Document, Paper, Runs, source_text
from bilingual.readers.assemble import document
from bilingual.readers.layouts import LAYOUTS, read_layout
from bilingual.readers.markdown import read_markdown
from bilingual.readers.text import read_text

# White space, and what layouts and formats use as signs: markers, colons between title and summary, signs of Markdown.
_SIGNS = set(" :：#-*+•·▪◦‣●○■□◆◇►▶➤–—.)、．(（）[]|_=~`<>&;!\\/,，。\"'$¶【】《》×")


def _letters(text: str) -> Counter[str]:
    return Counter(
        char
        for char in text
        if not char.isspace()
        and char not in _SIGNS
        and not char.isdigit()
        and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Cn", "So", "Mn", "Sm", "Co")
    )


def _runs(runs: Runs) -> str:
    return "".join(map(source_text, runs)) + "".join(getattr(run, "href", "") for run in runs)


def _paper(paper: Paper) -> str:
    parts = [_runs(paper.title), *(_runs(p.runs) for p in paper.paragraphs)]
    for translation in paper.translations:
        parts += [_runs(translation.title), *(_runs(p.runs) for p in translation.paragraphs)]
    parts += [*paper.authors, paper.venue, paper.date, *paper.links, *paper.identifiers]
    return "\n".join(parts)


def kept(found: Document) -> Counter[str]:
    """How often each letter is anywhere in a document."""
    parts = [_paper(paper) for paper in found.papers]
    parts += [_runs(paragraph.runs) for paragraph in found.preface]
    parts += [note.text for note in found.notes]
    parts += [finding.message for finding in found.findings]
    return _letters("\n".join(parts))


def lost(source: str, found: Document) -> Counter[str]:
    """The letters of `source` that are nowhere in a document; a paper that is there twice need be kept once only."""
    left = _letters(source) - kept(found)
    if any(paper.repeats for paper in found.papers):
        return Counter(char for char in left if char not in kept(found))
    return left


words = st.sampled_from(
    [
        "第一篇論文",
        "第二篇論文提出新方法",
        "The first paper",
        "The second paper shows this",
        "Attention Is All You Need",
        "本文提出一种方法",
        "该方法在三个数据集上取得最好的结果",
        "。",
        ". ",
        ": ",
        "：",
        "\n",
        "\n\n",
        "\n- ",
        "\n-\n",
        "\n1. ",
        "\n   ",
        "\n# ",
        "$x^2$",
        r"\(a_b\)",
        "\n$$\nx\n- y\n$$\n",
        "`code`",
        "https://example.org/a_b",
        "45 篇论文解读",
        "🔥 高频主题： 推理 ×3",
        "we propose a method that trains fast and reaches the best results on three benchmarks",
    ]
)
texts = st.lists(st.one_of(words, st.text(max_size=12)), max_size=40).map("".join)
_quick = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("layout", ["auto", *LAYOUTS])
@_quick
@given(source=texts)
@example(source="- a\n-\nb\n- c\n")
@example(source="第一篇論文甲。第二篇論文乙。\n\n尾聲")
@example(source="A: B\n\nC: 第二\n# D\nE")
def test_text(layout: str, source: str) -> None:
    found = document(read_layout(read_text(source), layout), "x.txt")
    assert lost(source, found) == Counter()


@_quick
@given(source=texts)
@example(source="**“有效”。**因此")
@example(source="> $$\n> x\n> $$\n")
@example(source="[a][b]\n\n| a | b |\n|---|---|\n| c | d |")
def test_markdown(source: str) -> None:
    parsed = read_markdown(source)
    found = document(read_layout(parsed.blocks), "x.md")
    noted = Counter("".join(note.text for note in parsed.notes))
    # Addresses that nothing links to, and references that are no text, are the only letters a Markdown text may hide.
    hidden = "".join(line for line in source.split("\n") if line.lstrip().startswith(("[", "&", "<")))
    assert lost(source, found) - noted - _letters(hidden) == Counter()


@_quick
@given(data=st.binary(max_size=400), name=st.sampled_from(["x.txt", "x.md", "x.html", "x", "x.xml"]))
def test_bytes_never_raise_anything_but_one_sentence(data: bytes, name: str) -> None:
    from bilingual.readers import read_bytes

    outcome: Document | SourceError
    try:
        outcome = read_bytes(data, name)
    except SourceError as error:
        outcome = error
    assert outcome.path == name if isinstance(outcome, Document) else "\n" not in str(outcome)
