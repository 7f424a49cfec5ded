"""A matching of papers with a person's corrections carried out."""

from __future__ import annotations

from collections.abc import Sequence

from bilingual.alignment.corrections import Corrections, PairCorrection
from bilingual.alignment.features import readable
from bilingual.alignment.matching import Matching
from bilingual.errors import AlignmentError
from bilingual.model import Document, Pair, PaperPlace


def correct_matching(matching: Matching, corrections: Corrections, documents: Sequence[Document]) -> Matching:
    """Confirm and forbid pairs as `corrections` say, in their order.

    A confirmed pair takes the place of any other pair of either paper with the other's document. Raises AlignmentError
    when a paper does not exist or both are of the same document.
    """
    places = {
        (document.path, paper.position.n): PaperPlace(document.path, paper.position.n, paper.key, readable(paper.title))
        for document in documents
        for paper in document.papers
    }
    pairs = list(matching.pairs)
    for c in corrections.pairs:
        one, other = (_place(places, paper, c, corrections.name) for paper in c.papers)
        if one.path == other.path:
            raise AlignmentError(
                f"{corrections.name}, line {c.line}: both papers are of {one.path}; name two documents."
            )
        ends = {_end(one), _end(other)}
        if c.action == "forbid":
            pairs = [pair for pair in pairs if {_end(p) for p in pair.papers} != ends]
            continue
        files = {one.path, other.path}
        rest = [p for p in pairs if {q.path for q in p.papers} != files or not ends & {_end(q) for q in p.papers}]
        said = f"a person confirmed it in {corrections.name}, line {c.line}"
        pairs = [Pair((one, other), 1.0, (said,), True), *rest]
    pairs.sort(key=lambda pair: not pair.confirmed)
    joined = {_end(place) for pair in pairs if pair.confirmed for place in pair.papers}
    return Matching(tuple(pairs), tuple(place for end, place in places.items() if end not in joined))


def _place(
    places: dict[tuple[str, int], PaperPlace], paper: tuple[str, int], c: PairCorrection, name: str
) -> PaperPlace:
    if paper not in places:
        path, n = paper
        raise AlignmentError(f"{name}, line {c.line}: there is no paper {n} in {path}; `bilingual read` numbers them.")
    return places[paper]


def _end(place: PaperPlace) -> tuple[str, int]:
    return place.path, place.n
