"""Makes templates/reference.docx, the styles and settings of the Word output: `python docs/make_reference.py`.

A digest takes its styles, settings, fonts, page and margins from a reference document. Users who want another look
copy the file, change the styles in Word and name it in digest.toml; this script makes the one that is shipped.
"""

from __future__ import annotations

from pathlib import Path

from bilingual import lang
from bilingual.ooxml import fonts
from bilingual.ooxml.write import M_NS, ROOT_NAMESPACES, W_NS, XML_DECLARATION, Relationships, package

INK = "1F2933"
ACCENT = "1F4E79"
QUIET = "6B7785"
RULE = "C9D1DA"
HAIR = "E3E8ED"


def rule(side: str, color: str, size: int = 4, space: int = 0, kind: str = "single") -> str:
    """A border of a paragraph, a table or a cell; `size` in eighths of a point, `space` in points."""
    return f'<w:{side} w:val="{kind}" w:sz="{size}" w:space="{space}" w:color="{color}"/>'


def look(*, bold: bool = False, italic: bool = False, color: str = "", size: float = 0) -> str:
    """The content of a style's `w:rPr`; `size` in points."""
    parts = ["<w:b/><w:bCs/>" if bold else "", "<w:i/><w:iCs/>" if italic else ""]
    parts.append(f'<w:color w:val="{color}"/>' if color else "")
    if size:
        parts.append(f'<w:sz w:val="{round(size * 2)}"/><w:szCs w:val="{round(size * 2)}"/>')
    return "".join(parts)


def spacing(before: int, after: int, line: int = 0) -> str:
    """`w:spacing` in twentieths of a point; `line` in 240ths of a line."""
    lines = f' w:line="{line}" w:lineRule="auto"' if line else ""
    return f'<w:spacing w:before="{before}" w:after="{after}"{lines}/>'


def paragraph_style(
    name: str,
    *,
    ppr: str = "",
    rpr: str = "",
    based_on: str = "Normal",
    following: str = "",
    priority: int = 1,
    quick: bool = True,
) -> str:
    """A paragraph style; its id is the name without spaces, as Word itself makes it."""
    style_id = {"toc 1": "TOC1", "toc 2": "TOC2", "annotation text": "CommentText"}.get(name, "")
    style_id = style_id or (name if name[0].isupper() else name.title()).replace(" ", "")
    default = ' w:default="1"' if name == "Normal" else ""
    custom = "" if name in BUILT_IN else ' w:customStyle="1"'
    parts = [f'<w:style w:type="paragraph"{default}{custom} w:styleId="{style_id}"><w:name w:val="{name}"/>']
    if name != "Normal":
        parts.append(f'<w:basedOn w:val="{based_on}"/>')
    parts.append(f'<w:next w:val="{following}"/>' if following else "")
    parts.append(f'<w:uiPriority w:val="{priority}"/>')
    parts.append("<w:qFormat/>" if quick else "")
    parts.append(f"<w:pPr>{ppr}</w:pPr>" if ppr else "")
    parts.append(f"<w:rPr>{rpr}</w:rPr>" if rpr else "")
    return "".join(parts) + "</w:style>"


BUILT_IN = {
    "Normal",
    "Title",
    "Subtitle",
    "Date",
    "heading 1",
    "heading 2",
    "heading 3",
    "TOC Heading",
    "toc 1",
    "toc 2",
    "header",
    "footer",
    "caption",
    "annotation text",
}


def character_style(name: str, style_id: str, rpr: str, *, custom: bool = True, default: bool = False) -> str:
    """A character style."""
    flags = (' w:default="1"' if default else "") + (' w:customStyle="1"' if custom else "")
    body = f"<w:rPr>{rpr}</w:rPr>" if rpr else ""
    return (
        f'<w:style w:type="character"{flags} w:styleId="{style_id}"><w:name w:val="{name}"/>'
        f'<w:uiPriority w:val="99"/>{body}</w:style>'
    )


def language_styles() -> str:
    """One character style a language: where the publisher takes the fonts of that language's runs from."""
    styles = []
    for tag in lang.columns():
        latin, asian = fonts.default(tag)
        rpr = (
            f'<w:rFonts w:ascii="{latin}" w:eastAsia="{asian}" w:hAnsi="{latin}"/>'
            f'<w:lang w:val="{"en-US" if lang.is_chinese(tag) else lang.ooxml(tag)}"'
            f' w:eastAsia="{lang.ooxml(tag) if lang.is_chinese(tag) else "zh-CN"}"/>'
        )
        styles.append(character_style(f"Language {tag}", f"Language-{tag}", rpr))
    return "".join(styles)


def table_styles() -> str:
    """Table Normal, and Digest: hairlines between rows, a strong rule under the languages, no vertical lines."""
    margins = (
        '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="{x}" w:type="dxa"/>'
        '<w:bottom w:w="0" w:type="dxa"/><w:right w:w="{x}" w:type="dxa"/></w:tblCellMar>'
    )
    strong = rule("top", ACCENT, 8) + rule("bottom", ACCENT, 8)
    borders = strong + rule("insideH", HAIR, 4)
    return (
        '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/>'
        '<w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/>'
        f'<w:tblPr><w:tblInd w:w="0" w:type="dxa"/>{margins.format(x=108)}</w:tblPr></w:style>'
        '<w:style w:type="table" w:customStyle="1" w:styleId="Digest"><w:name w:val="Digest"/>'
        '<w:basedOn w:val="TableNormal"/><w:uiPriority w:val="59"/><w:qFormat/>'
        f'<w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblBorders>{borders}</w:tblBorders>'
        f"{margins.format(x=100)}</w:tblPr>"
        '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/></w:rPr>'
        f"<w:tcPr><w:tcBorders>{strong}</w:tcBorders></w:tcPr></w:tblStylePr>"
        "</w:style>"
    )


def cell_styles() -> str:
    """Text in cells, one style for each origin, so that a user can make the origin as loud or quiet as wanted."""
    cell = paragraph_style("Cell", ppr=spacing(40, 40) + '<w:jc w:val="left"/>', rpr=look(size=9.5))
    bar = f"<w:pBdr>{rule('left', RULE, 12, 4)}</w:pBdr>" + '<w:ind w:left="113"/>'
    return cell + "".join(
        paragraph_style(f"Cell {kind}", based_on="Cell", ppr=ppr, rpr=rpr)
        for kind, ppr, rpr in (
            ("Source", "", ""),
            ("Script", "", ""),
            ("Machine", bar, look(color="44546A")),
            ("Memory", bar, ""),
            ("Review", "", ""),
            ("Missing", "", look(color=QUIET)),
        )
    )


def paragraph_styles() -> str:
    """All paragraph styles."""
    quiet = look(color=QUIET, size=8)
    keep = "<w:keepNext/><w:keepLines/>"
    return "".join(
        (
            paragraph_style("Normal", priority=0),
            paragraph_style(
                "Title", ppr=keep + spacing(2400, 160), rpr=look(bold=True, color=ACCENT, size=26), following="Normal"
            ),
            paragraph_style("Subtitle", ppr=keep + spacing(0, 120), rpr=look(color=INK, size=16), following="Normal"),
            paragraph_style("Date", ppr=spacing(240, 0), rpr=look(color=QUIET, size=11)),
            paragraph_style(
                "heading 1",
                ppr=keep + spacing(240, 80) + '<w:jc w:val="left"/><w:outlineLvl w:val="0"/>',
                rpr=look(bold=True, color=ACCENT, size=15),
                following="Normal",
                priority=9,
            ),
            paragraph_style(
                "heading 2",
                ppr=keep + spacing(160, 60) + '<w:jc w:val="left"/><w:outlineLvl w:val="1"/>',
                rpr=look(bold=True, color=INK, size=11),
                following="Normal",
                priority=9,
            ),
            paragraph_style(
                "heading 3",
                ppr=keep + spacing(120, 40) + '<w:outlineLvl w:val="2"/>',
                rpr=look(bold=True, color=QUIET, size=10),
                following="Normal",
                priority=9,
            ),
            paragraph_style(
                "TOC Heading",
                ppr=keep + spacing(480, 160),
                rpr=look(bold=True, color=ACCENT, size=15),
                following="Normal",
                priority=39,
            ),
            paragraph_style(
                "toc 1",
                ppr=spacing(160, 40),
                rpr=look(bold=True, size=10),
                priority=39,
            ),
            paragraph_style(
                "toc 2",
                ppr=spacing(0, 20) + '<w:ind w:left="227"/>',
                rpr=look(size=9.5),
                priority=39,
            ),
            paragraph_style(
                "header",
                ppr=f"<w:pBdr>{rule('bottom', RULE, 4, 4)}</w:pBdr>",
                rpr=quiet,
                priority=99,
            ),
            paragraph_style("footer", ppr='<w:jc w:val="center"/>', rpr=quiet, priority=99),
            paragraph_style("caption", ppr="<w:keepNext/>" + spacing(0, 80), rpr=quiet, priority=35),
            paragraph_style("Column Heading", ppr=keep + spacing(60, 60), rpr=look(bold=True, color=ACCENT, size=9.5)),
            paragraph_style(
                "Paper Title",
                ppr=keep + spacing(160, 60) + '<w:jc w:val="left"/>',
                rpr=look(bold=True, color=INK, size=11),
            ),
            paragraph_style("Paper Details", ppr=keep + spacing(0, 60) + '<w:jc w:val="left"/>', rpr=quiet),
            paragraph_style("Section Title", ppr=keep + spacing(0, 80), rpr=look(color=ACCENT, size=11)),
            paragraph_style("Row Id", ppr=spacing(50, 40) + '<w:jc w:val="left"/>', rpr=look(color=QUIET, size=7)),
            paragraph_style("Equation", based_on="Cell", ppr=spacing(60, 60) + '<w:jc w:val="center"/>'),
            paragraph_style("Note", ppr=spacing(0, 40), rpr=look(color=QUIET, size=8.5)),
            paragraph_style("Colophon", ppr=spacing(0, 40), rpr=look(color=QUIET, size=8.5)),
            cell_styles(),
            paragraph_style("annotation text", rpr=look(size=10), priority=99, quick=False),
        )
    )


def styles() -> str:
    """word/styles.xml. The paragraph defaults hold the East Asian line rules that CLREQ asks for (17.3.1)."""
    latin, asian = fonts.default("zh-Hant-TW")
    rpr = (
        f'<w:rFonts w:ascii="{latin}" w:eastAsia="{asian}" w:hAnsi="{latin}" w:cs="{latin}"/>'
        f'<w:color w:val="{INK}"/><w:kern w:val="0"/><w:sz w:val="20"/><w:szCs w:val="20"/>'
        '<w:lang w:val="en-US" w:eastAsia="zh-TW" w:bidi="ar-SA"/>'
    )
    ppr = (
        "<w:widowControl/><w:kinsoku/><w:wordWrap/><w:overflowPunct/><w:topLinePunct/><w:autoSpaceDE/><w:autoSpaceDN/>"
        '<w:snapToGrid w:val="0"/><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>'
    )
    characters = (
        character_style("Default Paragraph Font", "DefaultParagraphFont", "", custom=False, default=True)
        + character_style("Hyperlink", "Hyperlink", f'<w:color w:val="{ACCENT}"/><w:u w:val="single"/>', custom=False)
        + character_style("Code", "Code", '<w:noProof/><w:shd w:val="clear" w:color="auto" w:fill="F2F4F7"/>')
        + character_style("Placeholder", "Placeholder", f'<w:color w:val="{QUIET}"/>')
        + character_style("No Text", "NoText", f'<w:color w:val="{QUIET}"/>')
        + character_style("annotation reference", "CommentReference", look(size=8), custom=False)
        + language_styles()
    )
    numbering = (
        '<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/>'
        '<w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/></w:style>'
    )
    return (
        f'{XML_DECLARATION}<w:styles xmlns:w="{W_NS}"><w:docDefaults><w:rPrDefault><w:rPr>{rpr}</w:rPr></w:rPrDefault>'
        f"<w:pPrDefault><w:pPr>{ppr}</w:pPr></w:pPrDefault></w:docDefaults>"
        f"{paragraph_styles()}{characters}{table_styles()}{numbering}</w:styles>"
    )


def settings() -> str:
    """word/settings.xml: Word 2013 mode (no compatibility mode), compressed punctuation, hyphenation.

    Which characters may not begin or end a line is left to Word's own lists, one for each language: a list stated here
    would be for one language only. Nothing asks Word to update fields, because Word then asks the reader a question.
    """
    office = "http://schemas.microsoft.com/office/word"
    compat = "".join(
        f'<w:compatSetting w:name="{name}" w:uri="{office}" w:val="{value}"/>'
        for name, value in (
            ("compatibilityMode", 15),
            ("overrideTableStyleFontSizeAndJustification", 1),
            ("enableOpenTypeFeatures", 1),
            ("doNotFlipMirrorIndents", 1),
            ("differentiateMultirowTableHeaders", 1),
            ("useWord2013TrackBottomHyphenation", 0),
        )
    )
    math = (
        f'<m:mathPr><m:mathFont m:val="{fonts.MATH}"/><m:brkBin m:val="before"/><m:brkBinSub m:val="--"/>'
        '<m:smallFrac m:val="0"/><m:dispDef/><m:lMargin m:val="0"/><m:rMargin m:val="0"/><m:defJc m:val="centerGroup"/>'
        '<m:wrapIndent m:val="1440"/><m:intLim m:val="subSup"/><m:naryLim m:val="undOvr"/></m:mathPr>'
    )
    return (
        f'{XML_DECLARATION}<w:settings xmlns:w="{W_NS}" xmlns:m="{M_NS}"><w:zoom w:percent="100"/>'
        '<w:defaultTabStop w:val="480"/><w:autoHyphenation/><w:consecutiveHyphenLimit w:val="2"/>'
        '<w:hyphenationZone w:val="360"/><w:doNotHyphenateCaps/>'
        f'<w:characterSpacingControl w:val="compressPunctuation"/>'
        "<w:compat><w:spaceForUL/><w:balanceSingleByteDoubleByteWidth/><w:doNotLeaveBackslashAlone/><w:ulTrailSpace/>"
        f"<w:doNotExpandShiftReturn/><w:adjustLineHeightInTable/><w:useFELayout/>{compat}</w:compat>{math}"
        '<w:themeFontLang w:val="en-US" w:eastAsia="zh-TW"/><w:decimalSymbol w:val="."/><w:listSeparator w:val=","/>'
        "</w:settings>"
    )


def font_table() -> str:
    """word/fontTable.xml."""
    entries = "".join(
        f'<w:font w:name="{f.name}"><w:altName w:val="{f.alternatives}"/><w:charset w:val="{f.charset}"/>'
        f'<w:family w:val="{f.family}"/><w:pitch w:val="{f.pitch}"/></w:font>'
        for f in fonts.TABLE
    )
    return f'{XML_DECLARATION}<w:fonts xmlns:w="{W_NS}">{entries}</w:fonts>'


def theme() -> str:
    """word/theme/theme1.xml: Word asks for one; its colours and fonts are those of the styles."""
    colors = {"dk1": "000000", "lt1": "FFFFFF", "dk2": INK, "lt2": "F5F7F9", "accent1": ACCENT, "accent2": QUIET}
    colors |= {"accent3": "2E75B6", "accent4": "7F6000", "accent5": "548235", "accent6": "833C0B"}
    colors |= {"hlink": ACCENT, "folHlink": QUIET}
    scheme = "".join(f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in colors.items())
    faces = '<a:font script="Hans" typeface="Microsoft YaHei"/><a:font script="Hant" typeface="Microsoft JhengHei"/>'
    font = f'<a:latin typeface="{fonts.LATIN}"/><a:ea typeface=""/><a:cs typeface=""/>{faces}'
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="9525">{fill}</a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        f'{XML_DECLARATION}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Digest">'
        f'<a:themeElements><a:clrScheme name="Digest">{scheme}</a:clrScheme><a:fontScheme name="Digest"><a:majorFont>'
        f'{font}</a:majorFont><a:minorFont>{font}</a:minorFont></a:fontScheme><a:fmtScheme name="Digest">'
        f"<a:fillStyleLst>{fill * 3}</a:fillStyleLst><a:lnStyleLst>{line * 3}</a:lnStyleLst>"
        f"<a:effectStyleLst>{effect * 3}</a:effectStyleLst><a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst>"
        "</a:fmtScheme></a:themeElements></a:theme>"
    )


def document() -> str:
    """word/document.xml: a line that tells a person what the file is for, and the page: A4, 19 mm margins."""
    return (
        f"{XML_DECLARATION}<w:document {ROOT_NAMESPACES}><w:body><w:p><w:r><w:t>Change the styles, the page size and "
        "the margins of this file; its text is not used.</w:t></w:r></w:p>"
        '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1361" w:right="1077" w:bottom="1247" w:left="1077" '
        'w:header="680" w:footer="624" w:gutter="0"/></w:sectPr></w:body></w:document>'
    )


def content_types() -> str:
    """[Content_Types].xml."""
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    parts = (("document", "document.main"), ("styles", "styles"), ("settings", "settings"), ("fontTable", "fontTable"))
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{word}.{kind}+xml"/>' for name, kind in parts
    )
    overrides += (
        '<Override PartName="/word/theme/theme1.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>'
    )
    return (
        f'{XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )


def reference() -> bytes:
    """The reference document."""
    top = Relationships()
    top.add("officeDocument", "word/document.xml")
    rels = Relationships()
    for kind in ("styles", "settings", "fontTable"):
        rels.add(kind, f"{kind}.xml")
    rels.add("theme", "theme/theme1.xml")
    return package(
        (
            ("[Content_Types].xml", (content_types(),)),
            ("_rels/.rels", (top.xml(),)),
            ("word/document.xml", (document(),)),
            ("word/_rels/document.xml.rels", (rels.xml(),)),
            ("word/styles.xml", (styles(),)),
            ("word/settings.xml", (settings(),)),
            ("word/fontTable.xml", (font_table(),)),
            ("word/theme/theme1.xml", (theme(),)),
        )
    )


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "templates" / "reference.docx"
    target.write_bytes(reference())
