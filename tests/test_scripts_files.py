"""Files in place: words change, everything around them stays."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from bilingual.errors import SourceError
from bilingual.scripts import Converter, converter
from bilingual.scripts.files import (
    convert_docx,
    convert_file_bytes,
    convert_spans,
    convert_stream,
    convert_text,
    html,
    stream,
)

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


@pytest.fixture(scope="module")
def taiwan() -> Converter:
    return converter("zh-Hans", "zh-Hant-TW")


@pytest.fixture(scope="module")
def regional() -> Converter:
    return converter("zh-Hans", "zh-Hant-TW", "regional")


def test_markdown(taiwan: Converter) -> None:
    source = (
        "---\n标题: 头发的发现\nslug: a_发\ntags:\n  - 发展\n---\n"
        "# 头**发**与[发现](http://a.cn/发现 '发')\n\n"
        "~~~\n# 发现\n\n发\n~~~\n\n"
        '行内 `发` 与 $\\text{发}$，<b title="发">头</b>发，![图发](发.png)\r\n'
        "[引用发]: ./发.md\n| 软件 | 发 |\n{{< 发 >}} <https://a.cn/发>\n*头*发 $\\text{发}$ __头__ 发\n"
    )
    wanted = (
        "---\n标题: 頭髮的發現\nslug: a_發\ntags:\n  - 發展\n---\n"
        "# 頭**髮**與[發現](http://a.cn/发现 '發')\n\n"
        "~~~\n# 发现\n\n发\n~~~\n\n"
        '行內 `发` 與 $\\text{发}$，<b title="发">頭</b>髮，![圖發](发.png)\r\n'
        "[引用發]: ./发.md\n| 軟件 | 發 |\n{{< 发 >}} <https://a.cn/发>\n*頭*髮 $\\text{发}$ __頭__ 發\n"
    )
    assert convert_text(source, ".md", taiwan) == wanted


def test_html(taiwan: Converter) -> None:
    source = (
        '<!DOCTYPE html><html lang="zh-CN"><head><title>软件</title><script>var a="发"</script></head>'
        '<body lang=en><p class="发" data-x="a>发">头<b>发</b>很长 &amp; &#21457;<code>发</code>'
        "<a href='/发'>发现</a></p><pre>发<pre>发</pre></pre><!-- 发 --><svg><text>发</text></svg><p>后"
    )
    wanted = (
        '<!DOCTYPE html><html lang="zh-TW"><head><title>軟件</title><script>var a="发"</script></head>'
        '<body lang=en><p class="发" data-x="a>发">頭<b>髮</b>很長 &amp; &#21457;<code>发</code>'
        "<a href='/发'>發現</a></p><pre>发<pre>发</pre></pre><!-- 发 --><svg><text>发</text></svg><p>後"
    )
    assert convert_text(source, ".html", taiwan) == wanted


def test_subtitles(regional: Converter) -> None:
    source = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>头</i>发后来\r\n内存\r\n"
    wanted = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>頭</i>髮後來\r\n記憶體\r\n"
    assert convert_text(source, ".srt", regional) == wanted


@pytest.mark.parametrize("codec", ["gb18030", "utf-16-le", "utf-8"])
def test_the_encoding_is_kept(taiwan: Converter, codec: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-8": b"\xef\xbb\xbf"}.get(codec, b"")
    data, findings = convert_file_bytes(mark + "头发\r\n".encode(codec), ".txt", taiwan, codec)
    assert (data, findings) == (mark + "頭髮\r\n".encode(codec), ())


def test_an_encoding_that_is_too_small_is_stated(taiwan: Converter) -> None:
    source = '<meta charset="gb2312"><p>头发'
    data, findings = convert_file_bytes(source.encode("gb2312"), ".html", taiwan, "gb2312")
    assert data.decode("utf-8") == '<meta charset="utf-8"><p>頭髮'
    assert [finding.code for finding in findings] == ["convert.encoding"]


def test_bytes_that_are_no_text(taiwan: Converter) -> None:
    with pytest.raises(SourceError, match="state its encoding"):
        convert_file_bytes(b"\xff\xfe\xff", ".txt", taiwan, "utf-8")
    with pytest.raises(SourceError):
        convert_docx(b"PK\3\4 no", "a.docx", taiwan)


def test_pieces_of_one_text_are_cut_where_they_were(regional: Converter) -> None:
    assert convert_spans(["这个软", "件占用内", "存，", "头", "发"], regional) == [
        "這個軟",
        "體佔用記憶",
        "體，",
        "頭",
        "髮",
    ]
    assert convert_spans([], regional) == []


def test_a_stream_is_the_same_as_the_whole(taiwan: Converter) -> None:
    text = "头发与`发`，$x_发$ 后来。\n\n" * 120_000
    seen: list[int] = []
    out = io.StringIO()
    convert_stream(io.StringIO(text), out, taiwan, seen.append)
    assert out.getvalue() == taiwan.text(text)
    assert sum(seen) == len(text)
    assert len(seen) > 1
    fenced = "```\n" + "发\n" * 900_000 + "```\n发\n"
    out = io.StringIO()
    convert_stream(io.StringIO(fenced), out, taiwan, suffix=".md")
    assert out.getvalue() == fenced[:-2] + "發\n"


def _word(*runs: str) -> bytes:
    document = docx.Document()
    paragraph = document.add_paragraph()
    for xml in runs:
        paragraph._p.append(parse_xml(xml.replace("<w:r>", f"<w:r {nsdecls('w')}>", 1)))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _run(text: str, properties: str = "", tag: str = "w:t") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><{tag} xml:space='preserve'>{text}</{tag}></w:r>"


def _texts(data: bytes, tag: str = "t") -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = parse_xml(archive.read("word/document.xml"))
    return [element.text or "" for element in root.iter(f"{W}{tag}")]


def test_word_runs_are_one_text(regional: Converter) -> None:
    code = "<w:rFonts w:ascii='Consolas'/>"
    data = _word(
        _run("他的头"),
        _run("发占内", "<w:b/>"),
        _run("存"),
        _run("发", code),
        _run(" PAGE 发 ", "", "w:instrText"),
    )
    made = convert_docx(data, "a.docx", regional)
    assert _texts(made) == ["他的頭", "髮佔記憶", "體", "发"]
    assert _texts(made, "instrText") == [" PAGE 发 "]


def test_word_languages_and_fonts_follow_the_script(taiwan: Converter) -> None:
    marks = "<w:rFonts w:eastAsia='宋体'/><w:lang w:val='en-US' w:eastAsia='zh-CN'/>"
    made = convert_docx(_word(_run("软件", marks)), "a.docx", taiwan)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        xml = archive.read("word/document.xml").decode()
    assert 'w:eastAsia="PMingLiU"' in xml
    assert 'w:eastAsia="zh-TW"' in xml
    assert 'w:val="en-US"' in xml


def test_word_tracked_changes_and_formulas_stay(taiwan: Converter) -> None:
    ns = nsdecls("w")
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    deleted = f"<w:del {ns} w:id='1' w:author='a'><w:r><w:delText>发现</w:delText></w:r></w:del>"
    inserted = f"<w:ins {ns} w:id='2' w:author='a'><w:r><w:t>发</w:t></w:r></w:ins>"
    formula = f"<m:oMath xmlns:m='{math}'><m:r><m:t>发</m:t></m:r></m:oMath>"
    data = _word(_run("头"), deleted, inserted, _run("很长"), formula)
    made = convert_docx(data, "a.docx", taiwan)
    assert _texts(made) == ["頭", "髮", "很長"]
    assert _texts(made, "delText") == ["發現"]
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        xml = archive.read("word/document.xml").decode()
    assert "<m:t>发</m:t>" in xml
    assert 'w:author="a"' in xml


def test_a_word_document_with_nothing_to_convert_keeps_its_parts(taiwan: Converter) -> None:
    data = _word(_run("頭髮"), _run("plain"))
    made = convert_docx(data, "a.docx", taiwan)
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(io.BytesIO(made)) as after:
        assert before.namelist() == after.namelist()
        assert all(before.read(n) == after.read(n) for n in before.namelist() if "styles" not in n)
    assert convert_docx(made, "a.docx", taiwan) == made


def test_indented_lines_of_markdown_are_code_where_commonmark_says_so(taiwan: Converter) -> None:
    code = (
        "    头发\n",
        "- 发\n\n      头发\n",
        "# 发\n    头发\n",
        "发\n***\n\t头发\n",
        "> ```\n> 头发\n> ```\n",
        "- ```\n  头发\n  ```\n",
        "1. 发\n\n   ~~~\n   头发\n   ~~~\n",
    )
    for source in code:
        made = convert_text(source + "\n发\n", ".md", taiwan)
        assert "头发" in made, source
        assert made.endswith("\n發\n"), source
    for source in ("发\n    头发\n", "- 发\n\n    头发\n", "-   发\n\n    头发\n", "发\n\n   头发\n"):
        assert "头发" not in convert_text(source, ".md", taiwan), source


def test_attributes_that_are_read_are_converted_and_others_not(taiwan: Converter) -> None:
    source = (
        '<meta name="description" content="头发"><meta name="viewport" content="头发"><img src="发.png" alt="头>发">'
        "<a href='?发' title='发'>发</a><p data-title=\"发\" aria-label=\"发\">"
    )
    wanted = (
        '<meta name="description" content="頭髮"><meta name="viewport" content="头发"><img src="发.png" alt="頭>發">'
        "<a href='?发' title='發'>發</a><p data-title=\"发\" aria-label=\"發\">"
    )
    assert convert_text(source, ".html", taiwan) == wanted


@pytest.mark.parametrize(
    "page",
    [
        "<p>头<b>发</b></p><script>头发</script><!-- 发 --><p title='发'>" * 400,
        "<p>发<pre>" + "头发" * 15_000 + "</pre>发<p>发" * 90,
        "<b>头发</b>，" * 9_000,
    ],
)
def test_a_page_in_stretches_is_the_page_at_once(taiwan: Converter, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BLOCK", 1_000)
    monkeypatch.setattr(html, "_LONGEST", 4_000)
    pieces: list[str] = []
    out = io.StringIO()
    convert_stream(io.StringIO(page), out, taiwan, lambda _: pieces.append(out.getvalue()), suffix=".html")
    assert out.getvalue() == convert_text(page, ".html", taiwan)
    assert len(set(pieces)) > 1
