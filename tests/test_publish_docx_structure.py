"""The Word output as Word reads it: one table, ids, languages, equations, links, contents."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import docx
import pytest
from lxml import etree

from bilingual import lang
from bilingual.errors import PublishError
from bilingual.model import Code, Digest, Link, Math, Row, Text, formulas
from bilingual.ooxml.anchors import MANIFEST_NS, bookmark
from bilingual.publish.docx import Layout, render
from tests.docx_digests import CN, EN, REFERENCE, TW, cell, small, two_columns

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def part(data: bytes, name: str) -> etree._Element:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return etree.fromstring(archive.read(name))


def body(digest: Digest, layout: Layout = Layout.ONE_TABLE) -> etree._Element:
    return part(render(digest, REFERENCE, layout).data, "word/document.xml")


def shown(element: etree._Element) -> str:
    """The characters of an element: text, breaks and tabs, without equations."""
    parts = []
    for node in element.iter(f"{W}t", f"{W}br", f"{W}tab"):
        if node.tag == f"{W}tab" and node.getparent().tag == f"{W}tabs":
            continue
        parts.append(node.text or "" if node.tag == f"{W}t" else "\n" if node.tag == f"{W}br" else "\t")
    return "".join(parts)


def text_rows(root: etree._Element) -> dict[str, list[etree._Element]]:
    """The cells of each row of text, by its visible id."""
    rows = {}
    for row in root.iter(f"{W}tr"):
        cells = row.findall(f"{W}tc")
        style = cells[0].find(f"{W}p/{W}pPr/{W}pStyle")
        if style is not None and style.get(f"{W}val") == "RowId":
            rows[shown(cells[0])] = cells[1:]
    return rows


def test_one_table_whose_first_row_names_the_languages_and_repeats() -> None:
    root = body(small())
    (table,) = root.iter(f"{W}tbl")
    header, *others = table.findall(f"{W}tr")
    assert header.find(f"{W}trPr/{W}tblHeader") is not None
    assert [shown(c) for c in header.findall(f"{W}tc")] == ["列", "繁體中文", "简体中文", "English"]
    assert all(row.find(f"{W}trPr/{W}tblHeader") is None for row in others)
    width = int(table.find(f"{W}tblPr/{W}tblW").get(f"{W}w"))
    assert sum(int(c.get(f"{W}w")) for c in table.find(f"{W}tblGrid")) == width
    assert table.find(f"{W}tblPr/{W}tblCaption").get(f"{W}val") == "論文摘要"
    for row in table.findall(f"{W}tr"):
        spans = [c.find(f"{W}tcPr/{W}gridSpan") for c in row.findall(f"{W}tc")]
        assert sum(1 if s is None else int(s.get(f"{W}val")) for s in spans) == 4


def test_every_row_is_there_with_its_text_and_is_found_three_ways() -> None:
    digest = small()
    data = render(digest, REFERENCE).data
    root = part(data, "word/document.xml")
    rows = text_rows(root)
    assert list(rows) == ["A.1", "1.1", "1.2", "2.1"]
    assert shown(rows["1.2"][0]) == "第二句。第三句。"
    assert shown(rows["1.2"][2]) == ""
    assert shown(rows["1.1"][0]) == "這篇論文的“收斂率”是，見arXiv，以及adam.step()的α 系數\n完。"
    assert shown(rows["1.1"][2]) == "The rate is , don’t ask."
    names = [b.get(f"{W}name") for b in root.iter(f"{W}bookmarkStart")]
    numbers = [b.get(f"{W}id") for b in root.iter(f"{W}bookmarkStart")]
    assert len(set(names)) == len(names)
    assert len(set(numbers)) == len(numbers)
    assert sorted(numbers) == sorted(b.get(f"{W}id") for b in root.iter(f"{W}bookmarkEnd"))
    manifest = part(data, "customXml/item1.xml")
    listed = [row.get("id") for row in manifest.iter(f"{{{MANIFEST_NS}}}row")]
    assert listed == ["A.1", "1.0", "1.1", "1.2", "2.0", "2.1"]
    assert {bookmark(i) for i in listed} <= set(names)


def test_every_run_has_the_fonts_and_language_of_its_column() -> None:
    root = body(small())
    for cells in text_rows(root).values():
        for tag, one in zip((TW, CN, EN), cells, strict=True):
            for run in one.iter(f"{W}r"):
                language = run.find(f"{W}rPr/{W}lang")
                fonts = run.find(f"{W}rPr/{W}rFonts")
                if lang.is_chinese(tag):
                    assert language.get(f"{W}eastAsia") == lang.ooxml(tag)
                else:
                    assert language.get(f"{W}val") == lang.ooxml(tag)
                wanted = "Microsoft JhengHei" if tag != CN else "Microsoft YaHei"
                assert fonts.get(f"{W}eastAsia") == wanted
                assert {f"{W}ascii", f"{W}hAnsi"} <= set(fonts.attrib)
    for run in root.iter(f"{W}r"):
        assert run.find(f"{W}rPr/{W}lang") is not None
        assert run.find(f"{W}rPr/{W}rFonts") is not None


def test_ambiguous_punctuation_follows_the_language_of_the_text() -> None:
    chinese = "他說“不”——好…… α×β don’t"
    rows = text_rows(body(two_columns((chinese, "plain “ascii” text"))))
    hinted = {
        "".join(t.text for t in run.iter(f"{W}t")): run.find(f"{W}rPr/{W}rFonts").get(f"{W}hint")
        for run in rows["1.1"][0].iter(f"{W}r")
    }
    assert "".join(hinted) == chinese
    assert hinted["他說“不”——好…… "] == "eastAsia"
    assert hinted["α×β"] is None
    assert hinted["’"] is None
    (latin,) = rows["1.1"][1].iter(f"{W}rFonts")
    assert latin.get(f"{W}hint") is None


def test_equations_are_native_as_many_as_cells_and_titles_show() -> None:
    digest = small()
    root = body(digest)
    wanted = sum(len(formulas(s.runs)) for e in digest.entries for r in e.rows for c in r.cells for s in c.segments)
    wanted += 1  # the title of Adam, the same in all columns, is shown once
    assert len(list(root.iter(f"{M}oMath"))) == wanted == 4
    (displayed,) = root.iter(f"{M}oMathPara")
    assert shown(displayed.getparent()) == ""


def test_a_formula_that_cannot_be_an_equation_stays_latex_and_is_a_finding() -> None:
    broken = Math(r"\frac{1}{")
    made = render(two_columns(((Text("見"), broken), (Text("见"), broken))), REFERENCE)
    rows = text_rows(part(made.data, "word/document.xml"))
    assert shown(rows["1.1"][0]) == r"見\(\frac{1}{\)"
    (finding,) = made.findings
    assert (finding.code, finding.segment) == ("math.unsupported", "1.1")
    assert r"\frac{1}{" in finding.message


def test_headings_are_in_the_contents_with_links_and_pages() -> None:
    root = body(small())
    headings = [
        (p.find(f"{W}pPr/{W}pStyle").get(f"{W}val"), p.find(f"{W}bookmarkStart").get(f"{W}name"))
        for p in root.iter(f"{W}p")
        if p.find(f"{W}pPr/{W}pStyle") is not None
        and p.find(f"{W}pPr/{W}pStyle").get(f"{W}val") in ("Heading1", "Heading2")
    ]
    assert [style for style, _ in headings] == ["Heading1", "Heading2", "Heading2"]
    instructions = [i.text.strip() for i in root.iter(f"{W}instrText")]
    assert instructions[0] == r'TOC \o "1-2" \h \z \u'
    assert instructions[1:] == [rf"PAGEREF {name} \h" for _, name in headings]
    contents = root.find(f".//{W}sdtContent")
    assert [shown(h) for h in contents.iter(f"{W}hyperlink")] == ["最佳化\t1", "注意力\t1", "Adam with β₁\t1"]
    kinds = [f.get(f"{W}fldCharType") for f in root.iter(f"{W}fldChar")]
    assert kinds.count("begin") == kinds.count("separate") == kinds.count("end") == 4


def test_only_safe_addresses_become_links() -> None:
    links = (
        Link("https://example.org/a b?q=論文", "one"),
        Link("javascript:alert(1)", "two"),
        Link("http://[bad", "three"),
        Link("file:///etc/passwd", "four"),
        Link("mailto:a@example.org", "five"),
    )
    data = render(two_columns((links, "x")), REFERENCE).data
    relationships = part(data, "word/_rels/document.xml.rels")
    targets = [r.get("Target") for r in relationships if r.get("TargetMode") == "External"]
    assert targets == ["https://example.org/a%20b?q=%E8%AB%96%E6%96%87", "mailto:a@example.org"]
    rows = text_rows(part(data, "word/document.xml"))
    assert shown(rows["1.1"][0]) == "onetwothreefourfive"
    assert len(list(rows["1.1"][0].iter(f"{W}hyperlink"))) == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{7*7}} <b>&amp;</b> ]]>", "{{7*7}} <b>&amp;</b> ]]>"),
        ("a\x00b\x0bc\ud800d\ufffe", "a\ufffdb\ufffdc\ufffdd\ufffd"),
        ("one\r\ntwo\u2028three\tfour", "one\ntwo\nthree\tfour"),
        ("two  spaces", "two  spaces"),
        ("𠮷野家 👩‍🔬", "𠮷野家 👩‍🔬"),
    ],
)
def test_any_text_is_shown_literally(text: str, wanted: str) -> None:
    rows = text_rows(body(two_columns((text, (Code(text),)))))
    assert shown(rows["1.1"][0]) == wanted
    assert shown(rows["1.1"][1]) == wanted


def test_three_columns_turn_the_sheet_and_two_do_not() -> None:
    def sizes(digest: Digest) -> set[tuple[str, str | None]]:
        return {(s.get(f"{W}w"), s.get(f"{W}orient")) for s in body(digest).iter(f"{W}pgSz")}

    assert sizes(small()) == {("16838", "landscape")}
    assert sizes(two_columns(("一", "一"))) == {("11906", None)}


def test_settings_are_those_of_a_current_chinese_document() -> None:
    settings = part(render(small(), REFERENCE).data, "word/settings.xml")
    compat = {s.get(f"{W}name"): s.get(f"{W}val") for s in settings.iter(f"{W}compatSetting")}
    assert compat["compatibilityMode"] == "15"
    assert settings.find(f"{W}characterSpacingControl").get(f"{W}val") == "compressPunctuation"
    assert settings.find(f"{W}autoHyphenation") is not None
    assert settings.find(f"{W}updateFields") is None


def test_long_rows_may_break_and_short_ones_may_not() -> None:
    root = body(two_columns(("短。", "短。"), ("長" * 500, "短。")))
    whole = [row.find(f"{W}trPr/{W}cantSplit") is not None for row in root.iter(f"{W}tr")]
    assert whole[-2:] == [True, False]


def test_tables_by_paper_leave_the_headings_between_them() -> None:
    root = body(small(), Layout.PAPER_TABLES)
    tables = list(root.iter(f"{W}tbl"))
    assert len(tables) == 3  # the preface and two papers
    assert len({tuple(c.get(f"{W}w") for c in t.find(f"{W}tblGrid")) for t in tables}) == 1
    assert all(t.find(f"{W}tr/{W}trPr/{W}tblHeader") is not None for t in tables)
    top = [p.find(f"{W}pPr/{W}pStyle") for p in root.find(f"{W}body").findall(f"{W}p")]
    assert [s.get(f"{W}val") for s in top if s is not None].count("Heading2") == 2
    assert all(t.getnext().tag != f"{W}tbl" for t in tables)
    assert set(text_rows(root)) == {"A.1", "1.1", "1.2", "2.1"}


def test_bookmarks_of_any_id_are_names_that_word_keeps() -> None:
    ids = ["1.1", "1_1", "A.1", "論文.3", "x" * 60, "x" * 61, "1-1"]
    names = [bookmark(i) for i in ids]
    assert len(set(names)) == len(names)
    assert all(len(n) <= 40 and n.replace("_", "").isascii() and n.replace("_", "").isalnum() for n in names)


def test_a_digest_with_no_paper_is_a_document_all_the_same() -> None:
    empty = replace(small(), sections=(), colophon=())
    data = render(empty, REFERENCE).data
    assert len(docx.Document(io.BytesIO(data)).tables[0].rows) == 1


def test_python_docx_opens_it_and_reads_the_properties() -> None:
    document = docx.Document(io.BytesIO(render(small(), REFERENCE).data))
    assert document.core_properties.title == "論文摘要"
    assert document.core_properties.created.isoformat() == "2026-11-30T00:00:00+00:00"
    assert document.core_properties.identifier.startswith("urn:bilingual:digest:")
    assert document.styles["heading 2"] is not None or document.styles["Heading 2"] is not None


def test_identity_follows_the_content() -> None:
    def identifier(digest: Digest) -> str:
        return docx.Document(io.BytesIO(render(digest, REFERENCE).data)).core_properties.identifier

    one = two_columns(("一。", "一。"))
    assert identifier(one) == identifier(one)
    assert identifier(one) != identifier(two_columns(("一。", "二。")))


def test_a_reference_that_is_no_document_is_refused_in_one_sentence() -> None:
    with pytest.raises(PublishError, match=r"reference document is not a Word document"):
        render(small(), b"not a zip")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    with pytest.raises(PublishError, match="styles"):
        render(small(), buffer.getvalue())


def test_missing_text_is_an_empty_shaded_cell() -> None:
    digest = two_columns(("一。", "一。"))
    (entry,) = digest.entries
    bare = replace(entry, rows=(Row("1.1", (cell(TW, "一。"), cell(CN))),))
    rows = text_rows(body(replace(digest, sections=(replace(digest.sections[0], entries=(bare,)),))))
    assert rows["1.1"][1].find(f"{W}tcPr/{W}shd") is not None
    assert rows["1.1"][1].find(f"{W}p") is not None
