"""The whole way round: build, edit, import, build again; conflicts, decisions, undo, the memory."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bilingual.cli import root
from bilingual.errors import ReviewError, UsageError
from bilingual.model import Math, OriginKind, Text, plain
from bilingual.model.review import Change, Comment, Review
from bilingual.pipeline.build import make_digest
from bilingual.pipeline.config import read_config
from bilingual.pipeline.progress import Silent
from bilingual.pipeline.review import load_edits, plan_import, undo, write_import
from bilingual.review.decisions import decide, write_conflicts
from bilingual.review.edits import Edits, apply_edits, current_texts, joined, read_edits, write_edits
from bilingual.review.lessons import proposals, touched
from bilingual.review.merge import merge
from bilingual.review.page import changes_page
from tests.docx_digests import CN, EN, TW, small
from tests.docx_editor import Editor, W

TOML = """\
title = { zh-Hant-TW = "測試", zh-Hans-CN = "测试" }
date = 2026-11-30
columns = ["zh-Hant-TW", "zh-Hans-CN"]
[[source]]
path = "a.txt"
layout = "bullets"
"""
SOURCE = """\
- Attention Is All You Need
-
这篇论文提出了只用注意力的模型。它的训练时间是 \\(O(n^2)\\) 的。

- Adam: A Method for Stochastic Optimization
-
这篇论文提出了自适应的优化方法。
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "digest.toml").write_text(TOML, encoding="utf-8")
    (tmp_path / "a.txt").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def run(*args: str) -> str:
    result = CliRunner().invoke(root, list(args), catch_exceptions=False, standalone_mode=False)
    assert result.exception is None
    return result.stdout


def sent(folder: Path) -> Editor:
    run("build", str(folder), "--to", "review.docx")
    return Editor((folder / "build" / "review.docx").read_bytes())


def texts(folder: Path) -> dict[str, dict[str, str]]:
    run("build", str(folder), "--to", "json")
    data = json.loads((folder / "build" / "digest.json").read_text(encoding="utf-8"))
    return {
        row["id"]: {tag: cell["text"] for tag, cell in row["cells"].items()}
        for entry in data["entries"]
        for row in entry["rows"]
    }


def test_build_edit_import_build(folder: Path) -> None:
    editor = sent(folder)
    editor.insert(editor.cell("1.1", 1), 4, "著名的", tracked=True)
    editor.comment(editor.cell("2.1", 1), "查證")
    returned = folder / "returned.docx"
    returned.write_bytes(editor.save())
    before = texts(folder)
    shown = json.loads(run("review", "diff", str(returned), "--dir", str(folder), "--json"))
    assert [change["after"] for change in shown["accepted"]] == ["這篇論文著名的提出了只用注意力的模型。"]
    assert not (folder / "reviews").exists()
    run("review", "import", str(returned), "--dir", str(folder))
    after = texts(folder)
    assert after["1.1"]["zh-Hant-TW"] == "這篇論文著名的提出了只用注意力的模型。"
    assert {key: cells for key, cells in after.items() if key != "1.1"} == {
        key: cells for key, cells in before.items() if key != "1.1"
    }
    again = json.loads(run("review", "import", str(returned), "--dir", str(folder), "--json"))
    assert (again["accepted"], len(again["settled"]), again["conflicts"]) == ([], 1, [])
    status = json.loads(run("review", "status", "--dir", str(folder), "--json"))["rows"]
    assert {(r["paper"], r["editor"], r["edits"], r["comments"]) for r in status} == {
        ("1", "Lin", 1, 0),
        ("2", "Lin", 0, 1),
    }
    memory = (folder / "memory" / "reviewed.tmx").read_text(encoding="utf-8")
    assert "這篇論文著名的提出了只用注意力的模型。" in memory
    assert "这篇论文提出了只用注意力的模型。" in memory
    run("review", "undo", "--dir", str(folder))
    assert texts(folder) == before


def test_an_edit_of_changed_source_is_stale_and_said_to_be(folder: Path) -> None:
    editor = sent(folder)
    editor.insert(editor.cell("2.1", 1), 0, "新", tracked=True)
    (folder / "r.docx").write_bytes(editor.save())
    run("review", "import", str(folder / "r.docx"), "--dir", str(folder))
    (folder / "a.txt").write_text(SOURCE.replace("自适应的优化方法", "另一种优化方法"), encoding="utf-8")
    result = CliRunner().invoke(root, ["build", str(folder), "--to", "json"], standalone_mode=False)
    assert "review.stale" in result.stderr
    assert "新" not in texts(folder)["2.1"]["zh-Hant-TW"]


def test_two_editors_disagree_agree_and_decide(folder: Path) -> None:
    files = []
    for name, put in (("one", "甲"), ("two", "乙")):
        editor = sent(folder)
        editor.insert(editor.cell("1.1", 1), 0, put, tracked=True)
        editor.insert(editor.cell("2.1", 1), 0, "同", tracked=True)
        path = folder / f"{name}.docx"
        path.write_bytes(editor.save())
        files.append(path)
    config = read_config(folder / "digest.toml")
    digest = make_digest(config, Silent())
    plan = plan_import(folder, digest, files)
    assert [plain(change.after)[:1] for change in plan.merged.accepted] == ["同"]
    (conflict,) = plan.merged.conflicts
    assert [plain(option.after)[:1] for option in conflict.options] == ["甲", "乙"]
    write_import(folder, digest, plan)
    assert texts(folder)["1.1"]["zh-Hant-TW"].startswith("這")
    path = folder / "reviews" / "conflicts.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('choose = ""', 'choose = "2"'), encoding="utf-8")
    digest = make_digest(config, Silent())
    write_import(folder, digest, plan_import(folder, digest, files))
    assert texts(folder)["1.1"]["zh-Hant-TW"].startswith("乙這")
    assert not path.exists()


def test_an_import_that_is_killed_leaves_everything_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = sent(folder)
    editor.insert(editor.cell("1.1", 1), 0, "新", tracked=True)
    (folder / "r.docx").write_bytes(editor.save())
    digest = make_digest(read_config(folder / "digest.toml"), Silent())
    plan = plan_import(folder, digest, [folder / "r.docx"])
    before = texts(folder)
    import bilingual.pipeline.review as module

    write = module.write_output
    for survives in range(3):
        done = 0

        def killed(path: Path, data: bytes, error: type[Exception], survives: int = survives) -> None:
            nonlocal done
            if done == survives:
                raise KeyboardInterrupt
            done += 1
            write(path, data, error)

        monkeypatch.setattr(module, "write_output", killed)
        with pytest.raises(KeyboardInterrupt):
            write_import(folder, digest, plan)
        assert texts(folder) == before
    monkeypatch.setattr(module, "write_output", write)
    write_import(folder, digest, plan)
    assert texts(folder)["1.1"]["zh-Hant-TW"].startswith("新")


def test_undo_without_an_import_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="No import"):
        undo(tmp_path)


def change(after: str, before: str = "第二句。", segment: str = "k/1.1.1", lang: str = TW, author: str = "A") -> Change:
    return Change(segment, lang, "1.2", "", (Text(before),), (Text(after),) if after else (), author)


def review(name: str, *changes: Change) -> Review:
    return Review(name, "", (), changes)


def test_merge_is_three_way() -> None:
    now = {("k/1.1.1", TW): (Text("第二句。"),), ("k/1.1.2", TW): (Text("改過了。"),)}
    agreed = merge([review("1", change("甲。")), review("2", change("甲。", author="B"))], now)
    assert [(c.author, plain(c.after)) for c in agreed.accepted] == [("A, B", "甲。")]
    differ = merge([review("1", change("甲。")), review("2", change("乙。"))], now)
    assert (differ.accepted, len(differ.conflicts)) == ((), 1)
    moved_on = merge([review("1", change("丙。", "第三句。", "k/1.1.2"))], now)
    assert [plain(c.current) for c in moved_on.conflicts] == ["改過了。"]
    done = merge([review("1", change("改過了。", "第三句。", "k/1.1.2"))], now)
    assert (len(done.settled), done.conflicts) == (1, ())
    gone = merge([review("1", change("丁。", segment="other"))], now)
    assert [c.segment_id for c in gone.lost] == ["other"]


def test_a_decision_counts_only_for_the_texts_it_was_made_about() -> None:
    now = {("k/1.1.1", TW): (Text("第二句。"),)}
    found = merge([review("1", change("甲“x”\\。")), review("2", change("乙。"))], now).conflicts
    text = write_conflicts(found).replace('choose = ""', 'choose = "1"')
    decided, still_open = decide(found, text, "c.toml")
    assert ([plain(c.after) for c in decided], still_open) == (["甲“x”\\。"], ())
    other = merge([review("1", change("甲。")), review("2", change("乙。"))], now).conflicts
    assert decide(other, text, "c.toml") == ((), other)
    own = write_conflicts(found).replace('text = ""', r"text = 'own \(x\)'")
    assert [plain(c.after) for c in decide(found, own, "c.toml")[0]] == [r"own \(x\)"]
    with pytest.raises(ReviewError, match='"7" is no choice'):
        decide(found, write_conflicts(found).replace('choose = ""', 'choose = "7"'), "c.toml")
    with pytest.raises(ReviewError, match="not valid TOML"):
        decide(found, "[[", "c.toml")


def test_edits_are_kept_as_plain_data_and_read_back_exactly() -> None:
    digest = small()
    runs = current_texts(digest)["k/1.1.1", TW]
    one = Change(
        "k/1.1.1", TW, "1.1", "0", runs, (*runs, Text("加", ("strong",))), "L", "2026", True, OriginKind.SCRIPT
    )
    edits = Edits((one,), (Comment("L", "2026", "t", "q", True, (Comment("W", "", "r"),), "1.1", TW),))
    assert read_edits(write_edits(edits), "e.json") == edits
    with pytest.raises(ReviewError, match="not a file of edits"):
        read_edits("{}", "e.json")


def test_edits_are_applied_where_they_fit_and_nowhere_else() -> None:
    digest = small()
    good = change("改了。", segment="k/1.1.2", before="第三句。")
    filled = Change("1.2/new", EN, "1.2", "", (), (Text("Filled."),))
    gone = change("", segment="k/1.1.1", before="短句。", lang=CN)
    stale = change("x", before="別的。", segment="k/1.1.1")
    made, findings = apply_edits(digest, Edits((good, filled, stale)))
    row = made.entries[0].rows[1]
    assert [cell.text for cell in row.cells] == ["第二句。改了。", "第二句。", "Filled."]
    assert row.cells[2].origin.kind is OriginKind.REVIEW
    assert [finding.code for finding in findings] == ["review.stale"]
    assert joined(Edits((good,)), [change("第三句。", "改了。", "k/1.1.2")], ()).changes == ()
    assert gone.after == ()


def test_a_page_of_changes_shows_both_texts_and_escapes_them() -> None:
    page = changes_page([review("<r>.docx", change("第二<b>句。"))])
    assert "&lt;r&gt;.docx" in page
    assert "第二<ins>&lt;b&gt;</ins>句。" in page
    assert "<b>" not in page


def test_load_edits_of_a_folder_without_any(tmp_path: Path) -> None:
    assert load_edits(tmp_path) == Edits()


def test_documents_for_several_editors(folder: Path) -> None:
    assert run("review", "send", str(folder), "--parts", "2").split() == [
        str(folder / "build" / f"review-{n}.docx") for n in (1, 2)
    ]
    one = Editor((folder / "build" / "review-1.docx").read_bytes())
    assert one.text(one.cell("1.0", 1)) == "Attention Is All You Need"
    run("review", "send", str(folder), "--papers", "2", "--columns", "zh-TW")
    part = Editor((folder / "build" / "review.docx").read_bytes())
    assert [part.text(row.findall(f"{W}tc")[0]) for row in part.table.findall(f"{W}tr")] == ["列", "", "2.0", "2.1"]
    result = CliRunner().invoke(root, ["review", "send", str(folder), "--papers", "1-x"], standalone_mode=False)
    assert isinstance(result.exception, UsageError)


def test_edits_that_touch_formulas_and_numbers_are_pointed_out() -> None:
    before = (Text("在 30 個資料集，"), Math("x"), Text("。"))
    after = (Text("在 45 個資料集，"), Math("y"), Text("。"))
    edit = Change("k/1.1", TW, "1.1", "", before, after, "L", kind=OriginKind.SCRIPT)
    assert sorted(f.code for f in touched([edit])) == ["review.number", "review.protected", "review.protected"]
    assert list(touched([replace(edit, kind=OriginKind.SOURCE)])) == []


def test_repeated_replacements_are_proposed() -> None:
    def edit(before: str, after: str, kind: OriginKind = OriginKind.SCRIPT) -> Change:
        return Change(f"k/{before}", TW, "1.1", "", (Text(before),), (Text(after),), kind=kind)

    found = proposals([edit("網絡很深。", "網路很深。"), edit("這個網絡。", "這個網路。"), edit("單次。", "一次。")])
    assert [(p.before, p.after, p.count, p.script) for p in found] == [("絡", "路", 2, True)]
    latin = [edit(f"the optimizer {n}", f"the optimiser {n}", OriginKind.MACHINE) for n in "ab"]
    assert [(p.before, p.after, p.script) for p in proposals(latin)] == [("optimizer", "optimiser", False)]


def test_xliff_goes_out_and_comes_back(folder: Path) -> None:
    (path,) = map(Path, run("review", "send", str(folder), "--xliff", "2.1", "--pair", "zh-CN,zh-TW").split())
    text = path.read_text(encoding="utf-8")
    assert path.suffix == ".xlf"
    path.write_text(
        text.replace("自適應的最佳化", "自適應優化").replace("自適應的優化", "自適應優化"), encoding="utf-8"
    )
    run("review", "import", str(path), "--dir", str(folder))
    assert "自適應優化" in texts(folder)["2.1"]["zh-Hant-TW"]


def test_tmx_and_xliff_are_formats_of_a_build(folder: Path) -> None:
    run("build", str(folder), "--to", "tmx,xliff")
    assert "這篇論文提出了" in (folder / "build" / "digest.tmx").read_text(encoding="utf-8")
    assert 'version="2.1"' in (folder / "build" / "digest.xliff").read_text(encoding="utf-8")


def test_a_corrected_source_is_pointed_out_where_other_columns_came_from_it() -> None:
    digest = small()
    cell = digest.entries[0].rows[0].cells[1]
    (segment,) = cell.segments
    edit = Change(segment.id, CN, "1.1", "", segment.runs, (Text("改正。"),), "L")
    _, findings = apply_edits(digest, Edits((edit,)))
    assert [(f.code, f.segment) for f in findings] == [("review.derived", "1.1")]
