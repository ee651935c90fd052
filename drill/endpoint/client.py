"""One chat with an endpoint: a request in the form that the server takes, its answer's text back.

Leaves out streaming and what is asked. A redirect is not followed, no more than MOST_BYTES are read, and
nothing outlasts the deadline.
"""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from time import monotonic, sleep
from typing import Any, NamedTuple

import msgspec

from drill.endpoint.address import Address
from drill.endpoint.deadline import within
from drill.endpoint.errors import DeniedError, EndpointError, PackageError, ReplyError, UnreachableError

MOST_BYTES = 1 << 20
# a model that thinks first spends most of them on that
MOST_TOKENS = 4000
LONGEST_PAUSE = 10.0
_PAUSE = 1.0
_BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
# a server that knows no such field says one of these
_UNKNOWN = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)


class Message(NamedTuple):
    """What one side says: `role` is `system` or `user`."""

    role: str
    content: str


class _Said(msgspec.Struct):
    content: str


class _Choice(msgspec.Struct):
    message: _Said


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class _Answer(NamedTuple):
    status: int
    pause: float
    body: bytes


class Endpoint:
    """A model behind an address. `seconds` is the longest that one chat may take, retry included."""

    def __init__(self, address: Address, *, model: str, key: str = "", seconds: float = 60.0) -> None:
        """Keep what to talk to; PackageError where HTTP can't be spoken. Nothing is sent yet."""
        self.address = address
        # typed in a terminal of another encoding, it may hold what UTF-8 can't
        self.model = model.encode("utf-8", "replace").decode("utf-8")
        self._seconds = seconds
        self._headers = {"Accept-Encoding": "identity"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._form = 0
        self._http = _http()

    def chat(self, messages: Sequence[Message], schema: dict[str, Any]) -> str:
        """Return the text that the model answers, asked to fit a JSON schema; whether it does is not checked.

        A server that takes no schema is asked for any JSON object, then for plain text; what it took is kept
        for the next chat. EndpointError in one line for whatever goes wrong.
        """
        end = monotonic() + self._seconds
        return within(self._seconds, lambda: self._chat(messages, schema, end), self._late)

    def _chat(self, messages: Sequence[Message], schema: dict[str, Any], end: float) -> str:
        forms = list(_forms(schema))
        told = {"model": self.model, "messages": [message._asdict() for message in messages]}
        for number in range(self._form, len(forms)):
            answer = self._post({**told, **forms[number]}, end)
            if answer.status not in _UNKNOWN:
                self._form = number
                break
        return self._text(answer)

    def _post(self, request: dict[str, Any], end: float) -> _Answer:
        answer = self._send(request, end)
        if answer.status not in _BUSY:
            return answer
        sleep(answer.pause)
        return self._send(request, end)

    def _send(self, request: dict[str, Any], end: float) -> _Answer:
        if monotonic() > end:
            raise self._late()
        http = self._http
        # whatever stands between this machine and others has no say in a chat with itself
        client = http.Client(
            timeout=self._seconds, follow_redirects=False, trust_env=not self.address.is_local
        )
        try:
            with (
                client,
                client.stream("POST", self.address.chat, json=request, headers=self._headers) as response,
            ):
                pause = _pause(response.headers.get("Retry-After", ""))
                return _Answer(response.status_code, pause, self._read(response.iter_raw(), end))
        except http.TimeoutException:
            raise self._late() from None
        except (http.HTTPError, http.InvalidURL, OSError) as error:
            raise self._unreachable(error) from None

    def _read(self, chunks: Iterator[bytes], end: float) -> bytes:
        body = bytearray()
        for chunk in chunks:
            body += chunk
            if len(body) > MOST_BYTES:
                raise ReplyError(f"{self.address.place}: the answer is longer than a chat's; check the URL")
            if monotonic() > end:
                raise self._late()
        return bytes(body)

    def _text(self, answer: _Answer) -> str:
        if answer.status != HTTPStatus.OK:
            raise self._refused(answer.status)
        try:
            return msgspec.json.decode(answer.body, type=_Completion).choices[0].message.content
        except (msgspec.DecodeError, IndexError, RecursionError, UnicodeDecodeError):
            raise ReplyError(
                f"{self.address.place}: the answer is none of a chat endpoint; check the URL, most end in /v1"
            ) from None

    def _refused(self, status: int) -> EndpointError:
        place = self.address.place
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return DeniedError(f"{place}: the key is refused (HTTP {status}); set DRILL_API_KEY")
        if status == HTTPStatus.NOT_FOUND:
            return DeniedError(
                f"{place}: no such path or model (HTTP 404); check the URL and the model's name"
            )
        if status in _BUSY:
            return UnreachableError(f"{place}: too busy (HTTP {status}); try again later")
        if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
            return DeniedError(
                f"{place}: sends elsewhere (HTTP {status}), which is not followed; mend the URL"
            )
        return ReplyError(f"{place}: fails at this request (HTTP {status}); its log says why")

    def _late(self) -> EndpointError:
        return UnreachableError(
            f"{self.address.place}: no answer within {self._seconds:g} s; allow it more, or mend the server"
        )

    def _unreachable(self, error: BaseException) -> EndpointError:
        place, chain = self.address.place, list(_causes(error))
        if any("SSL" in type(one).__name__ or "CERTIFICATE" in str(one) for one in chain):
            return UnreachableError(
                f"{place}: no trusted TLS connection; check http or https, and its certificate"
            )
        if isinstance(error, self._http.ConnectError):
            return UnreachableError(f"{place}: nothing answers there; start the server or mend the URL")
        return UnreachableError(f"{place}: the connection broke off; try again, the server's log says more")


def _forms(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield ways to ask for JSON, from the strictest to none at all."""
    bounds = {"temperature": 0, "max_tokens": MOST_TOKENS}
    named = {"name": "verdict", "strict": True, "schema": schema}
    yield {**bounds, "response_format": {"type": "json_schema", "json_schema": named}}
    yield {**bounds, "response_format": {"type": "json_object"}}
    # some models take neither a temperature nor this name of a limit
    yield {}


def _pause(retry_after: str) -> float:
    """Return the seconds to wait before another try; a date or nonsense counts as none given."""
    wanted = float(retry_after) if retry_after.isascii() and retry_after.isdigit() else _PAUSE
    return min(wanted, LONGEST_PAUSE)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _http() -> Any:
    try:
        import httpx2
    except ImportError:
        raise PackageError("httpx2 is not installed; pip install 'drill[endpoint]'") from None
    return httpx2
