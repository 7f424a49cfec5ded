"""The Word output as a file: equal bytes, valid against the schema, opened and saved again by LibreOffice.

`BILINGUAL_UPDATE_GOLDEN=1 pytest tests/test_publish_docx_files.py` writes the golden XML anew, after a look at the
pages; it is refused where CI is set.
"""

from __future__ import annotations

import importlib.util
import io
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from bilingual.errors import PublishError
from bilingual.ooxml.anchors import MANIFEST_NS
from bilingual.publish.docx import Layout, render
from tests.docx_digests import REFERENCE, small, two_columns
from tests.docx_editor import libreoffice
from tests.test_publish_docx_structure import M, W, part, shown, text_rows

GOLDEN = Path(__file__).parent / "golden"
SOFFICE = libreoffice()


@pytest.mark.parametrize("name", ["document", "digest-header", "digest-footer"])
def test_golden(name: str) -> None:
    made = etree.tostring(part(render(small(), REFERENCE).data, f"word/{name}.xml"), method="c14n2")
    text = made.decode().replace("<w:p>", "\n<w:p>").replace("<w:tr>", "\n<w:tr>").replace("<w:r>", "\n <w:r>") + "\n"
    path = GOLDEN / f"docx_{name}.xml"
    if os.environ.get("BILINGUAL_UPDATE_GOLDEN"):
        assert not os.environ.get("CI"), "golden files are not written in CI"
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_same_digest_gives_the_same_bytes_and_fixed_times() -> None:
    one, two = render(small(), REFERENCE).data, render(small(), REFERENCE).data
    assert one == two
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        infos = archive.infolist()
    assert infos[0].filename == "[Content_Types].xml"
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert len({info.filename for info in infos}) == len(infos)


@pytest.mark.parametrize("layout", list(Layout))
def test_the_schema_and_semantic_rules_of_word_hold(layout: Layout, tmp_path: Path) -> None:
    from openxml_audit import OpenXmlValidator

    path = tmp_path / "digest.docx"
    path.write_bytes(render(small(), REFERENCE, layout).data)
    result = OpenXmlValidator().validate(path)
    assert [str(error) for error in result.errors] == []


def test_the_shipped_reference_is_what_its_script_makes() -> None:
    script = Path(__file__).parent.parent / "docs" / "make_reference.py"
    spec = importlib.util.spec_from_file_location("make_reference", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.reference() == REFERENCE
    assert len(REFERENCE) < 100_000


def changed_reference(changes: dict[str, tuple[str, str]], added: dict[str, str] | None = None) -> bytes:
    """The shipped reference with a text replaced in some parts, and parts added."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(REFERENCE)) as source, zipfile.ZipFile(buffer, "w") as target:
        for name in source.namelist():
            text = source.read(name).decode()
            if name in changes:
                old, new = changes[name]
                assert old in text
                text = text.replace(old, new)
            target.writestr(name, text)
        for name, text in (added or {}).items():
            target.writestr(name, text)
    return buffer.getvalue()


def test_fonts_and_page_come_from_the_reference_of_the_user() -> None:
    own = changed_reference(
        {
            "word/styles.xml": ('w:eastAsia="Microsoft JhengHei"', 'w:eastAsia="標楷體"'),
            "word/document.xml": ('w:w="11906" w:h="16838"', 'w:w="12240" w:h="15840"'),
        }
    )
    root = part(render(two_columns(("一。", "一。")), own).data, "word/document.xml")
    rows = text_rows(root)
    assert [f.get(f"{W}eastAsia") for f in rows["1.1"][0].iter(f"{W}rFonts")] == ["標楷體"]
    assert [f.get(f"{W}eastAsia") for f in rows["1.1"][1].iter(f"{W}rFonts")] == ["Microsoft YaHei"]
    assert {s.get(f"{W}w") for s in root.iter(f"{W}pgSz")} == {"12240"}


def test_a_named_sheet_replaces_the_page_of_the_reference() -> None:
    root = part(render(small(), REFERENCE, page="a5").data, "word/document.xml")
    assert {(s.get(f"{W}w"), s.get(f"{W}h")) for s in root.iter(f"{W}pgSz")} == {("11906", "8391")}
    with pytest.raises(PublishError, match="A4, Letter, A5, B5"):
        render(small(), REFERENCE, page="A3000")


def test_running_heads_of_the_reference_are_kept() -> None:
    header = f'<w:hdr xmlns:w="{W[1:-1]}"><w:p><w:r><w:t>Our house</w:t></w:r></w:p></w:hdr>'
    own = changed_reference(
        {
            "word/document.xml": ("<w:pgSz", '<w:headerReference w:type="default" r:id="rId77"/><w:pgSz'),
            "word/_rels/document.xml.rels": (
                "</Relationships>",
                '<Relationship Id="rId77" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
                'header" Target="header1.xml"/></Relationships>',
            ),
            "[Content_Types].xml": (
                "</Types>",
                '<Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.'
                'wordprocessingml.header+xml"/></Types>',
            ),
        },
        {"word/header1.xml": header},
    )
    data = render(small(), own).data
    assert shown(part(data, "word/header1.xml")) == "Our house"
    references = [r.get(f"{{{part(data, 'word/document.xml').nsmap['r']}}}id") for r in _heads(data)]
    assert references == ["rId77"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert "word/digest-header.xml" not in archive.namelist()


def _heads(data: bytes) -> list[etree._Element]:
    return list(part(data, "word/document.xml").iter(f"{W}headerReference", f"{W}footerReference"))


@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice or its Math is not installed")
def test_libreoffice_opens_it_and_keeps_what_the_round_trip_needs(tmp_path: Path) -> None:
    data = render(small(), REFERENCE).data
    (tmp_path / "digest.docx").write_bytes(data)
    command = [str(SOFFICE), f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to"]
    for kind in ("docx:MS Word 2007 XML", "pdf"):
        subprocess.run(
            [*command, kind, "--outdir", str(tmp_path / "out"), str(tmp_path / "digest.docx")],
            check=True,
            capture_output=True,
            timeout=180,
        )
    saved = (tmp_path / "out" / "digest.docx").read_bytes()
    before, after = part(data, "word/document.xml"), part(saved, "word/document.xml")
    names = [{b.get(f"{W}name") for b in root.iter(f"{W}bookmarkStart")} for root in (before, after)]
    assert names[0] <= names[1]
    assert len(list(after.iter(f"{M}oMath"))) == len(list(before.iter(f"{M}oMath")))
    rows_before, rows_after = text_rows(before), {}
    for row in after.iter(f"{W}tr"):
        cells = row.findall(f"{W}tc")
        if shown(cells[0]) in rows_before:
            rows_after[shown(cells[0])] = [shown(c) for c in cells[1:]]
    assert rows_after == {key: [shown(c) for c in cells] for key, cells in rows_before.items()}
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        items = [archive.read(n) for n in archive.namelist() if n.startswith("customXml/item")]
    assert any(MANIFEST_NS.encode() in item for item in items)
    assert (tmp_path / "out" / "digest.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("headings", "tables"), [("in-table", 1), ("between-tables", 2)])
def test_a_digest_states_where_its_headings_stand(headings: str, tables: int, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from bilingual.cli import root

    (tmp_path / "digest.toml").write_text(
        'columns = ["zh-Hans-CN", "zh-Hant-TW"]\n[[source]]\npath = "a.txt"\nlayout = "bullets"\n'
        f'[publish]\nheadings = "{headings}"\n',
        encoding="utf-8",
    )
    (tmp_path / "a.txt").write_text("- One\n-\n第一篇论文的摘要。\n\n- Two\n-\n第二篇论文的摘要。\n", encoding="utf-8")
    result = CliRunner().invoke(root, ["build", str(tmp_path), "--to", "docx"], standalone_mode=False)
    assert result.exception is None
    document = part((tmp_path / "build" / "digest.docx").read_bytes(), "word/document.xml")
    assert len(list(document.iter(f"{W}tbl"))) == tables


def test_the_document_for_an_editor_passes_the_same_rules(tmp_path: Path) -> None:
    from openxml_audit import OpenXmlValidator

    from bilingual.findings import Finding, Severity
    from bilingual.publish.docx import render_review

    note = Finding("numbers.differ", Severity.WARNING, "3 < 4 & more", segment="1.1")
    data = render_review(small(), REFERENCE, findings=[note]).data
    path = tmp_path / "review.docx"
    path.write_bytes(data)
    assert [str(error) for error in OpenXmlValidator().validate(path).errors] == []
    comments = part(data, "word/comments.xml")
    assert [shown(comment) for comment in comments] == ["3 < 4 & more [numbers.differ]"]
    assert part(data, "word/settings.xml").find(f"{W}trackRevisions") is not None
    assert render_review(small(), REFERENCE, findings=[note]).data == data
