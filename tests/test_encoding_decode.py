"""Bytes become the right text, or a person is asked, or the file is refused in one sentence.

The public reports that these cases answer: B29 short titles in GBK, B31 and B35 Big5, B32 GB labels and the euro sign,
B34 few Chinese words in English and UTF-16 without a mark. B37, a table with a mark, is in `test_records_formats`.
"""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.errors import SourceError, UsageError
from bilingual.findings import Severity
from bilingual.readers.encoding import declared_charset, decode

HANS = (
    "本文提出一种新的训练方法，让小模型也能读懂长文档。作者在三个公开数据集上做了实验，"
    "结果表明准确率提高了两个百分点，而所需的计算量减少了一半。"
)
HANT = (
    "這篇論文討論如何讓機器自動整理學術摘要。研究團隊先收集兩萬篇文章，再請專家逐句標記重點，"
    "最後用這些資料訓練模型，並在沒有看過的領域裡測試。"
)
ENGLISH = "We train a small model on long documents and halve the cost of reading them.\n"


def _codes(data: bytes, **options: str) -> list[str]:
    return [finding.code for finding in decode(data, "x.txt", **options).findings]


@pytest.mark.parametrize(
    ("text", "codec", "shown"),
    [
        (HANS, "utf-8", "utf-8"),
        (HANS, "utf-8-sig", "utf-8"),
        (HANT, "utf-16", "utf-16-le"),
        (HANS, "utf-16-le", "utf-16-le"),
        (HANS, "utf-16-be", "utf-16-be"),
        (ENGLISH, "utf-16-le", "utf-16-le"),
        (ENGLISH, "utf-16-be", "utf-16-be"),
        (HANS, "utf-32", "utf-32-le"),
        (HANS, "gb2312", "gb18030"),
        (HANS, "gbk", "gb18030"),
        (HANS + "镕堃喆€", "gb18030", "gb18030"),
        (HANS + "𠮷㐂", "gb18030", "gb18030"),
        (HANT, "gbk", "gb18030"),
        (HANT, "big5", "big5"),
        (HANT + "碁銹裏", "cp950", "cp950"),
        (HANT + "啲嘅咗", "big5hkscs", "big5hkscs"),
        (ENGLISH, "ascii", "utf-8"),
    ],
)
def test_each_encoding_gives_its_text_with_no_finding(text: str, codec: str, shown: str) -> None:
    decoded = decode(text.encode(codec), "x.txt")
    assert (decoded.text, decoded.encoding, decoded.findings) == (text, shown, ())


@pytest.mark.parametrize("order", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_byte_order_mark_does_not_enter_the_text(order: bytes) -> None:
    codec = "utf-16-le" if order == codecs.BOM_UTF16_LE else "utf-16-be"
    decoded = decode(order + HANS.encode(codec), "x.txt")
    assert (decoded.text, decoded.encoding) == (HANS, codec)


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "utf-16"])
def test_line_ends_become_one(codec: str) -> None:
    assert decode(f"{HANS}\r\n\r\n{HANS}\r{HANS}\n".encode(codec), "x").text == f"{HANS}\n\n{HANS}\n{HANS}\n"


@pytest.mark.parametrize("label", ["GB2312", "gb_2312-80", "GBK", "x-gbk", "CP936", "EUC-CN", "gb18030"])
def test_all_gb_labels_read_what_only_gb18030_has(label: str) -> None:
    text = "朱镕基、林堃、陈喆，㐂𠮷，价格为 30 €"
    assert decode(text.encode("gb18030"), "x", label).text == text


def test_the_one_byte_euro_sign_of_code_page_936() -> None:
    assert decode(HANS.encode("gbk") + b"\x80", "x").text == HANS + "€"
    second_byte = b"\xb8\x80"
    assert decode(b"a\x80b" + second_byte, "x", "gbk").text == "a€b" + second_byte.decode("gb18030")


def test_vertical_marks_of_the_2000_edition_are_no_private_characters() -> None:
    assert decode(HANS.encode("gbk") + b"\xa6\xd9\xa6\xda\xfe\x59", "x").text == HANS + "︐︒龴"


@pytest.mark.parametrize("text", ["中文标题十个字的例子", "学习", "一种数据增强方法"])
def test_short_gbk_titles_are_read_and_asked_for(text: str) -> None:
    decoded = decode(text.encode("gbk"), "x.txt")
    assert (decoded.text, decoded.encoding) == (text, "gb18030")
    (finding,) = decoded.findings
    assert (finding.code, finding.severity) == ("read.encoding-uncertain", Severity.WARNING)
    assert "--encoding" in finding.message
    assert "gb18030" in finding.message
    assert "big5" in finding.message
    assert decode(text.encode("gbk"), "x.txt", "gbk").findings == ()


def test_big5_page_with_no_charset_is_big5() -> None:
    page = f"<html><head><title>摘要</title></head><body><p>{HANT}</p></body></html>"
    assert decode(page.encode("big5"), "x.html").text == page


def test_few_chinese_words_in_english_are_never_windows_1252() -> None:
    text = ENGLISH * 20 + "The terms are 数据, 模型 and 论文.\n" + ENGLISH
    decoded = decode(text.encode("gbk"), "x.txt")
    assert (decoded.text, decoded.encoding) == (text, "gb18030")
    assert [(f.code, f.line) for f in decoded.findings] == [("read.encoding-uncertain", 21)]


def test_latin_letters_in_one_byte_are_read_and_reported() -> None:
    text = "The naïve Bayes filter, says Müller, doesn’t need “big” data.\n"
    decoded = decode(text.encode("cp1252"), "x.txt")
    assert decoded.text == text
    assert [f.code for f in decoded.findings] == ["read.encoding-uncertain"]


@pytest.mark.parametrize(
    "text", ["naïve café", "α–β", "Erdős–Rényi", "Привет, мир! Как дела?", "שלום עולם, שלום לכולם"]
)
def test_utf8_without_chinese_is_utf8(text: str) -> None:
    decoded = decode(text.encode(), "x.txt")
    assert (decoded.text, decoded.encoding, decoded.findings) == (text, "utf-8", ())


def test_a_false_declaration_loses_to_the_bytes() -> None:
    page = f'<meta http-equiv="Content-Type" content="text/html; charset=gb2312"><p>{HANT}</p>'
    for codec, shown in (("utf-8", "utf-8"), ("big5", "big5"), ("utf-16-le", "utf-16-le")):
        decoded = decode(page.encode(codec), "x.html")
        assert (decoded.text, decoded.encoding) == (page, shown)
        (finding,) = decoded.findings
        assert (finding.code, finding.severity) == ("read.encoding-declared", Severity.INFO)


def test_a_true_declaration_settles_a_short_text() -> None:
    page = '<?xml version="1.0" encoding="GB2312"?><t>学习</t>'
    decoded = decode(page.encode("gbk"), "x.xml")
    assert (decoded.text, decoded.findings) == (page, ())
    assert _codes("摘要".encode("big5"), declared="big5") == []
    assert _codes("摘要".encode("big5")) == ["read.encoding-uncertain"]


@pytest.mark.parametrize(
    ("start", "charset"),
    [
        (b'<meta charset="utf-8">', "utf-8"),
        (b"<META HTTP-EQUIV=x CONTENT='text/html; charset=Big5'>", "Big5"),
        (b"<?xml version='1.0' encoding='gbk'?>", "gbk"),
        (b"no markup, charset=gbk", None),
        (b"<meta " * 700 + b" charset=gbk>", None),
    ],
)
def test_declarations_are_found_at_the_start(start: bytes, charset: str | None) -> None:
    assert declared_charset(start) == charset


@pytest.mark.parametrize(
    "data",
    [
        "大韓民國의 首都는 서울이며 人口가 가장 많은 都市이다. 모델을 학습한다.".encode("euc-kr"),
        "この論文では新しい学習方法を提案する。データは公開されている。".encode("shift_jis"),
        "この論文では新しい学習方法を提案する。データは公開されている。".encode("euc-jp"),
        "В этой статье предложен новый метод обучения моделей.".encode("koi8-r"),
        bytes(range(256)) * 8,
        b"\x00\x01\x02\x03" * 400,
    ],
)
def test_what_no_known_encoding_reads_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"^x\.txt .*--encoding") as caught:
        decode(data, "x.txt")
    assert "\n" not in str(caught.value)


# Plane 1 of CNS 11643 follows the order of Big5's first level, 5,401 letters from 乙 row 36 on.
def _euc_tw(text: str) -> bytes:
    order = [bytes((lead, trail)) for lead in range(0xA4, 0xC7) for trail in (*range(0x40, 0x7F), *range(0xA1, 0xFF))]
    place = {code: number for number, code in enumerate(order)}
    out = bytearray()
    for char in text:
        number = place.get(char.encode("big5"))
        if number is not None:
            out += bytes((0xA1 + 35 + number // 94, 0xA1 + number % 94))
    return bytes(out)


def test_euc_tw_is_refused_and_says_how_to_convert_it() -> None:
    with pytest.raises(SourceError, match="save it as UTF-8"):
        decode(_euc_tw(HANT), "x.txt")
    with pytest.raises(SourceError, match="iconv -f EUC-TW -t UTF-8"):
        decode(_euc_tw(HANT), "x.txt", "euc-tw")


@pytest.mark.parametrize(
    "magic",
    [b"%PDF-1.7\n", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf1", b"\x89PNG\r\n", b"\x1f\x8b\x08"],
)
def test_other_files_are_refused_by_what_they_are(magic: bytes) -> None:
    with pytest.raises(SourceError, match=r"^notes is .*\.$"):
        decode(magic + b"1234", "notes")


def test_damage_is_reported_with_its_line() -> None:
    data = f"{HANS}\n{HANS}\n".encode() * 3
    broken = data[:300] + b"\xff" + data[300:]
    decoded = decode(broken, "x.txt")
    assert decoded.text.replace("\ufffd", "") != ""
    assert decoded.encoding == "utf-8"
    (finding,) = decoded.findings
    assert (finding.code, finding.line) == (
        "read.bytes-replaced",
        1 + decoded.text[: decoded.text.index("\ufffd")].count("\n"),
    )
    cut = decode(HANT.encode("big5") * 3 + b"\xa4", "x.txt")
    assert [f.code for f in cut.findings] == ["read.bytes-replaced"]


def test_replacement_characters_of_the_source_are_no_damage() -> None:
    assert _codes(f"{HANS}\ufffd".encode()) == []
    assert _codes(f"{HANS}\ufffd".encode("gb18030")) == []


def test_a_stated_encoding_is_obeyed_or_refused() -> None:
    assert decode(HANT.encode("big5"), "x", "Big5-HKSCS").text == HANT
    assert decode("日本語".encode("shift_jis"), "x", "shift_jis").text == "日本語"
    assert decode("naïve".encode("cp1252"), "x", "windows-1252").findings == ()
    assert decode(HANS.encode("utf-16"), "x", "utf-16").text == HANS
    assert decode(HANS.encode("utf-16-be"), "x", "utf-16").text == HANS
    assert decode(HANS.encode("utf-8-sig"), "x", "utf-8").text == HANS
    with pytest.raises(SourceError, match="not readable as utf-8"):
        decode(HANS.encode("gbk"), "x", "utf-8")
    for name in ("utf-9", "idna", "base64", "unicode_escape"):
        with pytest.raises(UsageError, match="not known"):
            decode(b"text", "x", name)


def test_nul_bytes_in_utf8_do_not_make_it_utf16() -> None:
    text = HANS + "\0" + HANS
    assert decode(text.encode(), "x").text == text


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.sampled_from(["utf-8-sig", "utf-16", "utf-32"])
)
def test_any_text_with_a_mark_comes_back(text: str, codec: str) -> None:
    wanted = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert decode(text.removeprefix("\ufeff").encode(codec), "x").text == wanted


@given(st.lists(st.sampled_from([*HANS]), min_size=40, max_size=80), st.sampled_from(["gb18030", "utf-8", "utf-16-le"]))
def test_shuffled_simplified_letters_are_told(letters: list[str], codec: str) -> None:
    text = "".join(letters)
    assert decode(text.encode(codec), "x").text == text


@given(st.lists(st.sampled_from([*HANT]), min_size=40, max_size=80), st.sampled_from(["gb18030", "big5", "utf-16-be"]))
def test_shuffled_traditional_letters_are_told(letters: list[str], codec: str) -> None:
    text = "".join(letters)
    assert decode(text.encode(codec), "x").text == text


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_text_or_a_refusal(data: bytes) -> None:
    told = ""
    try:
        told = decode(data, "x").text.replace("\n", " ")
    except SourceError as error:
        told = str(error)
    assert not {"\n", "\r"} & set(told)


# What a person says each file of the corpus is: its codec, and words that stand in it.
CORPUS = {
    "enc/Big5___chromium_Big5_with_no_encoding_specified.html": ("big5", "big5"),
    "enc/Big5___ude_1.txt": ("big5", "big5"),
    "enc/Big5__sinica.edu.tw.xml": ("big5", "big5"),
    "enc/GB2312___chromium_gb18030_with_no_encoding_specified.html.xml": ("gb18030", "gb18030"),
    "enc/GB2312___mozilla_bug171813_text.html": ("gb18030", "gb18030"),
    "enc/UTF-16LE__nobom-utf16le.txt": ("utf-16-le", "utf-16-le"),
    "enc/UTF-16LE__plane1-utf-16le.html": ("utf-16-le", "utf-16-le"),
    "enc/UTF-16__bom-utf-16-le.srt": ("utf-16-le", "utf-16"),
    "enc/juc_big5.txt": ("big5", "big5"),
    "enc/juc_gb2312-sample.txt": ("gb18030", "gb18030"),
    "enc/juc_gbk-sample.txt": ("gb18030", "gbk"),
    "enc/juc_utf16le.txt": ("utf-16-le", "utf-16"),
    "enc/uchardet_gb18030.txt": ("gb18030", "gb18030"),
    "enc/utf-8-sig__bom-utf-8.srt": ("utf-8", "utf-8-sig"),
    "enc_derived/a03_big5.md": ("big5", "big5"),
    "enc_derived/a03_cp950.md": ("big5", "cp950"),
    "enc_derived/a05_utf8-bom_crlf.md": ("utf-8", "utf-8-sig"),
    "enc_derived/a07_utf16le_bom.md": ("utf-16-le", "utf-16"),
}


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_files_decode_as_their_manifest_says(corpus: Path, name: str) -> None:
    shown, codec = CORPUS[name]
    data = (corpus / name).read_bytes()
    decoded = decode(data, name)
    assert decoded.encoding == shown
    assert decoded.text == data.decode(codec).replace("\r\n", "\n").replace("\r", "\n")
    assert [f for f in decoded.findings if f.severity is not Severity.INFO] == []


def test_every_encoded_file_of_the_corpus_is_in_the_table(corpus: Path) -> None:
    found = {str(p.relative_to(corpus)) for folder in ("enc", "enc_derived") for p in (corpus / folder).iterdir()}
    assert found == {*CORPUS, "enc/EUC-TW___ude_euc-tw1.txt"}


def test_corpus_file_in_euc_tw_is_refused(corpus: Path) -> None:
    with pytest.raises(SourceError, match="no encoding that can be recognised"):
        decode((corpus / "enc/EUC-TW___ude_euc-tw1.txt").read_bytes(), "euc-tw.txt")


@pytest.mark.parametrize("name", ["a01_hdshang_cs-AI_2023-12-02_index.md", "a24_pomelyu_paper_with_NUL_excerpt.md"])
def test_corpus_files_in_utf8_are_utf8(corpus: Path, name: str) -> None:
    data = (corpus / name).read_bytes()
    assert decode(data, name).text == data.decode().replace("\r\n", "\n")
