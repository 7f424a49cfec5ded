"""Changes of several returned files against the present build: what can be taken, and what a person has to decide.

The merge is three-way and by segment: the text that was sent, the text in the present build, and the text that came
back. It never joins parts of two wordings, for a sentence that nobody wrote is worse than a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bilingual.model import Runs, Text, inline_text, join
from bilingual.model.review import Change, Conflict, Review, RowVerdict, Verdict

Address: TypeAlias = tuple[str, str]
"""A segment in a digest: its id and the tag of its language."""


@dataclass(frozen=True, slots=True)
class Merge:
    """The outcome: `accepted` changes, each segment once; `conflicts`; `settled` ones that the build has already;
    `lost` ones whose segment is not in the present build."""

    accepted: tuple[Change, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    settled: tuple[Change, ...] = ()
    lost: tuple[Change, ...] = ()


def merge(reviews: Iterable[Review], current: Mapping[Address, Runs]) -> Merge:
    """All changes of `reviews` against the present texts.

    Equal wishes of several editors are one change. A segment is a conflict when editors want different texts, or when
    the present text is neither the one that was sent nor the one that is wanted.
    """
    wanted: dict[Address, list[Change]] = {}
    for review in reviews:
        for change in review.changes:
            wanted.setdefault((change.segment_id, change.lang), []).append(change)
    accepted: list[Change] = []
    conflicts: list[Conflict] = []
    settled: list[Change] = []
    lost: list[Change] = []
    for address, changes in wanted.items():
        options = _options(changes)
        if address not in current and not _is_new(options[0]):
            lost += options
            continue
        now = current.get(address, ())
        open_options = [option for option in options if look(option.after) != look(now)]
        if not open_options:
            settled += options
        elif len(options) == 1 and look(now) == look(options[0].before):
            accepted.append(options[0])
        else:
            first = options[0]
            conflicts.append(Conflict(first.segment_id, first.lang, first.row, first.before, now, tuple(open_options)))
    return Merge(tuple(accepted), tuple(conflicts), tuple(settled), tuple(lost))


def look(runs: Runs) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a reader sees of runs: texts with their marks. Equal for texts that need no decision between them."""
    return tuple((inline_text(run), run.marks if isinstance(run, Text) else ()) for run in join(runs))


def _is_new(change: Change) -> bool:
    """Whether a change fills a cell that was sent empty: such a segment cannot be in the build yet."""
    return not change.before and change.segment_id == f"{change.row}/new"


def _options(changes: Sequence[Change]) -> list[Change]:
    """One change for each text that is wanted, with the comments of all who want it and their names."""
    by_text: dict[object, list[Change]] = {}
    for change in changes:
        by_text.setdefault((look(change.before), look(change.after)), []).append(change)
    options = []
    for same in by_text.values():
        authors = ", ".join(dict.fromkeys(change.author for change in same if change.author))
        comments = tuple(comment for change in same for comment in change.comments)
        options.append(replace(same[0], author=authors, comments=comments, date=max(change.date for change in same)))
    return options


def verdicts(review: Review, merged: Merge) -> tuple[RowVerdict, ...]:
    """The verdicts of a review after the merge: rows with an open conflict say so."""
    rows = {conflict.row for conflict in merged.conflicts}
    return tuple(replace(row, verdict=Verdict.CONFLICT) if row.row in rows else row for row in review.rows)
