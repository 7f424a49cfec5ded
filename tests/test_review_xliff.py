"""XLIFF out and in: units a row, codes for formulas, states; what translators' tools make of it."""

from __future__ import annotations

import pytest
from lxml import etree

from bilingual.errors import PublishError, ReviewError
from bilingual.model import Code, Digest, Link, Math, Text, plain
from bilingual.model.review import Verdict
from bilingual.ooxml.anchors import Manifest
from bilingual.publish.docx import identity
from bilingual.publish.docx_manifest import manifest_rows
from bilingual.publish.xliff import main_pair, render
from bilingual.review.xliff import read_xliff
from tests.docx_digests import CN, EN, TW, small, two_columns

V2 = "{urn:oasis:names:tc:xliff:document:2.0}"
V1 = "{urn:oasis:names:tc:xliff:document:1.2}"
RICH = (
    (
        (Text("甲"), Math("x_1"), Text("乙", ("strong",)), Link("https://a.org/?a=1&b=2", "鏈"), Text("<丙>。")),
        (Text("甲"), Math("x_1"), Text("乙", ("strong",)), Link("https://a.org/?a=1&b=2", "链"), Text("<丙>。")),
    ),
    ((Code("f(x)"), Text("丁。")), (Code("f(x)"), Text("丁。"))),
)


def base(digest: Digest) -> Manifest:
    return Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))


@pytest.mark.parametrize("version", ["2.1", "1.2"])
@pytest.mark.parametrize("pair", [(TW, CN), (CN, TW)])
def test_no_edit_is_no_change(version: str, pair: tuple[str, str]) -> None:
    digest = two_columns(*RICH)
    review = read_xliff(render(digest, version, pair).data, "t.xlf", base(digest))
    assert (review.changes, review.unknown, review.findings) == ((), (), ())
    assert {row.verdict for row in review.rows} == {Verdict.UNCHANGED}


def test_units_have_ids_states_and_codes_shared_by_source_and_target() -> None:
    root = etree.fromstring(render(small(), "2.1", (TW, EN)).data)
    assert (root.get("srcLang"), root.get("trgLang"), root.get("version")) == (TW, EN, "2.1")
    units = {unit.get("name"): unit for unit in root.iter(f"{V2}unit")}
    assert "1.1" not in units  # its Traditional text was converted, not source text
    assert units["1.2"].find(f"{V2}segment").get("state") == "initial"
    assert units["1.2"].find(f".//{V2}target") is None
    title = units["2.0"]
    one, other = (title.find(f".//{V2}{name}/{V2}ph") for name in ("source", "target"))
    assert (one.get("id"), one.get("dataRef")) == (other.get("id"), other.get("dataRef"))
    assert title.find(f".//{V2}data").text == r"\(\beta_1\)"
    first = etree.fromstring(render(small(), "1.2", (TW, EN)).data)
    states = {u.get("resname"): u.find(f"{V1}target").get("state") for u in first.iter(f"{V1}trans-unit")}
    assert states == {
        "A.1": "needs-translation",
        "1.0": "final",
        "1.2": "needs-translation",
        "2.0": "final",
        "2.1": "final",
    }


@pytest.mark.parametrize("version", ["2.1", "1.2"])
def test_rows_that_did_not_go_out_are_not_missing(version: str) -> None:
    digest = small()
    data = render(digest, version, (TW, EN)).data
    review = read_xliff(data, "t.xlf", base(digest))
    assert {row.row: row.verdict.value for row in review.rows} == dict.fromkeys(
        ("A.1", "1.0", "1.2", "2.0", "2.1"), "unchanged"
    )
    data = data.replace(b'"2.1"', b'"9.9"') if version == "1.2" else data.replace(b'name="2.1"', b'name="9.9"')
    review = read_xliff(data, "t.xlf", base(digest))
    assert [row.row for row in review.rows if row.verdict is Verdict.MISSING] == ["2.1"]
    assert [f.code for f in review.findings] == ["review.unknown"]


@pytest.mark.parametrize("version", ["2.1", "1.2"])
def test_translations_come_back_with_their_formulas(version: str) -> None:
    digest = two_columns(*RICH)
    text = render(digest, version, (CN, TW)).data.decode()
    assert text.count("甲") > 1
    place = text.index("甲", text.index("<target", text.index('"1.1"')))
    text = text[:place] + "子" + text[place + 1 :]
    (change,) = read_xliff(text.encode(), "t.xlf", base(digest)).changes
    assert (change.row, change.lang) == ("1.1", TW)
    assert change.after == (
        Text("子"),
        Math("x_1"),
        Text("乙", ("strong",)),
        Link("https://a.org/?a=1&b=2", "鏈"),
        Text("<丙>。"),
    )


def test_an_empty_target_that_was_filled() -> None:
    digest = small()
    text = render(digest, "1.2", (TW, EN)).data.decode()
    text = text.replace(
        '<target state="needs-translation"></target>', '<target state="translated">Hello \\(x\\).</target>', 1
    )
    (change,) = read_xliff(text.encode(), "t.xlf", base(digest)).changes
    assert (change.row, plain(change.after)) == ("A.1", r"Hello \(x\).")


def test_codes_without_attributes_are_found_by_their_number() -> None:
    digest = two_columns(*RICH)
    root = etree.fromstring(render(digest, "1.2", (CN, TW)).data)
    for target in root.iter(f"{V1}target"):
        for code in target.iter(f"{V1}x", f"{V1}g"):
            number = code.get("id")
            code.attrib.clear()
            code.set("id", number)
    review = read_xliff(etree.tostring(root), "t.xlf", base(digest))
    assert review.changes == ()


def test_codes_that_only_the_target_has_are_reported() -> None:
    digest = two_columns(*RICH)
    root = etree.fromstring(render(digest, "2.1", (CN, TW)).data)
    target = next(root.iter(f"{V2}target"))
    etree.SubElement(target, f"{V2}ph").set("id", "77")
    review = read_xliff(etree.tostring(root), "t.xlf", base(digest))
    assert [(f.code, f.segment) for f in review.findings] == [("review.code", "1.0")]
    assert review.changes == ()


def test_split_segments_marks_and_notes_of_a_tool() -> None:
    digest = two_columns(("一。二。", "一。二。"))
    root = etree.fromstring(render(digest, "2.1", (CN, TW)).data)
    unit = next(u for u in root.iter(f"{V2}unit") if u.get("name") == "1.1")
    segment = unit.find(f"{V2}segment")
    unit.remove(segment)
    for n, part in enumerate(("一。", "貳。")):
        made = etree.SubElement(unit, f"{V2}segment", {"id": f"s{n}"})
        etree.SubElement(made, f"{V2}source").text = part
        mark = etree.SubElement(etree.SubElement(made, f"{V2}target"), f"{V2}mrk", {"id": f"m{n}", "type": "term"})
        mark.text = part
    note = etree.SubElement(unit.find(f"{V2}notes"), f"{V2}note")
    note.text = "請確認"
    review = read_xliff(etree.tostring(root), "t.xlf", base(digest))
    assert [plain(change.after) for change in review.changes] == ["一。貳。"]
    assert [comment.text for comment in review.comments] == ["請確認"]


def test_control_characters_make_valid_xml() -> None:
    digest = two_columns(("a\x0bb", "a\x0bb"))
    for version in ("2.1", "1.2"):
        etree.fromstring(render(digest, version, (CN, TW)).data)


def test_the_pair_that_is_meant_when_none_is_stated() -> None:
    assert main_pair(small()) == (CN, EN)
    assert main_pair(two_columns(("一", "一"))) == (TW, CN)
    with pytest.raises(PublishError, match="no column en"):
        render(two_columns(("一", "一")), "2.1", (TW, EN))
    with pytest.raises(PublishError, match="not written"):
        render(small(), "3")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no xml", "not XML"),
        (b"<a/>", "no XLIFF"),
        (b'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="xx"/>', "no such column"),
        (b'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="zh-TW"/>', "no unit"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"/>', "document type"),
    ],
)
def test_what_is_no_xliff_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ReviewError, match=reason):
        read_xliff(data, "bad.xlf", base(small()))
