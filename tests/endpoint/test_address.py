"""URLs that a chat endpoint can have, and which key goes there."""

import pytest

from drill.endpoint.address import address_of, key_for
from drill.endpoint.errors import AddressError


@pytest.mark.parametrize(
    ("text", "base", "place", "is_local"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1", "localhost:11434", True),
        (" http://127.0.0.1:8000/v1/ ", "http://127.0.0.1:8000/v1", "127.0.0.1:8000", True),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1", "[::1]:8080", True),
        ("https://api.example.com/v1", "https://api.example.com/v1", "api.example.com", False),
        ("https://a.example/v1/chat/completions", "https://a.example/v1", "a.example", False),
        (f"http://{'a' * 63}.example./v1", f"http://{'a' * 63}.example./v1", f"{'a' * 63}.example.", False),
        ("http://localhost.example.com", "http://localhost.example.com", "localhost.example.com", False),
    ],
)
def test_an_address(text: str, base: str, place: str, is_local: bool) -> None:
    address = address_of(text)
    assert (address.url, address.place, address.is_local) == (base, place, is_local)
    assert address.chat == f"{base}/chat/completions"
    assert address.is_encrypted is base.startswith("https")


MUST_HOLD_NONE = "the endpoint's URL must hold no name, password or ?query; a key goes into DRILL_API_KEY"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs a URL such as"),
        ("localhost:11434", "needs a URL such as"),
        ("ftp://host/v1", "needs a URL such as"),
        ("file:///etc/passwd", "needs a URL such as"),
        ("http://", "needs a URL such as"),
        ("http://höst/v1", "plain ASCII"),
        # names that no resolver takes
        ("http://a..b/v1", "needs a URL such as"),
        ("http://../v1", "needs a URL such as"),
        (f"http://{'a' * 64}.example/v1", "needs a URL such as"),
        ("http://host/\x1b[2J", "plain ASCII"),
        (
            "http://host:99999/v1",
            "the endpoint's URL can't be read; take one such as http://localhost:11434/v1",
        ),
        ("http://[::1/v1", "can't be read"),
        ("https://me:secret@host/v1", MUST_HOLD_NONE),
        ("https://host/v1?key=secret", MUST_HOLD_NONE),
        ("https://host/v1#secret", MUST_HOLD_NONE),
    ],
)
def test_no_address(text: str, says: str) -> None:
    with pytest.raises(AddressError) as caught:
        address_of(text)
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


BOTH = {"DRILL_API_KEY": " own ", "OPENAI_API_KEY": "openai"}
OPENAI = {"OPENAI_API_KEY": "openai"}


@pytest.mark.parametrize(
    ("url", "env", "key"),
    [
        ("https://host/v1", {}, ""),
        ("https://host/v1", BOTH, "own"),
        ("https://host/v1", OPENAI, "openai"),
        ("http://localhost/v1", OPENAI, "openai"),
        ("http://host/v1", OPENAI, ""),  # it would travel for all to read
        ("http://host/v1", BOTH, "own"),
    ],
)
def test_which_key_is_sent(url: str, env: dict[str, str], key: str) -> None:
    assert key_for(address_of(url), env) == key


@pytest.mark.parametrize("key", ["two words", "a\nb", "schlüssel"])
def test_a_key_that_no_header_carries_is_not_shown(key: str) -> None:
    with pytest.raises(AddressError) as caught:
        key_for(address_of("https://host/v1"), {"DRILL_API_KEY": key})
    assert str(caught.value) == "DRILL_API_KEY holds signs that no key has; set it anew"
