"""The same paper across documents: candidates from shared features, a strict rule for `confirmed`, the rest `possible`.

Two papers that share something rare are candidates; the evidence is summed as log odds against chance (Fellegi and
Sunter 1969, with frequencies counted over all papers and smoothed by a prior, since a document of nine papers knows
little about what is rare). The sum ranks; it never confirms by itself. A pair is confirmed only when each is the
other's best, one to one, with an identifier, a title, an own name, or two rare names in common, and nothing against it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bilingual.alignment.evidence import Evidence, Frequencies, weigh
from bilingual.alignment.features import Features, features, readable
from bilingual.model import Document, Pair, PaperPlace, PaperRef

if TYPE_CHECKING:
    from bilingual.alignment.likeness import Likenesses
    from bilingual.alignment.similarity import Array

_CROWD: Final = 400  # a feature that makes more candidate pairs than this between two documents is no evidence
_POSSIBLE: Final = 0.5  # least score of a pair that is listed
_LISTED: Final = 3  # possible pairs listed for one paper


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs, confirmed ones first and best first, and the papers that no confirmed pair holds, in document order."""

    pairs: tuple[Pair, ...]
    unmatched: tuple[PaperPlace, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    one: int  # index over all papers
    other: int
    evidence: Evidence
    score: float


def match(documents: Sequence[Document], vectors: Sequence[Array] | None = None) -> Matching:
    """Find papers that are in more than one of `documents`; papers of the same document are never paired.

    `vectors` are those of a multilingual model for the papers, one array a document, as `paper_texts` gives the texts.
    Without them the work grows with the number of papers and of rare things they share, not with the number of pairs.
    """
    places: list[PaperPlace] = []
    home: list[int] = []
    found: list[Features] = []
    for number, document in enumerate(documents):
        for paper in document.papers:
            places.append(PaperPlace(document.path, paper.position.n, paper.key, readable(paper.title)))
            home.append(number)
            found.append(features(paper))
    frequencies = Frequencies.of(found, home)
    likenesses = _likenesses(vectors)
    wanted = set(_candidates(found, home)) | set(likenesses.mutual() if likenesses else ())
    sizes = Counter(home)
    candidates = []
    for one, other in sorted(wanted):
        likeness = likenesses.of(one, other) if likenesses else None
        evidence = weigh(found[one], found[other], frequencies, home[one], home[other], likeness)
        if evidence.weight > 0:
            score = _score(evidence, max(sizes[home[one]], sizes[home[other]]))
            candidates.append(_Candidate(one, other, evidence, score))
    confirmed = _confirm(candidates, home)
    taken = {(c.one, home[c.other]) for c in confirmed} | {(c.other, home[c.one]) for c in confirmed}
    possible = _possible(candidates, home, taken)
    pairs = [_pair(c, places, True) for c in confirmed] + [_pair(c, places, False) for c in possible]
    joined = {index for c in confirmed for index in (c.one, c.other)}
    return Matching(tuple(pairs), tuple(place for index, place in enumerate(places) if index not in joined))


def paper_texts(document: Document) -> tuple[str, ...]:
    """The text of each paper whose vector `match` wants: the title, if any, and the summary."""
    return tuple("\n".join(filter(None, (readable(paper.title), paper.text))) for paper in document.papers)


def groups(matching: Matching, documents: Sequence[Document]) -> tuple[tuple[PaperRef, ...], ...]:
    """Confirmed pairs merged over all documents, each group in document order, never two papers of one document.

    Pairs are taken best first; one that would bring a second paper of a document into a group is left out.
    """
    order = {document.path: number for number, document in enumerate(documents)}
    group_of: dict[PaperRef, list[PaperRef]] = {}
    for pair in sorted((p for p in matching.pairs if p.confirmed), key=lambda p: -p.score):
        one, other = (PaperRef(place.path, place.n) for place in pair.papers)
        left, right = group_of.get(one, [one]), group_of.get(other, [other])
        if left is right or {ref.path for ref in left} & {ref.path for ref in right}:
            continue
        merged = left + right
        group_of.update(dict.fromkeys(merged, merged))
    distinct = {id(group): group for group in group_of.values()}.values()
    ordered = (tuple(sorted(group, key=lambda ref: (order[ref.path], ref.n))) for group in distinct)
    return tuple(sorted(ordered, key=lambda group: (order[group[0].path], group[0].n)))


def _candidates(found: Sequence[Features], home: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of papers of different documents that share at least one feature that is not in a crowd of them."""
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, feature in enumerate(found):
        for kind in ("identifiers", "titles", "names", "words", "formulas", "numbers", "addresses"):
            for value in getattr(feature, kind):
                holders[kind, value].append(index)
        for value in feature.coined:
            if value not in feature.names:
                holders["names", value].append(index)
    seen: set[tuple[int, int]] = set()
    for indices in holders.values():
        if len(indices) < 2 or len(indices) ** 2 > _CROWD:
            continue
        for position, one in enumerate(indices):
            seen.update((one, other) for other in indices[position + 1 :] if home[one] != home[other])
    yield from sorted(seen)


def _likenesses(vectors: Sequence[Array] | None) -> Likenesses | None:
    if vectors is None:
        return None
    from bilingual.alignment.likeness import Likenesses  # numpy is slow to import and seldom needed here

    return Likenesses(vectors)


def _score(evidence: Evidence, papers: int) -> float:
    """The probability of a true pair, were one in as many candidate pairs as a paper has partners true."""
    rivals = max(papers, 20)
    return 1 / (1 + math.exp(max(-60.0, min(60.0, math.log(rivals) - evidence.weight))))


def _confirm(candidates: Sequence[_Candidate], home: Sequence[int]) -> list[_Candidate]:
    """The candidates that the strict rule accepts: mutual best with a margin, one to one within two documents."""
    best: dict[tuple[int, int], list[float]] = defaultdict(list)
    for c in candidates:
        best[c.one, home[c.other]].append(c.evidence.weight)
        best[c.other, home[c.one]].append(c.evidence.weight)
    runner_up = {place: (*sorted(weights, reverse=True), 0.0)[:2] for place, weights in best.items()}
    accepted = []
    for c in candidates:
        first, second = zip(runner_up[c.one, home[c.other]], runner_up[c.other, home[c.one]], strict=True)
        if c.evidence.weight < max(first):
            continue
        if c.evidence.confirms(c.evidence.weight - max(second)):
            accepted.append(c)
    used = Counter(place for c in accepted for place in ((c.one, home[c.other]), (c.other, home[c.one])))
    single = [c for c in accepted if used[c.one, home[c.other]] == 1 and used[c.other, home[c.one]] == 1]
    return sorted(single, key=lambda c: (-c.score, c.one, c.other))


def _possible(candidates: Sequence[_Candidate], home: Sequence[int], taken: set[tuple[int, int]]) -> list[_Candidate]:
    """The best candidates that are not confirmed, at most a few for each paper."""
    listed: Counter[tuple[int, int]] = Counter()
    chosen = []
    for c in sorted(candidates, key=lambda c: (-c.evidence.weight, c.one, c.other)):
        ends = (c.one, home[c.other]), (c.other, home[c.one])
        if (
            c.score < _POSSIBLE
            or not c.evidence.texts
            or taken & set(ends)
            or any(listed[end] >= _LISTED for end in ends)
        ):
            continue
        listed.update(ends)
        chosen.append(c)
    return chosen


def _pair(candidate: _Candidate, places: Sequence[PaperPlace], confirmed: bool) -> Pair:
    score = max(candidate.score, 0.9) if confirmed else min(candidate.score, 0.89)
    return Pair((places[candidate.one], places[candidate.other]), round(score, 4), candidate.evidence.texts, confirmed)
