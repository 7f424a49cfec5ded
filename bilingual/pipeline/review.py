"""Import of returned reviews into a digest's folder: a dry run first, then one atomic write, and undo.

`reviews/edits.json` is the only file that builds read. Before it is replaced, what it was goes to
`reviews/history/`, so that an import can be taken back, and one that is killed leaves the old file whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bilingual.errors import ReviewError, UsageError
from bilingual.findings import Finding
from bilingual.model import Digest, OriginKind, Row, plain
from bilingual.model.review import Change, Review
from bilingual.ooxml.anchors import Manifest
from bilingual.pipeline.returned import read_returned
from bilingual.pipeline.store import read_source, write_output
from bilingual.review.decisions import decide, write_conflicts
from bilingual.review.edits import Edits, change_line, comment_line, current_texts, joined, read_edits, write_edits
from bilingual.review.lessons import proposals, touched
from bilingual.review.merge import Merge, merge, verdicts
from bilingual.review.read import Take

if TYPE_CHECKING:
    from bilingual.pipeline.config import DigestConfig
    from bilingual.translation.tmx import Unit

EDITS: Final = "reviews/edits.json"
CONFLICTS: Final = "reviews/conflicts.toml"
HISTORY: Final = "reviews/history"
MEMORY: Final = "memory/reviewed.tmx"


@dataclass(frozen=True, slots=True)
class Import:
    """What an import does or would do: the files as read, their merge, and the edits after it."""

    reviews: tuple[Review, ...]
    merged: Merge
    edits: Edits
    before: Edits

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is odd about the files, and about the edits that are taken."""
        files = (finding for review in self.reviews for finding in review.findings)
        return (*files, *touched(self.merged.accepted))


def manifest_of(digest: Digest) -> Manifest:
    """The manifest that a document made of this digest carries: the base for files that lost theirs."""
    from bilingual.publish.docx_manifest import identity, manifest_rows

    return Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))


@dataclass(frozen=True, slots=True)
class Selection:
    """What is sent to editors: `columns` and `papers` (`1-20,35`, all when empty), in `parts` files.

    `targets` are columns that may be edited although they hold source text. `xliff` is a version of XLIFF to write
    instead of Word files, for the source and target language in `pair`.
    """

    columns: tuple[str, ...] = ()
    papers: str = ""
    targets: tuple[str, ...] = ()
    parts: int = 1
    xliff: str = ""
    pair: tuple[str, ...] = ()


def write_reviews(config: DigestConfig, digest: Digest, selection: Selection, out: str) -> list[Path]:
    """Write `review.docx`, or `review-1.docx` and so on, or the same with `.xlf`; their paths."""
    from bilingual.pipeline.build import folder_of
    from bilingual.pipeline.outputs import reference_docx
    from bilingual.publish.docx import render_review
    from bilingual.publish.docx_manifest import identity
    from bilingual.publish.docx_review import select, split
    from bilingual.publish.xliff import main_pair, render

    chosen = select(digest, selection.columns, _numbers(selection.papers))
    parts = split(chosen, selection.parts) if selection.parts > 1 else (chosen,)
    reference, whole, written = reference_docx(config), identity(digest), []
    for n, part in enumerate(parts, 1):
        if selection.xliff:
            source, target = selection.pair if len(selection.pair) == 2 else main_pair(part)
            made = render(part, selection.xliff, (source, target))
        else:
            made = render_review(
                part,
                reference,
                findings=digest.findings,
                targets=selection.targets,
                page=config.publish.page,
                build=whole,
            )
        ending = "xlf" if selection.xliff else "docx"
        path = folder_of(config, out) / (f"review-{n}.{ending}" if len(parts) > 1 else f"review.{ending}")
        write_output(path, made.data)
        written.append(path)
    return written


def _numbers(text: str) -> list[int]:
    """The numbers that `1-20,35` names. Raises UsageError for anything else."""
    found: list[int] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal() and len(part) < 20):
            raise UsageError(f'"{part}" names no papers; write numbers and ranges such as 1-20,35.')
        found += range(int(first), min(int(last or first), 1_000_000) + 1)
    return found


def load_edits(folder: Path) -> Edits:
    """The edits of the digest in `folder`. Raises ReviewError when their file is damaged."""
    path = folder / EDITS
    return read_edits(read_source(path).decode("utf-8", "replace"), str(path)) if path.exists() else Edits()


def plan_import(
    folder: Path, digest: Digest, files: Sequence[Path], *, take: Take = Take.ACCEPTED, only: Sequence[str] = ()
) -> Import:
    """What importing `files` into the digest in `folder` would do; nothing is written.

    `digest` is the present build. Decisions in `reviews/conflicts.toml` are taken into account. Raises ReviewError
    when a file cannot be read.
    """
    base = manifest_of(digest)
    reviews = tuple(read_returned(path, base, take, only) for path in files)
    merged = merge(reviews, current_texts(digest))
    decided: tuple[Change, ...] = ()
    path = folder / CONFLICTS
    if path.exists():
        text = read_source(path).decode("utf-8", "replace")
        decided, still_open = decide(merged.conflicts, text, str(path))
        merged = Merge((*merged.accepted, *decided), still_open, merged.settled, merged.lost)
    before = load_edits(folder)
    comments = [comment for review in reviews for comment in review.comments]
    return Import(reviews, merged, joined(before, merged.accepted, comments), before)


def write_import(folder: Path, digest: Digest, plan: Import) -> list[Path]:
    """Carry a planned import out; the files that were written. The edits come last: until then nothing has changed."""
    written: list[Path] = []
    conflicts = folder / CONFLICTS
    if plan.merged.conflicts:
        write_output(conflicts, write_conflicts(plan.merged.conflicts).encode(), ReviewError)
        written.append(conflicts)
    if plan.edits != plan.before:
        keep = folder / HISTORY / f"{_last(folder) + 1:04d}.json"
        write_output(keep, write_edits(plan.before).encode(), ReviewError)
        written += _remember(folder, digest, plan.merged.accepted)
        write_output(folder / EDITS, write_edits(plan.edits).encode(), ReviewError)
        written.append(folder / EDITS)
    if conflicts.exists() and not plan.merged.conflicts:
        conflicts.unlink()
    return written


def undo(folder: Path) -> Path:
    """Take the last import back: the edits are again what they were. Raises ReviewError when there is none."""
    last = _last(folder)
    if last == 0:
        raise ReviewError(f"No import of a review into {folder} is left that could be taken back.")
    keep = folder / HISTORY / f"{last:04d}.json"
    write_output(folder / EDITS, read_source(keep), ReviewError)
    keep.unlink()
    return folder / EDITS


def _last(folder: Path) -> int:
    numbers = [int(path.stem) for path in (folder / HISTORY).glob("*.json") if path.stem.isdigit()]
    return max(numbers, default=0)


def _remember(folder: Path, digest: Digest, accepted: Sequence[Change]) -> list[Path]:
    """Approved translations into the memory: the new text of a row beside the source text of it."""
    from bilingual.pipeline.memory_files import unit_key
    from bilingual.translation.tmx import Tmx, read_tmx
    from bilingual.translation.tmx_write import write_tmx

    sources = {row.id: row for row in _rows(digest)}
    new = [unit for c in accepted if c.kind is not OriginKind.SOURCE and (unit := _unit(c, sources)) is not None]
    if not new:
        return []
    path = folder / MEMORY
    old = read_tmx(read_source(path), str(path)).units if path.exists() else ()
    units = {unit_key(unit): unit for unit in (*old, *new)}
    write_output(path, write_tmx(Tmx(tuple(units.values()))), ReviewError)
    return [path]


def _unit(change: Change, rows: dict[str, Row]) -> Unit | None:
    """The pair of the sentence and its approved translation, when one segment answers to one."""
    from bilingual.translation.tmx import Unit, Variant, content_of

    row = rows.get(change.row)
    source = next((c for c in row.cells if c.segments and c.origin.kind is OriginKind.SOURCE), None) if row else None
    target = next((c for c in row.cells if c.lang == change.lang), None) if row else None
    if source is None or target is None or not change.after or len(source.segments) != 1 or len(target.segments) > 1:
        return None
    return Unit(
        (
            Variant(source.lang, content_of(source.segments[0].runs)),
            Variant(change.lang, content_of(change.after), author=change.author),
        ),
        source_lang=source.lang,
        notes=("reviewed",),
    )


def _rows(digest: Digest) -> list[Row]:
    rows = [row for section in digest.sections for row in section.preface]
    return rows + [row for entry in digest.entries for row in entry.rows]


def import_json(plan: Import) -> dict[str, Any]:
    """An import in the shape of `review diff --json` and `review import --json`."""
    return {
        "files": [
            {
                "name": review.name,
                "build": review.build,
                "rows": [
                    {"row": row.row, "verdict": row.verdict.value, "note": row.note}
                    for row in verdicts(review, plan.merged)
                ],
                "changes": [change_line(change) for change in review.changes],
                "comments": [comment_line(comment) for comment in review.comments],
                "unknown": [{"after": row.after, "texts": dict(row.texts)} for row in review.unknown],
            }
            for review in plan.reviews
        ],
        "accepted": [change_line(change) for change in plan.merged.accepted],
        "settled": [change_line(change) for change in plan.merged.settled],
        "lost": [change_line(change) for change in plan.merged.lost],
        "conflicts": [
            {
                "row": conflict.row,
                "segment": conflict.segment_id,
                "lang": conflict.lang,
                "base": plain(conflict.base),
                "current": plain(conflict.current),
                "options": [change_line(option) for option in conflict.options],
            }
            for conflict in plan.merged.conflicts
        ],
        "proposals": [
            {"lang": p.lang, "before": p.before, "after": p.after, "count": p.count, "script": p.script}
            for p in proposals(plan.edits.changes)
        ],
        "findings": [finding.as_json() for finding in plan.findings],
    }


def status_of(folder: Path, digest: Digest) -> list[dict[str, Any]]:
    """By paper and editor: edits, how many of them correct the source, how many are stale, comments that are open."""
    edits = load_edits(folder)
    texts = current_texts(digest)
    counts: dict[tuple[str, str], dict[str, int]] = {}

    def count(row: str, editor: str, what: str) -> None:
        zero = {"edits": 0, "source": 0, "stale": 0, "comments": 0}
        counts.setdefault((row.partition(".")[0], editor), zero)[what] += 1

    for change in edits.changes:
        count(change.row, change.author, "edits")
        if change.kind is OriginKind.SOURCE:
            count(change.row, change.author, "source")
        if plain(texts.get((change.segment_id, change.lang), ())) != plain(change.after):
            count(change.row, change.author, "stale")
    for comment in edits.comments:
        if not comment.resolved:
            count(comment.row, comment.author, "comments")
    return [{"paper": paper, "editor": editor, **numbers} for (paper, editor), numbers in sorted(counts.items())]
