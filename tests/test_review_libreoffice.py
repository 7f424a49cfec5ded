"""Returned files that LibreOffice really made: edits by its own API, with and without tracking, and a resave."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bilingual.model.review import Review, Verdict
from bilingual.review.read import read_review
from tests.docx_digests import CN, TW
from tests.docx_editor import libreoffice
from tests.test_review_read import four_rows, manifest, said, sent

SOFFICE = libreoffice()
PYTHON = Path("/usr/bin/python3")


def _has_uno() -> bool:
    if SOFFICE is None or not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-c", "import uno"], capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(
    not _has_uno(), reason="LibreOffice or its Python bridge (python3-uno) is not installed"
)


def edited(tmp_path: Path, *steps: list[object]) -> Review:
    digest = four_rows()
    (tmp_path / "review.docx").write_bytes(sent(digest).save())
    script = Path(__file__).parent / "libreoffice_editor.py"
    arguments = [str(SOFFICE), str(tmp_path), str(tmp_path / "review.docx"), str(tmp_path / "back.docx")]
    subprocess.run([PYTHON, script, *arguments, json.dumps(steps)], check=True, capture_output=True, timeout=240)
    return read_review((tmp_path / "back.docx").read_bytes(), "back.docx", manifest(digest))


EDITS: list[list[object]] = [
    ["insert", "1.1", "B", 3, "【插入】"],
    ["delete", "1.2", "C", 0, 2],
    ["track", "", "", False],
    ["insert", "1.4", "C", 9, "沒有追蹤。"],
]
WANTED = {
    ("1.1", TW): "第一列【插入】的譯文在此。",
    ("1.2", CN): "讲别的事情。",
    ("1.4", CN): "最后一行结束全篇。沒有追蹤。",
}


def test_tracked_and_silent_edits(tmp_path: Path) -> None:
    review = edited(tmp_path, *EDITS)
    assert said(review) == WANTED
    assert [change.tracked for change in review.changes] == [True, True, False]


def test_all_changes_accepted(tmp_path: Path) -> None:
    review = edited(tmp_path, *EDITS, ["accept all", "", ""])
    assert said(review) == WANTED
    assert {change.tracked for change in review.changes} == {False}


def test_rows_removed_and_added(tmp_path: Path) -> None:
    review = edited(
        tmp_path, ["track", "", "", False], ["remove row", "1.2", ""], ["add row", "1.3", "", "全新的一列內容"]
    )
    assert said(review) == {}
    assert [row.row for row in review.rows if row.verdict is Verdict.MISSING] == ["1.2"]
    assert [(row.after, dict(row.texts)[TW]) for row in review.unknown] == [("1.3", "全新的一列內容")]
