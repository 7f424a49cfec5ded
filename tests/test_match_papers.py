"""The same paper across documents: what confirms, what is only possible, what is no evidence at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bilingual.alignment import groups, match
from bilingual.model import Document, Paper, PaperRef, Paragraph, Position
from bilingual.protect import scan


def document(path: str, *papers: tuple[str, str], identifiers: Sequence[str] = (), lang: str = "zh-Hans") -> Document:
    made = tuple(
        Paper(
            key=f"{path}-{n}",
            title=scan(title),
            lang=lang,
            paragraphs=(Paragraph(scan(text), lang),),
            position=Position(n, n, n),
            identifiers=tuple(identifiers[n - 1 : n]),
        )
        for n, (title, text) in enumerate(papers, 1)
    )
    return Document(path, lang, "", (), made)


def confirmed(*documents: Document) -> list[tuple[int, ...]]:
    return [tuple(place.n for place in pair.papers) for pair in match(documents).pairs if pair.confirmed]


FILLER = (
    ("Graph pooling revisited", "这篇论文研究图池化的表达能力，在七个数据集上验证。"),
    ("Sampling without regret", "本文给出采样方法的遗憾界，并说明它是紧的。"),
    ("Muon at scale", "分析 Muon 在大规模训练中的行为，并与 AdamW 比较。"),
)


def test_a_name_that_both_introduce_confirms() -> None:
    chinese = document("a", *FILLER, ("RivuletOpt: A Small Optimizer", "提出 RivuletOpt，把动量压成一条流。"))
    english = document(
        "b",
        ("", "Training is slow. We propose RivuletOpt, an optimizer that keeps one stream of momentum."),
        ("", "Muon is widely used. This study compares Muon with AdamW on language models."),
        lang="en",
    )
    found = match([chinese, english])
    assert [(tuple(p.n for p in pair.papers), pair.confirmed) for pair in found.pairs] == [((4, 1), True)]
    assert 'both papers introduce the name "RivuletOpt"' in found.pairs[0].evidence
    assert [(p.path, p.n) for p in found.unmatched] == [("a", 1), ("a", 2), ("a", 3), ("b", 2)]


def test_a_baseline_that_both_compare_with_is_no_evidence() -> None:
    one = document(
        "a", ("", "We improve on GRPO and Adam; on GSM8K and MATH-500 our method beats Qwen2.5-7B."), lang="en"
    )
    other = document("b", ("", "与 GRPO、Adam 相比，在 GSM8K 与 MATH-500 上优于 Qwen2.5-7B。"))
    assert match([one, other]).pairs == ()


def test_a_paper_is_not_the_one_it_compares_with() -> None:
    one = document("a", ("", "We propose RivuletOpt, an optimizer with one stream, tested on PebbleBench."), lang="en")
    other = document("b", ("TorrentOpt: Streams in Parallel", "提出 TorrentOpt，在 PebbleBench 上优于 RivuletOpt。"))
    assert confirmed(one, other) == []


def test_three_measured_results_in_common_confirm() -> None:
    one = document("a", ("", "错误率从 61.13% 降到 58.92%，训练只需 3.57 天。"), *FILLER)
    other = document("b", ("", "Errors fall from 61.13% to 58.92% after 3.57 days of training."), lang="en")
    assert confirmed(one, other) == [(1, 1)]


def test_two_papers_with_names_of_their_own_are_not_the_same() -> None:
    one = document("a", ("", "提出 PebbleSolver，误差 61.13，用时 58.92，能耗 3.57。"))
    other = document("b", ("", "We propose QuarryTool; error 61.13, time 58.92, energy 3.57."), lang="en")
    assert confirmed(one, other) == []


def test_a_variant_of_a_name_is_not_its_introduction() -> None:
    one = document("a", ("", "We propose a Kestrel-based sampler for long documents."), lang="en")
    other = document("b", ("", "提出 Kestrel 的变体，用于图像。"))
    assert confirmed(one, other) == []


def test_one_short_name_of_two_papers_with_nothing_else_in_common_is_not_confirmed() -> None:
    one = document("a", ("", "We propose ACE, an attack on speech recognition that needs no gradients."), lang="en")
    other = document("b", ("", "提出 ACE（Adaptive Crop Estimation），从卫星图像估计作物面积。"))
    assert confirmed(one, other) == []


def test_a_short_name_with_a_number_in_common_is_confirmed() -> None:
    one = document(
        "a", ("", "We propose ACE, an attack on speech recognition. It succeeds in 93.7% of cases."), lang="en"
    )
    other = document("b", ("", "提出 ACE，一种攻击语音识别的方法，成功率达到 93.7%。"), *FILLER)
    assert confirmed(one, other) == [(1, 1)]


def test_different_english_titles_speak_against_a_shared_name() -> None:
    one = document("a", ("Attacks on Speech Recognition without Gradients (ACE)", "提出 ACE，成功率 93.7%。"))
    other = document("b", ("Crop Area Estimation from Satellite Images (ACE)", "We propose ACE with 93.7% accuracy."))
    assert confirmed(one, other) == []


def test_an_arxiv_id_confirms_whatever_its_version_and_two_ids_refute() -> None:
    one = document("a", ("", "甲"), ("", "提出 WidgetNet。"), identifiers=("arxiv:2601.01234v2", "arxiv:2601.05555"))
    other = document(
        "b",
        ("", "乙"),
        ("", "We propose WidgetNet."),
        identifiers=("https://arxiv.org/pdf/2601.01234", "arxiv:2601.09999"),
    )
    assert confirmed(one, other) == [(1, 1)]


def test_the_same_doi_and_address_confirm() -> None:
    one = document("a", ("", "甲"), ("", "丙"), identifiers=("doi:10.1145/12345.678", "https://www.example.org/paper/"))
    other = document(
        "b", ("", "乙"), ("", "丁"), identifiers=("http://example.org/paper", "https://doi.org/10.1145/12345.678")
    )
    assert sorted(confirmed(one, other)) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Learning to Fold Proteins Slowly", "learning to fold proteins slowly (SlowFold)"),
        ("2015: Pipelines That Never End", "2015年：Pipelines that never end"),
        ("通過對話學習編譯器優化", "通过对话学习编译器优化"),
    ],
)
def test_the_same_title_confirms(left: str, right: str) -> None:
    assert confirmed(document("a", (left, "甲"), *FILLER), document("b", ("", "乙"), (right, "丙"))) == [(1, 2)]


def test_a_title_that_two_papers_of_one_document_have_confirms_nothing() -> None:
    twice = ("A Survey of Everything Known", "甲")
    assert confirmed(document("a", twice, twice), document("b", twice)) == []


def test_two_rare_names_and_a_number_confirm_without_an_own_name() -> None:
    one = document("a", ("", "在 PebbleBench 与 QuarryNet 上，检索误差降到 4.83，成本减半。"), *FILLER)
    other = document(
        "b", ("", "Retrieval error falls to 4.83 on PebbleBench and QuarryNet at half the cost."), lang="en"
    )
    assert confirmed(one, other) == [(1, 1)]


def test_two_candidates_alike_are_possible_not_confirmed() -> None:
    text = "在 PebbleBench 与 QuarryNet 上，检索误差降到 4.83。"
    found = match([document("a", ("", text), ("", text)), document("b", ("", text.replace("检索", "查询")))])
    assert not any(pair.confirmed for pair in found.pairs)
    assert len(found.unmatched) == 3


def test_numbers_are_compared_by_value() -> None:
    one = document("a", ("", "提出 Mica，训练用了 1,750 亿词元，误差 0.372。"), *FILLER)
    other = document("b", ("", "We propose Mica, trained on 175 billion tokens."), lang="en")
    pair = match([one, other]).pairs[0]
    assert pair.confirmed
    assert 'both give the number "175,000,000,000"' in pair.evidence


def test_groups_join_three_documents_and_never_two_papers_of_one() -> None:
    text = "提出 RivuletOpt，误差 4.83，用 PebbleBench 评测。"
    documents = [document(path, ("", text), *FILLER[:1]) for path in "abc"]
    matching = match(documents)
    first = tuple(PaperRef(path, 1) for path in "abc")
    assert groups(matching, documents)[0] == first
    for group in groups(matching, documents):
        assert len({ref.path for ref in group}) == len(group)


def test_nothing_and_one_document_have_no_pairs() -> None:
    assert match([]).pairs == ()
    alone = document("a", *FILLER)
    assert match([alone]).pairs == ()
    assert len(match([alone, document("b")]).unmatched) == 3


def test_the_order_of_documents_does_not_change_what_is_found() -> None:
    one = document("a", *FILLER, ("RivuletOpt: A Small Optimizer", "提出 RivuletOpt，把动量压成一条流。"))
    other = document("b", ("", "We propose RivuletOpt, an optimizer that keeps one stream."), lang="en")
    assert {frozenset(c) for c in confirmed(one, other)} == {frozenset(c) for c in confirmed(other, one)}


def test_vectors_are_evidence_but_never_enough() -> None:
    axes = np.eye(6, dtype=np.float32)
    one = document("a", ("", "在 PebbleBench 上研究鸟类的迁徙。"), *FILLER)
    other = document("b", ("", "Birds migrate, as PebbleBench shows."), ("", "On tides."), ("", "On snow."), lang="en")
    alone = document("c", ("", "鸟类如何迁徙。"), *FILLER)
    like = [axes[:4], axes[[0, 4, 5]]]
    assert confirmed(one, other) == []
    assert [tuple(p.n for p in pair.papers) for pair in match([one, other], like).pairs if pair.confirmed] == [(1, 1)]
    assert not [pair for pair in match([alone, other], like).pairs if pair.confirmed]


def test_unlike_vectors_refute_a_shared_name() -> None:
    axes = np.eye(6, dtype=np.float32)
    one = document("a", ("", "提出 RivuletOpt，把动量压成一条流。"), *FILLER)
    other = document("b", ("", "We propose RivuletOpt for rivers."), ("", "On tides."), ("", "On snow."), lang="en")
    assert confirmed(one, other) == [(1, 1)]
    unlike = [axes[:4], -axes[[0, 4, 5]]]
    assert not [pair for pair in match([one, other], unlike).pairs if pair.confirmed]
