"""TMX out and in: the digest's own file, edited as translators' tools do it, and what they do to units and tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from bilingual.errors import ReviewError
from bilingual.model import Break, Code, Digest, Link, Math, OriginKind, Text, plain
from bilingual.model.review import Review, Verdict
from bilingual.ooxml.anchors import Manifest
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.outputs import render
from bilingual.pipeline.progress import Silent
from bilingual.pipeline.returned import read_returned
from bilingual.publish.docx import identity
from bilingual.publish.docx_manifest import manifest_rows
from bilingual.review.columns import column_of, column_of_head
from bilingual.review.read import Take
from tests.docx_digests import CN, EN, TW, small, two_columns

RICH = (
    (
        (Text("甲"), Math("x_1"), Text("乙", ("strong",)), Link("https://a.org/?a=1&b=2", "鏈"), Text("<丙>。")),
        (Text("甲"), Math("x_1"), Text("乙", ("strong",)), Link("https://a.org/?a=1&b=2", "链"), Text("<丙>。")),
    ),
    ((Code("f(x)"), Text("丁"), Break(), Text("戊\x0b。")), (Code("f(x)"), Text("丁"), Break(), Text("戊。"))),
)


def exported(digest: Digest, folder: Path) -> str:
    (output,) = render(digest, DigestConfig(folder, (), (), digest.date, digest.columns), ["tmx"], Silent())
    return output.data.decode()


def back(text: str, digest: Digest, folder: Path, only: tuple[str, ...] = ()) -> Review:
    path = folder / "back.tmx"
    path.write_text(text, encoding="utf-8")
    base = Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))
    return read_returned(path, base, Take.ACCEPTED, only)


@pytest.mark.parametrize("digest", [two_columns(*RICH), small()], ids=["rich", "small"])
def test_no_edit_is_no_change(digest: Digest, tmp_path: Path) -> None:
    review = back(exported(digest, tmp_path), digest, tmp_path)
    assert (review.changes, review.unknown, review.findings, review.comments) == ((), (), (), ())
    assert {row.verdict for row in review.rows} == {Verdict.UNCHANGED}


def test_an_edit_keeps_formulas_links_and_marks_around_it(tmp_path: Path) -> None:
    digest = two_columns(*RICH)
    text = exported(digest, tmp_path)
    place = text.index("&lt;丙")
    text = text[:place] + "新" + text[place:]
    text = text.replace(
        '<tuv xml:lang="zh-Hant-TW">', '<tuv xml:lang="zh-TW" changeid="Lin" changedate="20261201T090000Z">'
    )
    (change,) = back(text, digest, tmp_path).changes
    assert (change.row, change.lang, change.author, change.date) == ("1.1", TW, "Lin", "2026-12-01T09:00:00Z")
    assert change.after == (
        Text("甲"),
        Math("x_1"),
        Text("乙", ("strong",)),
        Link("https://a.org/?a=1&b=2", "鏈"),
        Text("新<丙>。"),
    )
    assert back(text, digest, tmp_path, (CN,)).changes == ()


def test_units_without_ids_are_found_by_their_texts(tmp_path: Path) -> None:
    digest = two_columns(("第一列的譯文。", "第一行的原文。"), ("次列講別的。", "次行讲别的。"))
    text = exported(digest, tmp_path).replace('tuid="1.1"', 'tuid="1.2"').replace('tuid="1.2"', "", 1)
    text = text.replace("第一列的譯文", "首列的譯文").replace('"zh-Hant-TW"', '"ZH-tw"')
    review = back(text, digest, tmp_path)
    assert [(c.row, c.lang, plain(c.after)) for c in review.changes] == [("1.1", TW, "首列的譯文。")]
    assert {row.row: row.verdict.value for row in review.rows} == {"1.1": "changed", "1.2": "unchanged"}


def test_units_of_single_sentences(tmp_path: Path) -> None:
    digest = small()
    rows = two_columns(("x", "y"))
    assert rows.columns == (TW, CN)
    body = (
        '<tmx version="1.4"><header srclang="zh-CN"/><body><tu><tuv xml:lang="zh-CN"><seg>第二句。</seg></tuv>'
        '<tuv xml:lang="en-GB"><seg>The second one.</seg></tuv><note>sure?</note></tu></body></tmx>'
    )
    review = back(body, digest, tmp_path)
    (change,) = review.changes
    assert (change.segment_id, change.lang, plain(change.after)) == ("1.2/new", EN, "The second one.")
    assert [(c.row, c.text) for c in review.comments] == [("1.2", "sure?")]
    assert {r.row for r in review.rows if r.verdict is Verdict.MISSING} == {"A.1", "1.1", "2.1"}


def test_a_sentence_of_a_row_changes_alone(tmp_path: Path) -> None:
    from dataclasses import replace

    from tests.docx_digests import cell

    digest = two_columns(("一", "一"))
    (entry,) = digest.entries
    (row,) = entry.rows
    row = replace(
        row, cells=(cell(TW, "第一句。", "第二句。", kind=OriginKind.SCRIPT), cell(CN, "首句话。", "次句话。"))
    )
    section = replace(digest.sections[0], entries=(replace(entry, rows=(row,)),))
    digest = replace(digest, sections=(section,))
    body = (
        '<tmx version="1.4"><header srclang="zh-CN"/><body><tu tuid="77"><tuv xml:lang="zh-CN"><seg>次句话。</seg></tuv>'
        '<tuv xml:lang="zh-TW"><seg>另一句話。</seg></tuv></tu></body></tmx>'
    )
    (change,) = back(body, digest, tmp_path).changes
    assert (change.segment_id, plain(change.before), plain(change.after)) == ("k/1.1.2", "第二句。", "另一句話。")


def test_units_of_another_text_are_unknown_and_a_file_of_them_is_refused(tmp_path: Path) -> None:
    digest = two_columns(("第一列的譯文。", "第一行的原文。"))
    unit = '<tu tuid="1.1"><tuv xml:lang="zh-CN"><seg>全然不同</seg></tuv><tuv xml:lang="zh-TW"><seg>毫無關係</seg></tuv></tu>'
    text = exported(digest, tmp_path).replace("</body>", f"{unit}</body>")
    review = back(text, digest, tmp_path)
    assert (review.changes, [f.code for f in review.findings]) == ((), ["review.unknown"])
    assert [dict(row.texts) for row in review.unknown] == [{CN: "全然不同", TW: "毫無關係"}]
    with pytest.raises(ReviewError, match="no unit of this digest"):
        back(f'<tmx version="1.4"><header/><body>{unit}</body></tmx>', digest, tmp_path)
    with pytest.raises(ReviewError, match="not a readable TMX"):
        back("<tmx>", digest, tmp_path)


@pytest.mark.parametrize(
    ("stated", "columns", "found"),
    [
        ("zh-TW", (TW, CN, EN), TW),
        ("ZH_hant_tw", (TW, CN, EN), TW),
        ("en-US", (TW, EN), EN),
        ("en-AU", (TW, EN), EN),
        ("zh-Hant", (TW, CN), TW),
        ("zh-HK", (TW, CN), TW),
        ("zh", (TW, CN), ""),
        ("zh", (TW, EN), TW),
        ("de", (TW, EN), ""),
        ("", (TW, EN), ""),
    ],
)
def test_the_column_of_a_tag(stated: str, columns: tuple[str, ...], found: str) -> None:
    assert column_of(stated, columns) == found


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("简体中文", CN),
        ("繁體中文（請勿修改）", TW),
        ("Chinese (PRC)", CN),
        ("Chinese (Taiwan)", TW),
        ("English (United States)", EN),
        ("Source (zh-cn)", CN),
        ("Target (en)", EN),
        ("zh-TW", TW),
        ("en", EN),
        ("energy is what we measure", ""),
        ("English is widely used.", ""),
        ("Comment", ""),
        ("ID", ""),
        ("Status (0)", ""),
        ("English is the language in which all of the papers of this digest were written first.", ""),
    ],
)
def test_the_column_of_a_head(head: str, found: str) -> None:
    assert column_of_head(head, (TW, CN, EN)) == found
