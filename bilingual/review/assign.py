"""Which row that was sent each row of a returned table is: by bookmark, by visible id, and by what it says.

Programs and people damage each of the three. No one of them is believed alone when they disagree: the text decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bilingual.ooxml.anchors import bookmark
from bilingual.review.rows import PhysicalRow

# Shares of characters in common, from 0 to 1. Two Chinese sentences of one subject share up to .45 of theirs; an
# edited sentence keeps more than .6 in nearly all real edits.
_SAME = 0.6
_CONTAINED = 0.75


@dataclass(slots=True)
class Group:
    """Rows of the file that together answer to rows that were sent; more than one of either after a split or merge.

    `note` says in words what is odd, if anything is.
    """

    ids: list[str]
    rows: list[PhysicalRow]
    note: str = ""


@dataclass(slots=True)
class Assignment:
    """The groups in the order of the file, and the rows that answer to nothing that was sent."""

    groups: list[Group] = field(default_factory=list)
    unknown: list[tuple[PhysicalRow, str]] = field(default_factory=list)


def similarity(one: str, other: str) -> float:
    """The share of characters that two texts have in common (Dice's coefficient of their multisets), from 0 to 1."""
    if not one and not other:
        return 1.0
    if one == other:
        return 1.0
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other))


def contained(part: str, whole: str) -> float:
    """The share of the characters of `part` that `whole` has too."""
    return sum((Counter(part) & Counter(whole)).values()) / len(part) if part else 1.0


def assign(
    rows: Sequence[PhysicalRow], texts: Mapping[str, Mapping[str, str]], titles: Mapping[str, str]
) -> Assignment:
    """The row or rows that each row of the file answers to.

    `texts` are the texts that were sent, by row id and language, in order; `titles` leads from the number of a paper
    to the id of the row of its titles.
    """
    work = _Work(rows, texts, titles)
    work.claim()
    work.settle()
    work.by_content()
    return work.grouped()


class _Work:
    def __init__(
        self, rows: Sequence[PhysicalRow], texts: Mapping[str, Mapping[str, str]], titles: Mapping[str, str]
    ) -> None:
        self._rows = rows
        self._texts = texts
        self._titles = titles
        self._by_bookmark = {bookmark(row): row for row in texts}
        self._claims: dict[str, list[int]] = {}
        self._ids: list[list[str]] = [[] for _ in rows]
        self._notes: list[str] = ["" for _ in rows]
        self._before: list[int | None] = [None for _ in rows]

    def claim(self) -> None:
        """Who says which id, by bookmark or visibly."""
        for n, row in enumerate(self._rows):
            marked = [self._by_bookmark[name] for name in row.bookmarks if name in self._by_bookmark]
            seen = [found for word in row.visible.split() if (found := self._known(word))]
            for claimed in dict.fromkeys((*marked, *seen)):
                self._claims.setdefault(claimed, []).append(n)
                self._ids[n].append(claimed)
            if marked and seen and set(marked) != set(seen):
                self._notes[n] = "bookmark and visible id differ"
            elif not marked and seen:
                self._notes[n] = "found by its visible id"
            elif marked and not seen:
                self._notes[n] = "found by its bookmark"

    def _known(self, word: str) -> str:
        return word if word in self._texts else self._titles.get(word, "")

    def settle(self) -> None:
        """One row for each id, and one id for each row unless its text is that of several."""
        if not any(name in self._by_bookmark for row in self._rows for name in row.bookmarks):
            self._doubt()
        for claimed, claimers in self._claims.items():
            if len(claimers) > 1:
                best = max(claimers, key=lambda n: (self._fit(n, [claimed]), -n))
                for n in claimers:
                    if n != best:
                        self._ids[n].remove(claimed)
                        self._notes[n] = f"copy of row {claimed}"
        order = {row: n for n, row in enumerate(self._texts)}
        for n, ids in enumerate(self._ids):
            if len(ids) > 1:
                together = sorted(ids, key=order.__getitem__)
                alone = max(ids, key=lambda one: self._fit(n, [one]))
                merged = self._fit(n, together) > self._fit(n, [alone])
                self._ids[n] = together if merged else [alone]
                if merged:
                    self._notes[n] = "merged out of rows " + ", ".join(together)

    def _doubt(self) -> None:
        """In a table with no bookmark, numbers may be those of another program: they count where a text agrees."""
        for n, ids in enumerate(self._ids):
            for claimed in list(ids):
                texts = self._texts[claimed]
                if max((similarity(self._rows[n].text(tag), text) for tag, text in texts.items()), default=0.0) < _SAME:
                    ids.remove(claimed)
                    self._claims[claimed].remove(n)
                    self._notes[n] = ""

    def _fit(self, n: int, ids: Sequence[str]) -> float:
        """How well a row's texts are those of the rows `ids`: the mean over the columns that the file has."""
        row = self._rows[n]
        tags = [tag for tag in self._texts[ids[0]] if any(tag in cell.roles for cell in row.cells)]
        scores = [similarity(row.text(tag), "".join(self._texts[i].get(tag, "") for i in ids)) for tag in tags]
        return sum(scores) / len(scores) if scores else 0.0

    def by_content(self) -> None:
        """Rows that lost their ids: the same text, a part of the row before, or nearly that of a missing neighbour."""
        taken = {claimed for ids in self._ids for claimed in ids}
        exact: dict[tuple[str, str], list[str]] = {}
        for row_id, by_tag in self._texts.items():
            if row_id not in taken:
                for tag, text in by_tag.items():
                    if folded := "".join(text.split()):
                        exact.setdefault((tag, folded), []).append(row_id)
        order = list(self._texts)
        place = {row: n for n, row in enumerate(order)}
        last = -1
        for n, row in enumerate(self._rows):
            if not self._ids[n]:
                found = self._by_text(row, exact, taken)
                if not found:
                    if (owner := self._continued(n)) is not None:
                        self._before[n] = owner
                        continue
                    found = self._by_neighbour(n, order[last + 1 : last + 4], taken)
                if found:
                    taken.add(found)
                    self._ids[n] = [found]
                    self._notes[n] = "found by its text"
            if self._ids[n]:
                last = place[self._ids[n][-1]]

    @staticmethod
    def _by_text(row: PhysicalRow, exact: Mapping[tuple[str, str], list[str]], taken: set[str]) -> str:
        for tag in dict.fromkeys(role for cell in row.cells for role in cell.roles):
            free = [i for i in exact.get((tag, "".join(row.text(tag).split())), ()) if i not in taken]
            if len(free) == 1:
                return free[0]
        return ""

    def _by_neighbour(self, n: int, candidates: Iterable[str], taken: set[str]) -> str:
        scored = [(self._fit(n, [c]), c) for c in candidates if c not in taken]
        best = max(scored, default=(0.0, ""))
        return best[1] if best[0] >= _SAME else ""

    def _continued(self, n: int) -> int | None:
        """The row above that this one was split from, when its text is a part of what that one had."""
        above = n - 1
        while above >= 0 and not self._ids[above] and self._before[above] is not None:
            above = self._before[above] or 0
        if above < 0 or not self._ids[above]:
            return None
        was = self._texts[self._ids[above][-1]]
        row, owner = self._rows[n], self._rows[above]
        parts = [(row.text(tag), owner.text(tag), text) for tag, text in was.items() if row.text(tag).strip()]
        if not parts:
            return None
        fits = all(
            contained(part, whole) >= _CONTAINED and similarity(kept + part, whole) > similarity(kept, whole)
            for part, kept, whole in parts
        )
        return above if fits else None

    def grouped(self) -> Assignment:
        """The result, in the order of the file."""
        made = Assignment()
        groups: dict[int, Group] = {}
        last = ""
        for n, row in enumerate(self._rows):
            owner = self._before[n]
            if self._ids[n]:
                groups[n] = Group(self._ids[n], [row], self._notes[n])
                made.groups.append(groups[n])
                last = self._ids[n][-1]
            elif owner is not None and owner in groups:
                groups[owner].rows.append(row)
                groups[owner].note = f"split into {len(groups[owner].rows)} rows"
            elif any(row.text(role).strip() for cell in row.cells for role in cell.roles):
                made.unknown.append((row, last))
        return made
