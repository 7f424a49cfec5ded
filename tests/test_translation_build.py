"""Translation in a build: cells filled once, kept over kills, and a digest that stands when the engine does not."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bilingual.errors import PublishError
from bilingual.pipeline.answers import open_answers, open_database
from bilingual.protect import opaque_spans, scan
from bilingual.translation.engine import Batch

from .conftest import Cli

SOURCE = r"""第一篇論文提出一種新的優化器。收斂率為 \(O(1/t)\)，見 https://example.org/a_b 。

第二篇論文訓練了 1,750 億參數的模型。準確率達到 95.3%，比 GPT-4 高 2 倍。
"""
TOML = """title = {{ zh-Hant = "摘要", en = "Digest" }}
date = 2026-01-02
columns = ["zh-Hant-TW", "zh-Hans-CN", "en"]
[[source]]
path = "roundup.txt"
[translation]
engine = "{engine}"
{more}
"""


def digest(folder: Path, engine: str, more: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "roundup.txt").write_text(SOURCE, "utf-8")
    (folder / "digest.toml").write_text(TOML.format(engine=engine, more=more), "utf-8")
    return folder


def build(cli: Cli, folder: Path, **env: str) -> dict[str, Any]:
    done = cli("build", folder, "--to", "json", env=env)
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads((folder / "build" / "digest.json").read_text("utf-8"))
    return made


def english(made: dict[str, Any]) -> list[dict[str, str]]:
    return [row["cells"]["en"] for entry in made["entries"] for row in entry["rows"]]


@pytest.fixture(scope="module")
def packages(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    import zipfile

    pytest.importorskip("ctranslate2", reason="the extra mt is not installed")
    folder = tmp_path_factory.mktemp("packages")
    with zipfile.ZipFile(model_file) as archive:
        archive.extractall(folder)
    return folder


def test_english_cells_are_filled_and_keep_what_is_protected(cli: Cli, tmp_path: Path, packages: Path) -> None:
    folder = digest(tmp_path / "d", "argos")
    made = build(cli, folder, ARGOS_PACKAGES_DIR=str(packages))
    cells = english(made)
    assert {cell["origin"] for cell in cells} == {"machine"}
    text = " ".join(cell["text"] for cell in cells)
    assert Counter(opaque_spans(scan(text))) == Counter([r"\(O(1/t)\)", "https://example.org/a_b"])
    rows = {finding["segment"] for finding in made["findings"]}
    assert "95.3%" in text or rows
    started = (folder / "build" / "digest.json").read_bytes()
    model = packages / "zh_en_tiny" / "model" / "model.bin"
    model.rename(packages / "model.bin")
    try:
        done = cli("build", folder, "--to", "json", env={"ARGOS_PACKAGES_DIR": str(packages)})
    finally:
        (packages / "model.bin").rename(model)
    assert done.returncode == 0
    assert "translation.engine" in done.stderr
    again = build(cli, folder, ARGOS_PACKAGES_DIR=str(packages))
    assert again == json.loads(started)


def test_a_second_build_asks_the_model_nothing(tmp_path: Path, packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bilingual.pipeline.build import make_digest
    from bilingual.pipeline.config import read_config
    from bilingual.pipeline.progress import Silent
    from bilingual.translation.argos import ArgosEngine

    monkeypatch.setenv("ARGOS_PACKAGES_DIR", str(packages))
    config = read_config(digest(tmp_path / "d", "argos") / "digest.toml")
    first = make_digest(config, Silent(), tmp_path / "cache")
    asked: list[int] = []

    def count(
        self: ArgosEngine, batches: Sequence[Batch], source: str, target: str
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        asked.append(len(batches))
        return iter(())

    monkeypatch.setattr(ArgosEngine, "translate", count)
    assert make_digest(config, Silent(), tmp_path / "cache") == first
    assert set(asked) == {0}


def test_no_model_is_one_finding_and_the_rest_is_built(cli: Cli, tmp_path: Path) -> None:
    made = build(cli, digest(tmp_path / "d", "argos"), ARGOS_PACKAGES_DIR=str(tmp_path / "none"))
    found = [finding for finding in made["findings"] if finding["code"].startswith("translation")]
    assert [finding["code"] for finding in found] == ["translation.engine"]
    assert "bilingual models install zh_en" in found[0]["message"]
    assert {cell["origin"] for cell in english(made)} == {"missing"}
    assert all(row["cells"]["zh-Hans-CN"]["text"] for entry in made["entries"] for row in entry["rows"])


MEMORY = """<?xml version="1.0"?><tmx version="1.4"><header srclang="zh-TW" segtype="sentence" o-tmf="x" adminlang="en"
 creationtool="x" creationtoolversion="1" datatype="plaintext"/><body>
<tu changeid="ann"><tuv xml:lang="zh-TW"><seg>第一篇論文提出一種新的優化器。</seg></tuv>
<tuv xml:lang="en"><seg>The first paper proposes a new optimizer.</seg></tuv></tu>
<tu><tuv xml:lang="zh-CN"><seg>第二篇论文训练了 1,750 亿参数的模型。</seg></tuv><tuv xml:lang="en"><seg>Wrong script.</seg></tuv></tu>
</body></tmx>"""


def test_the_memory_alone_fills_what_it_knows(cli: Cli, tmp_path: Path) -> None:
    folder = digest(tmp_path / "d", "memory")
    (folder / "memory").mkdir()
    (folder / "memory" / "ours.tmx").write_text(MEMORY, "utf-8")
    made = build(cli, folder)
    cells = english(made)
    assert [cell["text"] for cell in cells if cell["origin"] == "memory"] == [
        "The first paper proposes a new optimizer."
    ]
    assert "Wrong script." not in json.dumps(made)
    codes = Counter(finding["code"] for finding in made["findings"])
    assert codes["translation.missing"] == len(cells) - 1


RUN = """
import sys, time
from pathlib import Path
from bilingual.model import plain
from bilingual.pipeline.answers import open_answers
from bilingual.protect import scan
from bilingual.translation.run import Settings, translate_runs

class Slow:
    name, fingerprint, limit, batch_size = "slow", "slow 1", 150, 60
    keeps_placeholders = uses_context = False
    def size(self, request): return len(request.text)
    def translate(self, batches, source, target):
        for index, batch in enumerate(batches):
            time.sleep(0.01)
            with open(sys.argv[2], "a") as log:
                log.writelines(request.text + "\\n" for request in batch)
            yield index, tuple("the sentence " + "".join(c for c in request.text if c.isascii()) + " is about method " + "abcdefghij"[len(request.text) % 10] * 2 for request in batch)

sentences = [scan(f"第 {n} 个句子提出了方法并见 \\\\(x_{{{n}}}\\\\) 一式。") for n in range(60)]
with open_answers(Path(sys.argv[1])) as store:
    made = translate_runs(sentences, "zh-Hans", "en", Slow(), Settings(store=store))
for item in made:
    print(plain(item.runs), *[finding.code for finding in item.findings])
"""


def test_kill_and_go_on_gives_what_an_undisturbed_run_gives(tmp_path: Path) -> None:
    def start(cache: Path, log: Path) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, "-c", RUN, str(cache), str(log)], stdout=subprocess.PIPE, text=True)

    calm = start(tmp_path / "calm.sqlite", tmp_path / "calm.log")
    wanted, _ = calm.communicate(timeout=120)
    assert calm.returncode == 0
    assert wanted.count("\n") == 60
    chance = random.Random(5)
    cache, log = tmp_path / "killed.sqlite", tmp_path / "killed.log"
    kills = 0
    for _ in range(20):
        run = start(cache, log)
        size = log.stat().st_size if log.exists() else 0
        while run.poll() is None and (log.stat().st_size if log.exists() else 0) <= size:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.02))
        kills += run.poll() is None
        run.send_signal(signal.SIGKILL)
        run.communicate(timeout=60)
    done = start(cache, log)
    text, _ = done.communicate(timeout=120)
    assert text == wanted
    assert kills >= 5
    asked = Counter(log.read_text("utf-8").splitlines())
    again = sum(count - 1 for count in asked.values())
    in_a_batch = 10  # no batch of this engine holds more pieces
    assert again <= (kills + 1) * in_a_batch
    assert set(asked) == set((tmp_path / "calm.log").read_text("utf-8").splitlines())


def test_a_cache_that_is_damaged_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "c" / "answers.sqlite"
    path.parent.mkdir()
    path.write_bytes(b"this is not a database" * 100)
    with open_answers(path) as answers:
        answers.put({"k": "v", "l": "w"})
        assert answers.get(["k", "x", *map(str, range(1200))]) == {"k": "v"}
        assert answers.count() == 2


def test_a_batch_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with open_answers(tmp_path / "a.sqlite") as answers:
        with pytest.raises(sqlite3.Error):
            answers.put({"k": "v", "l": None})  # type: ignore[dict-item]
        assert answers.count() == 0


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PublishError, match=r"^The cache [^\n]* cannot be used"), open_database(tmp_path / "file" / "x"):
        pass
