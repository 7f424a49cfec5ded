"""A Dask cluster of a scheduler and two workers on loopback gives the same text, also when one worker is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bilingual.errors import EngineError
from bilingual.protect import scan
from bilingual.translation.run import Settings, translate_runs

pytest.importorskip("distributed", reason="the extra dask is not installed")
pytest.importorskip("ctranslate2", reason="the extra mt is not installed")

SENTENCES = [scan(f"第 {n} 个模型在数据集上有效，训练时间为 {n * 3} 小时。") for n in range(40)]


@pytest.fixture(scope="module")
def package(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    with zipfile.ZipFile(model_file) as archive:
        archive.extractall(folder)
    return next(folder.iterdir())


class Cluster:
    """A scheduler and workers as processes of their own, as on several machines."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "ARGOS_PACKAGES_DIR": str(folder), "PYTHONWARNINGS": "ignore"}
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        self.address = self.wait_for(self.scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [self.worker(), self.worker()]
        for worker in self.workers:
            self.wait_for(worker, r"Registered to")

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        )

    def worker(self) -> subprocess.Popen[str]:
        return self.start(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"
        )

    @staticmethod
    def wait_for(process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            found = re.search(pattern, line)
            if found:
                return found[1] if found.groups() else found[0]
        pytest.fail(f"a process of the cluster stopped before it said {pattern}")

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            assert process.stderr is not None
            process.stderr.close()
            process.wait(timeout=30)


@pytest.fixture
def cluster(package: Path) -> Iterator[Cluster]:
    made = Cluster(package.parent)
    yield made
    made.stop()


def test_the_text_is_the_same_though_a_worker_is_killed(cluster: Cluster, package: Path) -> None:
    from bilingual.pipeline.cluster import ClusterEngine
    from bilingual.translation.argos import ArgosEngine

    wanted = translate_runs(SENTENCES, "zh-Hans", "en", ArgosEngine(package), Settings(attempts=1))
    local = ArgosEngine(package)
    local.batch_size = 60
    killed = []

    def kill_one(attempt: int, done: int, total: int) -> None:
        if done and not killed:
            cluster.workers[0].send_signal(signal.SIGKILL)
            killed.append(done)

    engine = ClusterEngine(local, package, cluster.address)
    made = translate_runs(SENTENCES, "zh-Hans", "en", engine, Settings(attempts=1, on_batch=kill_one))
    assert killed
    assert killed[0] < len(SENTENCES)
    assert made == wanted
    cluster.workers[0].wait(timeout=30)


def test_a_worker_with_another_model_refuses(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bilingual.pipeline.cluster import translate_batch

    monkeypatch.setenv("ARGOS_PACKAGES_DIR", str(tmp_path))
    with pytest.raises(EngineError, match="install the same one"):
        translate_batch((str(package), "translate-zh_en", "another"), [("模型", 0)], "zh-Hans", "en")


def test_a_scheduler_that_is_not_there_is_one_sentence(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bilingual.pipeline import cluster
    from bilingual.translation.argos import ArgosEngine

    monkeypatch.setattr(cluster, "_CONNECT", 1)
    start = time.monotonic()
    made = translate_runs(
        SENTENCES[:1], "zh-Hans", "en", cluster.ClusterEngine(ArgosEngine(package), package, "tcp://127.0.0.1:9")
    )
    assert "cannot be reached" in made[0].findings[0].message
    assert "\n" not in made[0].findings[0].message
    assert time.monotonic() - start < 60
