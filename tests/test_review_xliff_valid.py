"""XLIFF that goes out is valid: by grammars of the two standards, and by their rules that no grammar can say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from bilingual.model import Break, Cell, Code, Digest, Inline, Link, Math, Origin, OriginKind, Runs, Segment, Text
from bilingual.model.review import Verdict
from bilingual.ooxml.anchors import Manifest
from bilingual.publish.docx import identity
from bilingual.publish.docx_manifest import manifest_rows
from bilingual.publish.xliff import VERSIONS, render
from bilingual.review.xliff import read_xliff
from tests.docx_digests import CN, EN, TW, small, two_columns

SCHEMAS = Path(__file__).parent / "schemas"
GRAMMARS = {version: etree.RelaxNG(file=str(SCHEMAS / f"xliff-{version}.rng")) for version in VERSIONS}
CODES = ("ph", "pc", "x", "g")


def name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def broken_rules(root: etree._Element) -> Iterator[str]:
    """Constraints of the standards: XLIFF 2.1, 4.2.2, 4.3.1 and 4.7; XLIFF 1.2, 2.3 and 3.2."""
    units = [e for e in root.iter() if name(e) in ("unit", "trans-unit")]
    yield from (f"unit {i} twice" for i, n in Counter(unit.get("id") for unit in units).items() if n > 1)
    if any(name(e) == "target" for e in root.iter()) and not (root.get("trgLang") or root[0].get("target-language")):
        yield "targets without a target language"
    for unit in units:
        data = [e.get("id") for e in unit.iter() if name(e) == "data"]
        if len(set(data)) < len(data):
            yield f"{unit.get('id')}: data twice"
        for code in unit.iter():
            wanted = {code.get("dataRef"), code.get("dataRefStart"), code.get("dataRefEnd")} - {None}
            if not wanted <= set(data):
                yield f"{unit.get('id')}: no data {wanted}"
            if code.get("subType") and not code.get("type"):
                yield f"{unit.get('id')}: a subType without a type"
        sides = {side: [e for e in unit.iter() if name(e) == side] for side in ("source", "target")}
        codes = {side: [c for part in parts for c in part.iter() if name(c) in CODES] for side, parts in sides.items()}
        for side, found in codes.items():
            ids = [code.get("id") for code in found]
            yield from (f"{unit.get('id')}: code {i} twice in {side}" for i, n in Counter(ids).items() if n > 1)
        first = {code.get("id"): code for code in codes["source"]}
        for code in codes["target"]:
            same = first.get(code.get("id"))
            if same is not None and (name(same), same.attrib) != (name(code), code.attrib):
                yield f"{unit.get('id')}: code {code.get('id')} is another one in the target"
        if not sides["target"] and any(e.get("state") not in (None, "initial") for e in unit.iter()):
            yield f"{unit.get('id')}: a state without a target"


def check(data: bytes, version: str) -> None:
    root = etree.fromstring(data)
    GRAMMARS[version].assertValid(root)
    assert list(broken_rules(root)) == []


_TEXT = st.text(st.sampled_from("甲乙a <>&\"'\n\t中。"), min_size=1, max_size=6) | st.just("甲\x0b乙")
_MARKS = st.sets(st.sampled_from(["strong", "emphasis", "underline", "strike", "sup", "sub"]), max_size=3)
_INLINES: st.SearchStrategy[Inline] = st.one_of(
    st.builds(lambda text, marks: Text(text, tuple(sorted(marks))), _TEXT, _MARKS),
    st.builds(
        lambda tex, display: Math(tex, display, r"\[" if display else r"\("),
        st.sampled_from(["x", "a<b", r"\&"]),
        st.booleans(),
    ),
    st.builds(Code, st.sampled_from(["f(x)", "a < b"])),
    st.builds(Link, st.sampled_from(["https://a.org/?a=1&b=2", "https://b.org"]), st.sampled_from(["甲", "b & c"])),
    st.just(Break()),
)
_RUNS: st.SearchStrategy[Runs] = st.lists(_INLINES, max_size=6).map(tuple)


def manifest(digest: Digest) -> Manifest:
    return Manifest(identity(digest), digest.date, digest.columns, tuple(manifest_rows(digest)))


def with_texts(pairs: list[tuple[Runs, Runs]], kind: OriginKind) -> Digest:
    digest = two_columns(*((("源"), ("标")) for _ in pairs))
    (entry,) = digest.entries
    rows = tuple(
        replace(
            row,
            cells=(
                Cell(TW, (Segment(f"k/{row.id}.1", TW, (Text("源"), *source), Origin(OriginKind.SOURCE)),)),
                Cell(CN, (Segment(f"k/{row.id}.1", CN, (Text("标"), *target), Origin(kind)),) if target else ()),
            ),
        )
        for row, (source, target) in zip(entry.rows, pairs, strict=True)
    )
    return replace(digest, sections=(replace(digest.sections[0], entries=(replace(entry, rows=rows),)),))


@pytest.mark.parametrize("version", VERSIONS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    pairs=st.lists(st.tuples(_RUNS, _RUNS), min_size=1, max_size=4),
    kind=st.sampled_from([kind for kind in OriginKind if kind is not OriginKind.MISSING]),
)
def test_whatever_goes_out_is_valid_and_comes_back_unchanged(
    version: str, pairs: list[tuple[Runs, Runs]], kind: OriginKind
) -> None:
    digest = with_texts(pairs, kind)
    data = render(digest, version, (TW, CN)).data
    check(data, version)
    review = read_xliff(data, "t.xlf", manifest(digest))
    assert (review.changes, review.unknown, review.findings) == ((), (), ())
    assert {row.verdict for row in review.rows} == {Verdict.UNCHANGED}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("pair", [(TW, CN), (TW, EN), (CN, TW), (EN, TW)])
def test_a_digest_of_three_columns_is_valid_in_every_pair(version: str, pair: tuple[str, str]) -> None:
    digest = small()
    data = render(digest, version, pair).data
    check(data, version)
    assert read_xliff(data, "t.xlf", manifest(digest)).changes == ()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('state="final"', 'state="done"'),
        ("<source>", "<source><b/>"),
        ("<source>", '<target id="t"></target><source>'),
        ("<xliff ", '<xliff versoin="1" '),
        ('id="u2.1"', 'id="u2.0"'),
        ('id="u2.1"', ""),
    ],
)
def test_what_is_not_valid_is_seen(version: str, old: str, new: str) -> None:
    data = render(small(), version, (TW, EN)).data.decode()
    assert old in data
    root = etree.fromstring(data.replace(old, new).encode())
    assert not GRAMMARS[version].validate(root) or list(broken_rules(root))
