"""What was changed in a group of rows: the texts of its cells against those that were sent, segment by segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bilingual.model import Runs, plain
from bilingual.model.review import Change
from bilingual.ooxml.anchors import ManifestCell, ManifestRow, ManifestSegment, content_digest
from bilingual.review.assign import Group
from bilingual.review.project import after_insertion, operations, project
from bilingual.review.rows import IDS, PhysicalCell, flat
from bilingual.review.tokens import Canonical, Span, Token, Tracked, runs_of, signature, spans, tokens


@dataclass(slots=True)
class Block:
    """Cells of the file that together hold what stood in cells that were sent."""

    sent: list[tuple[str, ManifestCell]] = field(default_factory=list)
    cells: list[PhysicalCell] = field(default_factory=list)


def blocks(groups: Sequence[Group], sent: Mapping[str, ManifestRow]) -> Iterator[Block]:
    """What belongs together: usually one cell and one cell; more after rows or cells were split or merged."""
    open_blocks: dict[tuple[str, ...], Block] = {}
    for group in groups:
        made: dict[tuple[str, ...], Block] = {}
        for row in group.rows:
            for cell in row.cells:
                roles = tuple(role for role in cell.roles if role != IDS)
                if not roles:
                    continue
                above = open_blocks.get(roles)
                if cell.continues and above is not None:
                    above.sent += _sent(group.ids, roles, sent)
                    made[roles] = above
                elif roles in made:
                    made[roles].cells.append(cell)
                else:
                    made[roles] = Block(_sent(group.ids, roles, sent), [cell])
        for roles, block in open_blocks.items():
            if made.get(roles) is not block:
                yield block
        open_blocks = made
    yield from open_blocks.values()


def _sent(ids: Sequence[str], roles: Sequence[str], sent: Mapping[str, ManifestRow]) -> list[tuple[str, ManifestCell]]:
    by_tag = {(i, cell.lang): cell for i in ids for cell in sent[i].cells}
    return [(i, by_tag[i, tag]) for tag in roles for i in ids if (i, tag) in by_tag]


def changes(block: Block, canonical: Canonical, *, marked_only: bool) -> Iterator[Change]:
    """The changes in a block. `marked_only` leaves out what the editor's program did not record."""
    title = bool(block.sent) and block.sent[0][0].endswith(".0")
    if title and len(block.sent) > 1 and len(block.cells) == 1:
        yield from _title_changes(block, canonical, marked_only=marked_only)
        return
    pieces = [(row, cell.lang, segment) for row, cell in block.sent for segment in cell.segments]
    before = [spans(segment.runs, canonical, inline_only=title) for _, _, segment in pieces]
    came = [span for n, cell in enumerate(block.cells) for span in _joined(n, flat(cell.paragraphs))]
    if not any(span.tracked for span in came) and _signature(pieces, before) == signature(came):
        return
    if not pieces:
        yield from _into_empty(block, came, marked_only=marked_only)
        return
    yield from _by_segment(pieces, [tokens(b) for b in before], tokens(came), marked_only=marked_only)


def cell_changes(row: str, cell: ManifestCell, came: Sequence[Span], canonical: Canonical) -> Iterator[Change]:
    """The changes of one cell whose text came back as `came`, from a format other than Word's."""
    pieces = [(row, cell.lang, segment) for segment in cell.segments]
    before = [spans(segment.runs, canonical) for segment in cell.segments]
    if _signature(pieces, before) == signature(came):
        return
    if pieces:
        yield from _by_segment(pieces, [tokens(b) for b in before], tokens(came), marked_only=False)
    else:
        yield from _into_empty(Block([(row, cell)]), came, marked_only=False)


def _joined(n: int, cell: list[Span]) -> list[Span]:
    return [Span("\n"), *cell] if n else cell


def _signature(pieces: Sequence[tuple[str, str, ManifestSegment]], before: Sequence[list[Span]]) -> str:
    joined: list[Span] = []
    for n, ((row, lang, segment), shown) in enumerate(zip(pieces, before, strict=True)):
        joined += shown
        if n + 1 < len(pieces):
            joined.append(Span(segment.space_after if pieces[n + 1][:2] == (row, lang) else "\n"))
    return signature(joined)


def _title_changes(block: Block, canonical: Canonical, *, marked_only: bool) -> Iterator[Change]:
    """One title over all columns: a change is one of every column that has this title."""
    first = block.sent[0][1].segments
    if not first:
        return
    for row, cell in block.sent:
        if cell.segments and plain(cell.segments[0].runs) == plain(first[0].runs):
            yield from changes(Block([(row, cell)], block.cells), canonical, marked_only=marked_only)


def _into_empty(block: Block, came: Sequence[Span], *, marked_only: bool) -> Iterator[Change]:
    """Text in a cell that was sent empty."""
    if not block.sent or (marked_only and not any(span.tracked for span in came)):
        return
    row, cell = block.sent[0]
    accepted = [t for t in tokens(came) if t.tracked is None or t.tracked.inserted]
    after = runs_of(accepted)
    if after:
        by = _by(tokens(came))
        yield Change(f"{row}/new", cell.lang, row, content_digest(""), (), after, by.author, by.date, by is not _NOBODY)


_NOBODY = Tracked(inserted=True)


def _by(pieces: Sequence[Token]) -> Tracked:
    """The latest recorded change among `pieces`."""
    recorded = [token.tracked for token in pieces if token.tracked is not None]
    return max(recorded, key=lambda change: change.date, default=_NOBODY)


def _by_segment(
    pieces: Sequence[tuple[str, str, ManifestSegment]],
    before: Sequence[list[Token]],
    came: Sequence[Token],
    *,
    marked_only: bool,
) -> Iterator[Change]:
    """The changes of each segment: its text in what came back, found through the difference of the whole block."""
    whole, starts = _whole(pieces, before)
    if marked_only:
        came = _without_silent_edits(whole, came)
    places = [0, *_boundaries(starts[1:], whole, came), len(came)]
    for n, (row, lang, segment) in enumerate(pieces):
        start, end = places[n], places[n + 1]
        mine = [t for t in came[start:end] if t.tracked is None or t.tracked.inserted]
        if _key(mine) == _key(before[n]):
            continue
        by = _by(came[start:end])
        yield Change(
            segment.id,
            lang,
            row,
            content_digest(plain(segment.runs)),
            segment.runs,
            _restored(mine, before[n]),
            by.author,
            by.date,
            by is not _NOBODY,
            segment.kind,
        )


def _boundaries(starts: Sequence[int], whole: Sequence[Token], came: Sequence[Token]) -> list[int]:
    """Where the segments begin in what came back.

    What the editor's program recorded needs no guess: with it undone the text is that which was sent, or differs from
    it only by what was not recorded, and only that is found by comparing.
    """
    kept = [n for n, t in enumerate(came) if t.tracked is None or not t.tracked.inserted]
    found: list[int] = []
    for place in project(starts, whole, [came[n] for n in kept]):
        end = kept[place] if place < len(kept) else len(came)
        start = kept[place - 1] + 1 if place else 0
        found.append(after_insertion(start, end, came))
    return found


def _whole(
    pieces: Sequence[tuple[str, str, ManifestSegment]], before: Sequence[list[Token]]
) -> tuple[list[Token], list[int]]:
    """All that was sent as one sequence, and where each segment begins in it."""
    whole: list[Token] = []
    starts: list[int] = []
    for n, ((row, lang, segment), own) in enumerate(zip(pieces, before, strict=True)):
        starts.append(len(whole))
        whole += own
        if n + 1 < len(pieces):
            same = pieces[n + 1][:2] == (row, lang)
            whole += [Token(c) for c in segment.space_after] if same else [Token("\n")]
    return whole, starts


def _key(sequence: Sequence[Token]) -> str:
    return signature(Span(t.key, t.marks, t.inline) for t in sequence)


def _restored(mine: Sequence[Token], before: Sequence[Token]) -> Runs:
    """The runs of a segment; what is as it was keeps the source's own LaTeX, code fence or address."""
    known = {token.key: token for token in before if token.inline is not None}
    return runs_of([known.get(token.key, token) if token.inline is not None else token for token in mine])


def _without_silent_edits(whole: Sequence[Token], came: Sequence[Token]) -> list[Token]:
    """What came back with every difference undone that the editor's program did not record."""
    rejected = [(n, t) for n, t in enumerate(came) if t.tracked is None or not t.tracked.inserted]
    steps = operations(whole, [t for _, t in rejected])
    dropped: set[int] = set()
    put: dict[int, list[Token]] = {}
    for kind, i1, i2, j1, j2 in steps:
        if kind == "equal":
            continue
        dropped |= {rejected[j][0] for j in range(j1, j2)}
        at = rejected[j1][0] if j1 < len(rejected) else len(came)
        put.setdefault(at, []).extend(whole[i1:i2])
    made: list[Token] = []
    for n, token in enumerate(came):
        made += put.get(n, ())
        if n not in dropped:
            made.append(token)
    return made + put.get(len(came), [])
