"""How fast the Argos engine is beside a bare CTranslate2 batch, and a text beside argostranslate: ratios, in one run.

    python benchmarks/translate_speed.py MODEL.argosmodel FILE... [--argos PYTHON] [--rounds N]

The engine and the bare batch translate the same sentences. The text is all lines of the files, translated with no
second attempts, as argostranslate does it; all use beam 4. PYTHON is one with argostranslate installed, where it is
not this one. Each round measures all, so that a busy machine slows them alike; the ratio of the medians is printed, by
the clock and by the time of all processors. Quote ratios, not seconds, and from a quiet machine: what the clock says
depends on the cores that are free.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from bilingual.model import plain
from bilingual.pipeline.translate_text import translate_text
from bilingual.protect import scan
from bilingual.segmentation import split
from bilingual.translation.argos import ArgosEngine
from bilingual.translation.engine import Request, batches_of
from bilingual.translation.run import Settings

_ARGOS = """
import json, sys, time
import argostranslate.translate as T
made = T.get_translation_from_codes("zh", "en")
made.translate("模型有效。")
print("ready", flush=True)
for line in sys.stdin:
    texts = json.loads(line)
    start = time.perf_counter(), time.process_time()
    for text in texts:
        made.translate(text)
    print(json.dumps([time.perf_counter() - start[0], time.process_time() - start[1]]), flush=True)
"""


def sentences(lines: list[str]) -> list[str]:
    texts = [plain(runs) for line in lines for runs, _ in split(scan(line))]
    return [text for text in texts if any("\u4e00" <= char <= "\u9fff" for char in text)]


Times = tuple[float, float]
"""Seconds on the clock, and seconds of all cores together, which a busy machine changes less."""


def now() -> Times:
    return time.perf_counter(), time.process_time()


def since(start: Times) -> Times:
    return time.perf_counter() - start[0], time.process_time() - start[1]


def ours(engine: ArgosEngine, texts: list[str]) -> Times:
    start = now()
    requests = [Request(text) for text in texts]
    batches = batches_of(engine, requests)
    for _ in engine.translate([[requests[at] for at in batch] for batch in batches], "zh-Hans", "en"):
        pass
    return since(start)


def whole_text(engine: ArgosEngine, lines: list[str]) -> Times:
    start = now()
    translate_text("\n".join(lines), "zh-Hans", "en", engine, Settings(attempts=1))
    return since(start)


def bare(folder: Path, texts: list[str], workers: int) -> Times:
    import ctranslate2
    import sentencepiece

    tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(folder / "sentencepiece.model"))
    tokens = sorted((tokenizer.encode(text, out_type=str) for text in texts), key=len, reverse=True)
    translator = ctranslate2.Translator(str(folder / "model"), inter_threads=workers, intra_threads=1)
    translator.translate_batch(tokens[-1:])
    start = now()
    translator.translate_batch(
        tokens,
        beam_size=4,
        length_penalty=0.2,
        replace_unknowns=True,
        max_batch_size=512,
        batch_type="tokens",
    )
    return since(start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--argos", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        with zipfile.ZipFile(options.model) as archive:
            archive.extractall(temporary)
        folder = next(Path(temporary).iterdir())
        lines = [line for path in options.files for line in path.read_text("utf-8").splitlines() if line.strip()]
        texts = sentences(lines)
        workers = os.cpu_count() or 1
        engine = ArgosEngine(folder, workers)
        ours(engine, texts[:4])
        home = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), f"{temporary}-home")
        argos = subprocess.Popen(
            [options.argos, "-c", _ARGOS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **home, "ARGOS_PACKAGES_DIR": temporary},
        )
        assert argos.stdin is not None
        assert argos.stdout is not None
        with_argos = argos.stdout.readline().strip() == "ready"
        times: dict[str, list[Times]] = {"ours": [], "bare": [], "text": [], "argostranslate": []}
        for _ in range(options.rounds):
            times["ours"].append(ours(engine, texts))
            times["bare"].append(bare(folder, texts, workers))
            times["text"].append(whole_text(engine, lines))
            if with_argos:
                argos.stdin.write(json.dumps(lines) + "\n")
                argos.stdin.flush()
                times["argostranslate"].append(tuple(json.loads(argos.stdout.readline())))
        argos.stdin.close()
        argos.wait()
    characters = sum(map(len, texts))
    print(f"{len(lines)} lines, {len(texts)} Chinese sentences, {characters} characters in them")
    print(f"{workers} workers, {options.rounds} rounds")
    for kind, name in enumerate(("clock", "processor time")):
        medians = {who: statistics.median(t[kind] for t in values) for who, values in times.items() if values}
        print(f"by {name}: {medians['bare'] / medians['ours']:.2f} of a bare CTranslate2 batch")
        if "argostranslate" in medians:
            print(f"by {name}: {medians['argostranslate'] / medians['text']:.2f} times argostranslate")
    if not with_argos:
        print("argostranslate is not installed; give its Python with --argos")


if __name__ == "__main__":
    main()
