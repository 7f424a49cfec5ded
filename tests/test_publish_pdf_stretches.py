"""Stretches of a PDF: an edit leaves the others as they were, kept ones are taken, and their fonts become one."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from shutil import which

import pikepdf
import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.pens.recordingPen import RecordingPen

from bilingual.model import Digest
from bilingual.pipeline.kept import KeptPages
from bilingual.publish import pdf
from bilingual.publish.pdf_plan import stretches
from bilingual.publish.templates import load
from bilingual.publish.view import view
from tests.digests import digest, entry, titles

COLUMNS = ("zh-Hant-TW", "zh-Hans-CN", "en")
LONG = (
    "這是一段很長的文字，用來填滿許多頁面。" * 12,
    "这是一段很长的文字，用来填满许多页面。" * 12,
    "Long text. " * 20,
)


def long_digest(*changed: int, text: str = "改過的一句：齉龘。") -> Digest:
    """Papers enough for several stretches of the size that `short_stretches` sets; those of `changed` are edited."""
    entries = [
        entry(
            n,
            titles(f"標題 {n}", f"标题 {n}", f"Title {n}"),
            (LONG[0] + (text if n in changed else ""), LONG[1], LONG[2] + rf"With \(x_{{{n}}}+y^2\)."),
        )
        for n in range(1, 25)
    ]
    return digest(*entries)


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bilingual.publish.pdf_plan._LEAST", 1_500)
    monkeypatch.setattr("bilingual.publish.pdf_plan._MOST", 5_000)


class Recorder:
    """A store in memory that remembers what was asked for and what was new."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.taken: list[str] = []
        self.new: list[str] = []

    def get(self, key: str) -> bytes | None:
        if key in self.kept:
            self.taken.append(key)
        return self.kept.get(key)

    def put(self, key: str, data: bytes) -> None:
        self.new.append(key)
        self.kept[key] = data

    def forget_counts(self) -> None:
        self.taken, self.new = [], []


def test_an_edit_changes_few_stretches_even_when_it_changes_where_they_are_cut() -> None:
    before = stretches(view(long_digest()))
    after = stretches(view(long_digest(3, text="改過的一句。" * 400)))
    assert len(before) >= 5
    assert len(set(map(repr, after)) - set(map(repr, before))) <= 3
    assert repr(after[-1]) == repr(before[-1])


def test_stretches_hold_every_entry_once_and_never_end_with_a_heading() -> None:
    shown = view(long_digest())
    sections = replace(shown.sections[0], preface=shown.sections[0].entries[0].rows)
    cut = stretches(replace(shown, sections=(sections, *shown.sections)))
    numbers = [e.number for parts in cut for part in parts for e in part.entries]
    assert numbers == [*range(1, 25), *range(1, 25)]
    assert [part.opens for parts in cut for part in parts].count(True) == 2
    assert all(parts[-1].entries for parts in cut)
    assert sum(len(part.preface) for parts in cut for part in parts) == len(sections.preface)


def test_kept_stretches_are_taken_and_give_the_same_bytes() -> None:
    store = Recorder()
    first = pdf.render(long_digest(), load(), store=store)
    assert store.taken == []
    made = len(store.new)
    store.forget_counts()
    second = pdf.render(long_digest(), load(), store=store)
    assert store.new == []
    assert len(store.taken) == made
    assert second == first == pdf.render(long_digest(), load())


def test_after_an_edit_only_its_stretch_is_set_again() -> None:
    store = Recorder()
    pdf.render(long_digest(), load(), store=store)
    store.forget_counts()
    made = pdf.render(long_digest(3), load(), store=store)
    assert len(store.new) == 1, "new characters, but not more pages"
    assert made == pdf.render(long_digest(3), load())


def test_another_template_sets_all_stretches_again() -> None:
    store = Recorder()
    pdf.render(long_digest(), load(), store=store)
    made = len(store.new)
    store.forget_counts()
    home = load()
    pdf.render(long_digest(), replace(home, texts={**home.texts, "house.css": "p { color: #222 }"}), store=store)
    assert len(store.new) == made


def test_findings_of_kept_stretches_are_found_again() -> None:
    store = Recorder()
    broken = long_digest(5, text=r"壞的 \(\undefined{x\) 與 𿿽。")
    first = pdf.render(broken, load(), store=store)
    assert [finding.code for finding in first.findings] == ["math.unsupported", "font.missing-glyph"]
    assert pdf.render(broken, load(), store=store).findings == first.findings


def fonts_of(data: bytes) -> dict[str, dict[int, list[object]]]:
    """The outlines of the glyphs of each CFF font, by the name of the font and the number of the glyph."""
    document = pikepdf.open(io.BytesIO(data))
    found: dict[str, dict[int, list[object]]] = {}
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile3" in thing:
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(thing.FontFile3.read_bytes()), None)
            strings = fonts[0].CharStrings
            glyphs = found.setdefault(str(thing.FontName), {})
            for name in strings.keys():  # noqa: SIM118, it has no __iter__
                pen = RecordingPen()
                strings[name].draw(pen)
                width = strings[name].width
                glyphs[0 if name == ".notdef" else int(name.removeprefix("cid"))] = [pen.value, width]
    return found


def test_the_merged_fonts_have_the_outlines_and_widths_of_every_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    source = long_digest(2, 20)
    merged = fonts_of(pdf.render(source, load()).data)
    monkeypatch.setattr("bilingual.publish.pdf_plan._LEAST", 10**6)
    monkeypatch.setattr("bilingual.publish.pdf_plan._MOST", 10**7)
    whole = fonts_of(pdf.render(source, load()).data)
    if not any("CJK" in name for name in whole):
        pytest.skip("the Noto CJK fonts are not installed")
    assert merged.keys() == whole.keys()
    for name, glyphs in whole.items():
        assert merged[name] == glyphs, name


def test_equal_formulas_of_different_stretches_are_one_form() -> None:
    same = [
        entry(n, titles(f"標題 {n}", f"标题 {n}", f"Title {n}"), (LONG[0] + r"\(a^2+b^2\)", *LONG[1:]))
        for n in range(1, 25)
    ]
    document = pikepdf.open(io.BytesIO(pdf.render(digest(*same), load()).data))
    forms = [
        thing
        for thing in document.objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form" and "/Resources" not in thing
    ]
    assert len(forms) == 1


@pytest.mark.skipif(which("pdftotext") is None, reason="poppler-utils is not installed")
def test_a_glyph_that_two_characters_share_is_copied_as_the_plain_one() -> None:
    import subprocess

    text = "不\u00a0換行的空格 與 空 格，⼀ 與 一。"
    source = digest(entry(1, titles("T", "T", "T"), (text, text, "A\u00a0b c d.")))
    data = pdf.render(source, load()).data
    shown = subprocess.run(["pdftotext", "-raw", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    assert "A b c d." in shown
    assert "\u00a0" not in shown
    assert "⼀" not in shown


def test_files_that_are_damaged_or_cannot_be_written_are_as_if_absent(tmp_path: Path) -> None:
    kept = KeptPages(tmp_path / "pages")
    assert kept.get("a") is None
    kept.put("a", b"pages")
    assert kept.get("a") == b"pages"
    (file,) = (tmp_path / "pages").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    assert kept.get("a") is None
    kept.put("a", b"pages")
    assert kept.get("a") == b"pages"
    file.write_bytes(b"")
    assert kept.get("a") is None
    (tmp_path / "file").write_bytes(b"")
    blocked = KeptPages(tmp_path / "file" / "pages")
    blocked.put("a", b"pages")
    assert blocked.get("a") is None
    blocked.trim()


def test_what_was_used_last_is_kept_when_room_runs_out(tmp_path: Path) -> None:
    import os

    kept = KeptPages(tmp_path, limit=300)
    for n, key in enumerate("abc"):
        kept.put(key, key.encode() * 100)
        for file in tmp_path.iterdir():
            os.utime(file, ns=(n, n)) if file.stat().st_mtime_ns > 10**9 else None
    assert kept.get("a") == b"a" * 100
    kept.trim()
    assert [kept.get(key) is not None for key in "abc"] == [True, False, True]


def test_a_pdf_is_whole_without_the_kept_pages_and_with_damaged_ones(tmp_path: Path) -> None:
    first = pdf.render(long_digest(), load(), store=KeptPages(tmp_path)).data
    for n, file in enumerate(sorted(tmp_path.iterdir())):
        file.write_bytes(b"" if n % 2 else file.read_bytes()[:500])
    assert pdf.render(long_digest(), load(), store=KeptPages(tmp_path)).data == first
