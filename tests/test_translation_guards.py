"""Guards: each way in which a model fails is seen, and what people wrote passes."""

from __future__ import annotations

import pytest

from bilingual.protect import scan
from bilingual.translation.guards import guard, needs_retry

GOOD = [
    ("我们提出了一种新的优化器，在 ImageNet 上提升 2.3%。", "We propose a new optimizer that gains 2.3% on ImageNet."),
    (r"收敛率从 \(O(1/t)\) 提升到 \(O(1/t^2)\)。", r"The rate improves from \(O(1/t)\) to \(O(1/t^2)\)."),
    ("模型有 70 亿参数。", "The model has 7 billion parameters."),
    ("代码见 https://example.org/code 。", "The code is at https://example.org/code ."),
]
BAD = [
    ("模型在测试集上表现良好。", "", "translation.empty"),
    ("模型在测试集上表现良好。", "...", "translation.empty"),
    ("模型在测试集上表现良好。", "模型在测试集上表现良好。", "translation.copied"),
    ("模型在测试集上表现良好。", "The 模型在测试集上表现良好", "translation.copied"),
    ("模型在测试集上表现良好。", "The model does well on the 测试 set.", "translation.leftover"),
    ("RNA-Seq 在 pH 7.4 下进行。", "RNA-Seq at pH 7.4 at pH 7.4 at pH 7.4 at pH 7.4", "translation.repeated"),
    ("该方法有效地降低了计算成本。", "The method the method the method lowers the cost", "translation.repeated"),
    ("该方法有效地降低了计算成本。", "It effectively lowers costsssss of computing here.", "translation.repeated"),
    ("该方法有效地降低了计算成本。", "It ititititit lowers the cost of computing.", "translation.repeated"),
    ("该方法有效地降低了整个训练过程的计算成本与内存占用。", "It works.", "translation.length"),
    (
        "该方法有效。",
        "The method is effective, and " + "it was shown in many ways by other authors " * 2,
        "translation.length",
    ),
    ("该方法优于基线。", "The ⁇ beats the baseline.", "translation.garbled"),
    ("FedHOO 优于基线方法。", "The method beats the baseline.", "names.missing"),
    ("准确率提升 12.3 个点。", "Accuracy rises by 2.3 points.", "numbers.differ"),
    ("参数量为 1,750 亿。", "There are 1,750 billion parameters.", "numbers.differ"),
    (r"收敛率为 \(O(1/t)\)。", "The rate of convergence is linear.", "protect.lost"),
    (r"收敛率为 \(x\)。", r"The rate of convergence is \(x\), \(x\).", "protect.added"),
    ("否", "Yes", "translation.short"),
]


@pytest.mark.parametrize(("source", "target"), GOOD)
def test_a_good_translation_has_no_finding(source: str, target: str) -> None:
    assert guard(scan(source), scan(target), "zh-Hans", "en") == ()


@pytest.mark.parametrize(("source", "target", "code"), BAD)
def test_each_failure_has_its_finding(source: str, target: str, code: str) -> None:
    found = guard(scan(source), scan(target), "zh-Hans", "en", "1.2")
    assert code in {finding.code for finding in found}
    assert {finding.segment for finding in found} == {"1.2"}


def test_a_single_word_is_flagged_but_not_tried_again() -> None:
    assert not needs_retry(guard(scan("否"), scan("No"), "zh-Hans", "en"))


def test_english_in_capitals_that_comes_back_as_it_was_is_copied() -> None:
    text = "ALL CAPITALS ARE RETURNED AS THEY WERE"
    assert "translation.copied" in {f.code for f in guard(scan(text), scan(text), "en", "zh-Hans")}


def test_a_text_of_formulas_only_needs_its_formulas() -> None:
    runs = scan(r"\(x\)\(y\)")
    assert guard(runs, runs, "zh-Hans", "en") == ()
