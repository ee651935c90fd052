"""Where an endpoint is: its base URL, checked, and the name by which messages call it.

Leaves out talking to it (client.py).
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from drill.endpoint.errors import AddressError

_PATH = "/chat/completions"
# of one part of a host's name
_LONGEST_LABEL = 63


class Address(NamedTuple):
    """A base URL without its trailing slash; `place` is host and port alone, fit for messages."""

    url: str
    place: str
    is_local: bool
    is_encrypted: bool

    @property
    def chat(self) -> str:
        """Where chats are posted."""
        return f"{self.url}{_PATH}"


def address_of(text: str) -> Address:
    """Return the address that a URL names; AddressError for one that is none or holds a secret."""
    url = text.strip().rstrip("/").removesuffix(_PATH)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressError(
            "the endpoint's URL can't be read; take one such as http://localhost:11434/v1"
        ) from None
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not _can_be_looked_up(parts.hostname)
        or not url.isascii()
        or not url.isprintable()
    ):
        raise AddressError("the endpoint needs a URL such as http://localhost:11434/v1, plain ASCII")
    if parts.username is not None or parts.query or parts.fragment:
        raise AddressError(
            "the endpoint's URL must hold no name, password or ?query; a key goes into DRILL_API_KEY"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    return Address(url, place, _is_local(parts.hostname), parts.scheme == "https")


def key_for(address: Address, env: Mapping[str, str]) -> str:
    """Return the key to send, else an empty text.

    DRILL_API_KEY is meant for this endpoint. OPENAI_API_KEY is not, so it leaves this machine only encrypted.
    AddressError for a key that no header can carry; the message doesn't show it.
    """
    own = _key(env, "DRILL_API_KEY")
    return own or (_key(env, "OPENAI_API_KEY") if address.is_local or address.is_encrypted else "")


def _key(env: Mapping[str, str], name: str) -> str:
    key = env.get(name, "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise AddressError(f"{name} holds signs that no key has; set it anew")
    return key


def _can_be_looked_up(host: str) -> bool:
    return all(0 < len(label) <= _LONGEST_LABEL for label in host.removesuffix(".").split("."))


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
