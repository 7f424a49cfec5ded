"""Tracked changes (ECMA-376 Part 1, 17.13.5): who inserted, deleted or moved what, and which of it a view shows.

A piece of text has all the revisions it stands in, the outermost first: what one editor inserted another may have
deleted. The accepted view shows what is not deleted or moved away, the rejected view what is not inserted or moved
here. Word leaves out author and date when a document was made anonymous.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bilingual.ooxml.names import W, local, value

if TYPE_CHECKING:
    from lxml import etree


class RevisionKind(StrEnum):
    """What an editor did."""

    INSERTED = "inserted"
    DELETED = "deleted"
    MOVED_FROM = "moved-from"
    MOVED_TO = "moved-to"
    FORMATTED = "formatted"


class View(StrEnum):
    """Which state of a document with tracked changes is read."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Revision:
    """One tracked change. `date` is ISO 8601 as Word wrote it; `author` and `date` may be empty."""

    kind: RevisionKind
    author: str = ""
    date: str = ""
    id: str = ""


Revisions = tuple[Revision, ...]

KINDS: Final = {
    "ins": RevisionKind.INSERTED,
    "del": RevisionKind.DELETED,
    "moveFrom": RevisionKind.MOVED_FROM,
    "moveTo": RevisionKind.MOVED_TO,
    "cellIns": RevisionKind.INSERTED,
    "cellDel": RevisionKind.DELETED,
}
_FORMATS: Final = frozenset(("rPrChange", "pPrChange", "tblPrChange", "trPrChange", "tcPrChange", "numberingChange"))
_HIDES: Final = {
    View.ACCEPTED: frozenset((RevisionKind.DELETED, RevisionKind.MOVED_FROM)),
    View.REJECTED: frozenset((RevisionKind.INSERTED, RevisionKind.MOVED_TO)),
}


def is_shown(revisions: Revisions, view: View) -> bool:
    """Whether what stands in these revisions is part of a view."""
    return all(revision.kind not in _HIDES[view] for revision in revisions)


def revision(element: etree._Element, kind: RevisionKind) -> Revision:
    """The revision that an element with the attributes of CT_TrackChange states."""
    return Revision(kind, value(element, "author"), value(element, "date"), value(element, "id"))


def property_revisions(properties: etree._Element | None) -> Revisions:
    """The insertions and deletions that properties state: of a mark (the `rPr` of a `pPr`), a row, a cell."""
    if properties is None:
        return ()
    return tuple(revision(child, KINDS[local(child)]) for child in properties if local(child) in KINDS)


def format_revisions(properties: etree._Element | None) -> Revisions:
    """The changes of format that properties state."""
    if properties is None:
        return ()
    return tuple(revision(child, RevisionKind.FORMATTED) for child in properties if local(child) in _FORMATS)


def mark_revisions(paragraph_properties: etree._Element | None) -> Revisions:
    """The revisions of a paragraph's mark; a deleted mark joins the paragraph with the next one."""
    return () if paragraph_properties is None else property_revisions(paragraph_properties.find(f"{W}rPr"))


def summary(revisions: Iterable[Revision]) -> str:
    """How many there are of each kind and by whom, in words: `3 inserted, 1 deleted by Wang, Li`."""
    every = tuple(revisions)
    counts = [(kind.value.replace("-", " "), sum(r.kind is kind for r in every)) for kind in RevisionKind]
    authors = list(dict.fromkeys(r.author for r in every if r.author))
    by = f" by {', '.join(authors[:4])}{' and others' if len(authors) > 4 else ''}" if authors else ""
    return ", ".join(f"{count} {kind}" for kind, count in counts if count) + by
