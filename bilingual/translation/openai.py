"""The openai engine: any server with the chat completions of the OpenAI interface, near or far.

The model sees one sentence with its neighbours and the terms to use; protected spans are numbered tags that it must
keep. Every answer is bounded in size and time. A server that is loading (503) or busy (429) is asked again after the
time it states; a wrong key is said at once.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Final

from bilingual import __version__, lang
from bilingual.errors import ConfigError, EngineError
from bilingual.translation.engine import Batch, Request

_PROMPT: Final = (
    "You translate summaries of research papers from {source} into {target}. Translate the sentence between <s> and"
    " </s> completely and precisely. Keep numbers, units, names of models and data sets, and tags such as <x1/>"
    " exactly, each tag once. Answer with the translation only, with no quotation marks, notes or tags of your own."
)
_PROMPT_VERSION: Final = 1
_ANSWER_LIMIT: Final = 4 * 1024 * 1024  # bytes of one answer; a sentence has a few hundred
_RETRIED: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 529})
_LONGEST_WAIT: Final = 60.0  # seconds; a longer Retry-After is taken for this
_UNREACHABLE: Final = 3  # tries where nothing listens; a server that loads answers 503
_TRUNCATED: Final = "length"


@dataclass(frozen=True, slots=True)
class Server:
    """Where and how to ask.

    `base_url` ends before `/chat/completions`. `patience` is how many seconds a sentence may take with all its tries;
    `timeout` how many a server may be silent; `per_minute` bounds the requests, 0 for no bound.
    """

    base_url: str
    model: str
    key: str = ""
    timeout: float = 120.0
    patience: float = 600.0
    tries: int = 6
    workers: int = 4
    per_minute: int = 0


class OpenAiEngine:
    """Translates with a model behind an OpenAI-compatible server. Nothing is sent before the first translation."""

    keeps_placeholders = True
    uses_context = True
    limit = 600
    batch_size = 1  # one sentence a request

    def __init__(self, server: Server, pause: Callable[[float], None] = time.sleep) -> None:
        """Raises ConfigError when the address or the model's name cannot be used."""
        parts = urllib.parse.urlsplit(server.base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ConfigError(
                f'The engine openai needs base_url, an http or https address such as "http://localhost:8080/v1", '
                f'not "{server.base_url}".'
            )
        if not server.model:
            raise ConfigError("The engine openai needs the name of a model; state model under [translation].")
        self._server = server
        self._pause = pause
        self._gate = threading.Lock()
        self._next_start = 0.0

    @property
    def name(self) -> str:
        """The model's name, as the origin of a cell."""
        return f"openai {self._server.model}"

    @property
    def fingerprint(self) -> str:
        """Of the server's address, the model and the prompt."""
        digest = hashlib.blake2b(_PROMPT.encode(), digest_size=8).hexdigest()
        return f"openai {self._server.base_url} {self._server.model} {_PROMPT_VERSION} {digest}"

    def size(self, request: Request) -> int:
        """Characters; every request is a batch of its own."""
        return len(request.text)

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several requests at once, each given out when it is answered. The first error stops what has not begun."""
        with ThreadPoolExecutor(max_workers=self._server.workers) as pool:
            waiting: dict[Future[str], int] = {}
            upcoming = iter(enumerate(batches))
            try:
                while True:
                    while len(waiting) < self._server.workers * 2 and (item := next(upcoming, None)) is not None:
                        index, batch = item
                        waiting[pool.submit(self._ask, batch[0], source, target)] = index
                    if not waiting:
                        return
                    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in sorted(done, key=waiting.__getitem__):
                        yield waiting.pop(future), (future.result(),)
            finally:
                for future in waiting:
                    future.cancel()

    def _ask(self, request: Request, source: str, target: str) -> str:
        body = json.dumps(self._body(request, source, target)).encode("utf-8")
        end = time.monotonic() + self._server.patience
        for attempt in range(1, self._server.tries + 1):
            self._wait_for_turn()
            try:
                return self._answer(self._send(body, end))
            except _TryAgainError as again:
                pause = min(again.after if again.after is not None else 2.0 ** (attempt - 1), _LONGEST_WAIT)
                if attempt >= min(self._server.tries, again.tries) or time.monotonic() + pause > end:
                    raise EngineError(f"{self._server.base_url} {again}; gave up after {attempt} tries.") from None
                self._pause(pause)
        raise AssertionError("the loop above returns or raises")

    def _wait_for_turn(self) -> None:
        """Keep to the rate: requests start at even distances, whatever thread they are in."""
        if not self._server.per_minute:
            return
        with self._gate:
            now = time.monotonic()
            start = max(now, self._next_start)
            self._next_start = start + 60.0 / self._server.per_minute
        if start > now:
            self._pause(start - now)

    def _body(self, request: Request, source: str, target: str) -> dict[str, Any]:
        context = [f"The sentence before it: {request.before[-400:]}"] if request.before else []
        context += [f"The sentence after it: {request.after[:400]}"] if request.after else []
        context += ["Use these terms: " + "; ".join(f"{a} = {b}" for a, b in request.terms)] if request.terms else []
        prompt = _PROMPT.format(source=lang.english_name(source), target=lang.english_name(target))
        return {
            "model": self._server.model,
            "messages": [
                {"role": "system", "content": "\n".join([prompt, *context])},
                {"role": "user", "content": f"<s>{request.text}</s>"},
            ],
            "temperature": (0.0, 0.4, 0.7)[min(request.effort, 2)],
            "seed": 1 + request.effort,
            "max_tokens": 64 + 4 * len(request.text),
            "stream": False,
        }

    def _send(self, body: bytes, end: float) -> bytes:
        headers = {"Content-Type": "application/json", "User-Agent": f"bilingual/{__version__}"}
        if self._server.key:
            headers["Authorization"] = f"Bearer {self._server.key}"
        address = f"{self._server.base_url.rstrip('/')}/chat/completions"
        request = urllib.request.Request(address, data=body, headers=headers, method="POST")
        try:
            with _OPENER.open(request, timeout=self._server.timeout) as response:
                return self._read(response, end)
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise _TryAgainError(f"sent nothing for {self._server.timeout:g} seconds") from None
            text = getattr(reason, "strerror", None) or (str(reason).splitlines() or [type(error).__name__])[0]
            raise _TryAgainError(f"cannot be reached ({text.rstrip('.')})", tries=_UNREACHABLE) from None

    def _read(self, response: Any, end: float) -> bytes:
        """The body, bounded: a server that sends for ever is left."""
        data = bytearray()
        while block := response.read1(65_536):
            data += block
            if len(data) > _ANSWER_LIMIT or time.monotonic() > end:
                raise EngineError(f"{self._server.base_url} sends an answer without end; check the server.")
        if response.length:
            raise _TryAgainError("broke off in the middle of an answer")
        return bytes(data)

    def _refusal(self, error: urllib.error.HTTPError) -> Exception:
        """What a status code means: another try, or a sentence that says what to do."""
        with error:
            said = _message(error.read(10_000))
        if error.code in _RETRIED:
            return _TryAgainError(f"answers {error.code}{said}", _seconds(error.headers.get("Retry-After", "")))
        what = f"{self._server.base_url} answers {error.code}{said}"
        if error.code in (401, 403):
            kind = "wrong" if self._server.key else "missing"
            return EngineError(f"{what}: the key is {kind}; set the environment variable that api_key_env names.")
        if error.code == 404:
            return EngineError(f'{what}: check base_url, and that the server has the model "{self._server.model}".')
        return EngineError(f"{what}; check the server's log.")

    def _answer(self, data: bytes) -> str:
        """The text of a completion; nothing for a truncated one, so that the sentence is asked for in parts."""
        try:
            choice = json.loads(data)["choices"][0]
            text = choice["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise _TryAgainError("sent something that is not a chat completion") from None
        if not isinstance(text, str):
            text = ""
        return "" if choice.get("finish_reason") == _TRUNCATED else _clean(text)


class _TryAgainError(Exception):
    """Worth another try, after so many seconds where the server says it, and not more than `tries` in all."""

    def __init__(self, message: str, after: float | None = None, tries: int = 100) -> None:
        super().__init__(message)
        self.after = after
        self.tries = tries


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER: Final = urllib.request.build_opener(_NoRedirect)


def _clean(text: str) -> str:
    """The translation without what chat models put around it: thoughts, the sentence tags, a fence, quotation marks."""
    text = re.sub(r"^\s*<think>.*?</think>", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"</?s>", "", text).strip()
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", text, re.DOTALL)
    text = fenced[1].strip() if fenced else text
    if len(text) > 2 and text[0] + text[-1] in ('""', "“”") and not re.search('["“”]', text[1:-1]):
        text = text[1:-1]
    return text


def _message(data: bytes) -> str:
    try:
        error = json.loads(data)["error"]
        said = error["message"] if isinstance(error, dict) else error
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return f" ({' '.join(str(said).split())[:160].rstrip('.')})" if said else ""


def _seconds(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text.strip()) else None
