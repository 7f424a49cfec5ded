"""Translating sentences with engines that do well, badly, and not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from bilingual.errors import EngineError
from bilingual.model import OriginKind, Runs, Text, plain
from bilingual.protect import scan
from bilingual.protect.terms import Concept, Status, Term, Termbase
from bilingual.translation.engine import Batch, Request, batches_of, request_key
from bilingual.translation.memory import Match
from bilingual.translation.run import Context, Settings, translate_runs


class Scripted:
    """An engine that answers by a rule and remembers what it was asked."""

    name = "scripted"
    fingerprint = "scripted 1"
    limit = 150
    batch_size = 200
    uses_context = False

    def __init__(self, rule: object = None, *, keeps_placeholders: bool = False, fail_after: int = 10**9) -> None:
        self.rule = rule if callable(rule) else _echo_names
        self.keeps_placeholders = keeps_placeholders
        self.asked: list[Request] = []
        self.fail_after = fail_after

    def size(self, request: Request) -> int:
        return len(request.text)

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        for index in reversed(range(len(batches))):
            if len(self.asked) >= self.fail_after:
                raise EngineError("The engine is gone.")
            self.asked.extend(batches[index])
            yield index, tuple(self.rule(request) for request in batches[index])


def _echo_names(request: Request) -> str:
    """Words for Han characters, and all Latin text and digits as they are: a translation that guards accept."""
    spelled = re.sub(r"[\u4e00-\u9fff]", lambda match: f"w{ord(match[0]) % 9973:x} ", request.text)
    return re.sub(r"\bw([0-9a-f]+)", lambda m: "q" + "".join(chr(97 + int(c, 16)) for c in m[1]), spelled)


class Kept:
    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.puts = 0

    def get(self, keys: Sequence[str]) -> Mapping[str, str]:
        return {key: self.answers[key] for key in keys if key in self.answers}

    def put(self, answers: Mapping[str, str]) -> None:
        self.puts += 1
        self.answers.update(answers)


SENTENCES = [
    scan("我们提出了一种新的优化方法。"),
    scan(r"收敛率从 \(O(1/t)\) 提升到 \(O(1/t^2)\)，见 https://example.org/a_b。"),
    scan("参数量为 1,750 亿。"),
    scan("FedHOO: A Title in English"),
    scan("我们提出了一种新的优化方法。"),
]


def test_each_sentence_has_its_translation_and_equal_ones_are_asked_once() -> None:
    engine = Scripted()
    made = translate_runs(SENTENCES, "zh-Hans", "en", engine, Settings(attempts=1))
    assert [item.origin.kind for item in made] == [OriginKind.MACHINE] * 3 + [OriginKind.SOURCE, OriginKind.MACHINE]
    assert made[0].runs == made[4].runs
    assert made[3].runs == SENTENCES[3]
    assert len({request.text for request in engine.asked}) == len(engine.asked)
    assert r"\(O(1/t)\)" in plain(made[1].runs)
    assert "https://example.org/a_b" in plain(made[1].runs)


def test_an_answer_that_loses_a_number_is_asked_again_with_the_number_put_in() -> None:
    engine = Scripted(lambda request: "the number of all parameters is " if "参数" in request.text else "and")
    (made,) = translate_runs([SENTENCES[2]], "zh-Hans", "en", engine)
    assert "175 billion" in plain(made.runs)
    assert not made.findings


def test_a_name_that_is_lost_is_put_in() -> None:
    engine = Scripted(lambda request: "we compare" if "我们" in request.text else "with the other method")
    (made,) = translate_runs([scan("我们比较 FedHOO 与其他方法")], "zh-Hans", "en", engine)
    assert plain(made.runs) == "We compare FedHOO with the other method"


def test_what_stays_bad_is_marked_and_the_best_attempt_is_kept() -> None:
    engine = Scripted(lambda request: "la " * 40)
    (made,) = translate_runs([SENTENCES[0]], "zh-Hans", "en", engine, Settings(), [Context(segment="3.1")])
    assert {finding.code for finding in made.findings} >= {"translation.repeated"}
    assert {finding.segment for finding in made.findings} == {"3.1"}
    assert {request.effort for request in engine.asked} == {0, 1}


def test_placeholders_are_tried_first_and_a_lost_one_splits_the_sentence() -> None:
    def loses_tags(request: Request) -> str:
        return "it loses the formulas" if "<x" in request.text else _echo_names(request)

    engine = Scripted(loses_tags, keeps_placeholders=True)
    (made,) = translate_runs([SENTENCES[1]], "zh-Hans", "en", engine)
    assert engine.asked[0].text.count("<x") == 3
    assert plain(made.runs).count(r"\(O(1/t)\)") == 1
    assert not [f for f in made.findings if f.code.startswith("protect")]


def test_what_the_store_has_is_not_asked_again() -> None:
    store, engine = Kept(), Scripted()
    first = translate_runs(SENTENCES, "zh-Hans", "en", engine, Settings(store=store))
    asked = len(engine.asked)
    again = translate_runs(SENTENCES, "zh-Hans", "en", engine, Settings(store=store))
    assert again == first
    assert len(engine.asked) == asked


@pytest.mark.parametrize("stop", range(0, 8, 2))
def test_a_run_that_stops_anywhere_is_taken_up_where_it_was(stop: int) -> None:
    sentences = [scan(f"第 {n} 个句子提出了方法{'很好' * n}。") for n in range(12)]
    undisturbed = translate_runs(sentences, "zh-Hans", "en", Scripted())
    store = Kept()
    broken = Scripted(fail_after=stop)
    partial = translate_runs(sentences, "zh-Hans", "en", broken, Settings(store=store))
    assert "translation.failed" in {f.code for item in partial for f in item.findings}
    whole = Scripted()
    assert translate_runs(sentences, "zh-Hans", "en", whole, Settings(store=store)) == undisturbed
    assert not {r.text for r in whole.asked} & {r.text for r in broken.asked}


def test_traditional_goes_through_simplified() -> None:
    engine = Scripted()
    simple = (Text("我们提出方法。"),)

    def simplify(runs: Runs) -> Runs:
        return simple

    translate_runs([scan("我們提出方法。")], "zh-Hant-TW", "en", engine, Settings(simplify=simplify))
    assert engine.asked[0].text == "我们提出方法。"
    translate_runs([scan("我们提出方法吗。")], "zh-Hans", "en", engine, Settings(simplify=simplify))
    assert engine.asked[-1].text == "我们提出方法吗。"


class OneEntry:
    def __init__(self, score: float, target: str) -> None:
        self.match = Match(scan(target), score, "Ann", "2026-01-01", "我们提出方法。")

    def find(
        self, runs: Runs, source: str, target: str, *, before: str = "", after: str = "", lowest: float = 1.0
    ) -> Match | None:
        return self.match if self.match.score >= lowest else None


def test_the_memory_comes_before_the_engine() -> None:
    engine = Scripted()
    (made,) = translate_runs([SENTENCES[0]], "zh-Hans", "en", engine, Settings(memory=OneEntry(1.0, "We propose it.")))
    assert (plain(made.runs), made.origin.kind, made.origin.by) == (
        "We propose it.",
        OriginKind.MEMORY,
        "Ann, 2026-01-01",
    )
    assert not engine.asked


def test_a_similar_sentence_stands_in_only_when_asked_for_and_with_a_finding() -> None:
    memory = OneEntry(0.9, "We propose a new and better method of optimization.")
    (made,) = translate_runs([SENTENCES[0]], "zh-Hans", "en", None, Settings(memory=memory))
    assert made.origin.kind is OriginKind.MISSING
    assert [f.code for f in made.findings] == ["translation.missing"]
    (made,) = translate_runs([SENTENCES[0]], "zh-Hans", "en", None, Settings(memory=memory, fuzzy=0.8))
    assert [f.code for f in made.findings] == ["memory.fuzzy"]
    (made,) = translate_runs(
        [scan("我们提出了 3 种新的优化方法。")], "zh-Hans", "en", None, Settings(memory=memory, fuzzy=0.8)
    )
    assert made.origin.kind is OriginKind.MISSING


def test_a_preferred_term_is_put_in_when_the_model_does_not_use_it() -> None:
    concept = Concept(
        "c1", (Term("zh-Hans", "扩散模型"), Term("en", "diffusion model"), Term("en", "spread model", Status.FORBIDDEN))
    )
    engine = Scripted(
        lambda request: (
            "we train spread models"
            if "扩散" in request.text
            else "we train them here"
            if "训练" in request.text
            else "on images"
        )
    )
    settings = Settings(terms=Termbase((concept,)))
    (made,) = translate_runs([scan("我们训练扩散模型处理图像。")], "zh-Hans", "en", engine, settings)
    assert "diffusion model" in plain(made.runs)
    assert not made.findings
    (made,) = translate_runs(
        [scan("我们训练扩散模型处理图像。")], "zh-Hans", "en", engine, Settings(terms=Termbase((concept,)), attempts=1)
    )
    assert [f.code for f in made.findings] == ["terms.forbidden"]


def test_batches_hold_like_sizes_and_every_request_once() -> None:
    requests = [Request("字" * (n * 37 % 60 + 1)) for n in range(100)]
    batches = batches_of(Scripted(), requests)
    assert sorted(at for batch in batches for at in batch) == list(range(100))
    assert all(len(requests[batch[0]].text) * len(batch) <= 200 for batch in batches)


def test_the_key_depends_on_everything_that_the_answer_does() -> None:
    engine = Scripted()
    request = Request("甲")
    others = [
        Request("乙"),
        Request("甲", "前"),
        Request("甲", "", "前"),
        Request("甲", terms=(("甲", "a"),)),
        Request("甲", effort=1),
    ]
    keys = {request_key(engine, r, "zh-Hans", "en") for r in (request, *others)}
    assert len(keys) == 6
    assert request_key(engine, request, "zh-Hans", "en") != request_key(engine, request, "zh-Hant", "en")
