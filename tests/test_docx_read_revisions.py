"""Tracked changes in both views, comments with their threads: what the review of a returned document needs."""

from __future__ import annotations

import pytest

from bilingual.model import Math
from bilingual.ooxml.comments import anchors, paragraphs, read_comments
from bilingual.ooxml.package import open_package
from bilingual.ooxml.revisions import RevisionKind, View
from bilingual.ooxml.story import Content, Paragraph, Story, Table, in_view, read_story
from tests.docx_packages import cell, deleted, docx, inserted, paragraph, part, row, run, table

MARK_INSERTED = '<w:rPr><w:ins w:id="8" w:author="Wang"/></w:rPr>'
MARK_DELETED = '<w:rPr><w:del w:id="9" w:author="Li"/></w:rPr>'


def _story(*body: str, **options: object) -> Story:
    return read_story(open_package(docx(*body, **options), "a.docx"))  # type: ignore[arg-type]


def _texts(contents: tuple[Content, ...]) -> list[str]:
    return [one.text for one in paragraphs(contents)]


def _views(*body: str) -> tuple[list[str], list[str]]:
    story = _story(*body)
    return _texts(in_view(story.body, View.ACCEPTED)), _texts(in_view(story.body, View.REJECTED))


def test_insertions_and_deletions() -> None:
    body = paragraph(run("a ") + deleted("b") + inserted(run("c")) + run(" d"))
    assert _views(body) == (["a c d"], ["a b d"])


def test_what_one_inserted_and_another_deleted_is_in_no_view() -> None:
    body = paragraph(run("a") + inserted(deleted("b")) + run("c"))
    assert _views(body) == (["ac"], ["ac"])


def test_moves() -> None:
    away = f'<w:moveFrom w:id="3" w:author="Wang">{run("moved ")}</w:moveFrom>'
    here = f'<w:moveTo w:id="4" w:author="Wang">{run("moved ")}</w:moveTo>'
    start = '<w:moveFromRangeStart w:id="5" w:name="move1"/>'
    assert _views(paragraph(start + away + run("stays")), paragraph(here)) == (["stays", "moved "], ["moved stays", ""])


def test_a_deleted_mark_merges_and_an_inserted_one_splits() -> None:
    assert _views(paragraph("one ", MARK_DELETED), paragraph("two")) == (["one two"], ["one ", "two"])
    assert _views(paragraph("one ", MARK_INSERTED), paragraph("two")) == (["one ", "two"], ["one two"])
    three = [paragraph("1", MARK_DELETED), paragraph("2", MARK_DELETED), paragraph("3")]
    assert _views(*three) == (["123"], ["1", "2", "3"])


def test_a_paragraph_that_is_deleted_as_a_whole_is_gone() -> None:
    gone = paragraph(deleted("gone"), MARK_DELETED)
    assert _views(paragraph("a"), gone, paragraph("b")) == (["a", "b"], ["a", "gone", "b"])
    assert _views(paragraph("a"), paragraph(inserted(run("new")), MARK_INSERTED), paragraph("b")) == (
        ["a", "new", "b"],
        ["a", "b"],
    )


def test_a_deleted_mark_at_the_end_of_a_cell_loses_nothing() -> None:
    assert _views(table(row(cell(paragraph("last", MARK_DELETED)), "b")))[0] == ["last", "b"]
    assert _views(paragraph("before a table", MARK_DELETED), table(row("c", "d")))[0] == ["before a table", "c", "d"]


def test_the_style_of_a_merged_paragraph_is_that_of_its_last_mark() -> None:
    first = paragraph("1", f'<w:pStyle w:val="A"/>{MARK_DELETED}')
    story = _story(first, paragraph("2", '<w:pStyle w:val="B"/>'))
    (merged,) = in_view(story.body, View.ACCEPTED)
    assert isinstance(merged, Paragraph)
    assert merged.style == "B"


@pytest.mark.parametrize(("state", "accepted", "rejected"), [("ins", 3, 2), ("del", 2, 3)])
def test_rows(state: str, accepted: int, rejected: int) -> None:
    changed = row("x", "y", properties=f'<w:{state} w:id="1" w:author="Wang"/>')
    story = _story(table(row("a", "b"), changed, row("c", "d")))
    for view, wanted in ((View.ACCEPTED, accepted), (View.REJECTED, rejected)):
        (shown,) = in_view(story.body, view)
        assert isinstance(shown, Table)
        assert len(shown.rows) == wanted


def test_cells() -> None:
    new = cell("n", properties='<w:cellIns w:id="1" w:author="Wang"/>')
    old = cell("o", properties='<w:cellDel w:id="2" w:author="Wang"/>')
    assert _views(table(row("a", new, old))) == (["a", "n"], ["a", "o"])


def test_a_table_whose_rows_are_all_deleted_is_gone() -> None:
    gone = table(row("a", properties='<w:del w:id="1"/>'))
    assert in_view(_story(gone).body, View.ACCEPTED) == ()


def test_who_and_when_may_be_missing() -> None:
    body = paragraph(f"<w:ins>{run('x')}</w:ins>" + inserted(run("y")) + "<w:r><w:delText>z</w:delText></w:r>")
    story = _story(body)
    (content,) = story.body
    assert isinstance(content, Paragraph)
    said = [(p.text, [(r.kind, r.author, r.date) for r in p.revisions]) for p in content.pieces]
    assert said == [
        ("x", [(RevisionKind.INSERTED, "", "")]),
        ("y", [(RevisionKind.INSERTED, "Wang", "2026-05-01T08:00:00Z")]),
        ("z", [(RevisionKind.DELETED, "", "")]),
    ]
    assert _views(body)[0] == ["xy"]


def test_changes_of_format_are_known_and_change_no_text() -> None:
    body = paragraph("a", '<w:pPrChange w:id="1" w:author="Wang"><w:pPr/></w:pPrChange>')
    (content,) = _story(body).body
    assert isinstance(content, Paragraph)
    assert [r.kind for r in content.formats] == [RevisionKind.FORMATTED]
    assert _views(body) == (["a"], ["a"])


def test_an_edit_inside_a_formula_is_a_formula_replaced() -> None:
    def letter(text: str) -> str:
        return f"<m:r><m:t>{text}</m:t></m:r>"

    changed = (
        f'<m:oMath>{letter("x+")}<w:del w:id="1" w:author="Li">{letter("y")}</w:del>'
        f'<w:ins w:id="2" w:author="Li">{letter("z")}</w:ins></m:oMath>'
    )
    story = _story(paragraph(run("f ") + changed))
    for view, tex in ((View.ACCEPTED, "x+z"), (View.REJECTED, "x+y")):
        (content,) = in_view(story.body, view)
        assert isinstance(content, Paragraph)
        assert [p.inline.tex for p in content.pieces if isinstance(p.inline, Math)] == [tex]


def test_revised_links_and_fields() -> None:
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:delInstrText> HYPERLINK "https://example.org" </w:delInstrText>'
        '</w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:delText>old</w:delText></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert _views(paragraph(run("a ") + f'<w:del w:id="1">{field}</w:del>' + inserted(run("new")))) == (
        ["a new"],
        ["a old"],
    )


def test_bookmarks_are_known() -> None:
    (content,) = _story(
        paragraph('<w:bookmarkStart w:id="0" w:name="row_1_2"/>' + run("x") + '<w:bookmarkEnd w:id="0"/>')
    ).body
    assert isinstance(content, Paragraph)
    assert content.bookmarks == ("row_1_2",)


COMMENTS = part(
    "comments",
    f'<w:comment w:id="1" w:author="Wang" w:initials="W" w:date="2026-05-02T09:00:00Z">'
    f'<w:p w14:paraId="0A">{run("第一段")}</w:p><w:p w14:paraId="0B">{run("second")}</w:p></w:comment>'
    f'<w:comment w:id="2" w:author="Li"><w:p w14:paraId="0c">{run("I agree")}</w:p></w:comment>'
    f'<w:comment w:id="3"><w:p>{run("nobody")}{deleted("said")}</w:p></w:comment>',
)
THREADS = (
    '<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:commentEx w15:paraId="0B" '
    'w15:done="1"/><w15:commentEx w15:paraId="0C" w15:paraIdParent="0b" w15:done="0"/></w15:commentsEx>'
)


def test_comments_have_threads_authors_and_all_their_paragraphs() -> None:
    data = docx(paragraph("x"), parts={"comments": COMMENTS, "commentsExtended": THREADS})
    first, reply, anonymous = read_comments(open_package(data, "a.docx"))
    assert (first.text, first.author, first.initials, first.date) == (
        "第一段\nsecond",
        "Wang",
        "W",
        "2026-05-02T09:00:00Z",
    )
    assert (first.resolved, first.parent) == (True, "")
    assert (reply.text, reply.parent, reply.resolved) == ("I agree", "1", False)
    assert (anonymous.text, anonymous.author, anonymous.date) == ("nobody", "", "")
    assert read_comments(open_package(docx(paragraph("x")), "a.docx")) == ()


def _mark(kind: str, identifier: str) -> str:
    return f'<w:comment{kind} w:id="{identifier}"/>'


def test_anchors_reach_over_paragraphs_and_into_one_another() -> None:
    body = (
        paragraph(run("a ") + _mark("RangeStart", "1") + run("b ") + _mark("RangeStart", "2") + run("c")),
        paragraph(
            run("d")
            + _mark("RangeEnd", "1")
            + run("e")
            + _mark("RangeEnd", "2")
            + f"<w:r>{_mark('Reference', '2')}</w:r>"
        ),
        paragraph(run("f") + f"<w:r>{_mark('Reference', '3')}</w:r>"),
    )
    assert anchors(_story(*body).body) == {"1": "b c\nd", "2": "c\nde", "3": ""}


def test_anchors_in_cells() -> None:
    commented = cell(paragraph(_mark("RangeStart", "5") + run("译文") + _mark("RangeEnd", "5")))
    assert anchors(_story(table(row("原文", commented))).body) == {"5": "译文"}
