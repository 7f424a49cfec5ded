"""Formats of records: each record is one paper, with its fields in their places and its lines."""

from __future__ import annotations

import json

import pytest

from bilingual.errors import SourceError
from bilingual.findings import Severity
from bilingual.model import Document, plain
from bilingual.readers import bibtex, csv, feed, jsonl, ris
from bilingual.readers.latex_text import latex_text
from bilingual.readers.roles import Role, role_of

ZH = "本文提出一种压缩方法，把模型缩小到原来的一半，而准确率几乎不变。"
EN = "We compress a model to half of its size and lose almost no accuracy."


def _titles(document: Document) -> list[str]:
    return [plain(paper.title) for paper in document.papers]


def _lines(document: Document) -> list[tuple[int, int]]:
    return [(paper.position.line_start, paper.position.line_end) for paper in document.papers]


def _skipped(document: Document) -> list[tuple[str, int]]:
    return [(f.code, f.line) for f in document.findings if f.code == "read.record-skipped"]


BIBTEX = r"""% a comment
@string{conf = "Conference on Tests"}
@inproceedings{wang2026,
  title     = {{A Study of \emph{Small} Models} with $O(n \log n)$ Cost},
  author    = {Wang, Li and M{\"u}ller, J{\'e}r{\^o}me and {The Group}},
  booktitle = conf,
  year      = 2026,
  eprint    = {2601.00012},
  archivePrefix = {arXiv},
  abstract  = {It is 95\% as good -- or 5\,\% worse -- than ``large'' ones, at 50% of the cost.

A second paragraph with $x_1 \in \{0, 1\}$.},
  url = {https://example.org/a_b~c},
  keywords = {small, models}
}

@article{chen,
  title = "压缩语言模型的一种方法",
  author = "陈辉 and 李明",
  abstract = "本文提出一种压缩方法，准确率几乎不变。",
  doi = "10.1234/ABC.5",
  journal = {Journal}, date = {2025-03}
}
"""


def test_bibtex() -> None:
    document = bibtex.read(BIBTEX, "a.bib")
    assert (document.format, document.layout, document.path) == ("bibtex", "records", "a.bib")
    first, second = document.papers
    assert plain(first.title) == r"A Study of Small Models with \(O(n \log n)\) Cost"
    assert first.authors == ("Li Wang", "Jérôme Müller", "The Group")
    assert (first.venue, first.date, first.lang) == ("Conference on Tests", "2026", "en")
    assert (first.key, first.identifiers, first.links) == (
        "arxiv:2601.00012",
        ("arxiv:2601.00012",),
        ("https://example.org/a_b~c",),
    )
    assert "It is 95% as good – or 5\\,% worse – than “large” ones, at 50% of the cost." in first.paragraphs[0].text
    assert first.paragraphs[1].text == r"A second paragraph with \(x_1 \in \{0, 1\}\)."
    assert first.formulas == (r"O(n \log n)", r"x_1 \in \{0, 1\}")
    assert (second.lang, second.title_lang, second.key) == ("zh", "zh", "doi:10.1234/abc.5")
    assert (second.authors, second.venue, second.date) == (("陈辉", "李明"), "Journal", "2025-03")
    assert _lines(document) == [(3, 15), (17, 23)]
    assert document.findings == ()
    assert "keywords: small, models" in document.notes[0].text


def test_broken_bibtex_entries_are_skipped_with_their_lines(capsys: pytest.CaptureFixture[str]) -> None:
    text = "@article{a, title={One}}\n@article{b, title={Two\n@article{c, title={Three}}\n@misc{d}\n@article{a, title={Again}}\n@misc{e title}\n"
    document = bibtex.read(text, "a.bib")
    assert _titles(document) == ["One", "Three", "Again"]
    assert [paper.key for paper in document.papers] == ["one", "three", "again"]
    assert _skipped(document) == [("read.record-skipped", n) for n in (2, 4, 6)]
    assert {f.severity for f in document.findings if f.code == "read.record-skipped"} == {Severity.WARNING}
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (
            r"G{\"o}del, Erd\H{o}s, \v{C}ech, Fran\c{c}ois, \AA ngstr{\"{o}}m, \O{}re, na\"{\i}ve",
            "Gödel, Erdős, Čech, François, Ångström, Øre, naïve",
        ),
        (r"50\% of \$5 \& a\_b \#1", "50% of $5 & a_b #1"),
        (r"{BERT}~and {GPT-4} --- \textbf{bold} {\em em}", "BERT and GPT-4 — bold em"),
        (r"keep \unknown{x} and 95% of it", r"keep \unknownx and 95% of it"),
        (r"$\alpha_{i}$ in {$\beta$}", r"$\alpha_{i}$ in $\beta$"),
        ("中文标题，没有标记", "中文标题，没有标记"),
        (r"\'a \`e \~n \=u", "á è ñ ū"),
    ],
)
def test_latex_as_text(latex: str, text: str) -> None:
    assert latex_text(latex) == text


RIS = """TY  - CPAPER
TI  - Compressing small models
AU  - Wang, Li
AU  - Chen, Hui
PY  - 2026
T2  - Conference on Tests
DO  - 10.1234/xyz
UR  - https://example.org/1
AB  - We compress a model to half of its size
and lose almost no accuracy.
KW  - compression
KW  - models
ER  -

TY  - JOUR
T1  - 一种压缩方法
AU  - 陈辉
N2  - 本文提出一种压缩方法，准确率几乎不变。
"""


def test_ris() -> None:
    document = ris.read(RIS, "a.ris")
    first, second = document.papers
    assert (plain(first.title), first.authors) == ("Compressing small models", ("Li Wang", "Hui Chen"))
    assert (first.venue, first.date, first.key, first.links) == (
        "Conference on Tests",
        "2026",
        "doi:10.1234/xyz",
        ("https://example.org/1",),
    )
    assert first.text == EN
    assert (plain(second.title), second.lang, second.authors) == ("一种压缩方法", "zh", ("陈辉",))
    assert second.text.startswith("本文提出")
    assert _lines(document) == [(1, 13), (15, 18)]
    assert document.findings == ()
    assert "keywords: compression models" in document.notes[0].text


def test_ris_without_ends_and_with_rubbish() -> None:
    text = "some words\n\nTY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\nER  - \nTY  - JOUR\nER  - \n  TY - JOUR\n  TI - Three\n  ER -\n"
    document = ris.read(text, "a.ris")
    assert _titles(document) == ["One", "Two", "Three"]
    assert _skipped(document) == [("read.record-skipped", 1), ("read.record-skipped", 8)]


def test_csv() -> None:
    text = f'标题,作者,摘要,链接,备注\n"一种方法, 很小","陈辉; 李明","{ZH}\n\n第二段。",https://arxiv.org/abs/2601.00001v2,好\n另一篇,王力,{ZH},,\n'
    document = csv.read(text, "a.csv")
    first, second = document.papers
    assert (plain(first.title), first.authors, first.key) == ("一种方法, 很小", ("陈辉", "李明"), "arxiv:2601.00001")
    assert [p.text for p in first.paragraphs] == [ZH, "第二段。"]
    assert (first.lang, first.links) == ("zh", ("https://arxiv.org/abs/2601.00001v2",))
    assert plain(second.title) == "另一篇"
    assert _lines(document) == [(2, 4), (5, 5)]
    assert [note.text for note in document.notes] == ["备注: 好"]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_sign_between_columns_is_found(sign: str) -> None:
    rows = [("title", "abstract", "year"), ("One", EN, "2026"), ("Two", EN, "2025")]
    text = "\ufeff" + "\n".join(sign.join(row) for row in rows)
    document = csv.read(text, "a.csv")
    assert [(plain(p.title), p.text, p.date) for p in document.papers] == [("One", EN, "2026"), ("Two", EN, "2025")]
    stated = csv.read(f"sep={sign}\n" + text[1:], "a.csv")
    assert _lines(stated) == [(3, 3), (4, 4)]


def test_csv_with_no_names_is_read_by_what_it_holds() -> None:
    document = csv.read(f"1,One paper,{EN.replace(',', ';')},https://example.org\n2,Two,{EN},\n", "a.csv")
    assert _titles(document)[0] == "One paper"
    nothing = csv.read("a,b\n1,2\n", "a.csv")
    assert nothing.papers == ()
    assert "read.no-columns" in [f.code for f in nothing.findings]


def test_csv_rows_that_are_no_papers_are_told() -> None:
    text = f'title,abstract\nOne,{EN}\n,,\nTwo,"never closed\nThree,{EN}\nFour,x,extra\n'
    document = csv.read(text, "a.csv")
    assert _titles(document) == ["One", "Three", "Four"]
    assert _skipped(document) == [("read.record-skipped", 4)]
    assert [note.text for note in document.notes] == ["3: extra"]


def test_csv_fields_may_be_long_and_spreadsheet_marks_are_read() -> None:
    assert len(csv.read(f"title,abstract\nOne,{'字' * 200_000}\n", "a.csv").papers[0].text) == 200_000
    assert _titles(csv.read("\ufefftitle,abstract\r\nOne,two\r\n".replace("\r\n", "\n"), "a.csv")) == ["One"]


def test_jsonl() -> None:
    lines = [
        {
            "title": "One",
            "abstract": EN,
            "authors": ["Li Wang", {"name": "Hui Chen"}],
            "arxiv_id": "2601.00001v3",
            "url": "https://arxiv.org/abs/2601.00001v3",
            "year": 2026,
            "score": 0.5,
        },
        {"标题": "一种方法", "摘要": ZH, "作者": "陈辉、李明", "链接": "https://example.org/2"},
    ]
    document = jsonl.read("\n".join(json.dumps(line, ensure_ascii=n == 0) for n, line in enumerate(lines)), "a.jsonl")
    first, second = document.papers
    assert (first.authors, first.key, first.date, first.lang) == (
        ("Li Wang", "Hui Chen"),
        "arxiv:2601.00001",
        "2026",
        "en",
    )
    assert (plain(second.title), second.authors, second.lang, second.links) == (
        "一种方法",
        ("陈辉", "李明"),
        "zh",
        ("https://example.org/2",),
    )
    assert _lines(document) == [(1, 1), (2, 2)]
    assert [note.text for note in document.notes] == ["score: 0.5"]


@pytest.mark.parametrize(
    ("names", "langs"),
    [
        (("title", "abstract", "title_zh", "abstract_zh"), ("en", "zh")),
        (("titleEn", "summaryEn", "titleZh", "summaryZh"), ("en", "zh")),
        (("英文标题", "英文摘要", "中文标题", "中文摘要"), ("en", "zh")),
        (("title", "abstract", "标题翻译", "摘要翻译"), ("en", "zh")),
        (("title", "abstract", "translated_title", "translation"), ("en", "zh")),
    ],
)
def test_two_languages_in_one_record_are_a_paper_and_its_translation(
    names: tuple[str, ...], langs: tuple[str, str]
) -> None:
    record = dict(zip(names, ("One", EN, "一种方法", ZH), strict=True))
    (paper,) = jsonl.read(json.dumps(record), "a.json").papers
    (translation,) = paper.translations
    assert (paper.lang, plain(paper.title), paper.text) == (langs[0], "One", EN)
    assert (translation.lang, plain(translation.title)) == (langs[1], "一种方法")
    assert [p.text for p in translation.paragraphs] == [ZH]
    assert translation.stated


def test_a_title_in_another_language_stays_the_title() -> None:
    (paper,) = jsonl.read(json.dumps({"title": "One method", "summary": ZH}), "a.json").papers
    assert (plain(paper.title), paper.title_lang, paper.lang, paper.translations) == ("One method", "en", "zh", ())


def test_json_arrays_and_objects_around_them() -> None:
    papers = [{"title": "One", "abstract": EN}, {"title": "Two", "abstract": EN}]
    array = json.dumps(papers, indent=1)
    assert _titles(jsonl.read(array, "a.json")) == ["One", "Two"]
    assert _lines(jsonl.read(array, "a.json")) == [(2, 5), (6, 9)]
    around = json.dumps({"title": "A digest", "date": "2026-01-01", "results": {"papers": papers}})
    assert _titles(jsonl.read(around, "a.json")) == ["One", "Two"]
    assert _titles(jsonl.read(json.dumps({"title": "A digest", "papers": papers}), "a.json")) == ["One", "Two"]
    assert _titles(jsonl.read(json.dumps({"cs.CL": papers, "cs.CV": papers[:1]}), "a.json")) == ["One", "Two", "One"]


def test_broken_json_costs_only_itself() -> None:
    good = json.dumps({"title": "Good", "abstract": EN})
    text = f'{good}\n{{"title": "cut\n{good}\n[1, 2]\n"words"\n{"[" * 100_000}\n{good}\n'
    document = jsonl.read(text, "a.jsonl")
    assert _titles(document) == ["Good", "Good", "Good"]
    assert _skipped(document) == [("read.record-skipped", n) for n in (2, 4, 5, 6)]
    array = f'[{good},\n{{"title": oops}},\n{good}]'
    assert _titles(jsonl.read(array, "a.json")) == ["Good", "Good"]


def test_escapes_in_json_that_are_no_text_are_removed_and_told() -> None:
    text = "\n\n" + r'{"title": "mo\u0000del \ud83d", "abstract": "a\u202eb \ud83d\ude00"}'
    document = jsonl.read(text, "a.jsonl")
    assert (plain(document.papers[0].title), document.papers[0].text) == ("model", "ab 😀")
    assert [(f.code, f.line) for f in document.findings] == [("read.control-removed", 3), ("read.bidi-removed", 3)]


def test_raw_control_characters_in_json_and_feeds_are_removed_and_told() -> None:
    for document in (
        jsonl.read('{"title": "mo\x00del", "abstract": "a\tb"}\n{"title": "next"}', "a.jsonl"),
        feed.read(
            "<rss><channel><item><title>mo\x00del</title></item><item><title>next</title></item></channel></rss>",
            "a.rss",
        ),
    ):
        assert _titles(document) == ["model", "next"]
        assert "read.control-removed" in [f.code for f in document.findings]


ATOM = f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>ArXiv Query</title>
  <entry>
    <id>http://arxiv.org/abs/2601.00002v1</id>
    <title>Compressing
      Models with $O(n)$ Cost</title>
    <summary>  We compress a model to half of its size
 and lose almost no accuracy.
</summary>
    <author><name>Li Wang</name></author>
    <author><name>Hui Chen</name><arxiv:affiliation>X</arxiv:affiliation></author>
    <published>2026-01-02T03:04:05Z</published>
    <link href="http://arxiv.org/abs/2601.00002v1" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/2601.00002v1" rel="related"/>
    <arxiv:doi>10.1234/q</arxiv:doi>
    <arxiv:journal_ref>Journal 1 (2026)</arxiv:journal_ref>
    <category term="cs.CL"/>
  </entry>
  <entry><title>一种方法</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>{ZH}</p><p>第二段。</p></div></content></entry>
</feed>
"""


def test_atom() -> None:
    document = feed.read(ATOM, "a.atom")
    assert document.title == "ArXiv Query"
    first, second = document.papers
    assert (plain(first.title), first.text) == (r"Compressing Models with \(O(n)\) Cost", EN)
    assert (first.authors, first.date, first.venue) == (
        ("Li Wang", "Hui Chen"),
        "2026-01-02T03:04:05Z",
        "Journal 1 (2026)",
    )
    assert first.identifiers == ("arxiv:2601.00002", "doi:10.1234/q")
    assert first.key == "arxiv:2601.00002"
    assert first.links[0] == "http://arxiv.org/abs/2601.00002v1"
    assert (plain(second.title), second.lang, [p.text for p in second.paragraphs]) == (
        "一种方法",
        "zh",
        [ZH, "第二段。"],
    )
    assert _lines(document)[0][0] == 4
    assert document.findings == ()


def test_rss() -> None:
    text = f"""<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>cs.CL updates</title>
<item><title>One &amp; two</title><link>https://arxiv.org/abs/2601.00003</link>
<description>arXiv:2601.00003v1 Announce Type: new
Abstract: {EN}</description><dc:creator>Li Wang, Hui Chen</dc:creator><guid>oai:arXiv.org:2601.00003v1</guid></item>
<item><title>Three (arXiv:2601.00004v2 [cs.CL] UPDATED)</title>
<description>&lt;p&gt;First &lt;b&gt;bold&lt;/b&gt;&amp;nbsp;part.&lt;/p&gt;&lt;p&gt;Second&hellip;&lt;/p&gt;</description></item>
<item><description></description><link>https://example.org/nothing</link></item>
</channel></rss>"""
    document = feed.read(text, "a.rss")
    first, second = document.papers
    assert (plain(first.title), first.text, first.authors) == ("One & two", EN, ("Li Wang", "Hui Chen"))
    assert (first.key, second.key) == ("arxiv:2601.00003", "arxiv:2601.00004")
    assert plain(second.title) == "Three"
    assert [p.text.replace("\xa0", " ") for p in second.paragraphs] == ["First bold part.", "Second…"]
    assert document.title == "cs.CL updates"
    assert _skipped(document) == [("read.record-skipped", 7)]


def test_broken_feeds_give_what_can_be_read_and_say_so() -> None:
    document = feed.read(ATOM[: ATOM.index("<category")], "a.xml")
    assert _titles(document) == [r"Compressing Models with \(O(n)\) Cost"]
    assert [f.code for f in document.findings] == ["read.feed-broken"]
    for text in ("", "no feed", "<"):
        with pytest.raises(SourceError, match=r"^a\.xml .*\.$"):
            feed.read(text, "a.xml")


def test_references_to_characters_that_are_none_are_removed_and_told() -> None:
    text = "<rss><channel><item><title>a&#xD800;b&#0;c&#x1F600;&#99999999;</title></item></channel></rss>"
    document = feed.read(text, "a.xml")
    assert _titles(document) == ["abc😀\ufffd"]
    assert [f.code for f in document.findings][:2] == ["read.control-removed", "read.replacement-character"]


def test_feeds_with_entities_are_refused_and_document_types_are_not_fetched() -> None:
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>'
    with pytest.raises(SourceError, match="entities"):
        feed.read(bomb, "a.xml")
    old = '<!DOCTYPE rss SYSTEM "http://127.0.0.1:9/rss.dtd">\n<rss><channel><item><title>One</title></item></channel></rss>'
    assert _titles(feed.read(old, "a.xml")) == ["One"]


@pytest.mark.parametrize("read", [bibtex.read, ris.read, csv.read, jsonl.read])
def test_nothing_and_rubbish_give_no_paper(read: object) -> None:
    for text in ("", "\n\n", "only some words\n", "@", "{", '"', "TY", "\x00"):
        document = read(text, "a")  # type: ignore[operator]
        assert document.papers == () or plain(document.papers[0].title)


@pytest.mark.parametrize(
    ("name", "role", "lang"),
    [
        ("Title", Role.TITLE, ""),
        ("论文标题", Role.TITLE, ""),
        ("abstract-zh-TW", Role.SUMMARY, "zh"),
        ("summary (en)", Role.SUMMARY, "en"),
        ("zh_abstract", Role.SUMMARY, "zh"),
        ("中文摘要", Role.SUMMARY, "zh"),
        ("摘要(英文)", Role.SUMMARY, "en"),
        ("arXiv ID", Role.IDENTIFIER, ""),
        ("pdf_url", Role.LINK, ""),
        ("发布日期", Role.DATE, ""),
        ("temperature", Role.OTHER, ""),
        ("x" * 500, Role.OTHER, ""),
    ],
)
def test_roles_of_names(name: str, role: Role, lang: str) -> None:
    assert role_of(name) == (role, lang)


def test_long_values_and_many_broken_ones() -> None:
    long = json.dumps({"title": "One", "abstract": "字" * 300_000, "numbers": list(range(30_000))}, ensure_ascii=False)
    text = long + "\n" + '{"title": ["\n' * 3_000 + long
    document = jsonl.read(text, "a.jsonl")
    assert [len(paper.text) for paper in document.papers] == [300_000, 300_000]
    assert len(_skipped(document)) == 3_000
    assert len(csv.read("title,abstract\n" + 'a,"b\n' * 3_001, "a.csv").papers) >= 1


def test_long_runs_of_spaces_cost_nothing() -> None:
    spaces = " " * 100_000
    assert len(feed.read(f"<rss><channel><item><title>x{spaces}y</title></item></channel></rss>", "a.xml").papers) == 1
    assert csv.read(f"title,authors\nOne,Li{spaces};{spaces}Hui\n", "a.csv").papers[0].authors == ("Li", "Hui")
