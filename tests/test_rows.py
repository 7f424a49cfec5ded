"""Rows: versions laid side by side, nothing lost, nothing doubled."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bilingual.model import Bead, PaperRef, Paragraph, Segment, Text
from bilingual.pipeline.rows import lines
from bilingual.pipeline.titles import placeholder
from bilingual.pipeline.versions import Version, flatten, segment_lang, strands


def version(tag: str, count: int, *, breaks: tuple[int, ...] = (0,), stated: bool = False, path: str = "a") -> Version:
    made = tuple(Segment(f"{tag}{n}", tag, (Text(f"{tag}{n}"),)) for n in range(count))
    return Version(PaperRef(path, 1), tag, (), tag, made, breaks if count else (), stated)


def test_one_version_gives_a_line_a_segment() -> None:
    made = lines([version("en", 3)], lambda *_: ())
    assert [line.indices for line in made] == [((0,),), ((1,),), ((2,),)]


def test_beads_of_two_versions_join_into_one_row() -> None:
    beads = {
        "en": [Bead((0, 1), (0,), 0.9), Bead((2,), (1, 2), 0.8)],
        "zh-Hant": [Bead((0,), (0,)), Bead((1, 2), (1,), 0.5)],
    }

    def align(_: Version, other: Version) -> Sequence[Bead]:
        return beads[other.lang]

    made = lines([version("zh-Hans", 3), version("en", 3), version("zh-Hant", 2)], align)
    assert [line.indices for line in made] == [((0, 1, 2), (0, 1, 2), (0, 1))]
    assert made[0].score == 0.5


def test_what_only_the_other_side_has_stands_in_its_place() -> None:
    beads = [Bead((), (0,)), Bead((0,), (1,)), Bead((), (2,), 0.0), Bead((1,), ())]
    made = lines([version("zh-Hans", 2), version("en", 3)], lambda *_: beads)
    assert [line.indices for line in made] == [((), (0,)), ((0,), (1,)), ((), (2,)), ((1,), ())]


def test_a_stated_pairing_is_taken_paragraph_by_paragraph() -> None:
    pivot = version("en", 3, breaks=(0, 1))
    other = version("zh-Hans", 2, breaks=(0, 1), stated=True)
    assert [line.indices for line in lines([pivot, other], lambda *_: ())] == [((0,), (0,)), ((1, 2), (1,))]


def test_what_stands_inside_a_merged_row_belongs_into_it() -> None:
    beads = {
        "en": [Bead((0,), ()), Bead((), (0, 1)), Bead((1,), (2,))],
        "zh-Hant": [Bead((0, 1), (0,))],
    }
    made = lines([version("zh-Hans", 2), version("en", 3), version("zh-Hant", 1)], lambda _, other: beads[other.lang])
    assert [line.indices for line in made] == [((0, 1), (0, 1, 2), (0,))]


@st.composite
def _monotone(draw: st.DrawFn, count: int, other: int) -> list[Bead]:
    beads, i, j = [], 0, 0
    while i < count or j < other:
        m = draw(st.integers(0, min(3, count - i)))
        n = draw(st.integers(0, min(3, other - j)))
        if m + n:
            beads.append(Bead(tuple(range(i, i + m)), tuple(range(j, j + n)), 0.5))
        i, j = i + m, j + n
    return beads


@given(st.data())
def test_every_segment_stands_in_exactly_one_line(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(0, 7), min_size=1, max_size=3))
    strand = [version(tag, size) for tag, size in zip(("zh-Hans", "en", "zh-Hant"), sizes, strict=False)]
    beads = {v.lang: data.draw(_monotone(sizes[0], len(v.segments))) for v in strand[1:]}
    made = lines(strand, lambda _, other: beads[other.lang])
    for which, size in enumerate(sizes):
        assert [i for line in made for i in line.indices[which]] == list(range(size))
    assert all(any(line.indices) for line in made)


def test_two_texts_of_one_language_are_two_strands() -> None:
    columns = ("zh-Hant-TW", "zh-Hans-CN", "en")
    found = [version("zh-Hans", 1), version("en", 1, path="b"), version("zh-Hans", 2, path="c")]
    assert [[v.ref.path for v in strand] for strand in strands(found, columns)] == [["a", "b"], ["c"]]


def test_the_pivot_is_a_version_with_a_column() -> None:
    assert [v.lang for v in strands([version("en", 1), version("zh-Hans", 1)], ("zh-Hant-TW", "zh-Hans-CN"))[0]] == [
        "zh-Hans",
        "en",
    ]


def test_paragraphs_keep_their_breaks() -> None:
    paragraphs = [
        Paragraph((Text("It holds. It stays."),), "en"),
        Paragraph((), "en"),
        Paragraph((Text("It ends."),), "en"),
    ]
    made, breaks = flatten(paragraphs, "k")
    assert [(s.id, s.text, s.space_after) for s in made] == [
        ("k/1.1", "It holds.", " "), ("k/1.2", "It stays.", "\n"), ("k/3.1", "It ends.", ""),
    ]  # fmt: skip
    assert breaks == (0, 2)


def test_a_segment_plainly_in_the_other_script_is_seen() -> None:
    assert segment_lang(Segment("a", "zh-Hans", (Text("這個軟體網路"),))) == "zh-Hant"
    assert segment_lang(Segment("a", "zh-Hans", (Text("姓氏為乾"),))) == "zh-Hans"
    assert segment_lang(Segment("a", "en", (Text("這個軟體網路"),))) == "en"


def test_placeholders_end_at_a_clause_or_word() -> None:
    han = (Segment("a", "zh-Hans", (Text("本文研究了一个在很多情况下都会遇到的问题，并且给出了一个完整的解答。"),)),)
    assert (
        "".join(run.text for run in placeholder(han, "zh-Hans") if isinstance(run, Text))
        == "本文研究了一个在很多情况下都会遇到的问题…"
    )
    words = (Segment("a", "en", (Text("One two three four five six seven eight nine ten eleven twelve, thirteen."),)),)
    assert placeholder(words, "en") == (Text("One two three four five six seven eight nine ten eleven twelve…"),)
    assert placeholder((Segment("a", "en", (Text("Short."),)),), "en") == (Text("Short"),)
