"""Comments and tracked changes of real Word files, where the shared corpus is at hand."""

from __future__ import annotations

import pytest
from lxml import etree

from bilingual.review.comments import read_comments
from bilingual.review.content import Anchors, Walker
from bilingual.review.opened import Opened, open_docx
from tests.conftest import ROOT

FOLDER = ROOT.parent / "shared" / "corpus" / "docx"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the shared corpus is not beside the repository")


def opened(name: str) -> Opened:
    return open_docx((FOLDER / name).read_bytes(), name)


def texts(name: str) -> tuple[str, str]:
    """The document with all changes rejected, and with all accepted."""
    file = opened(name)
    spans = [
        span
        for paragraph in Walker(file.relationships, Anchors()).paragraphs(etree.fromstring(file.document)[0])
        for span in paragraph.spans
    ]
    before = "".join(s.text for s in spans if s.tracked is None or not s.tracked.inserted)
    return before, "".join(s.text for s in spans if s.tracked is None or s.tracked.inserted)


def test_threads_anchors_and_resolution() -> None:
    file = opened("d2p_test_file_with_comments.docx")
    anchors = Anchors()
    list(Walker(file.relationships, anchors).paragraphs(etree.fromstring(file.document)[0]))
    threads = read_comments(file, anchors, own="")
    assert len(threads) == 10
    assert [thread.text.partition(" ")[2][:1] for thread in threads][:5] == ["1", "2", "3", "4", "5"]
    assert sum(len(thread.replies) for thread in threads) == 2
    assert [thread.text for thread in threads if thread.resolved] == ["Comment 8 - marked Resolved"]
    assert (threads[0].quoted.strip(), threads[8].quoted) == ("magna", "R1C1")
    assert all(thread.author and thread.date for thread in threads)


def test_insertions_and_deletions() -> None:
    assert texts("pandoc_track_changes_insertion.docx") == (
        "This is a text with insertions.",
        "This is a text with two exciting insertions.",
    )
    before, after = texts("pandoc_track_changes_deletion.docx")
    assert before.replace("n excessively modified", "") == after
    assert before != after


def test_a_whole_form_that_was_deleted_and_written_anew() -> None:
    before, after = texts("poitl_636_zh_tracked.docx")
    assert "项目名称" in before
    assert "applyNo" in after
    assert "applyNo" not in before
