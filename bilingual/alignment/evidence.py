"""Evidence that two papers are the same: its weight in log odds, its texts for a person, and the strict rule.

Priors say how often a feature is shared by two unrelated papers; they stand in for counts where documents are small.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bilingual.alignment.features import Features
from bilingual.alignment.names import Coinage
from bilingual.alignment.stopnames import is_stop_name

_PRIOR: Final = {
    "names": 1 / 1500,
    "stop": 1 / 12,
    "words": 1 / 60,
    "formulas": 1 / 800,
    "numbers": 1 / 60,
    "figures": 1 / 250,  # numbers with three significant digits
    "addresses": 1 / 2000,
}
_PRIOR_PAPERS: Final = 100  # how many papers the priors count for
# Features of one paper are not independent of each other; each kind counts for a part of its log odds.
_DISCOUNT: Final = {
    "names": 0.8,
    "stop": 0.25,
    "words": 0.4,
    "formulas": 0.8,
    "numbers": 0.35,
    "figures": 0.6,
    "addresses": 0.9,
}
_CERTAIN: Final = 25.0
# The most that common things may weigh together: they go with a subject, not with a paper.
_CAP: Final = {"stop": 2.0, "words": 4.0, "numbers": 3.0}
_MARGIN: Final = 2.0
_ALIKE: Final = 0.65  # CSLS from which two papers are called alike
_UNLIKE: Final = 0.0  # CSLS below which a shared name is taken for an accident
_LEAD: Final = 0.25
_SMALL: Final = 3  # this many shared numbers of two digits support a pair like one of three digits
_POINTS: Final = 3  # rare things and measured results in common that confirm a pair without an own name
_SHOWN: Final = 4
_LONG: Final = 60  # characters of a formula that are shown


@dataclass(frozen=True, slots=True)
class Likeness:
    """The corrected likeness (CSLS) of two papers by a model's vectors, and its lead over the next best of either.

    On the sample digest true pairs have 0.92 to 1.26 and the best false one 0.58; the lead of a pair that is not each
    other's best is 0.
    """

    csls: float
    margin: float

    @property
    def clear(self) -> bool:
        """Whether the two are each other's nearest by far."""
        return self.csls >= _ALIKE and self.margin >= _LEAD

    @property
    def weight(self) -> float:
        """Log odds for a pair: nothing near 0.4, where true and false pairs are as many."""
        return max(-4.0, min(5.0, 8.0 * (self.csls - 0.4)))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a pair.

    `same` is an identifier or a title, `own` the own name of both, `half_own` the own name of one that the other
    mentions; `rare` counts rare shared names, formulas and addresses, `results` decimals of three digits and more,
    `support` all telling numbers; `likeness` is that of a model's vectors.
    """

    weight: float
    texts: tuple[str, ...]
    same: bool
    own: Coinage | None
    distinctive: bool
    half_own: bool
    rare: int
    results: int
    support: int
    against: bool
    likeness: Likeness | None = None

    def confirms(self, margin: float) -> bool:
        """The strict rule; `margin` is how far the next best candidate of either paper lies behind, in log odds."""
        if self.same:
            return True
        if self.against or margin < _MARGIN:
            return False
        if self.likeness is not None and self.likeness.csls < _UNLIKE:
            return False
        if self.likeness is not None and self.likeness.clear and (self.rare or self.own is not None):
            return True
        if self.own is not None:
            return self.support + self.rare > 0 or (self.own is Coinage.STRONG and self.distinctive)
        if margin < 2 * _MARGIN:
            return False
        return (self.half_own and self.rare + self.support >= 2) or self.rare + self.results >= _POINTS


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How many papers have a feature, over all documents and in each; `papers` counts them."""

    total: Counter[tuple[str, str]]
    within: Counter[tuple[str, str, int]]
    coiners: Counter[tuple[str, int]]
    papers: int

    @classmethod
    def of(cls, found: Sequence[Features], home: Sequence[int]) -> Frequencies:
        """Count over all papers; `home[i]` is the number of the document of paper i."""
        total: Counter[tuple[str, str]] = Counter()
        within: Counter[tuple[str, str, int]] = Counter()
        coiners: Counter[tuple[str, int]] = Counter()
        for feature, document in zip(found, home, strict=True):
            for kind, values in _kinds(feature):
                total.update((kind, value) for value in values)
                within.update((kind, value, document) for value in values)
            coiners.update((name, document) for name in feature.coined)
        return cls(total, within, coiners, len(found))

    def once_each(self, kind: str, value: str, one: int, other: int) -> bool:
        """Whether exactly one paper of each of the two documents has the feature."""
        return self.within[kind, value, one] == 1 and self.within[kind, value, other] == 1

    def surprise(self, kind: str, value: str, prior: str) -> float:
        """-log of the smoothed probability that a paper has the feature, discounted for what goes together."""
        others = max(0, self.total[kind, value] - 2)
        p = (others + _PRIOR[prior] * _PRIOR_PAPERS) / (self.papers + _PRIOR_PAPERS)
        return -math.log(min(1.0, p)) * _DISCOUNT[prior]


def weigh(
    one: Features, other: Features, frequencies: Frequencies, home: int, away: int, likeness: Likeness | None = None
) -> Evidence:
    """Everything that two papers of the documents number `home` and `away` have in common, weighed."""
    scale = _Scale(one, other, frequencies, home, away)
    scale.same()
    scale.names()
    scale.shared("formulas", "formulas", "both have the formula {}", rare=True)
    scale.shared("addresses", "addresses", "both give the address {}", rare=True)
    scale.figures()
    scale.shared("words", "words", "", rare=False)
    return scale.evidence(likeness)


class _Scale:
    """Collects evidence for one pair."""

    def __init__(self, one: Features, other: Features, frequencies: Frequencies, home: int, away: int) -> None:
        self._one, self._other, self._frequencies = one, other, frequencies
        self._home, self._away = home, away
        self._weight = 0.0
        self._capped: dict[str, float] = defaultdict(float)
        self._texts: list[str] = []
        self._same = self._half_own = self._distinctive = False
        self._own: Coinage | None = None
        self._rare = self._results = self._support = 0

    def same(self) -> None:
        """Identifiers and titles that only these two have."""
        for kind, text in (("identifiers", 'both have the identifier "{}"'), ("titles", "the titles are the same")):
            common = sorted(getattr(self._one, kind) & getattr(self._other, kind))
            if not common:
                continue
            self._weight += _CERTAIN
            self._texts.append(text.format(common[0]))
            if any(self._once(kind, value) for value in common):
                self._same = True

    def names(self) -> None:
        """Own names of both, of one, and rare names that both mention."""
        own = sorted(
            (n for n in self._one.coined if n in self._other.coined),
            key=lambda n: (-min(self._one.coined[n], self._other.coined[n]), n),
        )
        for name in own:
            self._own_name(name)
        mine = self._one.names | set(self._one.coined)
        theirs = self._other.names | set(self._other.coined)
        shared = []
        for name in sorted((mine & theirs) - set(own)):
            stop = is_stop_name(name)
            self._add("names", name, "stop" if stop else "names")
            if stop or not self._once("names", name):
                continue
            strongest = max(self._one.coined.get(name, 0), self._other.coined.get(name, 0))
            mentions = self._other if name in self._one.coined else self._one
            introduces = strongest == Coinage.STRONG and not _own_names(mentions)
            self._half_own = self._half_own or introduces
            self._rare += 1
            shared.append(self._form(name))
            if strongest:
                self._texts.append(f'one paper introduces "{shared[-1]}", the other mentions it')
        if shared:
            self._texts.append(f"both mention {_listed(shared)}, and no other paper here does")

    def _own_name(self, name: str) -> None:
        strength = min(self._one.coined[name], self._other.coined[name])
        stop = is_stop_name(name)
        self._weight += self._frequencies.surprise("names", name, "words" if stop else "names") + 2.0
        alone = self._frequencies.coiners[name, self._home] == 1 == self._frequencies.coiners[name, self._away]
        if not alone or (stop and max(self._one.coined[name], self._other.coined[name]) < Coinage.STRONG):
            return
        if stop and not self._once("names", name) and strength < Coinage.STRONG:
            return
        form = self._form(name)
        self._own = max(strength, self._own or strength)
        mixed = len(name) >= 5 and not form.isupper() and not form.istitle()
        self._distinctive = self._distinctive or (mixed and not stop)
        self._texts.append(f'both papers introduce the name "{form}"')

    def shared(self, kind: str, prior: str, text: str, *, rare: bool) -> None:
        """Equal members of one feature set."""
        shown = []
        mine = getattr(self._one, kind)
        for value in sorted(set(mine) & set(getattr(self._other, kind))):
            self._add(kind, value, prior)
            if rare and self._once(kind, value):
                self._rare += 1
                shown.append(mine[value] if isinstance(mine, Mapping) else value)
        if shown and text:
            self._texts.append(text.format(_listed(sorted(shown, key=lambda v: (-len(v), v))[:2])))

    def figures(self) -> None:
        """Numbers with at least two significant digits; those that no other paper has are support."""
        shown, small = [], 0
        for value in sorted(self._one.numbers & self._other.numbers):
            if "." not in value and 1900 <= float(value) <= 2100:
                continue  # a year
            telling = len(value.split("e")[0].replace(".", "").strip("0")) >= 3
            self._add("numbers", value, "figures" if telling else "numbers")
            if not self._once("numbers", value):
                continue
            shown.append(value)
            self._support += telling
            self._results += telling and "." in value
            small += not telling
        self._support += small // _SMALL
        if shown:
            figures = [f"{float(v):,.0f}" if float(v).is_integer() else v for v in shown]
            self._texts.append(f"both give the number{'s' if len(shown) > 1 else ''} {_listed(figures)}")

    def evidence(self, likeness: Likeness | None) -> Evidence:
        """The sum, with what speaks against the pair: other identifiers of the same kind, other titles."""
        against = _differs(self._one, self._other)
        weight = self._weight - (6.0 if against and not self._same else 0.0)
        weight += sum(min(value, _CAP[prior]) for prior, value in self._capped.items())
        if likeness is not None:
            weight += likeness.weight
            if likeness.clear:
                self._texts.append("a language model finds the two summaries far more alike than any others")
        return Evidence(
            weight, tuple(self._texts), self._same, self._own, self._distinctive, self._half_own,
            self._rare, self._results, self._support, against, likeness,
        )  # fmt: skip

    def _add(self, kind: str, value: str, prior: str) -> None:
        surprise = self._frequencies.surprise(kind, value, prior)
        if prior in _CAP:
            self._capped[prior] += surprise
        else:
            self._weight += surprise

    def _once(self, kind: str, value: str) -> bool:
        return self._frequencies.once_each(kind, value, self._home, self._away)

    def _form(self, name: str) -> str:
        return self._one.forms.get(name) or self._other.forms.get(name) or name


def _kinds(feature: Features) -> Iterable[tuple[str, Iterable[str]]]:
    yield "identifiers", feature.identifiers
    yield "titles", feature.titles
    yield "names", feature.names | set(feature.coined)
    yield "words", feature.words
    yield "formulas", feature.formulas
    yield "numbers", feature.numbers
    yield "addresses", feature.addresses


def _differs(one: Features, other: Features) -> bool:
    """Whether two papers cannot be the same.

    Two arXiv ids, two names of their own that the other does not have, or two English titles with few words in common.
    """
    mine, theirs = ({i for i in f.identifiers if i.startswith("arxiv:")} for f in (one, other))
    if mine and theirs and not mine & theirs:
        return True
    own, others = _own_names(one), _own_names(other)
    if own and others and not own & (other.names | set(other.coined)) and not others & (one.names | set(one.coined)):
        return True
    left, right = one.latin_title, other.latin_title
    if len(left) < 3 or len(right) < 3 or one.titles & other.titles:
        return False
    return len(left & right) / min(len(left), len(right)) < 0.4


def _own_names(feature: Features) -> set[str]:
    """The names that a paper clearly says are its own, and that are not known from elsewhere."""
    return {name for name, how in feature.coined.items() if how is Coinage.STRONG and not is_stop_name(name)}


def _listed(values: Sequence[str]) -> str:
    shown = [f'"{value if len(value) <= _LONG else value[:_LONG] + "…"}"' for value in values[:_SHOWN]]
    return ", ".join(shown) + (f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else "")
