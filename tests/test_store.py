"""Reading and writing: clear refusals, and no output is ever half written."""

from __future__ import annotations

from pathlib import Path

import pytest

from bilingual.errors import PublishError, SourceError, UsageError
from bilingual.pipeline import store


def test_missing_folder_and_special_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist; check the path"):
        store.read_source(tmp_path / "none.txt")
    with pytest.raises(SourceError, match="is a folder, not a source file"):
        store.read_source(tmp_path)
    with pytest.raises(SourceError, match="is not a regular file"):
        store.read_source(Path("/dev/null"))


def test_globs_and_links(tmp_path: Path) -> None:
    inside = tmp_path / "digest"
    inside.mkdir()
    for name in ("b.txt", "a.txt", "c.md"):
        (inside / name).write_text("x")
    assert [shown for shown, _ in store.expand(inside, "*.txt")] == ["a.txt", "b.txt"]
    with pytest.raises(SourceError, match="No file below"):
        store.expand(inside, "*.pdf")
    outside = tmp_path / "secret.txt"
    outside.write_text("secret")
    (inside / "link.txt").symlink_to(outside)
    with pytest.raises(SourceError, match="is a link to a place outside"):
        store.expand(inside, "*.txt")
    with pytest.raises(SourceError, match="is a link to a place outside"):
        store.expand(inside, "link.txt")


def test_an_output_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "out" / "digest.pdf"
    store.write_output(path, b"old")
    with pytest.raises(PublishError, match="cannot be written"):
        store.write_output(path / "below.pdf", b"new")
    assert path.read_bytes() == b"old"
    (tmp_path / "dir").mkdir()
    with pytest.raises(PublishError, match="is a folder"):
        store.write_output(tmp_path / "dir", b"new")
    assert [p.name for p in path.parent.iterdir()] == ["digest.pdf"]


def test_a_failure_in_the_middle_leaves_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "digest.pdf"
    store.write_output(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PublishError, match="No space left on device"):
        store.write_output(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["digest.pdf"]


def test_a_new_folder_must_be_new(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    with pytest.raises(UsageError, match="exists already and is not empty"):
        store.new_folder(tmp_path)
    store.new_folder(tmp_path / "y" / "z")
    assert (tmp_path / "y" / "z").is_dir()
