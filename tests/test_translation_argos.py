"""The Argos engine with a real, small model: it loads, batches as it should, and fails in one sentence."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from bilingual.errors import EngineError
from bilingual.model import Math, OriginKind, Runs, Text, plain
from bilingual.protect import opaque_spans, scan
from bilingual.protect.numbers import compare
from bilingual.segmentation import split
from bilingual.translation.engine import Request, batches_of
from bilingual.translation.run import Settings, plain_of, translate_runs

pytest.importorskip("ctranslate2", reason="the extra mt is not installed")
pytest.importorskip("sentencepiece", reason="the extra mt is not installed")


@pytest.fixture(scope="module")
def package(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    with zipfile.ZipFile(model_file) as archive:
        archive.extractall(folder)
    return next(path for path in folder.iterdir())


def sentences_of(path: Path) -> list[Runs]:
    return [runs for line in path.read_text("utf-8").splitlines() if line.strip() for runs, _ in split(scan(line))]


def test_text_does_not_depend_on_batches_or_workers(package: Path) -> None:
    from bilingual.translation.argos import ArgosEngine

    requests = [
        Request(text)
        for text in ("模型有效。", "我们提出了一种新的方法。", "在数据集上训练。", "结果如下。", "打开文件。")
    ]
    alone = ArgosEngine(package, 1)
    one_by_one = [text for request in requests for _, (text,) in alone.translate([[request]], "zh-Hans", "en")]
    together = ArgosEngine(package, 2)
    batches = batches_of(together, requests)
    answers = {}
    for index, texts in together.translate([[requests[at] for at in batch] for batch in batches], "zh-Hans", "en"):
        answers.update(zip(batches[index], texts, strict=True))
    assert [answers[at] for at in range(len(requests))] == one_by_one
    assert all(one_by_one)


def test_every_formula_address_and_number_is_kept_or_its_sentence_is_marked(package: Path, seeds: Path) -> None:
    from bilingual.translation.argos import ArgosEngine

    source = next(path for path in sorted(seeds.iterdir()) if path.name.startswith("001"))
    sentences = sentences_of(source)
    wanted = [runs for runs in sentences if any(isinstance(run, Math) for run in runs)][:5]
    wanted += [runs for runs in sentences if "%" in plain(runs) and runs not in wanted][:3]
    assert len(wanted) >= 6
    made = translate_runs(wanted, "zh-Hans", "en", ArgosEngine(package), Settings(attempts=2))
    for before, after in zip(wanted, made, strict=True):
        if not after.findings:
            assert Counter(opaque_spans(after.runs)) == Counter(opaque_spans(before))
            assert not compare(plain_of(before), plain_of(after.runs)).missing
        assert Counter(opaque_spans(after.runs)) == Counter(opaque_spans(before))
        assert after.origin.kind is OriginKind.MACHINE


def test_a_second_run_needs_no_model(package: Path) -> None:
    from bilingual.translation.argos import ArgosEngine

    class Kept(dict[str, str]):
        def get(self, keys):  # type: ignore[no-untyped-def, override]
            return {key: self[key] for key in keys if key in self}

        def put(self, answers):  # type: ignore[no-untyped-def]
            self.update(answers)

    class NoModel(ArgosEngine):
        def translate(self, batches, source, target):  # type: ignore[no-untyped-def, override]
            assert not batches
            return iter(())

    store = Kept()
    sentences = [scan(r"收敛率为 \(O(1/t)\)。"), scan("模型有效。")]
    first = translate_runs(sentences, "zh-Hans", "en", ArgosEngine(package), Settings(store=store))  # type: ignore[arg-type]
    assert translate_runs(sentences, "zh-Hans", "en", NoModel(package), Settings(store=store)) == first  # type: ignore[arg-type]


def test_a_broken_package_says_what_to_do(package: Path, tmp_path: Path) -> None:
    from bilingual.translation.argos import ArgosEngine

    copy = tmp_path / "copy"
    shutil.copytree(package, copy)
    (copy / "model" / "model.bin").write_bytes(b"not a model")
    engine = ArgosEngine(copy)
    with pytest.raises(EngineError, match="install it again"):
        list(engine.translate([[Request("模型有效。")]], "zh-Hans", "en"))
    (copy / "sentencepiece.model").write_bytes(b"nothing")
    with pytest.raises(EngineError, match="install it again"):
        ArgosEngine(copy).size(Request("模型"))
    (copy / "sentencepiece.model").unlink()
    with pytest.raises(EngineError, match=r"sentencepiece\.model"):
        ArgosEngine(copy).size(Request("模型"))
    (copy / "metadata.json").write_text("[]")
    with pytest.raises(EngineError, match=r"metadata"):
        ArgosEngine(copy)


def test_a_pair_that_the_model_does_not_know_is_refused(package: Path) -> None:
    from bilingual.translation.argos import ArgosEngine

    (made,) = translate_runs([(Text("A sentence"),)], "en", "zh-Hans", ArgosEngine(package))
    assert made.origin.kind is OriginKind.MISSING
    assert "does not translate from English" in made.findings[0].message


PARITY = """
import json, sys
import argostranslate.translate as T
made = T.get_translation_from_codes("zh", "en")
print(json.dumps([made.translate(text) for text in json.load(sys.stdin)]))
"""


def test_text_equals_that_of_argostranslate(package: Path, seeds: Path, tmp_path: Path) -> None:
    """Set BILINGUAL_ARGOS_PYTHON to the Python of an environment that has argostranslate, or install the extra argos."""
    from bilingual.translation.argos import ArgosEngine

    python = os.environ.get("BILINGUAL_ARGOS_PYTHON", sys.executable)
    probe = subprocess.run([python, "-c", "import argostranslate.package"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("argostranslate is not installed; it needs torch, 1.5 GB")
    texts = [
        plain(runs)
        for path in sorted(seeds.iterdir())
        if path.name[:3] in ("001", "002")
        for runs in sentences_of(path)
        if len(runs) == 1 and "_" not in plain(runs) and 8 < len(plain(runs)) <= 150
    ][:60]
    environment = {**os.environ, "ARGOS_PACKAGES_DIR": str(package.parent)}
    environment |= {name: str(tmp_path) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    theirs = subprocess.run(
        [python, "-c", PARITY], input=json.dumps(texts), env=environment, text=True, capture_output=True, check=True
    )
    engine = ArgosEngine(package)
    requests = [Request(text) for text in texts]
    batches = batches_of(engine, requests)
    ours = {}
    for index, answers in engine.translate([[requests[at] for at in batch] for batch in batches], "zh-Hans", "en"):
        ours.update(zip(batches[index], answers, strict=True))
    assert [ours[at] for at in range(len(texts))] == json.loads(theirs.stdout)
