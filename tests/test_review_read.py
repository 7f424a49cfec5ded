"""A returned Word file, damaged in every way that editors and their programs know: what changed, and the verdicts."""

from __future__ import annotations

import copy
import io
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from bilingual.errors import ReviewError
from bilingual.findings import Finding, Severity
from bilingual.model import Digest, Link, Math, OriginKind, Row, Text, formulas, plain
from bilingual.model.review import Review, Verdict
from bilingual.ooxml.anchors import Manifest
from bilingual.publish.docx import identity, render, render_review
from bilingual.publish.docx_manifest import manifest_rows
from bilingual.publish.docx_review import select, split
from bilingual.review.read import Take, read_review
from tests.docx_digests import CN, EN, REFERENCE, TW, cell, small, two_columns
from tests.docx_editor import WHO, Editor, M, W, element, libreoffice, run

SOFFICE = libreoffice()

LINES = (
    ("第一列的譯文在此。", "第一行的原文在此。"),
    ("次列講別的事情。", "次行讲别的事情。"),
    ("再來是第三個句子。", "再来是第三个句子。"),
    ("最後一列結束全篇。", "最后一行结束全篇。"),
)


def manifest(digest: Digest) -> Manifest:
    return Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))


def four_rows() -> Digest:
    return two_columns(*LINES)


def sent(digest: Digest) -> Editor:
    return Editor(render_review(digest, REFERENCE).data)


def back(editor: Editor, digest: Digest, take: Take = Take.ACCEPTED) -> Review:
    return read_review(editor.save(), "returned.docx", manifest(digest), take=take)


def said(review: Review) -> dict[tuple[str, str], str]:
    """The new texts by row and language."""
    return {(change.row, change.lang): plain(change.after) for change in review.changes}


def verdict(review: Review) -> dict[str, str]:
    return {row.row: row.verdict.value for row in review.rows if row.verdict is not Verdict.UNCHANGED}


@pytest.mark.parametrize("digest", [small(), four_rows()], ids=["small", "four rows"])
@pytest.mark.parametrize("review", [True, False], ids=["review.docx", "digest.docx"])
def test_no_edit_is_no_change(digest: Digest, review: bool) -> None:
    made = (render_review if review else render)(digest, REFERENCE)
    result = read_review(made.data, "x.docx", manifest(digest))
    assert (result.changes, result.unknown, result.findings, result.comments) == ((), (), (), ())
    assert {row.verdict for row in result.rows} == {Verdict.UNCHANGED}
    assert result.build == identity(digest)


@pytest.mark.parametrize("tracked", [True, False])
def test_insertions_deletions_and_replacements(tracked: bool) -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.insert(editor.cell("1.1", 1), 4, "全新", tracked=tracked)
    editor.delete(editor.cell("1.2", 1), 0, 2, tracked=tracked)
    editor.replace(editor.cell("1.3", 2), 4, 6, "末", tracked=tracked)
    review = back(editor, digest)
    assert said(review) == {
        ("1.1", TW): "第一列的全新譯文在此。",
        ("1.2", TW): "講別的事情。",
        ("1.3", CN): "再来是第末句子。",
    }
    assert {change.tracked for change in review.changes} == {tracked}
    assert {change.author for change in review.changes} == ({"Lin"} if tracked else {""})
    assert verdict(review) == {"1.1": "changed", "1.2": "changed", "1.3": "changed"}
    marked = back(editor, digest, Take.MARKED)
    assert said(marked) == (said(review) if tracked else {})


def test_only_what_was_recorded_is_taken_on_request() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.insert(editor.cell("1.1", 1), 0, "記錄", tracked=True)
    editor.insert(editor.cell("1.1", 1), 9, "沒有記錄", tracked=False)
    assert said(back(editor, digest)) == {("1.1", TW): "記錄第一列的譯文在沒有記錄此。"}
    assert said(back(editor, digest, Take.MARKED)) == {("1.1", TW): "記錄第一列的譯文在此。"}


def test_a_change_of_source_text_is_told_from_one_of_the_translation() -> None:
    digest = two_columns(("譯文。", "原文。"))
    (entry,) = digest.entries
    rows = (Row("1.1", (cell(TW, "譯文。", kind=OriginKind.SCRIPT), cell(CN, "原文。"))),)
    section = replace(digest.sections[0], entries=(replace(entry, rows=rows),))
    digest = replace(digest, sections=(section,))
    editor = sent(digest)
    editor.insert(editor.cell("1.1", 1), 0, "新", tracked=True)
    editor.insert(editor.cell("1.1", 2), 0, "新", tracked=True)
    assert {(c.lang, c.kind) for c in back(editor, digest).changes} == {
        (TW, OriginKind.SCRIPT),
        (CN, OriginKind.SOURCE),
    }


def test_only_the_segment_that_changed_changes() -> None:
    digest = small()
    editor = sent(digest)
    editor.insert(editor.cell("1.2", 1), 5, "插入", tracked=False)
    (change,) = back(editor, digest).changes
    assert (change.segment_id, plain(change.before), plain(change.after)) == ("k/1.1.2", "第三句。", "第插入三句。")


def test_a_sentence_put_between_two_belongs_to_the_one_before() -> None:
    digest = small()
    editor = sent(digest)
    editor.insert(editor.cell("1.2", 1), 4, "新的一句。", tracked=True)
    (change,) = back(editor, digest).changes
    assert (change.segment_id, plain(change.after)) == ("k/1.1.1", "第二句。新的一句。")


def test_titles_can_be_edited_in_both_documents() -> None:
    digest = four_rows()
    for made in (render, render_review):
        editor = Editor(made(digest, REFERENCE).data)
        title = next(t for t in editor.root.iter(f"{W}tr") if editor.text(t).endswith("题目")).findall(f"{W}tc")[1]
        editor.insert(title, 2, "改", tracked=True)
        assert said(back(editor, digest)) == {("1.0", TW): "題目改"}


def test_moved_text_is_read_at_its_new_place() -> None:
    digest = four_rows()
    editor = sent(digest)
    paragraph = editor.cell("1.1", 1).find(f"{W}p")
    editor.split_at(editor.cell("1.1", 1), 3)
    first = paragraph.findall(f"{W}r")[0]
    at = paragraph.index(first)
    paragraph.remove(first)
    paragraph.insert(at, element("moveFrom", WHO, run("第一列", first, "t")))
    paragraph.append(element("moveTo", WHO, run("第一列", first)))
    assert said(back(editor, digest)) == {("1.1", TW): "的譯文在此。第一列"}


def test_paragraph_marks_split_and_join() -> None:
    digest = small()
    editor = sent(digest)
    target = editor.cell("1.2", 1)
    paragraph = target.find(f"{W}p")
    editor.split_at(target, 4)
    second = copy.deepcopy(paragraph)
    for extra in paragraph.findall(f"{W}r")[1:]:
        paragraph.remove(extra)
    second.remove(second.findall(f"{W}r")[0])
    target.append(second)
    mark = element("rPr", {}, element("ins", WHO))
    paragraph.find(f"{W}pPr").append(mark)
    (change,) = back(editor, digest).changes or (None,)
    assert change is None or plain(change.after) == "第二句。"  # a break between two sentences changes neither
    mark[0].tag = f"{W}del"
    assert said(back(editor, digest)) == {}


def test_format_changes_are_changes_of_marks() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.split_at(editor.cell("1.1", 1), 3)
    first = next(editor.cell("1.1", 1).iter(f"{W}rPr"))
    first.insert(1, element("b"))
    first.append(element("rPrChange", WHO, element("rPr")))
    (change,) = back(editor, digest).changes
    assert change.after == (Text("第一列", ("strong",)), Text("的譯文在此。"))


def test_formulas_come_back_as_latex_and_untouched_ones_as_they_were() -> None:
    digest = two_columns(
        (
            (Text("甲"), Math(r"\frac{ 1 }{t}"), Text("乙"), Math("x^2", opening="$"), Text("丙。")),
            "甲乙丙。",
        )
    )
    editor = sent(digest)
    second = list(editor.cell("1.1", 1).iter(f"{M}oMath"))[1]
    next(second.iter(f"{M}t")).text = "z"
    (change,) = back(editor, digest).changes
    first, second = formulas(change.after)
    assert first == r"\frac{ 1 }{t}"
    assert second.replace("{", "").replace("}", "") == "z^2"
    assert [run.text for run in change.after if isinstance(run, Text)] == ["甲", "乙", "丙。"]


def test_a_recorded_change_inside_a_formula() -> None:
    digest = two_columns(((Text("甲"), Math("a+b"), Text("乙。")), "甲乙。"))
    editor = sent(digest)
    formula = next(editor.root.iter(f"{M}oMath"))
    old = formula.find(f"{M}r")
    old.find(f"{M}t").text = "a+"
    gone, new = copy.deepcopy(old), copy.deepcopy(old)
    gone.find(f"{M}t").text = "b"
    new.find(f"{M}t").text = "c"
    formula.append(element("del", WHO, gone))
    formula.append(element("ins", WHO, new))
    (change,) = back(editor, digest).changes
    assert change.after == (Text("甲"), Math("a+c"), Text("乙。"))
    assert change.author == "Lin"


def test_latex_typed_by_an_editor_becomes_a_formula() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.insert(editor.cell("1.1", 1), 3, r"\(O(n)\)", tracked=True)
    (change,) = back(editor, digest).changes
    assert change.after == (Text("第一列"), Math("O(n)"), Text("的譯文在此。"))


def test_a_link_is_edited_in_its_label() -> None:
    digest = small()
    editor = sent(digest)
    link = next(editor.cell("1.1", 1).iter(f"{W}hyperlink"))
    next(link.iter(f"{W}t")).text = "論文"
    (change,) = back(editor, digest).changes
    assert [(run.href, run.label) for run in change.after if hasattr(run, "href")] == [
        ("https://arxiv.org/abs/1706.03762", "論文")
    ]


def test_comments_with_replies_and_the_notes_it_was_sent_with() -> None:
    digest = four_rows()
    note = Finding("numbers.differ", Severity.WARNING, "3 has no partner.", segment="1.2")
    made = render_review(digest, REFERENCE, findings=[note], targets=[TW]).data
    assert read_review(made, "x.docx", manifest(digest)).comments == ()
    editor = Editor(made)
    assert "3 has no partner. [numbers.differ]" in editor.parts["word/comments.xml"].decode()
    editor.comment(editor.cell("1.3", 1), "這句要不要拆開？")
    editor.insert(editor.cell("1.3", 1), 0, "嗯，", tracked=True)
    review = back(editor, digest)
    (comment,) = review.comments
    assert (comment.author, comment.text, comment.row, comment.lang) == ("Lin", "這句要不要拆開？", "1.3", TW)
    assert comment.quoted == "嗯，再來是第三個句子。"
    assert review.changes[0].comments == (comment,)


def test_replies_and_resolved_threads() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.comment(editor.cell("1.1", 1), "問")
    editor.comment(editor.cell("1.1", 1), "答", author="Wang")
    w14 = "http://schemas.microsoft.com/office/word/2010/wordml"
    w15 = "http://schemas.microsoft.com/office/word/2012/wordml"
    comments = etree.fromstring(editor.parts["word/comments.xml"])
    for n, paragraph in enumerate(comments.iter(f"{W}p")):
        paragraph.set(f"{{{w14}}}paraId", f"0000000{n}")
    editor.parts["word/comments.xml"] = etree.tostring(comments)
    editor.parts["word/commentsExtended.xml"] = (
        f'<w15:commentsEx xmlns:w15="{w15}"><w15:commentEx w15:paraId="00000000" w15:done="1"/>'
        '<w15:commentEx w15:paraId="00000001" w15:paraIdParent="00000000" w15:done="1"/></w15:commentsEx>'
    ).encode()
    relations = editor.parts["word/_rels/document.xml.rels"].decode()
    kind = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
    editor.parts["word/_rels/document.xml.rels"] = relations.replace(
        "</Relationships>", f'<Relationship Id="rIdX" Type="{kind}" Target="commentsExtended.xml"/></Relationships>'
    ).encode()
    (thread,) = back(editor, digest).comments
    assert (thread.text, thread.resolved) == ("問", True)
    assert [(reply.author, reply.text) for reply in thread.replies] == [("Wang", "答")]


# Damage to rows


def test_deleted_rows_are_missing_and_change_nothing() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.table.remove(editor.row("1.2"))
    recorded = editor.row("1.3")
    recorded.find(f"{W}trPr").append(element("del", WHO))
    for column in (1, 2):
        editor.delete(recorded.findall(f"{W}tc")[column], 0, 99, tracked=True)
    review = back(editor, digest)
    assert said(review) == {}
    assert verdict(review) == {"1.2": "missing", "1.3": "missing"}
    assert [f.code for f in review.findings] == ["review.deleted"]


def test_an_inserted_row_is_unknown_and_listed_with_its_place() -> None:
    digest = four_rows()
    editor = sent(digest)
    made = copy.deepcopy(editor.row("1.2"))
    for n, text in enumerate(("", "完全不同的新內容", "完全不同的新内容")):
        for mark in list(made.iter(f"{W}bookmarkStart", f"{W}bookmarkEnd")):
            mark.getparent().remove(mark)
        for extra in made.findall(f"{W}tc")[n].iter(f"{W}t"):
            extra.text = text
    editor.row("1.2").addnext(made)
    review = back(editor, digest)
    assert said(review) == {}
    (unknown,) = review.unknown
    assert (unknown.after, dict(unknown.texts)[TW]) == ("1.2", "完全不同的新內容")
    assert "review.unknown" in [f.code for f in review.findings]


def test_reordered_rows_are_moved() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.row("1.4").addnext(editor.row("1.1"))
    review = back(editor, digest)
    assert said(review) == {}
    assert verdict(review) == {"1.1": "moved"}


def test_a_row_split_in_two_is_read_as_one() -> None:
    digest = four_rows()
    editor = sent(digest)
    second = copy.deepcopy(editor.row("1.1"))
    editor.row("1.1").addnext(second)
    for mark in list(second.iter(f"{W}bookmarkStart", f"{W}bookmarkEnd")):
        mark.getparent().remove(mark)
    cells = second.findall(f"{W}tc")
    editor.delete(cells[0], 0, 9, tracked=False)
    for column in (1, 2):
        editor.delete(editor.cell("1.1", column), 4, 99, tracked=False)
        editor.delete(cells[column], 0, 4, tracked=False)
    editor.insert(cells[1], 0, "新", tracked=False)
    review = back(editor, digest)
    assert {key: text.replace("\n", "") for key, text in said(review).items()} == {
        ("1.1", TW): "第一列的新譯文在此。",
        ("1.1", CN): "第一行的原文在此。",
    }
    assert "split" in next(row.note for row in review.rows if row.row == "1.1")
    assert review.unknown == ()


def test_rows_merged_into_one_are_read_as_two() -> None:
    digest = four_rows()
    editor = sent(digest)
    upper, lower = editor.row("1.2"), editor.row("1.3")
    for one, two in zip(upper.findall(f"{W}tc"), lower.findall(f"{W}tc"), strict=True):
        for paragraph in two.findall(f"{W}p"):
            one.append(paragraph)
    editor.table.remove(lower)
    editor.insert(upper.findall(f"{W}tc")[1], 9, "竟", tracked=True)
    review = back(editor, digest)
    assert said(review) == {("1.3", TW): "再竟來是第三個句子。"}
    assert {row.row for row in review.rows if row.verdict is Verdict.MISSING} == set()


def test_cells_merged_across_and_down() -> None:
    digest = four_rows()
    editor = sent(digest)
    first, second = editor.cell("1.1", 1), editor.cell("1.1", 2)
    first.find(f"{W}tcPr").append(element("gridSpan", {f"{W}val": "2"}))
    for paragraph in second.findall(f"{W}p"):
        first.append(paragraph)
    editor.row("1.1").remove(second)
    upper, lower = editor.cell("1.3", 2), editor.cell("1.4", 2)
    upper.find(f"{W}tcPr").append(element("vMerge", {f"{W}val": "restart"}))
    lower.find(f"{W}tcPr").append(element("vMerge"))
    for paragraph in lower.findall(f"{W}p"):
        upper.append(paragraph)
    lower.append(element("p"))
    assert said(back(editor, digest)) == {}
    editor.insert(first, 12, "改", tracked=True)
    assert said(back(editor, digest)) == {("1.1", CN): "第一行改的原文在此。"}


def damage_nothing(editor: Editor) -> None:
    """The control."""


def damage_visible(editor: Editor) -> None:
    for row in editor.table.findall(f"{W}tr")[1:]:
        for text in row.find(f"{W}tc").iter(f"{W}t"):
            text.text = ""


def damage_wrong_visible(editor: Editor) -> None:
    wrong = {"1.1": "1.2", "1.2": "1.1", "1.3": "9.9"}
    for row in editor.table.findall(f"{W}tr")[1:]:
        for text in row.find(f"{W}tc").iter(f"{W}t"):
            text.text = wrong.get(text.text or "", text.text)


def damage_bookmarks(editor: Editor) -> None:
    for mark in list(editor.root.iter(f"{W}bookmarkStart", f"{W}bookmarkEnd")):
        mark.getparent().remove(mark)


def damage_manifest(editor: Editor) -> None:
    editor.drop("customXml/item1.xml", "customXml/itemProps1.xml", "customXml/_rels/item1.xml.rels")


def damage_all_ids(editor: Editor) -> None:
    damage_visible(editor)
    damage_bookmarks(editor)


def damage_like_a_web_editor(editor: Editor) -> None:
    damage_bookmarks(editor)
    damage_manifest(editor)
    editor.drop("docProps/core.xml")


@pytest.mark.parametrize(
    "damage",
    [
        damage_nothing,
        damage_visible,
        damage_wrong_visible,
        damage_bookmarks,
        damage_manifest,
        damage_all_ids,
        damage_like_a_web_editor,
    ],
)
def test_edits_are_found_although_ids_are_damaged(damage: object) -> None:
    digest = four_rows()
    editor = sent(digest)
    cells = [editor.cell(f"1.{n}", 1) for n in (1, 3)]
    assert callable(damage)
    damage(editor)
    editor.insert(cells[0], 3, "全新", tracked=True)
    editor.replace(cells[1], 2, 4, "就是", tracked=False)
    review = back(editor, digest)
    assert said(review) == {("1.1", TW): "第一列全新的譯文在此。", ("1.3", TW): "再來就是三個句子。"}
    assert review.unknown == ()
    assert Verdict.MISSING not in {row.verdict for row in review.rows}


def test_a_removed_column_is_reported_and_its_texts_stay() -> None:
    digest = four_rows()
    editor = sent(digest)
    for row in editor.table.findall(f"{W}tr"):
        cells = row.findall(f"{W}tc")
        if len(cells) == 3:
            row.remove(cells[2])
        else:
            cells[1].find(f"{W}tcPr").remove(cells[1].find(f"{W}tcPr/{W}gridSpan"))
    editor.insert(editor.cell("1.1", 1), 0, "新", tracked=False)
    review = back(editor, digest)
    assert said(review) == {("1.1", TW): "新第一列的譯文在此。"}
    assert [f.code for f in review.findings] == ["review.column"]


def test_swapped_columns_are_read_by_their_heads() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.insert(editor.cell("1.2", 1), 0, "新", tracked=False)
    for row in editor.table.findall(f"{W}tr"):
        cells = row.findall(f"{W}tc")
        if len(cells) == 3:
            cells[2].addnext(cells[1])
    assert said(back(editor, digest)) == {("1.2", TW): "新次列講別的事情。"}


def test_a_half_that_was_returned_leaves_the_other_half_alone() -> None:
    digest = four_rows()
    editor = sent(digest)
    for row_id in ("1.3", "1.4"):
        editor.table.remove(editor.row(row_id))
    editor.insert(editor.cell("1.1", 1), 0, "新", tracked=True)
    review = back(editor, digest)
    assert list(said(review)) == [("1.1", TW)]
    assert verdict(review) == {"1.1": "changed", "1.3": "missing", "1.4": "missing"}


def test_an_older_build_is_its_own_base() -> None:
    old = four_rows()
    editor = sent(old)
    editor.insert(editor.cell("1.1", 1), 0, "新", tracked=True)
    now = two_columns(("完全改寫的第一列。", "第一行的原文在此。"), *LINES[1:])
    review = back(editor, now)
    assert said(review) == {("1.1", TW): "新第一列的譯文在此。"}
    assert [f.code for f in review.findings] == ["review.older"]


def test_text_in_a_cell_that_was_empty() -> None:
    digest = small()
    editor = sent(digest)
    target = editor.cell("1.2", 3)
    target.find(f"{W}p").append(run("The second sentence."))
    (change,) = back(editor, digest).changes
    assert (change.segment_id, change.lang, plain(change.after)) == ("1.2/new", EN, "The second sentence.")


def test_everything_deleted_is_a_change_to_nothing() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.delete(editor.cell("1.2", 1), 0, 99, tracked=True)
    (change,) = back(editor, digest).changes
    assert (change.row, change.after) == ("1.2", ())


def test_columns_and_papers_can_be_chosen_and_packed_for_editors() -> None:
    digest = small()
    part = select(digest, columns=(EN, TW), papers=(2,))
    assert part.columns == (TW, EN)
    assert [entry.number for entry in part.entries] == [2]
    editor = sent(part)
    editor.insert(editor.cell("2.1", 2), 5, " sentence", tracked=True)
    assert said(back(editor, digest)) == {("2.1", EN): "Short sentence."}
    packages = split(digest, 2)
    assert [[entry.number for entry in p.entries] for p in packages] == [[1], [2]]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no zip at all", "DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old format|encrypted"),
        (b"PK\x03\x04 truncated", "truncated|damaged"),
    ],
)
def test_what_is_no_word_file_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ReviewError, match=reason):
        read_review(data, "bad.docx", manifest(four_rows()))


def test_hostile_files_are_refused() -> None:
    digest = four_rows()
    good = sent(digest).save()
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}

    def packed(changes: dict[str, bytes]) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in (parts | changes).items():
                archive.writestr(name, part)
        return buffer.getvalue()

    document = parts["word/document.xml"]
    declaration, body = document.split(b"?>", 1)
    entities = declaration + b'?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + body
    for changes in (
        {"word/document.xml": entities},
        {"word/document.xml": document[: len(document) // 2]},
        {"word/document.xml": document.replace(b"</w:body>", b" " * (300 << 20) + b"</w:body>")},
    ):
        with pytest.raises(ReviewError, match=r"returned\.docx|The file"):
            read_review(packed(changes), "returned.docx", manifest(digest))


def test_a_file_with_no_table_is_said_to_have_none() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.table.getparent().remove(editor.table)
    review = back(editor, digest)
    assert [f.code for f in review.findings] == ["review.empty"]
    assert {row.verdict for row in review.rows} == {Verdict.MISSING}


@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice or its Math is not installed")
def test_a_file_saved_by_libreoffice_has_the_edits_and_no_others(tmp_path: Path) -> None:
    digest = small()
    editor = sent(digest)
    editor.insert(editor.cell("1.2", 1), 5, "插入", tracked=True)
    editor.delete(editor.cell("2.1", 2), 0, 1, tracked=True)
    editor.insert(editor.cell("2.1", 3), 5, " one", tracked=False)
    editor.comment(editor.cell("2.1", 1), "好")
    (tmp_path / "review.docx").write_bytes(editor.save())
    command = [str(SOFFICE), f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to"]
    subprocess.run(
        [*command, "docx:MS Word 2007 XML", "--outdir", str(tmp_path / "out"), str(tmp_path / "review.docx")],
        check=True,
        capture_output=True,
        timeout=180,
    )
    review = read_review((tmp_path / "out" / "review.docx").read_bytes(), "review.docx", manifest(digest))
    assert said(review) == {("1.2", TW): "第插入三句。", ("2.1", CN): "句。", ("2.1", EN): "Short one."}
    assert [(c.author, c.text, c.row) for c in review.comments] == [("Lin", "好", "2.1")]
    assert {c.author for c in review.changes if c.tracked} == {"Lin"}
    assert review.build == identity(digest)


def word_noise(editor: Editor) -> None:
    """What Word adds to a file that nobody edited: revision ids, proofing marks, split runs, its own bookmark."""
    for paragraph in editor.root.iter(f"{W}p"):
        paragraph.set(f"{W}rsidR", "00A1B2C3")
    for text in list(editor.table.iter(f"{W}t")):
        owner = text.getparent()
        value = text.text or ""
        if len(value) > 2 and owner.getparent().tag == f"{W}p":
            text.text = value[2:]
            owner.addprevious(run(value[:2], owner))
            owner.addprevious(element("proofErr", {f"{W}type": "gramStart"}))
            owner.insert(1, element("lastRenderedPageBreak"))
            owner.addnext(element("proofErr", {f"{W}type": "gramEnd"}))
    first = editor.cell("1.1", 1).find(f"{W}p")
    first.insert(1, element("bookmarkStart", {f"{W}id": "999", f"{W}name": "_GoBack"}))
    first.insert(2, element("bookmarkEnd", {f"{W}id": "999"}))


def wps_noise(editor: Editor) -> None:
    """What WPS does: runs with a hint of their own, compatibility alternatives, a content control around a cell."""
    for properties in editor.table.iter(f"{W}rFonts"):
        properties.attrib.clear()
        properties.set(f"{W}hint", "eastAsia")
    target = editor.cell("1.2", 1)
    paragraph = target.find(f"{W}p")
    target.remove(paragraph)
    target.append(element("sdt", {}, element("sdtPr"), element("sdtContent", {}, paragraph)))
    row = editor.row("1.3")
    last = row.findall(f"{W}tc")[2]
    row.remove(last)
    row.append(element("sdt", {}, element("sdtPr"), element("sdtContent", {}, last)))


@pytest.mark.parametrize("noise", [word_noise, wps_noise])
def test_what_programs_add_is_no_edit_and_hides_none(noise: object) -> None:
    digest = four_rows()
    editor = sent(digest)
    assert callable(noise)
    noise(editor)
    review = back(editor, digest)
    assert (review.changes, review.unknown, review.findings) == ((), (), ())
    assert {row.verdict for row in review.rows} == {Verdict.UNCHANGED}
    editor.insert(editor.cell("1.2", 1), 2, "也", tracked=True)
    assert said(back(editor, digest)) == {("1.2", TW): "次列也講別的事情。"}


def test_a_field_that_is_a_link_and_a_symbol_font() -> None:
    digest = four_rows()
    editor = sent(digest)
    paragraph = editor.cell("1.1", 1).find(f"{W}p")
    for kind in ("begin", "instr", "separate", "shown", "end"):
        made = element("r")
        if kind == "instr":
            made = run(' HYPERLINK "https://example.org/a" ', None, "instrText")
        elif kind == "shown":
            made = run("見此")
        else:
            made.append(element("fldChar", {f"{W}fldCharType": kind}))
        paragraph.append(made)
    symbol = element("sym", {f"{W}font": "Symbol", f"{W}char": "F061"})
    paragraph.append(element("r", {}, symbol))
    (change,) = back(editor, digest).changes
    assert [(run.href, run.label) for run in change.after if isinstance(run, Link)] == [
        ("https://example.org/a", "見此")
    ]


def test_a_table_without_its_head_or_with_another_is_read_by_place() -> None:
    digest = four_rows()
    editor = sent(digest)
    editor.insert(editor.cell("1.1", 2), 0, "新", tracked=True)
    head = editor.table.find(f"{W}tr")
    next(head.findall(f"{W}tc")[2].iter(f"{W}t")).text = "Simplified Chinese"
    assert said(back(editor, digest)) == {("1.1", CN): "新第一行的原文在此。"}
    editor.table.remove(head)
    assert said(back(editor, digest)) == {("1.1", CN): "新第一行的原文在此。"}


def test_the_strict_conformance_class_is_read() -> None:
    digest = small()
    editor = sent(digest)
    editor.insert(editor.cell("2.1", 1), 0, "新", tracked=True)
    data = editor.save()
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for kind, strict in (
                (b"wordprocessingml/2006/main", b"wordprocessingml/main"),
                (b"officeDocument/2006/math", b"officeDocument/math"),
                (b"officeDocument/2006/relationships", b"officeDocument/relationships"),
            ):
                text = text.replace(
                    b"http://schemas.openxmlformats.org/" + kind, b"http://purl.oclc.org/ooxml/" + strict
                )
            new.writestr(name, text)
    assert said(read_review(buffer.getvalue(), "strict.docx", manifest(digest))) == {("2.1", TW): "新短句。"}


def test_a_part_of_a_digest_is_no_older_build() -> None:
    digest = small()
    data = render_review(select(digest, papers=(2,)), REFERENCE, build=identity(digest)).data
    assert read_review(data, "part.docx", manifest(digest)).findings == ()


def table(*rows: tuple[str, ...]) -> etree._Element:
    made = (element("tr", {}, *(element("tc", {}, element("p", {}, run(text))) for text in texts)) for texts in rows)
    return element("tbl", {}, *made)


# The shapes in which Phrase and memoQ export a table for review: heads, and a row for each pair with its number.
EXPORTS = {
    "memoq": [
        (("Project: digest", "", "", "", ""), ("ID", "Chinese (PRC)", "Chinese (Taiwan)", "Comment", "Status")),
        lambda n, tw, cn: (str(n), cn, tw, "", "Confirmed"),
    ],
    "memoq heads by tag": [
        (("ID", "zh-CN", "zh-TW", "Comment"),),
        lambda n, tw, cn: (f"{n}", cn, tw, "ok"),
    ],
    "phrase": [
        (("ID", "Context", "#", "Source (zh-cn)", "Target (zh-tw)", "Score", "Comment"),),
        lambda n, tw, cn: (f"aB3:{n}", "1.2", str(n), cn, tw, "100", ""),
    ],
}


@pytest.mark.parametrize("shape", EXPORTS)
def test_a_table_that_a_translators_tool_exported(shape: str) -> None:
    heads, pair = EXPORTS[shape]
    digest = four_rows()
    editor = sent(digest)
    damage_like_a_web_editor(editor)
    rows = [pair(n, tw.replace("句子", "語句"), cn) for n, (tw, cn) in enumerate(LINES, 1)]
    editor.table.addprevious(table(("Name of the file", "review.docx"), ("Do not edit", "here")))
    editor.root.iter(f"{W}tbl")
    old = list(editor.root.iter(f"{W}tbl"))[1]
    old.getparent().replace(old, table(*heads, *rows))
    review = back(editor, digest)
    assert said(review) == {("1.3", TW): "再來是第三個語句。"}
    assert {row.row for row in review.rows if row.verdict is Verdict.MISSING} == {"1.0"}
    assert review.unknown == ()
