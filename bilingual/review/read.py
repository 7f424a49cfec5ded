"""A returned Word file as a Review: a verdict for each row, the changes by segment, the comments.

The base of the comparison is what the file itself says it was made from; only when an editor's program dropped that
part is it the present digest.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import Final

from bilingual.errors import ReviewError
from bilingual.findings import Finding, Severity
from bilingual.mathml import MathError
from bilingual.model import formulas, plain
from bilingual.model.review import Change, Comment, Review, RowVerdict, UnknownRow, Verdict
from bilingual.ooxml.anchors import Manifest, ManifestRow
from bilingual.review.assign import Assignment, assign
from bilingual.review.comments import read_comments
from bilingual.review.compare import blocks, changes
from bilingual.review.content import Anchors, Walker
from bilingual.review.opened import Opened, open_docx
from bilingual.review.rows import IDS, PhysicalRow, read_rows
from bilingual.review.tokens import shown

# The author of the notes that a review was sent out with.
OWN: Final = "bilingual"


_VARIANT: Final = re.compile(r"\\(?:var|wide)(?=[a-zA-Z])")
_BAR: Final = re.compile(r"\\(?:[lr]?[vV]ert(?![a-zA-Z])|\|)")
_NOISE: Final = re.compile(
    r"\\(?:left|right|middle|limits|nolimits|boldsymbol|bm|text|textbf|textit|math[a-z]+|operatorname\*?|displaystyle|textstyle|q?quad)"
    r"(?![a-zA-Z])|\\[,;:!> ]|[\\{}\s.]"
)


class Take(StrEnum):
    """Which edits to take: all as they read with everything accepted, or only those that were recorded."""

    ACCEPTED = "accepted"
    MARKED = "marked"


def read_review(
    data: bytes, name: str, base: Manifest, *, take: Take = Take.ACCEPTED, only: Sequence[str] = ()
) -> Review:
    """What the editor of a returned file did.

    `base` is the manifest of the present digest, for a file that lost its own. `only` are languages to look at, ()
    for all. Raises ReviewError when the file cannot be read or has no table of rows.
    """
    opened = open_docx(data, name)
    sent = opened.manifest or base
    anchors = Anchors()
    key = formula_key(opened)
    rows = _rows(opened, Walker(opened.relationships, anchors, key), sent.columns)
    by_id = {row.id: row for row in sent.rows}
    found = assign(rows, _texts(sent.rows), _titles(sent.rows))
    findings = list(_findings(opened, sent, base, rows, found))
    canonical = lru_cache(maxsize=None)(partial(_canonical, key))
    made = [
        change
        for block in blocks([g for g in found.groups if not all(row.deleted for row in g.rows)], by_id)
        for change in changes(block, canonical, marked_only=take is Take.MARKED)
        if not only or change.lang in only
    ]
    comments = _placed(read_comments(opened, anchors, OWN), found)
    made = [_with_comments(_with_author(change, opened), comments) for change in made]
    if key is not str:
        findings += _rewritten(made, opened)
    return Review(
        name=name,
        build=opened.manifest.build if opened.manifest else opened.identifier.rpartition(":")[2],
        rows=tuple(_verdicts(sent.rows, found, {change.row for change in made})),
        changes=tuple(made),
        comments=comments,
        unknown=tuple(_unknown(row, after) for row, after in found.unknown),
        findings=tuple(findings),
    )


def _rows(opened: Opened, walker: Walker, columns: Sequence[str]) -> list[PhysicalRow]:
    from lxml import etree

    try:
        return list(read_rows(opened.document, walker, columns))
    except etree.XMLSyntaxError as error:
        reason = str(error).splitlines()[0] if str(error) else "it ends too early"
        raise ReviewError(f"The text of {opened.name} is damaged XML ({reason}); open and save it in Word.") from None


def formula_key(opened: Opened) -> Callable[[str], str]:
    """What the LaTeX of formulas is compared by.

    Word keeps an equation as it is. Others write theirs anew: LibreOffice makes brackets grow, sets Greek capitals in
    italics and loses which letters were words, so that only letters, digits, signs and structure count.
    """
    return str if opened.manifest is not None and _keeps_equations(opened.program) else _loose


def _keeps_equations(program: str) -> bool:
    return not program or "Microsoft" in program


def _loose(tex: str) -> str:
    return _NOISE.sub("", _VARIANT.sub(r"\\", _BAR.sub("|", tex)))


def _canonical(key: Callable[[str], str], tex: str, display: bool) -> str | None:
    """The key of a formula after a way through Word; None when Word shows it as LaTeX."""
    from bilingual.ooxml.omml import to_omml
    from bilingual.ooxml.omml_read import to_latex

    try:
        return key(to_latex(to_omml(tex, display)))
    except MathError:
        return None


def _texts(rows: Sequence[ManifestRow]) -> dict[str, dict[str, str]]:
    return {
        row.id: {
            cell.lang: shown("".join(plain(s.runs) + s.space_after for s in cell.segments)).strip()
            for cell in row.cells
        }
        for row in rows
    }


def _titles(rows: Sequence[ManifestRow]) -> dict[str, str]:
    return {row.id.removesuffix(".0"): row.id for row in rows if row.id.endswith(".0")}


def _verdicts(sent: Sequence[ManifestRow], found: Assignment, changed: set[str]) -> list[RowVerdict]:
    order = {row.id: n for n, row in enumerate(sent)}
    kept = _longest_ascending([order[group.ids[0]] for group in found.groups])
    verdicts: dict[str, RowVerdict] = {}
    for n, group in enumerate(found.groups):
        moved = n not in kept
        for row_id in group.ids:
            deleted = any(row.deleted for row in group.rows)
            note = "; ".join(filter(None, (group.note, "moved" if moved else "", "row deleted" if deleted else "")))
            verdict = Verdict.MOVED if moved else Verdict.UNCHANGED
            verdict = Verdict.CHANGED if row_id in changed else verdict
            verdicts[row_id] = RowVerdict(row_id, Verdict.MISSING if deleted else verdict, note)
    return [verdicts.get(row.id, RowVerdict(row.id, Verdict.MISSING, "not in the file")) for row in sent]


def _longest_ascending(numbers: Sequence[int]) -> set[int]:
    """The places of a longest strictly ascending subsequence (patience sorting)."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for n, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before.append(places[at - 1] if at else -1)
        tails[at : at + 1] = [number]
        places[at : at + 1] = [n]
    kept: set[int] = set()
    n = places[-1] if places else -1
    while n >= 0:
        kept.add(n)
        n = before[n]
    return kept


def _findings(
    opened: Opened, sent: Manifest, base: Manifest, rows: Sequence[PhysicalRow], found: Assignment
) -> list[Finding]:
    made: list[Finding] = []

    def add(code: str, severity: Severity, message: str, segment: str = "") -> None:
        made.append(Finding(code, severity, message, path=opened.name, segment=segment))

    if not rows:
        add("review.empty", Severity.ERROR, "The file has no table with rows of a digest.")
    if opened.manifest is None:
        add("review.manifest", Severity.WARNING, "The file lost its manifest; it is compared with the present build.")
    elif sent.build != base.build:
        add("review.older", Severity.INFO, f"The file was made from an earlier build, of {sent.date}.")
    seen = {role for row in rows for cell in row.cells for role in cell.roles} - {IDS}
    for tag in sent.columns if rows else ():
        if tag not in seen:
            add("review.column", Severity.WARNING, f"The column {tag} is not in the file; its texts stay as they are.")
    for row, after in found.unknown:
        said = next((text for role in seen if (text := row.text(role).strip())), "")[:40]
        add("review.unknown", Severity.WARNING, f"A row answers to none that was sent: {said}", after)
    for group in found.groups:
        if any(row.deleted for row in group.rows):
            add("review.deleted", Severity.WARNING, "The editor deleted this row; it is kept.", group.ids[0])
    return made


def _rewritten(made: Sequence[Change], opened: Opened) -> Iterator[Finding]:
    """A note for each formula that is new in a file whose program writes all formulas anew."""
    for change in made:
        before = set(formulas(change.before))
        for tex in formulas(change.after):
            if tex not in before:
                message = f"{opened.program or 'The program'} wrote this formula; compare it with the old one: {tex}"
                yield Finding("review.formula", Severity.WARNING, message, path=opened.name, segment=change.row)


def _unknown(row: PhysicalRow, after: str) -> UnknownRow:
    roles = dict.fromkeys(role for cell in row.cells for role in cell.roles if role != IDS)
    return UnknownRow(tuple((role, row.text(role).strip()) for role in roles), after)


def _placed(comments: Sequence[Comment], found: Assignment) -> tuple[Comment, ...]:
    """The comments with the ids of the rows they are in instead of their numbers in the file."""
    ids = {str(row.number): group.ids[0] for group in found.groups for row in group.rows}
    return tuple(replace(comment, row=ids.get(comment.row, "")) for comment in comments)


def _with_author(change: Change, opened: Opened) -> Change:
    """A change that was not recorded is that of who saved the file last, as far as the file says."""
    return change if change.tracked else replace(change, author=opened.author, date=opened.date)


def _with_comments(change: Change, comments: Sequence[Comment]) -> Change:
    own = tuple(c for c in comments if c.row == change.row and c.lang in (change.lang, ""))
    return replace(change, comments=own) if own else change
