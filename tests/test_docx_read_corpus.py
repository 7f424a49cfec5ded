"""Word documents that other people and programs made: all visible text, in order, and what their gold says."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from bilingual.model import formulas, links
from bilingual.ooxml.comments import anchors, paragraphs, read_comments
from bilingual.ooxml.package import open_package
from bilingual.ooxml.revisions import RevisionKind, View
from bilingual.ooxml.story import in_view, read_story
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.docx import read_blocks

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def _data(corpus: Path, name: str) -> bytes:
    return (corpus / "docx" / f"{name}.docx").read_bytes()


def _blocks(corpus: Path, name: str) -> tuple[Block, ...]:
    return read_blocks(_data(corpus, name), f"{name}.docx")[0]


def _all(blocks: tuple[Block, ...]) -> str:
    return "".join("".join((*block.header, block.text)) for block in blocks)


def _letters(text: str) -> str:
    return "".join(text.split())


def test_every_document_reads_with_all_its_text_in_order(corpus: Path) -> None:
    files = sorted((corpus / "docx").glob("*.docx"))
    assert files
    for file in files:
        blocks, _ = read_blocks(file.read_bytes(), file.name)
        got = iter(_letters(_all(blocks)))
        wanted = _letters(_visible(file.read_bytes()))
        assert all(letter in got for letter in wanted), file.name  # `wanted` is a subsequence: order counts


def _visible(data: bytes) -> str:
    """The text of `w:t` in the main part, but what is deleted or the second form of something, and typed formulas."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = etree.fromstring(archive.read("word/document.xml"))
    hidden = {f"{W}del", f"{W}moveFrom", FALLBACK}
    shown = [t.text or "" for t in root.iter(f"{W}t") if not any(above.tag in hidden for above in t.iterancestors())]
    return re.sub(r"\$+", "", "".join(shown))


@pytest.mark.parametrize(
    ("name", "view"), [("insertion", View.ACCEPTED), ("deletion", View.REJECTED)], ids=["accepted", "rejected"]
)
def test_tracked_changes_read_as_their_gold(corpus: Path, name: str, view: View) -> None:
    suffix = "accept" if view is View.ACCEPTED else "reject"
    gold = (corpus / "docx" / f"pandoc_track_changes_{name}_{suffix}.native").read_text(encoding="utf-8")
    words = re.findall(r'Str "([^"]*)"', gold)
    story = read_story(open_package(_data(corpus, f"pandoc_track_changes_{name}"), name))
    got = " ".join(one.text for one in paragraphs(in_view(story.body, view)))
    assert got.split() == words


def test_changes_without_author_and_date(corpus: Path) -> None:
    story = read_story(open_package(_data(corpus, "pandoc_track_changes_scrubbed_metadata"), "x"))
    assert sorted(r.kind for r in story.met.revisions) == [RevisionKind.DELETED, RevisionKind.INSERTED]
    assert _blocks(corpus, "pandoc_track_changes_scrubbed_metadata")[0].text.startswith("Here is a")


def test_a_form_in_which_a_whole_table_is_deleted(corpus: Path) -> None:
    package = open_package(_data(corpus, "poitl_636_zh_tracked"), "x")
    story = read_story(package)
    assert len(story.met.revisions) == 6 + 18 + 13
    assert [block.kind for block in _blocks(corpus, "poitl_636_zh_tracked")] == [
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
    ]
    rejected = [one.text for one in paragraphs(in_view(story.body, View.REJECTED))]
    assert "项目名称" in rejected
    assert "{{{applyNo}}" not in "".join(rejected)


def test_cells_in_content_controls_stay_in_their_columns(corpus: Path) -> None:
    rows = [block for block in _blocks(corpus, "poitl_sdt_cell_zh") if block.kind is BlockKind.ROW]
    assert rows
    assert all("{{title}}" in _all((row,)) for row in rows[:3])
    assert {len(row.cells) for row in rows if row.header} <= {5}


def test_formulas_of_one_paragraph_stay_apart(corpus: Path) -> None:
    found = [tex for block in _blocks(corpus, "docling_omml_multi_equation_paragraph") for tex in formulas(block.runs)]
    assert ["".join(tex.split()) for tex in found[-3:]] == ["a=b", "c=d", "e=f"]


def test_links_of_fields(corpus: Path) -> None:
    (block,) = _blocks(corpus, "pandoc_instrText_hyperlink")
    assert len(links(block.runs)) >= 2
    assert all(href.startswith("http") for href in links(block.runs))
    assert "HYPERLINK" not in block.text


def test_a_digest_with_headings_in_styles_of_its_own(corpus: Path) -> None:
    blocks = _blocks(corpus, "km1994_digest_shimo_zh")
    levels = [block.level for block in blocks if block.kind is BlockKind.HEADING]
    assert len(levels) > 20
    assert set(levels) >= {1, 2, 3}
    assert any(block.kind is BlockKind.ITEM and block.level > 2 for block in blocks)


@pytest.mark.parametrize(
    ("name", "comments", "replies"),
    [
        ("all2md_footnotes-comments", 1, 0),
        ("d2p_test_file_with_comments", 12, 2),
        ("pandoc_comments", 5, 1),
        ("pandoc_comments_warning", 1, 0),
        ("pandoc_track_changes_scrubbed_metadata", 1, 0),
    ],
)
def test_comments_threads_and_anchors(corpus: Path, name: str, comments: int, replies: int) -> None:
    package = open_package(_data(corpus, name), name)
    found = read_comments(package)
    assert len(found) == comments
    assert sum(bool(comment.parent) for comment in found) == replies
    assert all(comment.text for comment in found)
    assert set(anchors(read_story(package).body)) == {comment.id for comment in found}


def test_notes_stand_after_their_paragraphs(corpus: Path) -> None:
    texts = [block.text for block in _blocks(corpus, "all2md_footnotes-comments")]
    assert sum(text.startswith("[") for text in texts) == 4
