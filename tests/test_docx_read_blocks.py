"""Each habit of Word is read: all that it shows, in order, in the right kind of block.

The public reports that these cases answer: B45 and B53 tracked changes, B46 links, B48 content controls, B49 equations;
B50 and B52 are in `test_docx_read_revisions`, B62 in `test_docx_read_package`.
"""

from __future__ import annotations

import pytest

from bilingual.findings import Severity
from bilingual.model import Break, Code, Link, Math, Text, formulas, links
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.docx import read_blocks
from tests.docx_packages import cell, deleted, docx, inserted, paragraph, part, row, run, styled, table


def _blocks(*body: str, **options: object) -> tuple[Block, ...]:
    return read_blocks(docx(*body, **options), "a.docx")[0]  # type: ignore[arg-type]


def _texts(*body: str, **options: object) -> list[str]:
    return [block.text for block in _blocks(*body, **options)]


def _codes(*body: str, **options: object) -> list[str]:
    return [f.code for f in read_blocks(docx(*body, **options), "a.docx")[1]]  # type: ignore[arg-type]


def _style(identifier: str, name: str, inner: str = "", kind: str = "paragraph") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{identifier}"><w:name w:val="{name}"/>{inner}</w:style>'


def _sdt(content: str) -> str:
    return f"<w:sdt><w:sdtPr><w:alias w:val='field'/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def _omath(text: str) -> str:
    return f"<m:oMath><m:r><m:t>{text}</m:t></m:r></m:oMath>"


def test_paragraphs_come_in_order_and_empty_ones_go() -> None:
    blocks = _blocks(paragraph("第一段。"), paragraph(""), paragraph("第二段。"))
    assert [(b.kind, b.text, b.line, b.line_end) for b in blocks] == [
        (BlockKind.PARAGRAPH, "第一段。", 1, 1),
        (BlockKind.PARAGRAPH, "第二段。", 2, 2),
    ]


def test_signs_inside_runs() -> None:
    inner = (
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/><w:br/><w:t>d</w:t><w:cr/>"
        '<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/>'
        '<w:sym w:font="House" w:char="E123"/></w:r>'
    )
    (block,) = _blocks(paragraph(inner))
    assert block.runs == (Text("a\tb-c"), Break(), Text("d"), Break(), Text("α✓\ue123"))


def test_marks_come_from_runs_and_from_character_styles() -> None:
    styles = part(
        "styles",
        _style("Em", "Emphasis", "<w:rPr><w:i/></w:rPr>", "character")
        + _style("Strong", "Strong", '<w:basedOn w:val="Em"/><w:rPr><w:b/></w:rPr>', "character")
        + _style("HTMLCode", "HTML Code", "", "character"),
    )
    body = paragraph(
        run("bold", "<w:b/>")
        + run(" x")
        + run("2", '<w:vertAlign w:val="superscript"/>')
        + run(" both", '<w:rStyle w:val="Strong"/>')
        + run(" not", '<w:rStyle w:val="Strong"/><w:i w:val="0"/>')
        + run("pip ", '<w:rStyle w:val="HTMLCode"/>')
        + run("install", '<w:rStyle w:val="HTMLCode"/>')
    )
    (block,) = _blocks(body, parts={"styles": styles})
    assert block.runs == (
        Text("bold", ("strong",)),
        Text(" x"),
        Text("2", ("sup",)),
        Text(" both", ("emphasis", "strong")),
        Text(" not", ("strong",)),
        Code("pip install"),
    )


def test_formulas_stand_in_place_and_typed_latex_is_found() -> None:
    body = paragraph(run("其中") + _omath("x") + run("是出现在") + _omath("y") + run("中的词，$a_i$ 也是。"))
    shown = paragraph("<m:oMathPara><m:oMathParaPr/>" + _omath("E=m") + "</m:oMathPara>")
    first, second = _blocks(body, shown)
    assert first.text == r"其中\(x\)是出现在\(y\)中的词，\(a_i\) 也是。"
    assert second.runs == (Math("E=m", True, r"\["),)


def test_typed_formulas_are_found_across_runs_with_different_marks() -> None:
    (block,) = _blocks(paragraph(run("loss $L_") + run("2", "<w:i/>") + run("$ falls", "<w:b/>")))
    assert block.runs == (Text("loss "), Math("L_2", False, "$"), Text(" falls", ("strong",)))


def test_hyperlinks_keep_text_and_target() -> None:
    address = "https://arxiv.org/abs/2401.00001?a=1&b=2"
    body = paragraph(
        run("see ")
        + f'<w:hyperlink r:id="k" w:anchor="top">{run("the ")}{run("paper", "<w:b/>")}</w:hyperlink>'
        + run(" now")
    )
    (block,) = _blocks(body, links={"k": address})
    assert block.runs == (Text("see "), Link(f"{address}#top", "the paper"), Text(" now"))


def test_links_inside_the_document_and_scripts_are_text() -> None:
    body = paragraph(
        f'<w:hyperlink w:anchor="_Toc1">{run("chapter")}</w:hyperlink><w:hyperlink r:id="k">{run(" run")}</w:hyperlink>'
    )
    (block,) = _blocks(body, links={"k": "javascript:alert(1)"})
    assert block.runs == (Text("chapter run"),)


def _field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve">{instruction}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


@pytest.mark.parametrize(
    ("instruction", "href"),
    [
        (' HYPERLINK "https://example.org/a b" ', "https://example.org/a b"),
        ('HYPERLINK https://example.org/x \\t "_blank"', "https://example.org/x"),
        ('hyperlink "https://example.org/x" \\l "part" \\o "a tip"', "https://example.org/x#part"),
    ],
)
def test_field_links(instruction: str, href: str) -> None:
    (block,) = _blocks(paragraph(run("读 ") + _field(instruction, run("集合") + run("论")) + run("。")))
    assert block.runs == (Text("读 "), Link(href, "集合论"), Text("。"))


def test_fields_show_results_and_not_instructions() -> None:
    nested = _field("IF " + "</w:instrText></w:r>" + _field("PAGE", run("7")) + "<w:r><w:instrText> = 1", run("shown"))
    assert _texts(paragraph(run("a ") + nested + run(" b"))) == ["a shown b"]
    assert _texts(paragraph(f'<w:fldSimple w:instr=" REF x ">{run("Table 2")}</w:fldSimple>')) == ["Table 2"]
    simple = f'<w:fldSimple w:instr="HYPERLINK &quot;https://example.org&quot;">{run("site")}</w:fldSimple>'
    assert links(_blocks(paragraph(simple))[0].runs) == ("https://example.org",)


def test_a_field_without_an_end_hides_nothing() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
    assert _texts(paragraph(begin + run("kept")), paragraph("next")) == ["kept", "next"]
    assert _texts(paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>' + run("kept"))) == ["kept"]


def test_fields_that_store_no_result() -> None:
    circled = _field(" EQ \\o\\ac(○,3) ", "")
    sign = _field(" SYMBOL 97 \\f Symbol ", "")
    assert _texts(paragraph(run("第") + circled + run("步，") + sign)) == ["第③步，α"]


def test_smart_tags_and_content_controls_lose_nothing() -> None:
    tag = f'<w:smartTag w:element="place">{run("in ")}<w:smartTag w:element="city">{run("Taipei")}</w:smartTag></w:smartTag>'
    inline = _sdt(run("控") + _sdt(run("件")))
    body = (paragraph(run("held ") + tag + inline), _sdt(paragraph("block") + _sdt(paragraph("nested"))))
    assert _texts(*body) == ["held in Taipei控件", "block", "nested"]


def test_cells_and_rows_in_content_controls_stay_in_their_columns() -> None:
    rows = (
        row("甲", _sdt(cell("乙")), "丙"),
        _sdt(row("丁", cell(_sdt(paragraph("戊"))), cell(paragraph(_sdt(run("己")))))),
    )
    assert [tuple(map(_plain, block.cells)) for block in _blocks(table(*rows))] == [
        ("甲", "乙", "丙"),
        ("丁", "戊", "己"),
    ]


def _plain(runs: object) -> str:
    return "".join(inline.text if isinstance(inline, Text) else "\n" for inline in runs)  # type: ignore[attr-defined]


def test_spans_keep_columns_in_place() -> None:
    wide = cell("ab", properties='<w:gridSpan w:val="2"/>')
    begun = cell("up", properties='<w:vMerge w:val="restart"/>')
    goes_on = cell("", properties="<w:vMerge/>")
    blocks = _blocks(
        table(
            row(wide, "c"),
            row(begun, "e", "f"),
            row(goes_on, "h", "i"),
            row("k", properties='<w:gridBefore w:val="2"/>'),
        )
    )
    assert [tuple(map(_plain, b.cells)) for b in blocks] == [
        ("ab", "", "c"),
        ("up", "e", "f"),
        ("", "h", "i"),
        ("", "", "k"),
    ]


def test_header_rows_name_the_columns() -> None:
    stated = table(row("Paper name", "Note", properties="<w:tblHeader/>"), row("One", "two"))
    (block,) = _blocks(stated)
    assert (block.kind, block.header, block.text) == (BlockKind.ROW, ("Paper name", "Note"), "One\ttwo")
    named = table(row("标题", "摘要"), row("论文甲", "一段摘要。"), look='<w:tblLook w:firstRow="1"/>')
    assert [b.header for b in _blocks(named)] == [("标题", "摘要")]
    plain = table(row("论文甲", "一段摘要。"), row("论文乙", "另一段。"), look='<w:tblLook w:val="04A0"/>')
    assert [b.header for b in _blocks(plain)] == [(), ()]


def test_tables_for_layout_are_read_through() -> None:
    one_column = table(row(cell("first", "second")))
    outer = table(row(cell(table(row("a", "b"), row("c", "d"))), cell("side")))
    assert [(b.kind.value, b.text) for b in _blocks(one_column, outer)] == [
        ("paragraph", "first"),
        ("paragraph", "second"),
        ("row", "a\tb"),
        ("row", "c\td"),
        ("paragraph", "side"),
    ]


def test_small_tables_and_lists_in_cells_keep_their_text() -> None:
    numbering = part("numbering", _levels("decimal", "%1.") + _num("1"))
    listed = [paragraph(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') for text in ("x", "y")]
    (block,) = _blocks(table(row(cell("head", *listed), cell(table(row("p", "q"))))), parts={"numbering": numbering})
    assert tuple(map(_plain, block.cells)) == ("head\n1. x\n2. y", "p\tq")


def _levels(format: str, *texts: str, name: str = "0") -> str:
    levels = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for n, text in enumerate(texts)
    )
    return f'<w:abstractNum w:abstractNumId="{name}">{levels}</w:abstractNum>'


def _num(number: str, definition: str = "0", override: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{definition}"/>{override}</w:num>'


def _item(text: str, level: int = 0, number: str = "1") -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def test_lists_have_the_markers_that_word_computes() -> None:
    again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering = part("numbering", _levels("decimal", "%1.", "%1.%2") + _num("1") + _num("2", override=again))
    body = (
        _item("a"), _item("b", 1), _item("c", 1), _item("d"), _item("e", 1), _item("f", 0, "2"), _item("g", 0, "2"),
        _item("none", 0, "0"),
    )  # fmt: skip
    blocks = _blocks(*body, parts={"numbering": numbering})
    assert [(b.kind.value, b.level, b.marker) for b in blocks] == [
        ("item", 1, "1."),
        ("item", 2, "1.1"),
        ("item", 2, "1.2"),
        ("item", 1, "2."),
        ("item", 2, "2.1"),
        ("item", 1, "1."),
        ("item", 1, "2."),
        ("paragraph", 0, ""),
    ]


@pytest.mark.parametrize(
    ("format", "text", "third"),
    [
        ("chineseCountingThousand", "%1、", "三、"),
        ("japaneseCounting", "（%1）", "（三）"),
        ("upperRoman", "%1.", "III."),
        ("lowerLetter", "%1)", "c)"),
        ("decimalEnclosedCircle", "%1", "③"),
        ("ideographTraditional", "%1.", "丙."),
        ("decimalFullWidth", "%1．", "３．"),
        ("bullet", "\uf0b7", "•"),
    ],
)
def test_number_formats(format: str, text: str, third: str) -> None:
    numbering = part("numbering", _levels(format, text) + _num("1"))
    assert _blocks(_item("a"), _item("b"), _item("c"), parts={"numbering": numbering})[2].marker == third


def test_headings_by_outline_by_style_and_by_the_name_of_a_style() -> None:
    styles = part(
        "styles",
        _style("a1", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')
        + _style("a2", "公司小节", '<w:basedOn w:val="a1"/>')
        + _style("a3", "某某文档标题 2")
        + _style("a4", "三级标题")
        + _style("a5", "Normal Indent")
        + _style("q", "Intense Quote")
        + _style("c", "Source Code"),
    )
    body = [styled("x", key) for key in ("a1", "a2", "a3", "a4", "a5", "q")]
    body.append(paragraph("x", '<w:pStyle w:val="a1"/><w:outlineLvl w:val="9"/>'))
    body.append(paragraph("x", '<w:outlineLvl w:val="3"/>'))
    blocks = _blocks(*body, styled("print(1)", "c"), styled("print(2)", "c"), parts={"styles": styles})
    assert [(b.kind.value, b.level) for b in blocks] == [
        ("heading", 1),
        ("heading", 1),
        ("heading", 2),
        ("heading", 3),
        ("paragraph", 0),
        ("quote", 0),
        ("paragraph", 0),
        ("heading", 4),
        ("code", 0),
    ]
    assert blocks[-1].runs == (Code("print(1)\nprint(2)\n", "```"),)


def test_a_title_stands_over_the_headings() -> None:
    styles = part("styles", _style("t", "Title") + _style("h", "heading 1"))
    blocks = _blocks(styled("本周论文", "t"), styled("一篇论文", "h"), parts={"styles": styles})
    assert [(b.kind.value, b.level) for b in blocks] == [("heading", 1), ("heading", 2)]


def test_contents_are_told_and_are_no_text() -> None:
    styles = part("styles", _style("T1", "toc 1"))
    blocks, findings = read_blocks(
        docx(styled("论文甲 … 3", "T1"), paragraph("正文。"), parts={"styles": styles}), "a.docx"
    )
    assert [b.text for b in blocks] == ["正文。"]
    assert [(f.code, "论文甲 … 3" in f.message) for f in findings] == [("read.contents", True)]


def _box(text: str) -> str:
    content = f"<w:txbxContent>{paragraph(text)}</w:txbxContent>"
    new = f'<w:drawing><wps:wsp xmlns:wps="x"><wps:txbx>{content}</wps:txbx></wps:wsp></w:drawing>'
    old = f"<w:pict><v:shape><v:textbox>{content}</v:textbox></v:shape></w:pict>"
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{new}</mc:Choice>'
        f"<mc:Fallback>{old}</mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_text_boxes_are_read_once_after_their_paragraph() -> None:
    assert _texts(paragraph(run("before") + _box("inside") + run(" after")), paragraph("next")) == [
        "before after",
        "inside",
        "next",
    ]
    old = f"<w:r><w:pict><v:textbox><w:txbxContent>{paragraph('old box')}</w:txbxContent></v:textbox></w:pict></w:r>"
    assert _texts(paragraph(old)) == ["old box"]


def test_alternate_content_takes_what_is_understood() -> None:
    def choice(requires: str) -> str:
        return (
            f'<mc:AlternateContent><mc:Choice Requires="{requires}">{run("new")}</mc:Choice>'
            f"<mc:Fallback>{run('old')}</mc:Fallback></mc:AlternateContent>"
        )

    assert _texts(paragraph(choice("w14"))) == ["new"]
    assert _texts(paragraph(choice("unknown2099"))) == ["old"]


def test_notes_follow_the_paragraph_that_refers_to_them() -> None:
    notes = part(
        "footnotes",
        f'<w:footnote w:id="7">{paragraph("第一注。")}</w:footnote><w:footnote w:id="1">{paragraph("unused")}</w:footnote>',
    )
    ends = part("endnotes", f'<w:endnote w:id="2">{paragraph("at the end")}</w:endnote>')
    body = (
        paragraph(
            run("正文")
            + '<w:r><w:footnoteReference w:id="7"/></w:r>'
            + run("继续")
            + '<w:r><w:endnoteReference w:id="2"/></w:r>'
        ),
        paragraph("next"),
    )
    assert _texts(*body, parts={"footnotes": notes, "endnotes": ends}) == [
        "正文[1]继续[i]",
        "[1] 第一注。",
        "[i] at the end",
        "next",
    ]


def test_readings_over_letters_stand_in_brackets() -> None:
    ruby = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('yì')}</w:rt><w:rubyBase>{run('翌')}</w:rubyBase></w:ruby></w:r>"
    assert _texts(paragraph(ruby + run("日"))) == ["翌（yì）日"]


def test_dropped_capitals_join_their_paragraph() -> None:
    frame = '<w:framePr w:dropCap="drop" w:lines="3"/>'
    assert _texts(paragraph("W", frame), paragraph("e propose")) == ["We propose"]


def test_tracked_changes_are_read_as_accepted_and_told() -> None:
    mark_deleted = '<w:rPr><w:del w:id="9" w:author="Li"/></w:rPr>'
    body = (
        paragraph(run("有") + deleted("两个") + inserted(run("三个")) + run("实验。")),
        paragraph("接", mark_deleted),
        paragraph("上。"),
        table(row("gone", "too", properties='<w:del w:id="5" w:author="Li"/>'), row("a", "b")),
    )
    blocks, findings = read_blocks(docx(*body), "a.docx")
    assert [b.text for b in blocks] == ["有三个实验。", "接上。", "a\tb"]
    (finding,) = findings
    assert (finding.code, finding.severity) == ("read.tracked-changes", Severity.WARNING)
    assert finding.message == "4 tracked changes (1 inserted, 3 deleted by Li, Wang) read as accepted."


def test_what_is_left_out_is_told() -> None:
    comment = part("comments", f'<w:comment w:id="0">{paragraph("why?")}</w:comment>')
    old_equation = '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>'
    assert _codes(paragraph("x"), parts={"comments": comment}) == ["read.comments"]
    assert _codes(paragraph(run("x") + old_equation)) == ["read.equation-object"]
    assert _codes(paragraph(run("x") + run("secret", "<w:vanish/>"))) == ["read.hidden-text"]
    assert _codes(paragraph("x"), '<w:altChunk r:id="z"/>') == ["read.embedded-document"]
    assert _codes(paragraph(run("x") + "<w:r><w:drawing/></w:r>")) == ["read.pictures"]
    assert _codes(paragraph("x"), parts={"header": part("hdr", paragraph("页眉"))}) == ["read.margins"]


def test_controls_go_and_are_told_with_the_number_of_their_block() -> None:
    blocks, findings = read_blocks(docx(paragraph("一"), paragraph("模\u200b型\u202e"), paragraph("a\x85b")), "a.docx")
    assert [b.text for b in blocks] == ["一", "模型", "a b"]
    assert [(f.code, f.line) for f in findings] == [
        ("read.control-removed", 3),
        ("read.bidi-removed", 2),
        ("read.invisible-removed", 2),
    ]


def test_rare_letters_survive() -> None:
    text = "𠮷𪚥𰻞葛\U000e0100﨑\ue000👩‍🔬"
    assert _texts(paragraph(text)) == [text]


def test_strict_documents_and_byte_order_marks_are_read() -> None:
    strict = part("document", f"<w:body>{paragraph('严格')}{paragraph(_omath('z'))}</w:body>")
    strict = strict.replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    strict = strict.replace(
        "http://schemas.openxmlformats.org/officeDocument/2006/math", "http://purl.oclc.org/ooxml/officeDocument/math"
    )
    assert _texts(document="\ufeff" + strict) == ["严格", r"\(z\)"]


def test_formulas_of_a_document_are_in_its_blocks() -> None:
    cells = table(row(cell(paragraph(_omath("u"))), cell(paragraph(run("v ") + _omath("w")))))
    assert [formulas(block.runs) for block in _blocks(cells)] == [("u", "w")]


def test_a_definition_may_name_a_list_style() -> None:
    style = _style("L", "My List", '<w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr>', "numbering")
    named = '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="L"/></w:abstractNum>'
    numbering = part("numbering", named + _levels("upperLetter", "%1)", name="6") + _num("1", "5") + _num("9", "6"))
    blocks = _blocks(_item("a"), _item("b"), parts={"numbering": numbering, "styles": part("styles", style)})
    assert [block.marker for block in blocks] == ["A)", "B)"]


def test_numbering_by_a_style_and_headings_with_numbers() -> None:
    style = _style("h", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    numbering = part("numbering", _levels("chineseCounting", "第%1章") + _num("1"))
    blocks = _blocks(
        styled("绪论", "h"), styled("方法", "h"), parts={"numbering": numbering, "styles": part("styles", style)}
    )
    assert [(block.kind, block.marker) for block in blocks] == [
        (BlockKind.HEADING, "第一章"),
        (BlockKind.HEADING, "第二章"),
    ]
