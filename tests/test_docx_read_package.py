"""Hostile and damaged packages end in one clear sentence, in bounded time and memory; nothing is fetched."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from bilingual.errors import SourceError
from bilingual.ooxml.package import open_package
from bilingual.readers.docx import read_blocks
from tests.docx_packages import cell, docx, paragraph, part, row, run, table


def _refused(data: bytes, *words: str) -> str:
    with pytest.raises(SourceError) as caught:
        read_blocks(data, "a.docx")
    message = str(caught.value)
    assert message.startswith("a.docx ")
    assert message.endswith(".")
    assert "\n" not in message
    for word in words:
        assert word in message
    return message


def _zip(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("name", ["../evil.xml", "word/../../evil", "/etc/passwd", "C:/x.xml", "..\\x", "\\\\host\\x"])
def test_unsafe_names_are_refused(name: str) -> None:
    _refused(docx(paragraph("x"), entries={name: b"x"}), "unsafe name")


def test_entries_that_are_there_twice_are_refused() -> None:
    out = io.BytesIO(docx(paragraph("x")))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(out, "a") as archive:
        archive.writestr("word/document.xml", part("document", "<w:body/>"))
    _refused(out.getvalue(), "twice")
    _refused(docx(paragraph("x"), entries={"word/DOCUMENT.xml": b"x"}), "twice")


def test_encrypted_and_old_files_are_refused() -> None:
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
    _refused(container + "EncryptedPackage".encode("utf-16-le"), "encrypted", "password")
    _refused(container + "WordDocument".encode("utf-16-le"), "old format")
    locked = bytearray(docx(paragraph("x")))
    at = locked.rindex(b"PK\x01\x02")
    locked[at + 8] |= 1
    _refused(bytes(locked), "password")


@pytest.mark.parametrize("keep", [10, 200, 600])
def test_truncated_files_are_refused(keep: int) -> None:
    _refused(docx(paragraph("x"))[:keep], "truncated or damaged")


def test_parts_that_do_not_match_their_checksum_are_refused() -> None:
    data = bytearray(_zip(*_entries(docx(paragraph("the text")))))
    stored = _zip(*_entries(bytes(data)), method=zipfile.ZIP_STORED).replace(b"the text", b"THE TEXT")
    _refused(stored, "damaged", "word/document.xml")


def _entries(data: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def test_other_files_are_no_documents() -> None:
    _refused(b"%PDF-1.7", "not a DOCX")
    _refused(b"", "not a DOCX")
    _refused(_zip(("a.txt", b"x")), "not a Word document")
    _refused(docx(document='<workbook xmlns="urn:x"/>'), "not a Word document")


def test_a_bomb_is_stopped_while_it_inflates() -> None:
    bomb = part("document", f"<w:body>{paragraph('x')}{' ' * (40 << 20)}</w:body>")
    data = docx(document=bomb)
    assert len(data) < 100_000
    _refused(data, "inflates to more than a document can have")


def test_a_bomb_in_a_part_that_is_not_read_does_nothing() -> None:
    data = docx(paragraph("x"), entries={"word/media/image1.png": bytes(30 << 20)})
    assert [block.text for block in read_blocks(data, "a.docx")[0]] == ["x"]


def test_more_elements_than_fit_into_memory_are_refused() -> None:
    rng = random.Random(7)
    names = ["".join(rng.choices("abcdefgh", k=2)) for _ in range(5000)]
    many = "".join(f"<{name}/>" for name in names) * 1300
    _refused(docx(document=part("document", f"<w:body>{many}</w:body>")), "was not read")


def test_more_paragraphs_than_fit_into_memory_are_refused() -> None:
    _refused(docx("<w:p/>" * 400_001), "400,000 paragraphs")


def test_too_many_entries_are_refused() -> None:
    _refused(docx(paragraph("x"), entries={f"x/{n}": b"" for n in range(10_001)}), "entries")


ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>&b;</w:body></w:document>'
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd"><w:document '
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/></w:document>'
)


@pytest.mark.parametrize("document", [ENTITIES, OUTSIDE])
def test_entities_and_document_types_are_refused(document: str) -> None:
    _refused(docx(document=document), "document type or entities")
    _refused(docx(document="", entries={"word/document.xml": document.encode("utf-16")}), "document type or entities")


def test_an_undeclared_entity_is_damage() -> None:
    _refused(docx(paragraph(run("&nothing;"))), "is not XML")


def test_a_value_longer_than_any_document_has_is_refused() -> None:
    letters = "".join(random.Random(3).choices("abcdefghijklmnopqrstuvwxyz", k=11_000_000))
    _refused(docx(f'<w:p w:rsidR="{letters}"/>'), "longer than any document has")


@pytest.mark.parametrize("depth", [250, 5_000])
def test_deep_nesting_is_refused_without_recursion(depth: int) -> None:
    nested = "<w:smartTag>" * depth + run("x") + "</w:smartTag>" * depth
    _refused(docx(paragraph(nested)), "was not read")


@pytest.mark.parametrize(
    ("opening", "closing", "depth"),
    [
        ("<w:smartTag>", "</w:smartTag>", 180),
        ("<w:ins><w:hyperlink>", "</w:hyperlink></w:ins>", 90),
        ("<m:oMath><m:rad><m:deg/><m:e>", "</m:e></m:rad></m:oMath>", 60),
        ("<m:f><m:num/><m:den>", "</m:den></m:f>", 90),
        ("<w:r><w:pict><w:txbxContent><w:p>", "</w:p></w:txbxContent></w:pict></w:r>", 45),
    ],
)
def test_nesting_just_short_of_the_limit_is_read(opening: str, closing: str, depth: int) -> None:
    nested = opening * depth + run("x") + closing * depth
    if opening.startswith("<m:f"):
        nested = f"<m:oMath>{nested}</m:oMath>"
    blocks = read_blocks(docx(paragraph(nested)), "a.docx")[0]
    assert "x" in "".join(block.text for block in blocks)


def test_tables_in_tables_are_read() -> None:
    nested = paragraph("x")
    for _ in range(60):
        nested = table(row(cell(nested, paragraph(""))))
    assert [block.text for block in read_blocks(docx(nested), "a.docx")[0]] == ["x"]
    nested = paragraph("x")
    for _ in range(60):
        nested = table(row(cell(nested), cell("y")))
    assert "x" in read_blocks(docx(nested), "a.docx")[0][0].text


def test_external_relationships_are_only_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("a reader opened a connection")

    monkeypatch.setattr(socket, "socket", no_network)
    template = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" '
        'Type="http://x/attachedTemplate" Target="http://127.0.0.1:9/t.dotm" TargetMode="External"/></Relationships>'
    )
    data = docx(
        paragraph("x"), entries={"word/_rels/settings.xml.rels": template.encode()}, links={"k": "http://127.0.0.1:9/"}
    )
    assert [block.text for block in read_blocks(data, "a.docx")[0]] == ["x"]


def test_targets_cannot_leave_the_package() -> None:
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" '
        'Type="http://x/styles" Target="../../../etc/passwd"/></Relationships>'
    )
    package = open_package(docx(paragraph("x"), entries={"word/_rels/settings.xml.rels": rels.encode()}), "a.docx")
    assert package.relationships("word/settings.xml")["t"].target == "etc/passwd"


def test_names_of_parts_are_found_whatever_their_case_and_slashes() -> None:
    data = _zip(
        *[
            (name.replace("word/document.xml", "Word\\Document.xml"), content)
            for name, content in _entries(docx(paragraph("x")))
        ]
    )
    assert [block.text for block in read_blocks(data, "a.docx")[0]] == ["x"]


def test_fifty_thousand_signs_and_a_very_long_run() -> None:
    for text in ("$" * 50_000, "[" * 50_000, "\\(" * 50_000, "字" * 200_000, "`" * 50_001):
        (block,) = read_blocks(docx(paragraph(run(text))), "a.docx")[0]
        assert len(block.text) >= 50_000
    many = "".join(run("$x", "<w:b/>" if n % 2 else "") for n in range(20_000))
    assert read_blocks(docx(paragraph(many)), "a.docx")[0]


@pytest.mark.parametrize(
    "part_of_many",
    [
        '<w:commentRangeStart w:id="{n}"/><w:r><w:t>x</w:t></w:r>',
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>x</w:t></w:r>',
        '<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r>',
        '<w:r><w:footnoteReference w:id="{n}"/></w:r><w:r><w:t>x</w:t></w:r>',
        '<w:r><w:rPr><w:b w:val="{n}"/></w:rPr><w:t>$x$</w:t></w:r>',
    ],
)
def test_ten_thousand_of_one_thing_in_a_paragraph(part_of_many: str) -> None:
    many = "".join(part_of_many.replace("{n}", str(n)) for n in range(10_000))
    (block,) = read_blocks(docx(paragraph(many)), "a.docx")[0]
    assert block.text.count("x") == 10_000


def test_ten_thousand_paragraphs_merge_into_one() -> None:
    many = "".join(paragraph("x", '<w:rPr><w:del w:id="1"/></w:rPr>') for _ in range(10_000))
    (block,) = read_blocks(docx(many, paragraph("y")), "a.docx")[0]
    assert block.text == "x" * 10_000 + "y"


def test_a_span_is_never_wider_than_a_table() -> None:
    (block,) = read_blocks(docx(table(row(*[cell("x", properties='<w:gridSpan w:val="999999"/>')] * 3))), "a.docx")[0]
    assert len(block.cells) <= 66
