"""Random edits by a simulated editor on random digests: the import gives exactly these edits and no others.

Texts are drawn so that no character is in a digest twice: then every unrecorded edit has one explanation only.
`REVIEW_EXAMPLES=2000 pytest tests/test_review_properties.py` runs as many as a release is checked with.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bilingual.model import Digest, Entry, Math, PaperRef, Row, Runs, Section, Text, plain
from bilingual.model.review import Verdict
from bilingual.ooxml.anchors import Manifest
from bilingual.publish.docx import identity, render_review
from bilingual.publish.docx_manifest import manifest_rows
from bilingual.review.read import read_review
from tests.docx_digests import CN, REFERENCE, TW, cell, titles
from tests.docx_editor import Editor

EXAMPLES = int(os.environ.get("REVIEW_EXAMPLES", "120"))
_CHARACTERS = [chr(c) for c in range(0x4E00, 0x4E00 + 3000)]
_NEW = [chr(c) for c in range(0x6E00, 0x6E00 + 400)]
_FORMULAS = ["x", r"\alpha", r"O(n\log n)", r"\frac{1}{t}", "a_{ij}^2"]


@dataclass(frozen=True)
class Edit:
    """One edit of a cell: `kind` is insert, delete or replace; places count characters of text, formulas none."""

    row: int
    column: int
    kind: str
    start: int
    length: int
    text: str
    tracked: bool
    comment: bool


@st.composite
def digests(draw: st.DrawFn) -> Digest:
    """One to five rows in two columns; texts of one segment with up to two formulas."""
    supply = iter(_CHARACTERS)

    def runs() -> Runs:
        made: list[Text | Math] = [Text("".join(next(supply) for _ in range(draw(st.integers(2, 12)))))]
        for _ in range(draw(st.integers(0, 2))):
            made.append(Math(draw(st.sampled_from(_FORMULAS))))
            made.append(Text("".join(next(supply) for _ in range(draw(st.integers(1, 6))))))
        return (*made[:-1], Text(made[-1].text + "。")) if isinstance(made[-1], Text) else tuple(made)

    rows = tuple(
        Row(f"1.{n}", (cell(TW, runs(), place=f"k/1.{n}"), cell(CN, runs(), place=f"k/1.{n}")))
        for n in range(1, draw(st.integers(1, 5)) + 1)
    )
    entry = Entry(1, "k", (PaperRef("a.txt", 1),), titles(tw="題目", cn="题目"), rows)
    return Digest(
        titles(tw="摘要", cn="摘要"), "2026-11-30", (TW, CN), (Section("s", titles(tw="甲", cn="乙"), (entry,)),)
    )


@st.composite
def edits(draw: st.DrawFn) -> list[Edit]:
    """Up to four edits, at most one a cell."""
    places = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), max_size=4, unique=True))
    return [
        Edit(
            row,
            column,
            draw(st.sampled_from(["insert", "delete", "replace"])),
            draw(st.integers(0, 20)),
            draw(st.integers(1, 4)),
            "".join(draw(st.lists(st.sampled_from(_NEW), min_size=1, max_size=5, unique=True))),
            draw(st.booleans()),
            draw(st.booleans()),
        )
        for row, column in places
    ]


def edited(runs: Runs, edit: Edit) -> str | None:
    """The text after an edit by the same rules as the editor's hands; None when the edit does nothing."""
    atoms: list[str] = []
    for run in runs:
        atoms += [run.text[i] for i in range(len(run.text))] if isinstance(run, Text) else [rf"\({run.tex}\)"]
    text = [n for n, atom in enumerate(atoms) if len(atom) == 1]
    start, end = min(edit.start, len(text)), min(edit.start + edit.length, len(text))
    gone = set() if edit.kind == "insert" else set(text[start:end])
    put = "" if edit.kind == "delete" else edit.text
    if not gone and not put:
        return None
    place = start if edit.kind == "insert" else end
    at = text[place] if place < len(text) else len(atoms)
    made = "".join(atom for n, atom in enumerate(atoms[:at]) if n not in gone) + put
    return made + "".join(atom for n, atom in enumerate(atoms) if n >= at and n not in gone)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(digests(), edits(), st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_an_import_gives_exactly_the_edits_that_were_made(
    digest: Digest, wanted: list[Edit], moved: int, removed: int, ids: bool
) -> None:
    (entry,) = digest.entries
    editor = Editor(render_review(digest, REFERENCE).data)
    expected: dict[tuple[str, str], tuple[str, bool]] = {}
    for edit in wanted:
        if edit.row >= len(entry.rows):
            continue
        row = entry.rows[edit.row]
        (segment,) = row.cells[edit.column].segments
        after = edited(segment.runs, edit)
        target = editor.cell(row.id, edit.column + 1)
        length = len(editor.text(target))
        start, end = min(edit.start, length), min(edit.start + edit.length, length)
        if after is None:
            continue
        if edit.kind == "insert":
            editor.insert(target, start, edit.text, tracked=edit.tracked)
        elif edit.kind == "delete":
            editor.delete(target, start, end, tracked=edit.tracked)
        else:
            editor.replace(target, start, end, edit.text, tracked=edit.tracked)
        if edit.comment:
            editor.comment(target, "看")
        expected[row.id, row.cells[edit.column].lang] = after, edit.tracked
    rows = [row.id for row in entry.rows]
    if moved < len(rows) - 1:
        editor.row(rows[-1]).addnext(editor.row(rows[moved]))
    if 0 < removed < len(rows) and removed != moved:
        editor.table.remove(editor.row(rows[removed]))
        expected = {key: value for key, value in expected.items() if key[0] != rows[removed]}
    if ids:
        editor.drop("customXml/item1.xml", "customXml/itemProps1.xml", "customXml/_rels/item1.xml.rels")
    base = Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))
    review = read_review(editor.save(), "r.docx", base)
    assert {(c.row, c.lang): (plain(c.after), c.tracked) for c in review.changes} == expected
    assert review.unknown == ()
    changed = {row.row for row in review.rows if row.verdict is Verdict.CHANGED}
    assert changed == {row for row, _ in expected}
    missing = {row.row for row in review.rows if row.verdict is Verdict.MISSING}
    assert missing == ({rows[removed]} if 0 < removed < len(rows) and removed != moved else set())


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(2, 8), min_size=2, max_size=4), st.data())
def test_recorded_edits_are_found_in_the_right_sentence(lengths: list[int], data: st.DataObject) -> None:
    supply = iter(_CHARACTERS)
    sentences = ["".join(next(supply) for _ in range(length)) + "。" for length in lengths]
    rows = (Row("1.1", (cell(TW, *sentences), cell(CN, "甲。"))),)
    entry = Entry(1, "k", (PaperRef("a.txt", 1),), titles(tw="題目", cn="题目"), rows)
    section = Section("s", titles(tw="甲", cn="乙"), (entry,))
    digest = Digest(titles(tw="摘要", cn="摘要"), "2026-11-30", (TW, CN), (section,))
    editor = Editor(render_review(digest, REFERENCE).data)
    target = editor.cell("1.1", 1)
    owners = [n for n, sentence in enumerate(sentences) for _ in sentence]
    start = data.draw(st.integers(0, len(owners)))
    end = data.draw(st.integers(start, min(start + 6, len(owners))))
    put = data.draw(st.text(st.sampled_from(_NEW), max_size=4))
    if put:
        editor.insert(target, end, put, tracked=True)
    editor.delete(target, start, end, tracked=True)
    flat = "".join(sentences)
    expected: dict[str, str] = {}
    for n, sentence in enumerate(sentences):
        kept = [flat[i] for i in range(len(flat)) if owners[i] == n and not start <= i < end]
        if put and (owners[end] if end < len(owners) else len(sentences) - 1) == n:
            before = sum(1 for i in range(min(end, len(flat))) if owners[i] == n and not start <= i < end)
            kept.insert(before, put)
        if "".join(kept) != sentence:
            expected[f"k/1.1.{n + 1}"] = "".join(kept)
    base = Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))
    review = read_review(editor.save(), "r.docx", base)
    assert {change.segment_id: plain(change.after) for change in review.changes} == expected
