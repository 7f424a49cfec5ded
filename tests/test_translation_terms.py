"""Terms from CSV and TBX, found in texts, inflected, and checked in translations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.errors import SourceError
from bilingual.protect.terms import Concept, Status, Term, Termbase, base_forms, check_terms
from bilingual.translation.termfile import read_terms

CSV = """zh-Hans,en,status,note
# a comment
扩散模型,diffusion model,preferred,
扩散模型,diffusing model,forbidden,not this
联邦学习,federated learning|FL,,
卷积,convolution,admitted,
"""
TBX3 = """<?xml version="1.0"?><!DOCTYPE tbx SYSTEM "TBXcoreStructV03.dtd">
<tbx type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
<conceptEntry id="c7"><langSec xml:lang="zh-TW"><termSec><term>擴散模型</term></termSec></langSec>
<langSec xml:lang="en"><termSec><term>diffusion model</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec>
<termSec><term>spread model</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec></langSec>
<langSec xml:lang="fr"><termSec><term>modèle</term></termSec></langSec></conceptEntry></body></text></tbx>"""
TBX2 = """<martif type="TBX" xml:lang="en"><text><body><termEntry id="t1"><langSet xml:lang="zh-CN"><tig><term>卷积</term></tig></langSet>
<langSet xml:lang="en"><ntig><termGrp><term>convolution</term><termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></termGrp></ntig></langSet></termEntry></body></text></martif>"""


def base(text: str) -> Termbase:
    return Termbase(read_terms(text.encode(), "terms.csv"))


def test_lines_with_the_same_source_are_one_concept() -> None:
    one, two, three = read_terms(CSV.encode("utf-8-sig"), "terms.csv")
    assert one.names("en", Status.PREFERRED) == ("diffusion model",)
    assert one.names("en", Status.FORBIDDEN) == ("diffusing model",)
    assert two.names("en", Status.PREFERRED) == ("federated learning", "FL")
    assert three.names("en", Status.ADMITTED) == ("convolution",)
    assert one.place == "terms.csv:3"


def test_source_and_target_columns_and_other_delimiters() -> None:
    text = "source;target;status\n扩散模型;diffusion model;\n扩散模型;spread model;forbidden\n"
    (concept,) = read_terms(text.encode(), "t.csv")
    assert [term.status for term in concept.terms] == [Status.PREFERRED, Status.PREFERRED, Status.FORBIDDEN]
    (concept,) = read_terms("zh-Hant\ten\n擴散\tdiffusion\n".encode("utf-16"), "t.tsv")
    assert concept.names("zh-Hant-TW", Status.PREFERRED) == ("擴散",)


@pytest.mark.parametrize("text", [TBX3, TBX2])
def test_tbx_basic_of_both_versions(text: str) -> None:
    (concept,) = read_terms(text.encode(), "t.tbx")
    assert {term.lang for term in concept.terms} <= {"zh-Hant-TW", "zh-Hans-CN", "en"}
    assert concept.names("en", Status.PREFERRED, Status.ADMITTED) in (("diffusion model",), ("convolution",))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"one,two\nx,y\n", "terms.csv:1"),
        (b"en\nx\n", "names 1 languages"),
        (b"zh-Hans,en,status\nx,y,perhaps\n", "terms.csv:2"),
        (b"source,target\nx,\n", "no target"),
        (b"\xff\xfe\xfd,\n", "UTF-8"),
        (b"<html/>", "not TBX"),
        (b"<tbx", "XML"),
    ],
)
def test_a_file_that_is_wrong_says_where(data: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read_terms(data, "terms.csv")


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("We train a diffusion model.", ""),
        ("Diffusion models are trained.", ""),
        ("A diffusion-model approach", ""),
        ("We train a model.", "terms.missing"),
        ("We train a diffusing model.", "terms.forbidden"),
        ("Transfusion model", "terms.missing"),
    ],
)
def test_a_translation_is_checked_with_inflected_forms(target: str, code: str) -> None:
    found = check_terms(base(CSV), "我们训练扩散模型。", target, "zh-Hans-CN", "en", "1.1")
    assert [finding.code for finding in found] == ([code] if code else [])


def test_a_source_without_terms_needs_none() -> None:
    assert check_terms(base(CSV), "我们训练模型。", "We train.", "zh-Hans", "en") == ()


def test_the_longest_name_counts() -> None:
    made = base("zh-Hans,en\n模型,model\n扩散模型,diffusion model\n")
    assert [hit.concept.names("en", Status.PREFERRED)[0] for hit in made.find("扩散模型与模型", "zh-Hans")] == [
        "diffusion model",
        "model",
    ]


def test_traditional_names_are_known_in_simplified_too() -> None:
    made = Termbase((Concept("c", (Term("zh-Hant", "擴散"), Term("en", "diffusion"))),))
    assert not made.find("扩散", "zh-Hans")
    assert made.simplified(lambda text: text.replace("擴", "扩")).find("扩散", "zh-Hans")


@pytest.mark.parametrize(
    ("word", "base_form"),
    [
        ("networks", "network"),
        ("studies", "study"),
        ("classes", "class"),
        ("trained", "train"),
        ("pruning", "prune"),
        ("mapping", "map"),
        ("matrices", "matrix"),
        ("analyses", "analysis"),
        ("model's", "model"),
        ("sparsely", "sparse"),
    ],
)
def test_inflected_words_have_their_base_form(word: str, base_form: str) -> None:
    assert base_form in base_forms(word)


@given(st.text(max_size=60), st.text(min_size=1, max_size=8))
def test_a_name_in_a_text_is_found(text: str, name: str) -> None:
    made = Termbase((Concept("c", (Term("zh-Hans", name), Term("en", "x"))),))
    found = made.find(f"{text}。{name}。{text}", "zh-Hans")
    assert found or not any(char.isalnum() for char in name)
    assert all(0 <= hit.start < hit.end for hit in found)
