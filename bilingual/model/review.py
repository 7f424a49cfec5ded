"""Reviews: what an editor changed in a document that was sent out, and what is to be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bilingual.findings import Finding
from bilingual.model.inline import Runs
from bilingual.model.segment import OriginKind


class Verdict(StrEnum):
    """What happened to a row on its way through an editor's program."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    MOVED = "moved"
    CONFLICT = "conflict"
    UNKNOWN = "unknown"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment and its replies, oldest first. `quoted` is the text it is about; dates are as the file has them."""

    author: str
    date: str
    text: str
    quoted: str = ""
    resolved: bool = False
    replies: tuple[Comment, ...] = ()
    row: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A segment whose text came back different.

    `before` is the text as it was sent, whose digest is `base_digest`; `after` the text that the editor wants, ()
    when all of it was deleted. `tracked` says that the editor's program recorded the change. `kind` is the origin the
    segment had: a change of a `source` one is a correction of the source, any other one of the translation.
    """

    segment_id: str
    lang: str
    row: str
    base_digest: str
    before: Runs
    after: Runs
    author: str = ""
    date: str = ""
    tracked: bool = False
    kind: OriginKind = OriginKind.SOURCE
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """What happened to one row; `note` says how it was found, or what is odd about it, in words."""

    row: str
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class UnknownRow:
    """A row that answers to none that was sent: its texts by column, and the id of the row before it, if any."""

    texts: tuple[tuple[str, str], ...]
    after: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """One returned file. `build` is the identity of the digest it was made from, "" when the file lost it."""

    name: str
    build: str
    rows: tuple[RowVerdict, ...]
    changes: tuple[Change, ...] = ()
    comments: tuple[Comment, ...] = ()
    unknown: tuple[UnknownRow, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """A segment for which there is more than one new text: nothing changes until a person decides.

    `current` is the text in the present build, `options` are the changes that were asked for, one of each text.
    """

    segment_id: str
    lang: str
    row: str
    base: Runs
    current: Runs
    options: tuple[Change, ...]
