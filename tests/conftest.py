"""What all tests share: where the acceptance data is, and how to run the command line as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# Deadlines and slow examples measure the machine, not the code.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The folder of the four acceptance sources, which are not part of the repository."""
    folder = SHARED / "seeds"
    if not folder.is_dir():
        pytest.skip("the acceptance sources ../shared/seeds are not here")
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of files that others wrote, which are not part of the repository."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        pytest.skip("the test corpus ../shared/corpus is not here")
    return folder


@pytest.fixture(scope="session")
def model_file() -> Path:
    """A small, weak Chinese–English model, which is not part of the repository; never assert on its wording."""
    path = SHARED / "models" / "zh_en_tiny.argosmodel"
    if not path.is_file():
        pytest.skip("the test model ../shared/models/zh_en_tiny.argosmodel is not here")
    return path


@pytest.fixture(scope="session")
def cli() -> Cli:
    """Runs `python -m bilingual` with the given arguments; `cwd`, `input` and `env` as of subprocess.run."""

    def run(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **options.pop("env", {})}  # type: ignore[dict-item]
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            [sys.executable, "-m", "bilingual", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=300,
            env=environment,
            **options,
        )

    return run
