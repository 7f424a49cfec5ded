"""The EPUB: its container, well-formed pages, every row, links that lead somewhere, the same twice."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache

from lxml import etree

from bilingual.publish import epub
from bilingual.publish.templates import load
from tests.digests import sample, text_digest

XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"


@lru_cache(maxsize=1)
def book() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(epub.render(sample(), load()).data))


def parsed(name: str) -> etree._Element:
    return etree.fromstring(book().read(name))


def test_the_container_is_an_epub() -> None:
    first = book().infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert book().read("mimetype") == b"application/epub+zip"
    assert b"EPUB/package.opf" in book().read("META-INF/container.xml")


def test_the_manifest_has_every_file_once_and_the_spine_only_those() -> None:
    package = parsed("EPUB/package.opf")
    files = [item.get("href") for item in package.iter(f"{OPF}item")]
    assert sorted(f"EPUB/{name}" for name in files) == sorted(
        n for n in book().namelist() if n.startswith("EPUB/") and not n.endswith(".opf")
    )
    ids = {item.get("id") for item in package.iter(f"{OPF}item")}
    assert [item.get("idref") for item in package.iter(f"{OPF}itemref")] == [
        "title",
        "nav",
        "chapter-1",
        "chapter-2",
        "colophon",
    ]
    assert ids >= {item.get("idref") for item in package.iter(f"{OPF}itemref")}
    maths = [item.get("id") for item in package.iter(f"{OPF}item") if item.get("properties") == "mathml"]
    assert maths == ["chapter-1"]


def test_every_row_is_there_with_the_language_of_its_texts() -> None:
    rows = [row for n in (1, 2) for row in parsed(f"EPUB/chapter-{n}.xhtml").iter(f"{XHTML}div")]
    assert [row.get("id") for row in rows] == ["rP1.1", "r1.1", "r1.2", "r1.3", "r2.1", "r3.1"]
    assert [p.get("lang") for p in rows[1].iter(f"{XHTML}p") if p.get("lang")] == ["zh-Hant-TW", "zh-Hans-CN", "en"]
    assert "".join(rows[5][3].itertext()).startswith(
        "Templates {{7*7}}, tags <img src=file:///etc/passwd> and &amp; print"
    )


def test_links_of_the_contents_lead_to_ids() -> None:
    for link in parsed("EPUB/nav.xhtml").iter(f"{XHTML}a"):
        name, _, anchor = link.get("href", "").partition("#")
        page = parsed(f"EPUB/{name}")
        assert not anchor or page.find(f".//*[@id='{anchor}']") is not None


def test_control_characters_and_breaks_are_well_formed() -> None:
    made = epub.render(text_digest("甲\x00乙\ufffe。", "A\x0bB."), load())
    with zipfile.ZipFile(io.BytesIO(made.data)) as pages:
        assert "甲乙。" in "".join(etree.fromstring(pages.read("EPUB/chapter-1.xhtml")).itertext())


def test_same_digest_same_bytes() -> None:
    assert epub.render(sample(), load()).data == epub.render(sample(), load()).data
