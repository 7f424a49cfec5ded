"""Models from a file, from an index on loopback, resumed, checked, listed, removed; and every way in which that fails."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bilingual.errors import EngineError, UsageError
from bilingual.pipeline import download as downloads
from bilingual.pipeline import models
from bilingual.pipeline.download import download, fetch
from bilingual.pipeline.progress import Silent

from .conftest import Cli


def package(root: str = "zh_en", **extra: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(
            f"{root}/metadata.json",
            json.dumps(
                {
                    "from_code": "zh",
                    "to_code": "en",
                    "from_name": "Chinese",
                    "to_name": "English",
                    "package_version": "1.2",
                    "type": "translate",
                }
            ),
        )
        archive.writestr(f"{root}/model/model.bin", b"\x01" * 300_000)
        archive.writestr(f"{root}/sentencepiece.model", b"pieces")
        archive.writestr(f"{root}/README.md", "A model.")
        for name, data in extra.items():
            archive.writestr(name, data)
    return buffer.getvalue()


class Server:
    """A loopback server of files, which can break off, refuse ranges, redirect and answer with errors."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.break_after: dict[str, int] = {}
        self.statuses: dict[str, list[int]] = {}
        self.redirects: dict[str, str] = {}
        self.ranges: list[str] = []
        self.no_ranges = False
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def answer(self, request: http.server.BaseHTTPRequestHandler) -> None:
        name = request.path.lstrip("/")
        if self.statuses.get(name):
            request.send_error(self.statuses[name].pop(0))
            return
        if name in self.redirects:
            request.send_response(302)
            request.send_header("Location", self.redirects[name])
            request.end_headers()
            return
        if name not in self.files:
            request.send_error(404)
            return
        data = self.files[name]
        tag = f'"{hashlib.sha256(data).hexdigest()[:8]}"'
        asked = request.headers.get("Range", "")
        start = 0
        if asked and not self.no_ranges and request.headers.get("If-Range") == tag:
            self.ranges.append(asked)
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            if start >= len(data):
                request.send_error(416)
                return
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(data) - start))
        request.send_header("ETag", tag)
        request.end_headers()
        end = self.break_after.pop(name, len(data))
        with contextlib.suppress(OSError):
            request.wfile.write(data[start : max(start, end)])


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "packages"
    monkeypatch.setenv("ARGOS_PACKAGES_DIR", str(folder))
    monkeypatch.delenv("ARGOS_PACKAGE_INDEX", raising=False)
    monkeypatch.setattr(downloads, "_TIMEOUT", 5)
    return folder


def index(server: Server, data: bytes, **entry: object) -> str:
    server.files["zh_en.argosmodel"] = data
    listed = [
        {
            "type": "translate",
            "from_code": "zh",
            "to_code": "en",
            "package_version": "1.0",
            "links": [f"{server.url}/old.argosmodel"],
        },
        {
            "type": "translate",
            "from_code": "zh",
            "to_code": "en",
            "package_version": "1.2",
            "links": [f"{server.url}/zh_en.argosmodel"],
            **entry,
        },
        {"type": "sbd", "from_codes": ["zh"]},
    ]
    server.files["index.json"] = json.dumps(listed).encode()
    return f"{server.url}/index.json"


def test_install_list_and_remove_from_an_index(server: Server, cli: Cli, place: Path) -> None:
    address = index(server, package())
    listed = cli("models", "list", "--available", "--index", address, "--json")
    assert [item["version"] for item in json.loads(listed.stdout)["models"]] == ["1.0", "1.2"]
    done = cli("models", "install", "zh_en", "--index", address, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["path"] == str(place / "zh_en")
    (made,) = json.loads(cli("models", "list", "--json").stdout)["models"]
    assert (made["code"], made["version"]) == ("translate-zh_en", "1.2")
    assert json.loads(cli("models", "info", "zh_en", "--json").stdout)["readme"] == "A model."
    assert cli("models", "remove", "zh_en").returncode == 0
    assert json.loads(cli("models", "list", "--json").stdout) == {"models": []}
    assert sorted(path.name for path in place.iterdir()) == [".downloads"]
    assert not list((place / ".downloads").iterdir())


def test_a_real_package_from_a_file(model_file: Path, place: Path) -> None:
    path, made = models.install(str(model_file), "", Silent())
    assert path.parent == place
    assert (made.from_code, made.to_code) == ("zh", "en")
    models.install(str(model_file), "", Silent())
    assert [folder.name for folder in place.iterdir()] == [path.name]


def test_a_broken_download_is_resumed(server: Server) -> None:
    address = index(server, package())
    server.break_after["zh_en.argosmodel"] = 100_000
    models.install("zh_en", address, Silent())
    assert server.ranges == ["bytes=100000-"]
    assert [made.package_version for _, made in models.installed()] == ["1.2"]


def test_a_download_is_resumed_by_the_next_run(server: Server, tmp_path: Path) -> None:
    server.files["f"] = data = bytes(range(256)) * 2000
    server.break_after["f"] = 300_000
    server.statuses["f"] = []
    target = tmp_path / "f"

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        download(f"{server.url}/f", target, 10**7, Silent(), pause=stop)
    assert not target.exists()
    download(f"{server.url}/f", target, 10**7, Silent())
    assert target.read_bytes() == data
    assert server.ranges == ["bytes=300000-"]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("f")] == ["f"]


def test_a_file_that_changed_meanwhile_is_fetched_anew(server: Server, tmp_path: Path) -> None:
    server.files["f"] = b"old" * 100_000
    server.break_after["f"] = 50_000
    target = tmp_path / "f"

    def change(_: float) -> None:
        server.files["f"] = b"new" * 90_000

    download(f"{server.url}/f", target, 10**7, Silent(), pause=change)
    assert target.read_bytes() == b"new" * 90_000


def test_a_server_without_ranges_sends_it_from_the_start(server: Server, tmp_path: Path) -> None:
    server.files["f"] = b"x" * 200_000
    server.break_after["f"] = 50_000
    server.no_ranges = True
    download(f"{server.url}/f", tmp_path / "f", 10**7, Silent(), pause=lambda _: None)
    assert (tmp_path / "f").read_bytes() == server.files["f"]


def test_a_busy_server_is_asked_again(server: Server, tmp_path: Path) -> None:
    server.files["f"] = b"x"
    server.statuses["f"] = [503, 429]
    pauses: list[float] = []
    download(f"{server.url}/f", tmp_path / "f", 100, Silent(), pause=pauses.append)
    assert pauses == [1.0, 2.0]


@pytest.mark.parametrize(
    ("entry", "message"),
    [({"sha256": "0" * 64}, "SHA-256"), ({"size": 17}, "17"), ({"links": ["ftp://127.0.0.1/x"]}, "no address")],
)
def test_what_was_received_is_checked(server: Server, place: Path, entry: dict[str, object], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        models.install("zh_en", index(server, package(), **entry), Silent())
    assert not models.installed()
    assert not list(place.glob(".downloads/*.part"))


def test_the_stated_sum_is_accepted(server: Server) -> None:
    data = package()
    models.install("zh_en", index(server, data, sha256=hashlib.sha256(data).hexdigest(), size=len(data)), Silent())
    assert models.installed()


BAD = {
    "no zip": b"not a zip",
    "cut": package()[:-400],
    "leads out": package(**{"../evil": b"x"}),
    "absolute": package(**{"/evil": b"x"}),
    "two folders": package(**{"other/file": b"x"}),
    "no model": package().replace(b"model.bin", b"model.bad"),
    "bad bytes": package().replace(b"\x01" * 1000, b"\x02" * 1000),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_safe_package_is_refused_and_nothing_is_left(name: str, tmp_path: Path, place: Path) -> None:
    path = tmp_path / "p.argosmodel"
    path.write_bytes(BAD[name])
    with pytest.raises(EngineError, match=r"^[^\n]*\.$"):
        models.install(str(path), "", Silent())
    assert not list(place.iterdir())
    assert not (tmp_path / "evil").exists()


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bilingual.translation.packages.UNPACKED_LIMIT", 200_000)
    path = tmp_path / "p.argosmodel"
    path.write_bytes(package())
    with pytest.raises(EngineError, match="more than"):
        models.install(str(path), "", Silent())


def test_a_killed_installation_leaves_nothing_that_counts(place: Path) -> None:
    (place / ".installing-x" / "zh_en").mkdir(parents=True)
    (place / "half" / "model").mkdir(parents=True)
    assert models.installed() == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html>", "JSON"),
        (b"{}", "list"),
        (b'[{"from_code": "../x", "to_code": "en"}]', "Entry 1"),
        (b"[]", "no package"),
        (b"[" * 100_000, "JSON"),
    ],
)
def test_an_index_that_is_none_is_refused(server: Server, data: bytes, message: str) -> None:
    server.files["index.json"] = data
    with pytest.raises(EngineError, match=message):
        models.install("zh_en", f"{server.url}/", Silent())


def test_no_network_and_no_server_are_one_sentence(cli: Cli) -> None:
    done = cli("models", "list", "--index", "http://127.0.0.1:9/index.json")
    assert done.returncode == 7
    assert done.stderr.count("\n") == 1
    assert "cannot be reached" in done.stderr
    done = cli("models", "install", "zh_en", env={"ARGOS_PACKAGE_INDEX": "http://127.0.0.1:9/"})
    assert done.returncode == 7
    assert "Traceback" not in done.stderr


def test_addresses_that_are_not_http_are_refused(server: Server, tmp_path: Path) -> None:
    for address in ("file:///etc/passwd", "ftp://127.0.0.1/x", "x"):
        with pytest.raises(EngineError, match="not an http"):
            fetch(address, 100)
    server.redirects["f"] = "file:///etc/passwd"
    with pytest.raises(EngineError, match=r"(?i)redirect"):
        fetch(f"{server.url}/f", 100)


def test_an_index_without_end_is_bounded(server: Server) -> None:
    server.files["index.json"] = b"[" + b" " * 2000
    with pytest.raises(EngineError, match="more than"):
        fetch(f"{server.url}/index.json", 1000)


def test_a_package_that_is_too_large_is_not_fetched(server: Server, tmp_path: Path) -> None:
    server.files["f"] = b"x" * 2000
    with pytest.raises(EngineError, match="1,000"):
        download(f"{server.url}/f", tmp_path / "f", 1000, Silent())


def test_what_is_not_there_is_said(cli: Cli) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        models.install("missing.argosmodel", "", Silent())
    with pytest.raises(UsageError, match="models list"):
        models.remove("zh_en")
    done = cli("translate", "-", input="模型有效。", env={"BILINGUAL_CACHE": "off"})
    assert done.returncode == 7
    assert (
        done.stderr
        == 'bilingual: No model from Chinese into English is installed; "bilingual models install zh_en" installs one.\n'
    )
