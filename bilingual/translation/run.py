"""Translate sentences: memory, then the engine in batches, guards on every answer, and another try where they object.

Formulas, code and addresses are right or the sentence is marked; a marked sentence is never passed off as good. The
outcome depends on the sentences, the engine and the memory only, not on batches, workers or an earlier, killed run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from bilingual import lang
from bilingual.errors import EngineError
from bilingual.findings import Finding, Severity
from bilingual.model import SOURCE, Inline, Origin, OriginKind, Runs, Text, join, plain
from bilingual.protect.length import han_count
from bilingual.protect.mask import mask
from bilingual.protect.terms import Status, Termbase, check_terms
from bilingual.translation.engine import Engine, Request, batches_of, request_key
from bilingual.translation.guards import guard, needs_retry, weight
from bilingual.translation.memory import Memory
from bilingual.translation.pieces import Plan, assemble, plan
from bilingual.translation.placeholders import Tagged, emphasise, tag, untag
from bilingual.translation.punctuation import western
from bilingual.translation.repair import known_stretches

ATTEMPTS: Final = 3
"""The first as the engine likes it, the second cut where the guards objected, the third with a wider search too."""

MISSING: Final = Origin(OriginKind.MISSING)
OnBatch: TypeAlias = Callable[[int, int, int], None]
"""(number of the attempt from 1, requests answered in it, requests in it)."""


@dataclass(frozen=True, slots=True)
class Translated:
    """What came of one sentence: no runs and the origin `missing` when nothing did."""

    runs: Runs
    origin: Origin
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """The neighbours of a sentence in its paper, as texts, and its id for findings."""

    before: str = ""
    after: str = ""
    segment: str = ""


class Store(Protocol):
    """Where answers of engines are kept from run to run, by `request_key`."""

    def get(self, keys: Sequence[str]) -> Mapping[str, str]:
        """The known ones among `keys` with their answers."""

    def put(self, answers: Mapping[str, str]) -> None:
        """Keep a batch of answers: all of them or, when the run is killed meanwhile, none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How sentences are translated.

    `simplify` makes Traditional text Simplified, which is what models see. `fuzzy` is the lowest score at which a
    memory's similar sentence may stand in; 1.0 allows exact ones only. `attempts` counts the first one too.
    """

    memory: Memory | None = None
    terms: Termbase = field(default_factory=Termbase)
    store: Store | None = None
    simplify: Callable[[Runs], Runs] | None = None
    on_batch: OnBatch | None = None
    attempts: int = ATTEMPTS
    fuzzy: float = 1.0


def translate_runs(
    sentences: Sequence[Runs],
    source: str,
    target: str,
    engine: Engine | None,
    settings: Settings | None = None,
    contexts: Sequence[Context] | None = None,
) -> tuple[Translated, ...]:
    """A translation of each of `sentences`, which are in the language `source`, into `target`; both canonical tags.

    An engine that fails does not stop the others: its sentences come back `missing` with `translation.failed`. Without
    an engine only the memory is asked. Raises MissingExtraError when the engine's packages are not installed.
    """
    made = _Run(source, target, engine, settings or Settings())
    places = contexts or [Context()] * len(sentences)
    works = [_Work(runs, context) for runs, context in zip(sentences, places, strict=True)]
    open_works = [work for work in works if not made.settle(work)]
    if engine is None:
        for work in open_works:
            made.leave(work)
    else:
        made.translate(open_works)
    return tuple(work.result for work in works)


@dataclass(slots=True)
class _Work:
    """One sentence on its way: what models see of it, and the best result so far."""

    runs: Runs
    context: Context
    seen: Runs = ()
    best: Runs | None = None
    findings: tuple[Finding, ...] = ()
    fixed: dict[tuple[int, int], str] = field(default_factory=dict)
    result: Translated = Translated((), MISSING)


class _Run:
    """One call of `translate_runs`."""

    def __init__(self, source: str, target: str, engine: Engine | None, settings: Settings) -> None:
        self.source = source
        self.target = target
        self.engine = engine
        self.settings = settings
        to_simplified = settings.simplify if lang.script(source) == lang.HANT else None
        self.simplify = to_simplified or (lambda runs: runs)
        self.seen_tag = "zh-Hans" if to_simplified else source
        terms = settings.terms
        if to_simplified and terms:
            terms = terms.simplified(lambda text: plain(to_simplified((Text(text),))))
        self.terms = terms

    def settle(self, work: _Work) -> bool:
        """Whether a sentence needs no engine: it has nothing to translate, or the memory has it."""
        text = "".join(run.text for run in work.runs if isinstance(run, Text))
        if not _to_translate(text, self.source):
            work.result = Translated(_copied(work.runs, self.target), SOURCE)
            return True
        memory, place = self.settings.memory, work.context
        if memory is None:
            return False
        match = memory.find(
            work.runs, self.source, self.target, before=place.before, after=place.after, lowest=self.settings.fuzzy
        )
        if match is None:
            return False
        origin = Origin(OriginKind.MEMORY, match.credit)
        if match.score >= 1:
            work.result = Translated(match.runs, origin, self._terms_of(work, match.runs))
            return True
        found = guard(work.runs, match.runs, self.source, self.target, place.segment)
        if needs_retry(found):
            return False
        message = (
            f'The memory has a similar sentence only ({match.score:.0%}): "{match.source}". Check the translation.'
        )
        fuzzy = Finding("memory.fuzzy", Severity.WARNING, message, segment=place.segment)
        work.result = Translated(match.runs, origin, (fuzzy, *found, *self._terms_of(work, match.runs)))
        return True

    def leave(self, work: _Work, reason: str = "") -> None:
        """A sentence that gets no translation."""
        code, message = "translation.missing", "The memory has no translation of this sentence."
        if reason:
            code, message = "translation.failed", reason
        severity = Severity.ERROR if reason else Severity.WARNING
        work.result = Translated((), MISSING, (Finding(code, severity, message, segment=work.context.segment),))

    def translate(self, works: Sequence[_Work]) -> None:
        """All attempts at all sentences; afterwards each of `works` has its result."""
        engine = self.engine
        if engine is None or not works:
            return
        for work in works:
            work.seen = self.simplify(work.runs)
        waiting = list(works)
        failure = ""
        for attempt in range(self.settings.attempts):
            tries = [(work, made) for work in waiting if (made := self._prepare(work, attempt)) is not None]
            if not tries:
                break
            failure = self._attempt(engine, tries, attempt) or failure
            if failure:
                break
            waiting = [work for work, _ in tries if work.best is None or needs_retry(work.findings)]
        origin = Origin(OriginKind.MACHINE, engine.name)
        for work in works:
            if work.best is None:
                self.leave(
                    work, failure or "The engine gave nothing that can be used; translate this sentence by hand."
                )
            else:
                work.result = Translated(emphasise(work.seen, work.best), origin, work.findings)

    def _prepare(self, work: _Work, attempt: int) -> Plan | Tagged | None:
        """How the sentence is asked for at this attempt; None when there is nothing new to ask."""
        engine = self.engine
        if engine is None:
            return None
        if engine.keeps_placeholders and attempt == 0:
            tagged = tag(work.seen)
            if tagged is not None and len(tagged.text) <= engine.limit:
                return tagged
        if attempt == 0 or work.best is None:
            return plan(work.seen, self.seen_tag, self.target, engine.limit)
        limit = engine.limit if work.fixed and attempt == 1 else max(engine.limit // 3, 20)
        return plan(work.seen, self.seen_tag, self.target, limit, work.fixed)

    def _learn(self, work: _Work, runs: Runs) -> None:
        """What an answer got wrong is not left to the model again: it is put in by the next attempt."""
        readable = mask(work.seen).text
        found = known_stretches(readable, plain_of(runs), self.seen_tag, self.target, self.terms)
        for (start, end), text in found.items():
            if all(end <= a or start >= b for a, b in work.fixed):
                work.fixed[start, end] = text

    def _attempt(self, engine: Engine, tries: Sequence[tuple[_Work, Plan | Tagged]], attempt: int) -> str:
        """Ask for all pieces, keep for each sentence the better of its results; the engine's error, or ""."""
        effort = max(0, attempt - 1) if not engine.keeps_placeholders else attempt
        wanted = [[self._request(work, piece, effort) for piece in made.pieces] for work, made in tries]
        answers, failure = self._ask(engine, [request for requests in wanted for request in requests], attempt)
        for (work, made), requests in zip(tries, wanted, strict=True):
            if not all(request in answers for request in requests):
                continue
            outputs = [answers[request] for request in requests]
            runs = untag(made, outputs[0]) if isinstance(made, Tagged) else assemble(made, outputs)
            if runs is None:
                continue
            found = guard(work.seen, runs, self.seen_tag, self.target, work.context.segment)
            found = (*found, *self._terms_of(work, runs))
            if needs_retry(found):
                self._learn(work, runs)
            if work.best is None or weight(found) < weight(work.findings):
                work.best, work.findings = runs, found
        return failure

    def _request(self, work: _Work, piece: str, effort: int) -> Request:
        if self.engine is None or not self.engine.uses_context:
            return Request(piece, effort=effort)
        pairs = []
        for hit in self.terms.find(piece, self.seen_tag):
            wanted = hit.concept.names(self.target, Status.PREFERRED, Status.ADMITTED)
            if wanted:
                pairs.append((piece[hit.start : hit.end], wanted[0]))
        return Request(piece, work.context.before, work.context.after, tuple(dict.fromkeys(pairs)), effort)

    def _ask(self, engine: Engine, requests: Sequence[Request], attempt: int) -> tuple[dict[Request, str], str]:
        """The answers to `requests`, from the store or the engine, each asked once; and the engine's error, or ""."""
        store, on_batch = self.settings.store, self.settings.on_batch
        unique = list(dict.fromkeys(requests))
        keys = {request: request_key(engine, request, self.source, self.target) for request in unique}
        known = store.get(list(keys.values())) if store is not None else {}
        answers = {request: known[key] for request, key in keys.items() if key in known}
        open_requests = [request for request in unique if request not in answers]
        done = len(unique) - len(open_requests)
        if on_batch and unique:
            on_batch(attempt + 1, done, len(unique))
        grouped = [[open_requests[at] for at in batch] for batch in batches_of(engine, open_requests)]
        try:
            for index, texts in engine.translate(grouped, self.seen_tag, self.target):
                batch = dict(zip(grouped[index], texts, strict=True))
                answers.update(batch)
                if store is not None:
                    store.put({keys[request]: text for request, text in batch.items()})
                done += len(batch)
                if on_batch:
                    on_batch(attempt + 1, done, len(unique))
        except EngineError as error:
            return answers, str(error)
        return answers, ""

    def _terms_of(self, work: _Work, runs: Runs) -> tuple[Finding, ...]:
        seen, tag_seen = (work.seen, self.seen_tag) if work.seen else (self.simplify(work.runs), self.seen_tag)
        return check_terms(self.terms, plain(seen), plain(runs), tag_seen, self.target, work.context.segment)


def plain_of(runs: Runs) -> str:
    """The texts of `runs` with one space for each protected span, as guards read them."""
    return "".join(run.text if isinstance(run, Text) else " " for run in runs)


def _to_translate(text: str, source: str) -> bool:
    return bool(han_count(text)) if lang.is_chinese(source) else bool(re.search(r"[^\W\d_]", text))


def _copied(runs: Runs, target: str) -> Runs:
    """A sentence that is in the target language already, as `FedHOO：\\(O(1)\\)` is but for its colon."""
    if lang.is_chinese(target):
        return runs
    made: list[Inline] = [Text(western(run.text), run.marks) if isinstance(run, Text) else run for run in runs]
    return join(made)
