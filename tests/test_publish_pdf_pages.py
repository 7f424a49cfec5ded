"""The PDF: texts, languages, fonts, structure, links, and that nothing is fetched."""

from __future__ import annotations

import io
import re
import subprocess
from dataclasses import replace
from functools import lru_cache
from shutil import which

import pikepdf
import pytest

from bilingual.errors import PublishError
from bilingual.model import Digest
from bilingual.publish import pdf
from bilingual.publish.templates import Templates, load
from tests.digests import digest, entry, sample, text_digest, titles

needs_poppler = pytest.mark.skipif(which("pdftotext") is None, reason="poppler-utils is not installed")


@lru_cache(maxsize=8)
def rendered(look: str = "auto", page: str = "A4") -> pdf.Rendered:
    return pdf.render(sample(), load(), pdf.PdfOptions(page=page, look=look))


@lru_cache(maxsize=16)
def opened(data: bytes) -> pikepdf.Pdf:
    """The document; it stays open, because its objects die with it."""
    return pikepdf.open(io.BytesIO(data))


def text_of(data: bytes, *options: str) -> str:
    done = subprocess.run(["pdftotext", *options, "-", "-"], input=data, capture_output=True, check=True)
    return done.stdout.decode()


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00ad]+", "", text)


def elements(data: bytes, kind: str) -> list[pikepdf.Dictionary]:
    """The structure elements of one kind in reading order."""
    found: list[pikepdf.Dictionary] = []

    def walk(node: pikepdf.Object) -> None:
        if isinstance(node, pikepdf.Array):
            for child in node:
                walk(child)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            if node["/S"] == kind:
                found.append(node)
            walk(node.get("/K", pikepdf.Array()))

    walk(opened(data).Root.StructTreeRoot.K)
    return found


@needs_poppler
@pytest.mark.parametrize("look", ["columns", "landscape", "interleaved"])
def test_every_text_is_on_the_pages(look: str) -> None:
    text = squeezed(text_of(rendered(look).data, "-raw"))
    for shown in sample().entries:
        for row in shown.rows:
            assert row.id in text
            for cell in row.cells:
                for piece in re.split(r"\\[(\[].*?\\[)\]]|\$[^$]+\$|`", cell.text):
                    assert squeezed(piece) in text


@needs_poppler
def test_source_text_prints_literally() -> None:
    text = squeezed(text_of(rendered().data, "-raw"))
    assert "{{7*7}}<b>粗體</b>" in text
    assert "<imgsrc=file:///etc/passwd>" in text
    assert "&amp;printastheyare.{%raw%}</td></table><script>alert(1)</script>" in text
    assert "root:" not in text


def test_cells_have_their_language_and_headers_a_scope() -> None:
    data = rendered().data
    assert {str(cell["/Lang"]) for cell in elements(data, "/TD") if "/Lang" in cell} == {
        "zh-Hant-TW",
        "zh-Hans-CN",
        "en",
    }
    headers = elements(data, "/TH")
    assert {str(cell["/A"]["/Scope"]) for cell in headers} == {"/Column", "/Row"}


def test_formulas_are_tagged_with_their_latex() -> None:
    formulas = [str(tag["/Alt"]) for tag in elements(rendered().data, "/Formula")]
    assert formulas.count(r"\(O(n^2 d)\)") == 3
    assert elements(rendered().data, "/Figure") == []


def test_equal_formulas_are_one_form() -> None:
    document = opened(rendered().data)
    forms = [
        thing
        for thing in document.objects
        if isinstance(thing, pikepdf.Stream)
        and thing.get("/Subtype") == "/Form"
        and float(thing["/BBox"][2]) != 841.889764
    ]
    different = {str(tag["/Alt"]) for tag in elements(rendered().data, "/Formula")}
    assert len(forms) == len(different) == 6  # the widest in two pieces, between which it may break


def test_bookmarks_are_clean_and_contents_link_to_pages() -> None:
    document = opened(rendered().data)
    with document.open_outline() as outline:
        top = [item.title for item in outline.root]
        below = [child.title for item in outline.root for child in item.children]
    assert top == ["目錄", "十一月的論文", "Templates & tags", "製作說明"]
    assert below[:2] == ["1 注意力就是你所需要的一切", "2 Adam: A Method for Stochastic Optimization in O(1/√T)"]
    links = [note for page in document.pages for note in page.get("/Annots", []) if note["/Subtype"] == "/Link"]
    inner = [note for note in links if "/A" not in note or note["/A"].get("/S") != "/URI"]
    assert len(inner) >= 5


@needs_poppler
def test_contents_state_the_page_that_the_entry_is_on() -> None:
    data = rendered().data
    pages = text_of(data, "-layout").split("\f")
    contents = next(page for page in pages if "目錄" in page)
    (number,) = re.findall(r"Templates & tags +(\d+)", contents)
    shown = [page for page in pages if re.search(rf"^\s*{number}\s*$", page, re.MULTILINE) and page is not contents]
    assert any("{{7*7}}" in page for page in shown)


def test_fonts_of_both_regions_are_embedded() -> None:
    document = opened(rendered().data)
    fonts = [
        thing
        for thing in document.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
    ]
    names = " ".join(str(font["/FontName"]) for font in fonts)
    if "Noto-Serif-CJK" not in names:
        pytest.skip("the Noto CJK fonts are not installed")
    assert "CJK-TC" in names
    assert "CJK-SC" in names
    assert all("/FontFile3" in font or "/FontFile2" in font for font in fonts)


def test_same_digest_same_bytes_and_the_date_of_the_digest() -> None:
    again = pdf.render(sample(), load())
    assert again.data == rendered().data
    document = opened(again.data)
    assert str(document.docinfo["/CreationDate"]).startswith("D:20261130")


def test_nothing_is_fetched() -> None:
    home = load()
    reach = '<img src="file:///etc/passwd" alt="x"><link rel="attachment" href="file:///etc/passwd"><img src="http://127.0.0.1:9/x.png" alt="y">'
    own = Templates({**home.texts, "pdf_colophon.html.j2": reach}, home.assets)
    data = pdf.render(sample(), own).data
    document = opened(data)
    assert len(document.attachments) == 0
    assert b"root:" not in b"".join(s.read_bytes() for s in document.objects if isinstance(s, pikepdf.Stream))


def test_assets_of_a_users_templates_are_shown() -> None:
    home = load()
    dot = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#f00"/></svg>'
    own = Templates(
        {**home.texts, "pdf_colophon.html.j2": '<img src="logo.svg" alt="Logo">'}, {"logo.svg": ("image/svg+xml", dot)}
    )
    data = pdf.render(sample(), own).data
    assert [str(tag["/Alt"]) for tag in elements(data, "/Figure")] == ["Logo"]


def test_a_formula_that_cannot_be_drawn_is_printed_and_found() -> None:
    made = pdf.render(text_digest(r"壞的 \(\undefined{x\)。", r"Bad \(\undefined{x\)."), load())
    assert [finding.code for finding in made.findings] == ["math.unsupported"]
    if which("pdftotext"):
        assert r"\(\undefined{x\)" in text_of(made.data, "-raw")


@needs_poppler
def test_a_long_address_stays_in_its_column() -> None:
    url = "https://example.org/" + "x" * 200
    made = pdf.render(text_digest(f"見{url}。", f"See {url}."), load())
    boxes = text_of(made.data, "-bbox")
    width = float(re.search(r'<page width="([\d.]+)"', boxes)[1])  # type: ignore[index]
    rights = [float(right) for right in re.findall(r'xMax="([\d.]+)"', boxes)]
    assert max(rights) < width - 40
    assert url in squeezed(text_of(made.data, "-raw"))


def test_a_row_longer_than_a_page_goes_on() -> None:
    made = pdf.render(text_digest("很長的一段。" * 900, "A long one. " * 900), load())
    assert len(opened(made.data).pages) > 4


@pytest.mark.parametrize(
    ("name", "size"), [("A4", (595, 842)), ("letter", (612, 792)), ("A5", (420, 595)), ("B5", (499, 709))]
)
def test_sheets(name: str, size: tuple[int, int]) -> None:
    data = rendered("columns", name).data
    box = opened(data).pages[0].mediabox
    assert (round(float(box[2])), round(float(box[3]))) == size


def test_unknown_sheets_and_looks_are_clear_errors() -> None:
    with pytest.raises(PublishError, match="A4, Letter, A5, B5"):
        rendered("columns", "A0")
    with pytest.raises(PublishError, match="auto, columns, landscape, interleaved"):
        rendered("sideways")


def test_two_columns_stand_upright_and_three_lie() -> None:
    two = digest(
        entry(1, titles("T", columns=("zh-Hant-TW", "en")), ("甲", "A"), columns=("zh-Hant-TW", "en")),
        columns=("zh-Hant-TW", "en"),
    )
    boxes = [opened(pdf.render(d, load()).data).pages[0].mediabox for d in (two, sample())]
    assert [float(box[2]) < float(box[3]) for box in boxes] == [True, False]


def test_a_digest_without_entries_is_a_document() -> None:
    empty: Digest = replace(sample(), sections=(), possible=(), colophon=())
    assert pdf.render(empty, load()).data.startswith(b"%PDF")


def long_digest() -> Digest:
    """Enough text for several stretches of the size that `short_stretches` sets."""
    text = "這是一段很長的文字，用來填滿許多頁面。" * 12
    entries = [
        entry(n, titles(f"標題 {n}", f"标题 {n}", f"Title {n}"), (text, text, "Long text. " * 20)) for n in range(1, 13)
    ]
    return digest(*entries)


@pytest.fixture
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bilingual.publish.pdf_plan._LEAST", 1_000)
    monkeypatch.setattr("bilingual.publish.pdf_plan._MOST", 3_000)


@lru_cache(maxsize=1)
def long_pdf() -> bytes:
    return pdf.render(long_digest(), load()).data


@pytest.mark.usefixtures("short_stretches")
def test_stretches_on_two_processes_give_the_same_bytes_as_on_one() -> None:
    from bilingual.publish.pdf_plan import stretches
    from bilingual.publish.view import view

    source = long_digest()
    assert len(stretches(view(source))) >= 3
    one, two = long_pdf(), pdf.render(source, load(), pdf.PdfOptions(workers=2)).data
    assert one == two
    document = opened(one)
    names = [
        thing["/FontName"]
        for thing in document.objects
        if isinstance(thing, pikepdf.Dictionary) and "/FontName" in thing
    ]
    assert len(names) == len(set(map(str, names)))


@pytest.mark.usefixtures("short_stretches")
def test_bookmarks_and_contents_reach_across_stretches() -> None:
    data = long_pdf()
    document = opened(data)
    numbers = {page.obj.objgen: n for n, page in enumerate(document.pages)}
    with document.open_outline() as outline:
        places = [numbers[item.destination[0].objgen] for item in outline.root[1].children]
    assert len(places) == 12
    assert places == sorted(places)
    if which("pdftotext"):
        pages = text_of(data, "-raw").split("\f")
        assert all(f"{n} 標題 {n} " in pages[place] for n, place in enumerate(places, 1))
        shown = {int(n): int(page) for n, page in re.findall(r"^(\d+) 標題 \d+ (\d+)$", pages[1], re.MULTILINE)}
        front = places[0]
        assert shown == {n: place - front + 1 for n, place in enumerate(places, 1)}


@pytest.mark.usefixtures("short_stretches")
def test_every_tag_has_a_parent_and_a_page_in_the_file() -> None:
    document = opened(long_pdf())
    pages = {page.obj.objgen for page in document.pages}
    tags = [
        thing
        for thing in document.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/StructElem"
    ]
    assert all(tag["/Pg"].objgen in pages for tag in tags if "/Pg" in tag)
    nums = list(document.Root.StructTreeRoot.ParentTree.Nums)
    owners = {int(n): owner for n, owner in zip(nums[::2], nums[1::2], strict=True)}
    assert {int(page.obj["/StructParents"]) for page in document.pages} <= set(owners)
    assert list(owners) == sorted(owners)
    for page in document.pages:
        marks = {int(n) for n in re.findall(rb"/MCID (\d+)", b"".join(c.read_bytes() for c in page.obj.Contents))}
        assert marks == set(range(len(owners[int(page.obj["/StructParents"])])))


def test_a_character_that_no_font_has_is_named_with_its_row() -> None:
    made = pdf.render(text_digest("罕見的 \U0003fffd 字。", "Rare."), load())
    found = [finding for finding in made.findings if finding.code == "font.missing-glyph"]
    assert [finding.segment for finding in found] == ["1.1"] * len(found)
    assert ["U+3FFFD" in finding.message for finding in found] == [True]


def test_common_characters_are_not_missing() -> None:
    assert rendered().findings == ()
