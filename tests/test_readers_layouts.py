"""Layouts of plain text, Markdown and HTML, each by a small source written for it."""

from __future__ import annotations

import textwrap

import pytest

from bilingual.errors import ConfigError, UsageError
from bilingual.model import Document, Math, plain
from bilingual.readers import read_bytes


def read(source: str, name: str = "x.txt", **options: object) -> Document:
    return read_bytes(textwrap.dedent(source).strip("\n").encode(), name, **options)  # type: ignore[arg-type]


def titles(document: Document) -> list[str]:
    return [plain(paper.title) for paper in document.papers]


def summaries(document: Document) -> list[str]:
    return [paper.text for paper in document.papers]


def notes(document: Document) -> list[tuple[str, str]]:
    return [(note.kind, note.text) for note in document.notes]


# --- prose


def test_prose_runs_from_ordinal_to_ordinal_across_paragraphs() -> None:
    document = read("""
        本周导读

        本期第一篇到第三篇都讲推理。

        第1篇论文提出甲方法。它很快。第2篇论文研究乙，与第1篇论文相比更稳。

        第一篇论文的数据也在这里。接下来，第3篇论文讨论丙。

        总的来说，这三篇论文各有所长。
        """)
    assert document.layout == "prose"
    assert summaries(document) == [
        "第1篇论文提出甲方法。它很快。",
        "第2篇论文研究乙，与第1篇论文相比更稳。\n\n第一篇论文的数据也在这里。",
        "接下来，第3篇论文讨论丙。",
    ]
    assert [p.text for p in document.preface] == ["本期第一篇到第三篇都讲推理。"]
    assert notes(document) == [("header", "本周导读"), ("closing", "总的来说，这三篇论文各有所长。")]
    assert [(p.position.line_start, p.position.line_end) for p in document.papers] == [(5, 5), (5, 7), (7, 7)]


def test_english_ordinals_and_the_last_one() -> None:
    document = read("""
        The first paper gives a bound. The second paper, “Fast Decoding of Long Texts”, is about speed. Finally,
        the last paper is a survey.
        """)
    assert document.layout == "prose"
    assert titles(document) == ["", "Fast Decoding of Long Texts", ""]
    assert summaries(document)[2] == "Finally, the last paper is a survey."


def test_a_missing_ordinal_is_told() -> None:
    document = read("第一篇論文甲。第二篇論文乙。第四篇論文丁。")
    assert len(document.papers) == 3
    assert [finding.code for finding in document.findings] == ["read.ordinal-missing"]


@pytest.mark.parametrize(
    ("written", "value"),
    [("一", 1), ("十", 10), ("十二", 12), ("二十一", 21), ("２３", 23), ("一百零三", 103), ("二三", None)],
)
def test_chinese_numbers(written: str, value: int | None) -> None:
    from bilingual.readers.layouts.ordinals import chinese_number

    assert chinese_number(written) == value


# --- bullets and lists

TITLES = ["Attention Is All You Need", "Deep Residual Learning for Image Recognition"]
BODIES = ["提出只用注意力的模型，训练更快。", "残差连接让一百五十二层的网络也能训练。"]


@pytest.mark.parametrize(
    "form",
    [
        "- {t}\n-\n{s}\n",
        "- {t}\n  {s}\n",
        "• {t}\n\n  {s}\n\n",
        "* {t}\n  - {s}\n",
        "- {t}\n- {s}\n",
        "1. {t}\n   {s}\n",
    ],
)
@pytest.mark.parametrize("name", ["x.txt", "x.md"])
def test_bullets(form: str, name: str) -> None:
    if form.startswith("•") and name == "x.md":
        pytest.skip("a bullet character is no marker in Markdown")
    source = "".join(form.format(t=t, s=s) for t, s in zip(TITLES, BODIES, strict=True))
    document = read_bytes(source.encode(), name)
    assert (document.layout, titles(document), summaries(document)) == ("bullets", TITLES, BODIES)


def test_items_with_titles_in_bold_under_headings() -> None:
    document = read(
        """
        # 今日论文

        ## 视觉

        - **Deep Residual Learning for Image Recognition**: 提出残差网络，可达一百层。
        - **Generative Adversarial Nets**：两个网络相互对抗，学会生成图像。

        ## 语言

        - **[Attention Is All You Need](https://arxiv.org/abs/1706.03762v5)**：提出只用注意力的模型。

        谢谢阅读！
        """,
        "x.md",
    )
    assert [paper.part for paper in document.papers] == ["视觉", "视觉", "语言"]
    assert document.papers[2].key == "arxiv:1706.03762"
    assert summaries(document)[2] == "提出只用注意力的模型。"
    assert ("closing", "谢谢阅读！") in notes(document)


def test_fields_of_an_item_go_to_the_paper() -> None:
    document = read("""
        1. Attention Is All You Need
           作者：Vaswani, Shazeer 等
           会议：NeurIPS 2017
           评分：9
           链接：https://arxiv.org/abs/1706.03762
           摘要：提出只用注意力的模型。
        2. Adam: A Method for Stochastic Optimization
           作者：Kingma; Ba
           链接：https://arxiv.org/abs/1412.6980
           摘要：提出一种优化算法。

        其他

        1. Generative Adversarial Nets
           作者：Goodfellow
           摘要：两个网络相互对抗。
        """)
    first = document.papers[0]
    assert document.layout == "list"
    assert (first.authors, first.venue, first.key) == (("Vaswani", "Shazeer"), "NeurIPS 2017", "arxiv:1706.03762")
    assert summaries(document) == ["提出只用注意力的模型。", "提出一种优化算法。", "两个网络相互对抗。"]
    assert ("field", "评分：9") in notes(document)


def test_records_in_text_and_a_wrapped_abstract() -> None:
    document = read("""
        Title: Attention Is All You Need
        Authors: Ashish Vaswani; Noam Shazeer
        Abstract: We propose a model
        based on attention alone.

        Title: Adam
        Abstract: We introduce an optimizer.
        """)
    assert titles(document) == ["Attention Is All You Need", "Adam"]
    assert summaries(document) == ["We propose a model based on attention alone.", "We introduce an optimizer."]


def test_lists_of_links_are_papers_under_a_heading_that_says_so() -> None:
    document = read(
        """
        # Awesome things

        ## Tools

        1. [A very good tool](https://github.com/a/b)
        2. [A tool that draws very fine curves](https://github.com/c/d): draws curves.

        ## 论文 Papers

        1. [Attention Is All You Need](https://arxiv.org/abs/1706.03762) `nlp`
        2. [Adam: A Method for Stochastic Optimization](https://arxiv.org/abs/1412.6980v9)
        3. [Adam](https://arxiv.org/abs/1412.6980)

        ## References

        1. [Some survey of all of it](https://arxiv.org/abs/2001.00001)
        """,
        "x.md",
    )
    assert titles(document) == ["Attention Is All You Need", "Adam: A Method for Stochastic Optimization"]
    assert document.entry_count == 3
    assert [place.line_start for place in document.papers[1].repeats] == [12]
    assert [f.code for f in document.findings if f.code == "read.duplicate"] == ["read.duplicate"]


def test_bracketed_titles() -> None:
    document = read("""
        【Attention Is All You Need】提出只用注意力的模型。
        【Deep Residual Learning】残差连接让网络更深。
        【Adam: A Method for Stochastic Optimization】：提出一种优化算法。
        """)
    assert titles(document)[1:] == ["Deep Residual Learning", "Adam: A Method for Stochastic Optimization"]
    assert summaries(document)[2] == "提出一种优化算法。"


@pytest.mark.parametrize(
    "source",
    [
        "# 清单\n\n1. Attention Is All You Need\n2. Adam: A Method for Stochastic Optimization\n3. Deep Learning\n",
        "# 路线\n\n1. **地基**：Attention → BERT → GPT\n2. **应用**：Agents → Tools\n",
        "# Day\n\n## Keyword: SLAM\n\nThere is no result\n\n## Keyword: NeRF\n\nThere is no result\n",
    ],
)
def test_what_is_no_paper(source: str) -> None:
    document = read_bytes(source.encode(), "x.md")
    assert document.papers == ()
    assert "read.no-papers" in [finding.code for finding in document.findings]


# --- titles


def test_the_cut_is_before_the_summary_and_after_the_colons_of_the_title() -> None:
    document = read(r"""
        Top picks

        FOAM: Frequency and Error on \(S^2\): 本文提出一种阻尼方法，误差更小。
        URS：统一求解器: 提出统一的数据表示，能解上百种问题。
        Adam: Adam keeps averages of the gradient, and is easy to use.
        Sparse Nets: A Theory of Pruning: We show that pruned networks train as well as full ones.
        """)
    assert titles(document) == [
        r"FOAM: Frequency and Error on \(S^2\)",
        "URS：统一求解器",
        "Adam",
        "Sparse Nets: A Theory of Pruning",
    ]
    assert document.papers[0].formulas == ("S^2",)
    assert summaries(document)[0] == "本文提出一种阻尼方法，误差更小。"


@pytest.mark.parametrize("form", ["{t}\n{s}\n\n", "{t}\n\n{s}\n\n", "**{t}**\n\n{s}\n\n"])
def test_titles_without_any_sign_over_their_summaries(form: str) -> None:
    source = "导读\n\n" + "".join(form.format(t=t, s=s) for t, s in zip(TITLES, BODIES, strict=True))
    document = read_bytes(source.encode(), "x.md")
    assert (document.layout, titles(document), summaries(document)) == ("stacked", TITLES, BODIES)


# --- abstracts


def test_wrapped_abstracts_are_joined_without_spaces_in_chinese() -> None:
    document = read("""
        两篇摘要

        主流的序列转换模型基于复杂的循环神经网络或卷积神经网络，其中包含编码器
        和解码器。我们提出一种新的简单网络结构，即只基于注意力机制的模型。

        We introduce Adam, an algorithm for first-order gradient-based optimization
        of stochastic functions, based on adaptive estimates of moments. It is easy to
        implement, and asks for little memory.
        """)
    assert document.layout == "abstracts"
    assert "编码器和解码器" in summaries(document)[0]
    assert "optimization of stochastic" in summaries(document)[1]


# --- headings, tables, cards, one paper


def test_headings_over_summaries() -> None:
    document = read(
        """
        # Digest

        Some words before the papers begin.

        ## Attention Is All You Need

        A model with attention alone. It trains fast.

        It reaches 28.4 BLEU.

        ## Adam: A Method for Stochastic Optimization

        Adam keeps averages of the gradient.

        ## References

        1. [Attention Is All You Need](https://arxiv.org/abs/1706.03762)
        """,
        "x.md",
    )
    assert document.layout == "headings"
    assert titles(document) == ["Attention Is All You Need", "Adam: A Method for Stochastic Optimization"]
    assert [p.text for p in document.preface] == ["Some words before the papers begin."]


def test_empty_sections_and_numbers_that_restart() -> None:
    document = read(
        """
        # 周报

        ## Nature（0 -> 0）

        - 本期无命中

        ## Science（1 -> 1）

        ### 1. A trial of a new method for the heart

        - 作者：A B
        - 摘要原文：We tried it.

        ## Cell（1 -> 1）

        ### 1. Another trial of a method for the eye

        - 作者：C D
        - 摘要原文：We tried it again.
        """,
        "x.md",
    )
    assert titles(document) == ["A trial of a new method for the heart", "Another trial of a method for the eye"]
    assert [paper.part for paper in document.papers] == ["Science（1 -> 1）", "Cell（1 -> 1）"]
    assert ("empty", "本期无命中") in notes(document)


def test_tables() -> None:
    document = read(
        r"""
        | # | 论文 | 链接 | 年份 | 简介 |
        |---|---|---|---|---|
        | 1 | Attention Is All You Need (Vaswani et al.) | [PDF](https://arxiv.org/pdf/1706.03762) | 2017 | 代价为 $a|b$。 |
        | 2 | 残差网络 | [PDF](https://arxiv.org/pdf/1512.03385) | 2015 | 一百五十二层。 |
        """,
        "x.md",
    )
    first = document.papers[0]
    assert (document.layout, first.key, first.authors, first.date) == (
        "table",
        "arxiv:1706.03762",
        ("Vaswani et al.",),
        "2017",
    )
    assert (titles(document)[0], summaries(document)) == (
        "Attention Is All You Need",
        [r"代价为 \(a|b\)。", "一百五十二层。"],
    )


def test_cards_of_a_page_and_nothing_that_runs() -> None:
    document = read(
        """
        <html><head><title>T</title><script>var x = "<p>secret</p>"</script><style>p{}</style></head><body>
        <nav><a href="/">Home</a></nav><h1>Weekly</h1>
        <article onclick="evil()"><h3><a href="https://arxiv.org/abs/1706.03762v5">Attention</a></h3>
        <p class="authors">A. Vaswani, N. Shazeer</p><p>Attention <b>alone</b>, cost \\(n^2\\).<br>Fast.</p></article>
        <article><h3>Adam</h3><p>Moments.</p><a href="javascript:evil()">x</a><button>☆</button></article>
        </body></html>
        """,
        "x.html",
    )
    first = document.papers[0]
    assert (document.layout, first.key, first.authors) == ("cards", "arxiv:1706.03762", ("A. Vaswani", "N. Shazeer"))
    assert first.text == "Attention alone, cost \\(n^2\\).\nFast."
    everything = repr(document)
    assert "secret" not in everything
    assert "evil" not in everything
    assert ("navigation", "Home") in notes(document)


def test_a_link_around_the_heading_of_a_card() -> None:
    card = '<div class="card"><a href="https://arxiv.org/abs/{n}"><h3>Paper number {n}</h3></a><p>It is good.</p></div>'
    document = read_bytes((card.format(n="2401.00001") + card.format(n="2401.00002")).encode(), "x.html")
    assert [paper.key for paper in document.papers] == ["arxiv:2401.00001", "arxiv:2401.00002"]


def test_formulas_that_pages_carry() -> None:
    document = read(
        """
        <p>一 <span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1
        </annotation></semantics></math><span>x1</span></span>，二 <math alttext="\\\\alpha"><mi>a</mi></math>，
        三 <script type="math/tex">y^2</script>，四 <img class="mwe-math-fallback" alt="z">，这样就够长了，可以当作一篇摘要。</p>
        """,
        "x.html",
        layout="paper",
    )
    assert document.papers[0].formulas == ("x_1", "\\\\alpha", "y^2", "z")


def test_one_paper_a_file() -> None:
    document = read(
        """
        ---
        title: Attention Is All You Need
        ---

        ## 摘要

        只用注意力的模型，训练更快。

        ## 方法

        多头注意力 $\\text{softmax}(QK^T)V$。

        ## 实验

        达到 28.4 BLEU。
        """,
        "x.md",
    )
    assert (document.layout, titles(document)) == ("paper", ["Attention Is All You Need"])
    assert len(document.papers[0].formulas) == 1


def test_several_layouts_in_one_file() -> None:
    document = read(
        """
        # 混合

        | 题目 | 摘要 |
        |---|---|
        | Attention Is All You Need | 只用注意力。 |

        ## 详细

        ### Adam: A Method for Stochastic Optimization

        - arXiv: 1412.6980

        提出一种优化算法。

        ## 其他

        1. **Generative Adversarial Nets**
           - 链接：https://arxiv.org/abs/1406.2661
        """,
        "x.md",
    )
    assert document.layout == "table+headings+list"
    assert len(document.papers) == 3


# --- two languages


def test_a_block_and_its_translation() -> None:
    document = read(
        """
        ## 1. Attention Is All You Need

        The dominant models are recurrent. We propose one that is based on attention alone.

        主流的模型是循环的。我们提出一种只基于注意力的模型。

        ## 2. Adam: A Method for Stochastic Optimization

        We introduce Adam, an algorithm for first-order optimization. It is easy to use.

        我们提出 Adam，一种一阶优化算法。它易于使用。
        """,
        "x.md",
    )
    assert [paper.lang for paper in document.papers] == ["en", "en"]
    assert [(t.lang, t.stated) for paper in document.papers for t in paper.translations] == [("zh", True)] * 2
    assert document.papers[1].translations[0].paragraphs[0].text == "我们提出 Adam，一种一阶优化算法。它易于使用。"


def test_a_repeat_in_the_other_language_is_a_translation() -> None:
    document = read(
        """
        ## 1. Attention Is All You Need

        - arXiv: 1706.03762v1

        主流的模型是循环的。我们提出一种只基于注意力的模型，训练更快。

        ## 2. Attention Is All You Need

        - arXiv: 1706.03762v5

        The dominant models are recurrent. We propose one that is based on attention alone and trains fast.
        """,
        "x.md",
    )
    (paper,) = document.papers
    assert (paper.lang, document.entry_count) == ("zh", 2)
    assert [(t.lang, t.stated) for t in paper.translations] == [("en", False)]


def test_a_short_remark_in_the_other_language_is_no_translation() -> None:
    document = read(
        """
        ### 1. A trial of a new method for the heart

        - 作者：A B
        - 摘要原文：We tried a new method on four hundred people over three years, and it works as well as the old one.
        - 中文导读：与心脏有关。
        """,
        "x.md",
    )
    assert document.papers[0].translations == ()
    assert len(document.papers[0].paragraphs) == 2


def test_a_table_of_sentences_in_two_languages_is_one_paper() -> None:
    document = read(
        """
        # Attention Is All You Need

        | English | 中文 |
        |---|---|
        | The dominant models are recurrent or convolutional. | 主流的模型是循环的或卷积的。 |
        | We propose a network with attention alone, and it trains fast. | 我们提出只用注意力的网络，训练更快。 |
        """,
        "x.md",
    )
    (paper,) = document.papers
    assert [t.stated for t in paper.translations] == [True]
    assert paper.translations[0].paragraphs[0].text == "主流的模型是循环的或卷积的。"


# --- Markdown


def test_emphasis_beside_full_width_punctuation() -> None:
    document = read("该方法**“有效”。**因此很好，**《论文》**提出了它，也说明了原因。", "x.md", layout="paper")
    assert "*" not in document.papers[0].text
    assert [run.marks for run in document.papers[0].paragraphs[0].runs if getattr(run, "marks", ())] == [
        ("strong",)
    ] * 2


def test_prices_are_no_formulas_and_formulas_no_emphasis() -> None:
    document = read(
        r"""
        训练成本$5美元，推理$3美元，这一段足够长，可以当作摘要。而 $a_1*b_2*c$ 与 \(x_{i}\) 以及 `$HOME_` 都在。

        $$
        - a_1 \\
        + b_2
        $$
        """,
        "x.md",
        layout="paper",
    )
    assert document.papers[0].formulas == ("a_1*b_2*c", "x_{i}", "\n- a_1 \\\\\n+ b_2\n")
    assert "$5美元，推理$3美元" in document.papers[0].text


def test_a_formula_in_a_quote_loses_the_quote_marks() -> None:
    document = read("> 损失为\n> $$\n> a +\n> b\n> $$\n> 其中各项如上所述，不再赘述。", "x.md", layout="paper")
    (formula,) = [r for p in document.papers[0].paragraphs for r in p.runs if isinstance(r, Math)]
    assert formula.tex == "\na +\nb\n"


# --- corrections


def test_a_layout_can_be_stated_and_an_unknown_one_is_refused() -> None:
    source = "A long title: 本文提出一种方法，效果更好。\nAnother title: 本文研究数据，结论更稳。"
    assert read(source, layout="titles").layout == "titles"
    with pytest.raises(UsageError, match=r'did you mean "titles"'):
        read(source, layout="title")


def test_a_pattern_says_where_papers_begin() -> None:
    source = "前言一句。\n\n◎ 甲方法 ◎\n提出甲。\n\n◎ 乙方法 ◎\n提出乙。\n"
    document = read_bytes(source.encode(), "x.txt", papers=r"◎ (?P<title>.+) ◎")
    assert (titles(document), summaries(document)) == (["甲方法", "乙方法"], ["提出甲。", "提出乙。"])
    assert [p.text for p in document.preface] == ["前言一句。"]
    with pytest.raises(ConfigError, match="no regular expression"):
        read_bytes(source.encode(), "x.txt", papers="(")


def test_selection_by_section_title_and_number() -> None:
    source = """
        # D

        ## One

        - **Attention Is All You Need**: 只用注意力的模型，训练更快。
        - **Adam: A Method for Optimization**: 一种一阶的优化算法。

        ## Two

        - **Generative Adversarial Nets**: 两个网络相互对抗，学会生成。
        """
    assert len(read(source, "x.md", select=("two",)).papers) == 1
    assert titles(read(source, "x.md", select=("2-3",))) == [
        "Adam: A Method for Optimization",
        "Generative Adversarial Nets",
    ]
    assert titles(read(source, "x.md", select=("attention",))) == ["Attention Is All You Need"]
    with pytest.raises(UsageError, match="Nothing in"):
        read(source, "x.md", select=("nothing such",))


@pytest.mark.parametrize("name", ["First Paper", "A Paper", "Deep Sets", "ResNet50"])
def test_short_english_titles_before_chinese_summaries_are_titles(name: str) -> None:
    one, other = "本文给出一个方法，误差降到一半。", "另一篇研究图上的游走，改进了上界。"
    bullets = read_bytes(f"- {name}\n-\n{one}\n- Second Paper\n-\n{other}\n".encode(), "a.txt")
    assert [plain(paper.title) for paper in bullets.papers] == [name, "Second Paper"]
    lines = read_bytes(f"{name}: {one}\nGraph Walks: {other}\n".encode(), "a.txt")
    assert [plain(paper.title) for paper in lines.papers] == [name, "Graph Walks"]


def test_short_english_labels_of_a_note_are_no_titles() -> None:
    text = "ResNet 笔记\n\nMethod: 用残差连接，让网络更深。\nAbstract: 网络很深，训练却容易。\nResults: 误差降到 3.57%，得了第一名。\n"
    assert len(read_bytes(text.encode(), "a.txt").papers) == 1
