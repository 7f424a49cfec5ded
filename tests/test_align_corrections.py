"""Corrections of a person: read with the line in every error, carried out, and every sentence still in one bead."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bilingual.alignment import match
from bilingual.alignment.corrected import correct_matching
from bilingual.alignment.corrections import BeadCorrection, apply, parse_corrections
from bilingual.alignment.suggest import correction_line
from bilingual.errors import AlignmentError
from bilingual.model import Bead, Document, Paper, Paragraph, Position, Text

SOURCE = [f"Source {n}." for n in range(6)]
TARGET = [f"目标{n}。" for n in range(6)]
STRAIGHT = tuple(Bead((n,), (n,), 0.8) for n in range(6))


def corrected(text: str, beads: tuple[Bead, ...] = STRAIGHT) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    parsed = parse_corrections(text)
    made = apply(beads, parsed.between("a", "b"), SOURCE, TARGET, parsed.name)
    return [(bead.source, bead.target) for bead in made]


def entry(action: str, source: str, target: str, more: str = "") -> str:
    return f'[[bead]]\naction = "{action}"\ntexts = ["a", "b"]\nsource = {source}\ntarget = {target}\n{more}\n'


def test_join_makes_one_bead_of_all_that_is_named() -> None:
    assert corrected(entry("join", "[1, 2]", "[]")) == [
        ((0,), (0,)), ((1, 2), (1, 2)), ((3,), (3,)), ((4,), (4,)), ((5,), (5,)),
    ]  # fmt: skip


def test_split_begins_a_new_bead() -> None:
    beads = (Bead((0, 1), (0, 1, 2)), Bead((2, 3, 4, 5), (3, 4, 5)))
    assert corrected(entry("split", "[1]", "[2]"), beads)[:2] == [((0,), (0, 1)), ((1,), (2,))]


def test_confirm_moves_sentences_and_what_it_crosses_comes_apart() -> None:
    made = corrected(entry("confirm", "[1]", "[2, 3]"))
    assert ((1,), (2, 3)) in made
    assert ((2,), ()) in made
    assert ((), (1,)) in made
    assert made[-2:] == [((4,), (4,)), ((5,), (5,))]


def test_a_confirmed_bead_has_the_score_one() -> None:
    parsed = parse_corrections(entry("confirm", "[1]", "[1]"))
    assert apply(STRAIGHT, parsed.beads, SOURCE, TARGET, "x")[1] == Bead((1,), (1,), 1.0)


def test_forbid_takes_the_two_sides_apart() -> None:
    made = corrected(entry("forbid", "[3]", "[3]"))
    assert ((3,), ()) in made
    assert ((), (3,)) in made


def test_texts_may_be_named_the_other_way_round() -> None:
    parsed = parse_corrections(entry("confirm", "[1]", "[2, 3]"))
    turned = parsed.between("b", "a")[0]
    assert (turned.source, turned.target) == ((2, 3), (1,))
    assert parsed.between("a", "c") == ()


def test_the_printed_lines_can_be_read_again() -> None:
    bead = Bead((2,), (2, 3), 0.4)
    line = correction_line(("a", "b"), bead, ['x "quoted"', "", 'say \\ "no"', ""], TARGET)
    parsed = parse_corrections(line).beads[0]
    assert (parsed.source, parsed.target, parsed.begins) == ((2,), (2, 3), ('say \\ "no"', "目标2。"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\n" + entry("mend", "[1]", "[1]"), 'line 3: the action is "mend"'),
        (entry("join", "[1, 3]", "[]"), 'line 1: "source" must be neighbouring'),
        (entry("join", "[]", "[]"), "line 1: a bead needs"),
        (entry("split", "[1]", "[]"), "line 1: .split. needs"),
        ("# note\n" + entry("join", "[1]", "[1]", "colour = 3"), 'line 2: "colour" is not known'),
        ('[[pair]]\naction = "confirm"\npapers = ["a.txt", "b.txt#1"]\n', "line 1: .a.txt. is not a paper"),
        ("[[pair]\n", "not valid TOML.*line 1"),
        ("[[bead]]\naction = 1", "line 1"),
        ("pear = 1", 'has "pear"'),
        ("pair = 1", "two brackets"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        parse_corrections(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (entry("confirm", "[9]", "[1]"), "line 1: the source has 6 sentences"),
        (
            entry("confirm", "[1]", "[1]", 'begins = ["Other", ""]'),
            'line 1: sentence 1 of the source begins "Source 1."',
        ),
        (entry("confirm", "[1]", "[3]") + entry("confirm", "[2]", "[2]"), "line 7: this bead crosses"),
    ],
)
def test_corrections_that_do_not_fit_are_errors(text: str, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        corrected(text)


RANGES = st.tuples(st.integers(0, 5), st.integers(1, 3)).map(lambda r: tuple(range(r[0], min(6, r[0] + r[1]))))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["join", "split", "forbid", "confirm"]), RANGES, RANGES), max_size=4))
def test_every_sentence_stays_in_exactly_one_bead(wanted: list[tuple[str, tuple[int, ...], tuple[int, ...]]]) -> None:
    corrections = [BeadCorrection(a, ("a", "b"), s, t, ("", ""), n) for n, (a, s, t) in enumerate(wanted, 1)]
    made: tuple[Bead, ...] = STRAIGHT
    for correction in corrections:
        with contextlib.suppress(AlignmentError):  # one that crosses a certain bead is refused, and changes nothing
            made = apply(made, [correction], SOURCE, TARGET, "x")
    assert [i for bead in made for i in bead.source] == list(range(6))
    assert [j for bead in made for j in bead.target] == list(range(6))


def _document(path: str, *texts: str) -> Document:
    papers = tuple(
        Paper(f"{path}{n}", (), "en", (Paragraph((Text(text),), "en"),), Position(n, n, n))
        for n, text in enumerate(texts, 1)
    )
    return Document(path, "en", "", (), papers)


def test_pairs_are_confirmed_and_forbidden() -> None:
    documents = [
        _document("a.txt", "We propose QuillNet for pens.", "On ink."),
        _document("b.txt", "This work presents QuillNet for pens.", "On paper."),
    ]
    found = match(documents)
    assert [pair.confirmed for pair in found.pairs] == [True]
    text = (
        '[[pair]]\naction = "forbid"\npapers = ["a.txt#1", "b.txt#1"]\n'
        '[[pair]]\naction = "confirm"\npapers = ["b.txt#2", "a.txt#2"]\n'
    )
    changed = correct_matching(found, parse_corrections(text), documents)
    assert [(tuple(p.n for p in pair.papers), pair.confirmed) for pair in changed.pairs] == [((2, 2), True)]
    assert "alignment.toml, line 4" in changed.pairs[0].evidence[0]
    assert [(p.path, p.n) for p in changed.unmatched] == [("a.txt", 1), ("b.txt", 1)]


def test_a_paper_that_is_not_there_is_an_error() -> None:
    documents = [_document("a.txt", "x"), _document("b.txt", "y")]
    wrong = parse_corrections('\n[[pair]]\naction = "confirm"\npapers = ["a.txt#1", "b.txt#7"]\n')
    with pytest.raises(AlignmentError, match=r"line 2: there is no paper 7 in b\.txt"):
        correct_matching(match(documents), wrong, documents)
