"""The openai engine against a real server on loopback that loads, is busy, breaks off, never ends and refuses keys."""

from __future__ import annotations

import http.server
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bilingual.errors import ConfigError, EngineError
from bilingual.model import OriginKind, plain
from bilingual.protect import scan
from bilingual.protect.terms import Concept, Term, Termbase
from bilingual.translation.engine import Request
from bilingual.translation.openai import OpenAiEngine, Server
from bilingual.translation.run import Context, Settings, translate_runs

from .conftest import Cli

Handler = http.server.BaseHTTPRequestHandler
Answer = Callable[[Handler, dict[str, Any]], None]


def completion(text: str, reason: str = "stop") -> bytes:
    return json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reason}]}
    ).encode()


def send(request: Handler, data: bytes, status: int = 200, **headers: str) -> None:
    request.send_response(status)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(data)))
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(data)


def sentence_of(body: dict[str, Any]) -> str:
    found = re.fullmatch(r"<s>(.*)</s>", body["messages"][-1]["content"], re.DOTALL)
    assert found
    return found[1]


def good(request: Handler, body: dict[str, Any]) -> None:
    words = re.sub(
        r"[\u4e00-\u9fff]",
        lambda m: "abcdefghijklmnop"[ord(m[0]) % 16] + "qrstuvwxyz"[ord(m[0]) % 10] + " ",
        sentence_of(body),
    )
    send(request, completion(words))


class Loopback:
    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.stop = threading.Event()
        outer = self

        class Local(Handler):
            def do_POST(self) -> None:  # noqa: N802
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.bodies.append(body)
                outer.keys.append(self.headers.get("Authorization", ""))
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else (outer.answers or [good])[0]
                try:
                    answer(self, body)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Local)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@pytest.fixture
def server() -> Iterator[Loopback]:
    made = Loopback()
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield made
    made.stop.set()
    made.http.shutdown()
    made.http.server_close()
    thread.join()


def ask(server: Loopback, pauses: list[float] | None = None, **options: Any) -> str:
    made = Server(server.url, "m", **{"timeout": 5.0, "patience": 20.0, "workers": 1, **options})
    engine = OpenAiEngine(made, (pauses if pauses is not None else []).append)
    ((_, (text,)),) = engine.translate([[Request("模型有效。")]], "zh-Hans", "en")
    return text


def failing(status: int, message: str = "", **headers: str) -> Answer:
    data = json.dumps({"error": {"message": message}}).encode() if message else b"oops"
    return lambda request, body: send(request, data, status, **headers)


def test_a_sentence_is_asked_for_with_neighbours_terms_and_tags(server: Loopback) -> None:
    terms = Termbase((Concept("c", (Term("zh-Hans", "收敛率"), Term("en", "rate of convergence"))),))
    engine = OpenAiEngine(Server(server.url, "m", key="secret"))
    runs = scan(r"收敛率为 \(O(1/t)\)。")
    server.answers = [lambda request, body: send(request, completion("The rate of convergence is <x1/>."))]
    (made,) = translate_runs([runs], "zh-Hans", "en", engine, Settings(terms=terms), [Context("前一句。", "后一句。")])
    assert plain(made.runs) == r"The rate of convergence is \(O(1/t)\)."
    assert made.origin.kind is OriginKind.MACHINE
    assert made.origin.by == "openai m"
    assert not made.findings
    (body,) = server.bodies
    assert sentence_of(body) == "收敛率为 <x1/>。"
    system = body["messages"][0]["content"]
    assert "前一句。" in system
    assert "后一句。" in system
    assert "收敛率 = rate of convergence" in system
    assert server.keys == ["Bearer secret"]


def test_loading_and_busy_servers_are_asked_again_when_they_say(server: Loopback) -> None:
    server.answers = [
        failing(503, "Loading model"),
        failing(429, "slow down", Retry_After="7"),
        failing(429, Retry_After="9999"),
        good,
    ]
    pauses: list[float] = []
    assert ask(server, pauses, patience=10_000.0)
    assert pauses == [1.0, 7.0, 60.0]


def test_a_server_that_stays_busy_is_given_up_in_one_sentence(server: Loopback) -> None:
    server.answers = [failing(503, "Loading model")]
    with pytest.raises(EngineError, match=r"answers 503 \(Loading model\); gave up after 3 tries\.$"):
        ask(server, tries=3)
    assert len(server.bodies) == 3


@pytest.mark.parametrize(
    ("status", "key", "message"),
    [
        (401, "bad", "the key is wrong"),
        (401, "", "the key is missing"),
        (403, "bad", "the key is wrong"),
        (404, "", "check base_url"),
        (400, "", "log"),
        (302, "", "302"),
    ],
)
def test_a_refusal_is_said_at_once(server: Loopback, status: int, key: str, message: str) -> None:
    server.answers = [failing(status, "no", Location="http://127.0.0.1:9/")]
    with pytest.raises(EngineError, match=message):
        ask(server, key=key)
    assert len(server.bodies) == 1


def test_a_silent_server_times_out(server: Loopback) -> None:
    server.answers = [lambda request, body: server.stop.wait(30) and None]
    with pytest.raises(EngineError, match=r"sent nothing for 0\.2 seconds"):
        ask(server, timeout=0.2, tries=2)


def test_an_answer_without_end_is_left(server: Loopback) -> None:
    def endless(request: Handler, body: dict[str, Any]) -> None:
        request.send_response(200)
        request.end_headers()
        while not server.stop.is_set():
            request.wfile.write(b" " * 100_000)

    server.answers = [endless]
    with pytest.raises(EngineError, match="without end"):
        ask(server)


def test_a_trickle_without_end_is_left_too(server: Loopback) -> None:
    def trickle(request: Handler, body: dict[str, Any]) -> None:
        request.send_response(200)
        request.end_headers()
        while not server.stop.is_set():
            request.wfile.write(b" ")
            time.sleep(0.02)

    server.answers = [trickle]
    with pytest.raises(EngineError, match="without end"):
        ask(server, patience=0.3)


def test_broken_answers_are_asked_for_again(server: Loopback) -> None:
    def broken(request: Handler, body: dict[str, Any]) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        request.wfile.write(b'{"choices": [')
        request.close_connection = True

    nonsense: list[Answer] = [
        lambda request, body, data=data: send(request, data)
        for data in (b"<html>", b"{}", b'{"choices": []}', b"[" * 50_000)
    ]  # type: ignore[misc]
    server.answers = [broken, *nonsense, good]
    assert ask(server)
    assert len(server.bodies) == 6


def test_a_truncated_answer_is_asked_for_in_parts(server: Loopback) -> None:
    def short(request: Handler, body: dict[str, Any]) -> None:
        if len(sentence_of(body)) > 150:
            send(request, completion("It begins but", "length"))
        else:
            good(request, body)

    server.answers = [short]
    text = "，".join(f"第{n}个方法在大规模数据上提升性能" for n in range(20)) + "。"
    (made,) = translate_runs([scan(text)], "zh-Hans", "en", OpenAiEngine(Server(server.url, "m")))
    assert len(server.bodies) > 2
    assert "19" in plain(made.runs)


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ('"It works."', "It works."),
        ("<think>hm\nhm</think>\nIt works.", "It works."),
        ("<s>It works.</s>", "It works."),
        ("```text\nIt works.\n```", "It works."),
        ('"A" and "B"', '"A" and "B"'),
    ],
)
def test_what_chat_models_put_around_a_translation_goes(server: Loopback, answer: str, wanted: str) -> None:
    server.answers = [lambda request, body: send(request, completion(answer))]
    assert ask(server) == wanted


def test_requests_keep_to_the_rate(server: Loopback) -> None:
    pauses: list[float] = []
    engine = OpenAiEngine(Server(server.url, "m", per_minute=60, workers=1), pauses.append)
    batches = [[Request(f"第 {n} 句")] for n in range(4)]
    assert len(list(engine.translate(batches, "zh-Hans", "en"))) == 4
    assert len(pauses) == 3
    assert max(pauses) <= 3.0


def test_workers_give_the_same_texts_as_one(server: Loopback) -> None:
    batches = [[Request(f"第 {n} 句话")] for n in range(12)]
    one = dict(OpenAiEngine(Server(server.url, "m", workers=1)).translate(batches, "zh-Hans", "en"))
    many = dict(OpenAiEngine(Server(server.url, "m", workers=5)).translate(batches, "zh-Hans", "en"))
    assert one == many


def test_a_server_that_is_not_there_is_one_sentence(cli: Cli) -> None:
    done = cli(
        "translate",
        "--engine",
        "openai",
        "--model",
        "m",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--no-cache",
        input="模型有效。\n",
    )
    assert done.returncode == 7
    assert "cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == "模型有效。\n"


@pytest.mark.parametrize(
    ("url", "model", "message"), [("", "m", "base_url"), ("localhost:8080", "m", "base_url"), ("http://h", "", "model")]
)
def test_a_configuration_that_does_not_fit_is_refused(url: str, model: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        OpenAiEngine(Server(url, model))


def test_the_key_comes_from_the_environment_and_is_never_shown(server: Loopback, cli: Cli) -> None:
    server.answers = [failing(401, "invalid key")]
    arguments = (
        "translate",
        "--engine",
        "openai",
        "--model",
        "m",
        "--base-url",
        server.url,
        "--no-cache",
        "--api-key-env",
        "MY_KEY",
    )
    done = cli(*arguments, input="模型有效。\n", env={"MY_KEY": "sk-secret"})
    assert server.keys == ["Bearer sk-secret"]
    assert done.returncode == 7
    assert "sk-secret" not in done.stderr
    done = cli(*arguments, input="模型有效。\n", env={"MY_KEY": ""})
    assert done.returncode == 3
    assert "MY_KEY" in done.stderr
