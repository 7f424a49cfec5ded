"""Downloads: bounded in size and time, resumed where they stopped, and checked before anything uses them."""

from __future__ import annotations

import hashlib
import http.client
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bilingual import __version__
from bilingual.errors import EngineError
from bilingual.pipeline.progress import Progress

_TIMEOUT: Final = 30  # seconds without a byte
_PATIENCE: Final = 180  # seconds for an index as a whole
_TRIES: Final = 4
_BLOCK: Final = 1 << 16
_Failed = (urllib.error.URLError, http.client.HTTPException, OSError)


class _HttpOnly(urllib.request.HTTPRedirectHandler):
    """Redirects stay on http and https, and never go from https to http."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.startswith("https://") and not (
            newurl.startswith("http://") and req.full_url.startswith("http://")
        ):
            raise urllib.error.URLError(f"it redirects to {newurl[:80]}, which is not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _open(address: str, headers: dict[str, str] | None = None) -> Any:
    request = urllib.request.Request(address, headers={"User-Agent": f"bilingual/{__version__}", **(headers or {})})
    return urllib.request.build_opener(_HttpOnly()).open(request, timeout=_TIMEOUT)


def fetch(address: str, limit: int) -> bytes:
    """What an http(s) address sends, at most `limit` bytes. Raises EngineError in one sentence, and never hangs."""
    _check(address)
    try:
        with _open(address) as response:
            data = _read(response, limit)
    except _Failed as error:
        raise _problem(address, error) from None
    except ValueError as error:
        raise EngineError(f"{address} is not an address: {error}.") from None
    if len(data) > limit:
        raise EngineError(f"{address} sends more than {limit:,} bytes; that is no index of packages.")
    return data


def _read(response: Any, limit: int) -> bytes:
    """At most one byte more than `limit`. A server that sends a little for ever is given up."""
    end = time.monotonic() + _PATIENCE
    data = bytearray()
    while len(data) <= limit and (block := response.read1(min(_BLOCK, limit + 1 - len(data)))):
        data += block
        if time.monotonic() > end:
            raise TimeoutError(f"it is not done after {_PATIENCE} seconds")
    missing = getattr(response, "length", None)
    if missing and len(data) <= limit:
        raise http.client.IncompleteRead(bytes(data), missing)
    return bytes(data)


def download(
    address: str,
    path: Path,
    limit: int,
    progress: Progress,
    *,
    sha256: str = "",
    size: int = 0,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Download to `path`; what an earlier try has left beside it (`.part`) is not fetched again.

    The server's length and, where known, `size` and `sha256` are checked. Raises EngineError; the part stays then for
    the next try, unless it is wrong.
    """
    _check(address)
    part = path.with_name(f"{path.name}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    for attempt in range(1, _TRIES + 1):
        try:
            _continue(address, part, limit, progress)
            break
        except _Failed as error:
            last = isinstance(error, urllib.error.HTTPError) and error.code < 500 and error.code != 429
            if attempt == _TRIES or last:
                raise _problem(address, error) from None
            pause(2.0 ** (attempt - 1))
    received = part.stat().st_size
    wrong = f"{received:,} bytes instead of {size:,}" if size and received != size else ""
    if not wrong and sha256 and _sha256(part) != sha256:
        wrong = "another SHA-256 than stated"
    if wrong:
        part.unlink()
        raise EngineError(f"{address} sent {wrong}; nothing was installed. Try again, or use another index.")
    part.replace(path)
    _tag_file(part).unlink(missing_ok=True)


def _continue(address: str, part: Path, limit: int, progress: Progress) -> None:
    """Fetch what `part` lacks. A server that does not resume, or whose file has changed, sends it from the start."""
    have = part.stat().st_size if part.exists() else 0
    tag = _tag_file(part).read_text() if have and _tag_file(part).exists() else ""
    if not tag:
        have = 0
    headers = {"Range": f"bytes={have}-", "If-Range": tag} if have else {}
    try:
        response = _open(address, headers)
    except urllib.error.HTTPError as error:
        if error.code != 416:  # nothing beyond what is there, or a file that has become shorter
            raise
        part.unlink()
        have, response = 0, _open(address)
    with response:
        resumed = have > 0 and response.status == 206
        have = have if resumed else 0
        length = int(response.headers.get("Content-Length") or 0)
        total = have + length if length else 0
        if total > limit:
            raise EngineError(f"{address} has {total:,} bytes; a package may have {limit:,}.")
        _tag_file(part).write_text(response.headers.get("ETag") or response.headers.get("Last-Modified") or "")
        progress.stage(f"Downloading {part.name.removesuffix('.part')}", total or None)
        progress.step(have)
        with part.open("ab" if resumed else "wb") as sink:
            while block := response.read(_BLOCK):
                have += len(block)
                if have > limit:
                    raise EngineError(f"{address} sends more than the {limit:,} bytes that a package may have.")
                sink.write(block)
                progress.step(len(block))
    if total and have < total:
        raise http.client.IncompleteRead(b"", total - have)


def _tag_file(part: Path) -> Path:
    return part.with_name(f"{part.name}.tag")


def _sha256(path: Path) -> str:
    hasher = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            hasher.update(block)
    return hasher.hexdigest()


def _check(address: str) -> None:
    if not address.startswith(("http://", "https://")):
        raise EngineError(f'"{address}" is not an http or https address.')


def _problem(address: str, error: Exception) -> EngineError:
    if isinstance(error, urllib.error.HTTPError):
        return EngineError(f"{address} answers {error.code} ({error.reason}); check the address, or try later.")
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError | socket.timeout):
        text = str(reason) if "not done" in str(reason) else f"it sent nothing for {_TIMEOUT} seconds"
    elif isinstance(error, http.client.IncompleteRead):
        text = "the connection ended before the file did; run the command again to resume"
    elif isinstance(reason, socket.gaierror):
        text = "its host is not found; is there a network?"
    else:
        text = getattr(reason, "strerror", None) or str(reason).splitlines()[0].rstrip(".") or type(error).__name__
    return EngineError(f"{address} cannot be reached: {text}".rstrip(".") + ("" if text.endswith("?") else "."))
