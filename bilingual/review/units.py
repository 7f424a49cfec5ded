"""Translation units (of a TMX file) as a Review, like a returned Word file.

A unit is found by its id, else by a text that it shares with one row only. Tools that cut rows into sentences give a
unit a sentence: it is found by its text where a row has as many sentences in each column. TMX keeps no marks of text,
so that bold and the like stay as they were sent.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bilingual.errors import ReviewError
from bilingual.findings import Finding, Severity
from bilingual.model import Inline, Link, Runs, Text, plain
from bilingual.model.review import Change, Comment, Review, RowVerdict, UnknownRow, Verdict
from bilingual.ooxml.anchors import Manifest, ManifestCell, ManifestRow
from bilingual.protect import scan
from bilingual.review.assign import similarity
from bilingual.review.columns import column_of
from bilingual.review.compare import cell_changes
from bilingual.review.project import operations
from bilingual.review.tokens import Span, Token, spans, tokens

# A unit whose texts have less in common with its row than this has a number of the tool's own (see review.assign).
_SAME = 0.6


@dataclass(frozen=True, slots=True)
class Side:
    """One language of a unit: the tag as the file has it, the text, and who changed it when, as far as it is said.

    A link has the address "" where the file keeps its label only.
    """

    lang: str
    runs: Runs
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A unit: its id in the file, its languages, and the notes that people wrote."""

    id: str
    sides: tuple[Side, ...]
    notes: tuple[str, ...] = ()


def read_units(units: Sequence[Pair], name: str, base: Manifest) -> Review:
    """What a translator did in a file called `name`. `base` is the manifest of the digest that the file was made from.

    Rows that a file of units does not hold, titles and rows in one language, have no verdict. Raises ReviewError when
    no unit is one of the digest.
    """
    book = _Book(base)
    made: list[Change] = []
    comments: list[Comment] = []
    findings: list[Finding] = []
    unknown: list[UnknownRow] = []
    seen: dict[str, Verdict] = {}
    for unit in units:
        sides = {tag: side for side in unit.sides if (tag := column_of(side.lang, base.columns))}
        row = book.find(unit.id, sides)
        if row is None:
            unknown.append(UnknownRow(tuple((tag, plain(side.runs)) for tag, side in sides.items())))
            findings.append(_unknown(unit, name))
            continue
        own = [
            change for cell in row.cells if cell.lang in sides for change in _changes(row.id, cell, sides[cell.lang])
        ]
        made += own
        comments += (Comment("", "", note, row=row.id) for note in unit.notes)
        seen[row.id] = Verdict.CHANGED if own or seen.get(row.id) is Verdict.CHANGED else Verdict.UNCHANGED
    if not seen:
        raise ReviewError(f"{name} holds no unit of this digest; import the TMX that was made of it, translated.")
    rows = tuple(RowVerdict(row.id, seen.get(row.id, Verdict.MISSING)) for row in base.rows if _is_unit(row))
    return Review(name, base.build, rows, tuple(made), tuple(comments), tuple(unknown), tuple(findings))


def _is_unit(row: ManifestRow) -> bool:
    return not row.id.endswith(".0") and sum(any(s.runs for s in cell.segments) for cell in row.cells) > 1


def _unknown(unit: Pair, name: str) -> Finding:
    said = next((text for side in unit.sides if (text := plain(side.runs).strip())), "")[:40]
    return Finding("review.unknown", Severity.WARNING, f"A unit answers to no row that was sent: {said}", path=name)


class _Book:
    """The rows of a digest by their ids, and by their texts and those of their sentences."""

    def __init__(self, base: Manifest) -> None:
        self._rows = {row.id: row for row in base.rows}
        self._by_text: dict[tuple[str, str], list[ManifestRow]] = {}
        for row in base.rows:
            for part in (row, *_sentences(row)):
                for cell in part.cells:
                    if text := _folded(_text(cell)):
                        self._by_text.setdefault((cell.lang, text), []).append(part)

    def find(self, identifier: str, sides: Mapping[str, Side]) -> ManifestRow | None:
        """The row of a unit, or the sentence of a row as a row of its own; None when it is not one of these."""
        row = self._rows.get(identifier)
        texts = {tag: _folded(plain(side.runs)) for tag, side in sides.items()}
        if row is not None and any(
            similarity(_folded(_text(cell)), texts[cell.lang]) >= _SAME for cell in row.cells if cell.lang in texts
        ):
            return row
        for address in texts.items():
            found = self._by_text.get(address, ())
            if len(found) == 1:
                return found[0]
        return None


def _sentences(row: ManifestRow) -> Iterator[ManifestRow]:
    """The sentences of a row, each as a row, when its cells have as many."""
    counts = {len(cell.segments) for cell in row.cells if cell.segments}
    if len(counts) == 1 and counts != {1}:
        for n in range(counts.pop()):
            yield replace(row, cells=tuple(replace(cell, segments=cell.segments[n : n + 1]) for cell in row.cells))


def _text(cell: ManifestCell) -> str:
    return "".join(plain(segment.runs) + segment.space_after for segment in cell.segments)


def _folded(text: str) -> str:
    return "".join(text.split())


def _changes(row: str, cell: ManifestCell, side: Side) -> Iterator[Change]:
    if not side.runs:  # a tool leaves out what is not translated yet
        return
    pieces = [run for segment in cell.segments for run in (*segment.runs, Text(segment.space_after))]
    sent = tokens(spans(pieces, _as_it_is))
    labels = {token.inline.label for token in sent if isinstance(token.inline, Link)}
    came = [token for run in side.runs for token in _came(run, labels)]
    back = [Span(t.key, t.marks, t.inline) for t in _restored(sent, came)]
    for change in cell_changes(row, cell, back, _as_it_is):
        yield replace(change, author=side.author, date=side.date)


def _came(run: Inline, labels: Container[str]) -> list[Token]:
    """The tokens of a run of the file; a link without its address is one only if its label was that of one."""
    if not isinstance(run, Link) or run.href:
        return tokens(spans([run], _as_it_is))
    if run.label in labels:
        return [Token(f"link:{run.label}", (), run)]
    return tokens(spans(scan(run.label), _as_it_is))


def _restored(sent: Sequence[Token], came: Sequence[Token]) -> list[Token]:
    """What came back, with what was sent where both read the same: with its marks, addresses and odd characters."""
    made = list(came)
    for kind, i1, i2, j1, _ in operations([_as_tmx(t) for t in sent], [_as_tmx(t) for t in came]):
        if kind == "equal":
            made[j1 : j1 + i2 - i1] = sent[i1:i2]
    known = {token.inline.label: token for token in sent if isinstance(token.inline, Link)}
    return [known[t.inline.label] if isinstance(t.inline, Link) and not t.inline.href else t for t in made]


def _as_tmx(token: Token) -> Token:
    """A token as a TMX file can hold it: no marks, the label of a link, a space for what XML forbids."""
    if isinstance(token.inline, Link):
        return Token(f"link:{token.inline.label}", (), token.inline)
    return Token(" " if token.key == "\ufffd" else token.key, (), token.inline)


def _as_it_is(tex: str, display: bool) -> str:
    return tex
