"""A chat with a server that behaves, and with servers that don't: one line for each, never the key.

Leaves out what is asked (tests/study/marking/test_judging.py).
"""

import gzip
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from drill.endpoint import client
from drill.endpoint.address import address_of
from drill.endpoint.client import MOST_BYTES, Endpoint, Message
from drill.endpoint.errors import DeniedError, EndpointError, PackageError, ReplyError, UnreachableError

pytest.importorskip("httpx2")
MESSAGES = [Message("system", "Be brief."), Message("user", "é <|x|>")]
SCHEMA = {"type": "object"}
KEY = "sk-nobody-may-see-this"
GOOD = json.dumps({"choices": [{"message": {"content": "yes"}}]}).encode()
Talk = Callable[..., str]


@pytest.fixture
def talk(scripted: Any) -> Talk:
    """One chat with the scripted server."""

    def chat(*steps: Any, seconds: float = 20.0) -> str:
        scripted.script += steps
        endpoint = Endpoint(address_of(scripted.url), model="m-1", key=KEY, seconds=seconds)
        return endpoint.chat(MESSAGES, SCHEMA)

    return chat


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep the pauses instead of making them."""
    pauses: list[float] = []
    monkeypatch.setattr(client, "sleep", pauses.append)
    return pauses


def forms(scripted: Any) -> list[str]:
    return [json.loads(one.body).get("response_format", {}).get("type", "text") for one in scripted.asked]


def test_a_chat(scripted: Any, talk: Talk) -> None:
    assert talk((200, {}, GOOD)) == "yes"
    (asked,) = scripted.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.headers["Content-Type"] == "application/json"
    body = json.loads(asked.body)
    assert body["model"] == "m-1"
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "é <|x|>"},
    ]
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert body["temperature"] == 0


def test_a_model_s_name_in_another_encoding(scripted: Any) -> None:
    """The server says whether it knows it; a name that UTF-8 can't hold must not end the sitting."""
    scripted.script.append((200, {}, GOOD))
    Endpoint(address_of(scripted.url), model="m\udcff").chat(MESSAGES, SCHEMA)
    assert json.loads(scripted.asked[0].body)["model"] == "m?"


def test_without_a_key_no_header_is_sent(scripted: Any) -> None:
    scripted.script = [(200, {}, GOOD)]
    assert Endpoint(address_of(scripted.url), model="m").chat(MESSAGES, SCHEMA) == "yes"
    assert "Authorization" not in scripted.asked[0].headers


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_takes_no_schema_is_asked_otherwise_and_that_is_kept(
    scripted: Any, status: int
) -> None:
    refused: Any = (status, {}, b"{}")
    scripted.script = [refused, refused, (200, {}, GOOD)]
    endpoint = Endpoint(address_of(scripted.url), model="m")
    assert endpoint.chat(MESSAGES, SCHEMA) == "yes"
    assert forms(scripted) == ["json_schema", "json_object", "text"]
    assert set(json.loads(scripted.asked[-1].body)) == {"model", "messages"}
    assert endpoint.chat(MESSAGES, SCHEMA) == "yes"
    assert forms(scripted)[3:] == ["text"]


def test_a_server_that_refuses_all_forms(scripted: Any, talk: Talk) -> None:
    with pytest.raises(ReplyError) as caught:
        talk((400, {}, b"no"))
    assert str(caught.value).endswith(": fails at this request (HTTP 400); its log says why")
    assert len(scripted.asked) == 3


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("retry_after", "pause"),
    [
        ("2", 2),
        ("0", 0),
        ("999999", 10),
        ("", 1),
        ("-3", 1),
        ("nan", 1),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 1),
    ],
)
def test_a_busy_server_is_asked_once_more(
    scripted: Any, talk: Talk, no_pause: list[float], status: int, retry_after: str, pause: float
) -> None:
    assert talk((status, {"Retry-After": retry_after}, b""), (200, {}, GOOD)) == "yes"
    assert no_pause == [pause]
    assert len(scripted.asked) == 2


def test_a_server_that_stays_busy(scripted: Any, talk: Talk) -> None:
    with pytest.raises(UnreachableError) as caught:
        talk((429, {}, b""))
    assert str(caught.value).endswith(": too busy (HTTP 429); try again later")
    assert len(scripted.asked) == 2


@pytest.mark.parametrize(
    ("status", "kind", "says"),
    [
        (401, DeniedError, "the key is refused (HTTP 401); set DRILL_API_KEY"),
        (403, DeniedError, "the key is refused (HTTP 403); set DRILL_API_KEY"),
        (404, DeniedError, "no such path or model (HTTP 404); check the URL and the model's name"),
        (413, ReplyError, "fails at this request (HTTP 413); its log says why"),
        (500, ReplyError, "fails at this request (HTTP 500); its log says why"),
        (204, ReplyError, "fails at this request (HTTP 204); its log says why"),
    ],
)
def test_a_status_that_is_no_answer(talk: Talk, status: int, kind: type[EndpointError], says: str) -> None:
    with pytest.raises(kind) as caught:
        talk((status, {}, b"" if status == 204 else f"wrong key {KEY}".encode()))
    assert str(caught.value).endswith(says)
    assert_tells_nothing(caught.value)


def assert_tells_nothing(error: BaseException) -> None:
    assert KEY not in f"{error!r} {error.__cause__!r}"
    assert "\n" not in str(error)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed_wherever_it_leads(scripted: Any, talk: Talk, status: int) -> None:
    with pytest.raises(DeniedError) as caught:
        talk((status, {"Location": f"{scripted.url}/elsewhere"}, b""))
    said = f": sends elsewhere (HTTP {status}), which is not followed; mend the URL"
    assert str(caught.value).endswith(said)
    assert [one.path for one in scripted.asked] == ["/v1/chat/completions"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>hello</html>",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": null}}]}',
        b'{"choices": [{"message": {"content": ["yes"]}}]}',
        b'{"choices": [{"text": "yes"}]}',
        b'{"choices": [{"message": {"content": "\xff"}}]}',
        b"[" * 100_000,
        GOOD[:-3],
        gzip.compress(GOOD, mtime=0),
    ],
)
def test_a_body_that_is_no_answer(talk: Talk, body: bytes) -> None:
    with pytest.raises(
        ReplyError, match="the answer is none of a chat endpoint; check the URL, most end in /v1"
    ):
        talk((200, {}, body))


def test_a_body_without_end_is_read_to_a_limit(talk: Talk) -> None:
    sent = []

    def flood(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(64):
            handler.wfile.write(b"x" * MOST_BYTES)
            sent.append(1)

    with pytest.raises(ReplyError, match="the answer is longer than a chat's; check the URL"):
        talk(flood)
    assert len(sent) < 64


def test_a_packed_body_is_not_unpacked(talk: Talk) -> None:
    """A small one could hold gigabytes."""
    bomb = gzip.compress(b"x" * 10 * MOST_BYTES)
    with pytest.raises(ReplyError, match="none of a chat endpoint"):
        talk((200, {"Content-Encoding": "gzip"}, bomb))


def _silent(handler: Any) -> None:
    time.sleep(2)


def _trickling(handler: Any) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(40):
        handler.wfile.write(b" ")
        time.sleep(0.05)


def _head_trickling(handler: Any) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(40):
        handler.wfile.write(f"X-{number}: y\r\n".encode())
        time.sleep(0.05)


@pytest.mark.parametrize("step", [_silent, _trickling, _head_trickling])
def test_no_server_is_waited_for_longer_than_that(talk: Talk, step: Callable[[Any], None]) -> None:
    began = time.monotonic()
    with pytest.raises(UnreachableError) as caught:
        talk(step, seconds=0.5)
    assert str(caught.value).endswith(": no answer within 0.5 s; allow it more, or mend the server")
    assert time.monotonic() - began < 1.9


def _cut(handler: Any) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def _cut_within(handler: Any) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(GOOD[:9])
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def _no_http(handler: Any) -> None:
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.9\r\n")


@pytest.mark.parametrize("step", [_cut, _cut_within, _no_http])
def test_a_connection_that_breaks_off(talk: Talk, step: Callable[[Any], None]) -> None:
    with pytest.raises(
        UnreachableError, match="the connection broke off; try again, the server's log says more"
    ):
        talk(step)


@pytest.fixture
def free_port() -> Iterator[int]:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield int(bound.getsockname()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", "nowhere.invalid"])
def test_nobody_there(free_port: int, host: str) -> None:
    endpoint = Endpoint(address_of(f"http://{host}:{free_port}/v1"), model="m", key=KEY)
    with pytest.raises(
        UnreachableError, match=r": nothing answers there; start the server or mend the URL"
    ) as caught:
        endpoint.chat(MESSAGES, SCHEMA)
    assert_tells_nothing(caught.value)


def test_a_server_without_tls(scripted: Any) -> None:
    endpoint = Endpoint(address_of(scripted.url.replace("http", "https")), model="m", key=KEY)
    with pytest.raises(
        UnreachableError, match="no trusted TLS connection; check http or https, and its certificate"
    ):
        endpoint.chat(MESSAGES, SCHEMA)
    assert scripted.asked == []


def test_a_proxy_has_no_say_in_a_chat_with_this_machine(
    talk: Talk, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port}")
    monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{free_port}")
    assert talk((200, {}, GOOD)) == "yes"


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(PackageError) as caught:
        Endpoint(address_of("http://localhost/v1"), model="m")
    assert str(caught.value) == "httpx2 is not installed; pip install 'drill[endpoint]'"
