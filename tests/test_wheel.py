"""The wheel, installed outside the checkout, builds the same pages as the checkout does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def _run(arguments: list[str], home: Path, path: Path | None) -> str:
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        arguments, capture_output=True, text=True, cwd=home, env=environment, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_wheel_builds_the_same_pages(tmp_path: Path) -> None:
    _run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        tmp_path,
        None,
    )
    wheel = next(tmp_path.glob("bilingual-*.whl"))
    installed = tmp_path / "installed"
    # Dependencies come from the environment of the tests; the package itself only from the wheel, first on the path.
    _run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
            "--target",
            str(installed),
            str(wheel),
        ],
        tmp_path,
        None,
    )
    where = _run([sys.executable, "-c", "import bilingual; print(bilingual.__file__)"], tmp_path, installed)
    assert Path(where).is_relative_to(installed)
    for name, path in (("wheel", installed), ("checkout", None)):
        _run([sys.executable, "-m", "bilingual", "init", name], tmp_path, path)
        _run([sys.executable, "-m", "bilingual", "build", name, "--to", "docx,pdf,html,json"], tmp_path, path)
    for name in ("digest.docx", "digest.pdf", "digest.html", "digest.json"):
        one, other = (tmp_path / kind / "build" / name for kind in ("wheel", "checkout"))
        assert one.read_bytes() == other.read_bytes(), name
