"""Edits that were imported: kept as plain data beside the sources, and put into every later build of the digest.

An edit holds the text it replaces. Where a later source says something else, the edit is not applied and said to be
stale; nothing is guessed. Edits of source text and of translations are kept apart by their `kind`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bilingual.errors import ReviewError
from bilingual.findings import Finding, Severity
from bilingual.model import Cell, Digest, Entry, Origin, OriginKind, Row, Runs, Segment, TitleCell, plain
from bilingual.model.codec import runs_from_json, runs_to_json
from bilingual.model.review import Change, Comment
from bilingual.review.merge import Address, look


@dataclass(frozen=True, slots=True)
class Edits:
    """All that was imported for a digest: `changes`, each segment once, and the comments of all files."""

    changes: tuple[Change, ...] = ()
    comments: tuple[Comment, ...] = ()


def current_texts(digest: Digest) -> dict[Address, Runs]:
    """The text of every segment and title of a digest, by address."""
    found: dict[Address, Runs] = {}
    for row in _rows(digest):
        for cell in row.cells:
            for segment in cell.segments:
                found[segment.id, cell.lang] = segment.runs
    for entry in digest.entries:
        for title in entry.title:
            found[f"{entry.key}/title", title.lang] = title.runs
    return found


def _rows(digest: Digest) -> Iterator[Row]:
    for section in digest.sections:
        yield from section.preface
        for entry in section.entries:
            yield from entry.rows


def joined(known: Edits, accepted: Iterable[Change], comments: Iterable[Comment]) -> Edits:
    """The edits with newly accepted ones: a second edit of a segment replaces the text that the first one did."""
    by_address = {(change.segment_id, change.lang): change for change in known.changes}
    for change in accepted:
        address = change.segment_id, change.lang
        first = by_address.get(address)
        if first is not None and look(first.after) == look(change.before):
            change = replace(change, before=first.before, base_digest=first.base_digest, kind=first.kind)
        by_address[address] = change
    kept = {address: c for address, c in by_address.items() if look(c.before) != look(c.after)}
    return Edits(tuple(kept.values()), tuple(dict.fromkeys((*known.comments, *comments))))


@dataclass(slots=True)
class _Work:
    """The edits that are still to be applied, and the addresses at which another text was met."""

    open: dict[Address, Change]
    met: set[Address] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)

    def take(self, address: Address, now: Runs) -> Change | None:
        """The edit for a segment that reads `now`, or None when there is none that fits."""
        change = self.open.get(address)
        if change is None:
            return None
        if look(now) not in (look(change.before), look(change.after)):
            self.met.add(address)
            return None
        del self.open[address]
        return change if look(change.after) != look(now) else None

    def rest(self) -> Iterator[Finding]:
        """What is said about edits that did not fit anywhere."""
        for address, change in self.open.items():
            changed = address in self.met
            yield _stale(change, "its text has changed since" if changed else "its segment is not in this build")


def _stale(change: Change, why: str) -> Finding:
    message = f"The edit of {change.author or 'an editor'} in {change.lang} was not applied, because {why}."
    return Finding("review.stale", Severity.WARNING, message, segment=change.segment_id)


def apply_edits(digest: Digest, edits: Edits) -> tuple[Digest, tuple[Finding, ...]]:
    """The digest with all edits that fit.

    Findings: `review.stale` for each that does not; `review.derived` where source text was corrected and other columns
    were made from the text as it was.
    """
    if not edits.changes:
        return digest, ()
    work = _Work({(change.segment_id, change.lang): change for change in edits.changes})
    sections = tuple(
        replace(
            section,
            preface=tuple(_row(row, work) for row in section.preface),
            entries=tuple(_entry(entry, work) for entry in section.entries),
        )
        for section in digest.sections
    )
    return replace(digest, sections=sections), (*work.findings, *work.rest())


def _entry(entry: Entry, work: _Work) -> Entry:
    titles = tuple(_title(title, f"{entry.key}/title", work) for title in entry.title)
    return replace(entry, title=titles, rows=tuple(_row(row, work) for row in entry.rows))


def _title(title: TitleCell, segment_id: str, work: _Work) -> TitleCell:
    change = work.take((segment_id, title.lang), title.runs)
    return title if change is None else replace(title, runs=change.after, origin=_origin(change), placeholder=False)


def _row(row: Row, work: _Work) -> Row:
    cells = tuple(_cell(cell, row, work) for cell in row.cells)
    corrected = [old.lang for old, new in zip(row.cells, cells, strict=True) if old != new and _is_source(old)]
    derived = [new.lang for old, new in zip(row.cells, cells, strict=True) if old == new and _is_derived(old)]
    if corrected and derived:
        message = f"The source text in {corrected[0]} was corrected; {', '.join(derived)} was made from the old one."
        work.findings.append(Finding("review.derived", Severity.WARNING, message, segment=row.id))
    return replace(row, cells=cells)


def _is_source(cell: Cell) -> bool:
    return bool(cell.segments) and cell.origin.kind is OriginKind.SOURCE


def _is_derived(cell: Cell) -> bool:
    return cell.origin.kind in (OriginKind.SCRIPT, OriginKind.MACHINE, OriginKind.MEMORY)


def _cell(cell: Cell, row: Row, work: _Work) -> Cell:
    if not cell.segments:
        change = work.take((f"{row.id}/new", cell.lang), ())
        new = () if change is None else (Segment(change.segment_id, cell.lang, change.after, _origin(change)),)
        return replace(cell, segments=new)
    segments: list[Segment] = []
    for segment in cell.segments:
        change = work.take((segment.id, cell.lang), segment.runs)
        if change is None:
            segments.append(segment)
        elif change.after:
            segments.append(replace(segment, runs=change.after, origin=_origin(change)))
    return replace(cell, segments=tuple(segments))


def _origin(change: Change) -> Origin:
    return Origin(OriginKind.REVIEW, change.author)


def write_edits(edits: Edits) -> str:
    """The edits as JSON, one line for each, so that version control shows what an import did."""
    changes = ",\n".join("  " + _json(_change_to_json(change)) for change in edits.changes)
    comments = ",\n".join("  " + _json(comment_line(comment)) for comment in edits.comments)
    return f'{{"version": 1,\n "edits": [\n{changes}\n ],\n "comments": [\n{comments}\n ]}}\n'


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _change_to_json(change: Change) -> dict[str, Any]:
    return {
        "segment": change.segment_id,
        "lang": change.lang,
        "row": change.row,
        "base": change.base_digest,
        "before": runs_to_json(change.before),
        "after": runs_to_json(change.after),
        "author": change.author,
        "date": change.date,
        "tracked": change.tracked,
        "kind": change.kind.value,
    }


def comment_line(comment: Comment) -> dict[str, Any]:
    """A comment with its replies, as `edits.json` and `review diff --json` have it."""
    return {
        "author": comment.author,
        "date": comment.date,
        "text": comment.text,
        "quoted": comment.quoted,
        "resolved": comment.resolved,
        "row": comment.row,
        "lang": comment.lang,
        "replies": [comment_line(reply) for reply in comment.replies],
    }


def read_edits(text: str, name: str) -> Edits:
    """The edits in a file that `write_edits` wrote. Raises ReviewError naming what is wrong."""
    try:
        data = json.loads(text)
        return Edits(tuple(map(_change, data["edits"])), tuple(map(_comment, data["comments"])))
    except (ValueError, KeyError, TypeError) as error:
        raise ReviewError(
            f'{name} is not a file of edits ({error}); restore it, or take back the last import with "review undo".'
        ) from None


def _change(item: Mapping[str, Any]) -> Change:
    return Change(
        segment_id=str(item["segment"]),
        lang=str(item["lang"]),
        row=str(item["row"]),
        base_digest=str(item["base"]),
        before=runs_from_json(item["before"]),
        after=runs_from_json(item["after"]),
        author=str(item["author"]),
        date=str(item["date"]),
        tracked=bool(item["tracked"]),
        kind=OriginKind(item["kind"]),
    )


def _comment(item: Mapping[str, Any]) -> Comment:
    replies: Sequence[Mapping[str, Any]] = item.get("replies", ())
    return Comment(
        author=str(item["author"]),
        date=str(item["date"]),
        text=str(item["text"]),
        quoted=str(item["quoted"]),
        resolved=bool(item["resolved"]),
        replies=tuple(map(_comment, replies)),
        row=str(item["row"]),
        lang=str(item["lang"]),
    )


def change_line(change: Change) -> dict[str, Any]:
    """A change for `review diff --json`: texts in the form of the JSON interfaces."""
    return {
        "row": change.row,
        "segment": change.segment_id,
        "lang": change.lang,
        "before": plain(change.before),
        "after": plain(change.after),
        "author": change.author,
        "date": change.date,
        "tracked": change.tracked,
        "kind": "source" if change.kind is OriginKind.SOURCE else "translation",
        "comments": [comment_line(comment) for comment in change.comments],
    }
