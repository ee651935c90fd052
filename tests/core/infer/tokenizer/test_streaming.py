from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drill.core.infer.tokenizer.streaming import StreamDecoder
from drill.core.infer.tokenizer.tokenizer import Tokenizer


def pieces(tokens: list[bytes]) -> list[str]:
    decoder = StreamDecoder()
    return [*map(decoder.feed, tokens), decoder.flush()]


@given(st.binary(max_size=40), st.lists(st.integers(0, 40)))
def test_the_pieces_are_what_decoding_the_whole_gives(data: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(data)]
    tokens = [data[start:end] for start, end in pairwise(edges)]
    assert "".join(pieces(tokens)) == data.decode(errors="replace")


@given(st.text())
def test_whole_text_never_shows_a_replacement(text: str) -> None:
    tokens = [bytes([byte]) for byte in text.encode()]
    assert [piece for piece in pieces(tokens) if piece] == list(text)


def test_a_character_over_three_tokens_comes_out_once(tokenizer_of: Callable[[str], Tokenizer]) -> None:
    tokenizer, decoder = tokenizer_of("cl100k"), StreamDecoder()
    fire = [9468, 242, 98]
    assert tokenizer.encode("🔥") == fire
    assert [decoder.feed(tokenizer.token(number)) for number in fire] == ["", "", "🔥"]
    assert decoder.flush() == ""


def test_a_stop_inside_a_character_gives_one_replacement_at_the_end() -> None:
    decoder = StreamDecoder()
    assert [decoder.feed(b"ok\xf0\x9f"), decoder.feed(b"\x94")] == ["ok", ""]
    assert decoder.flush() == "\ufffd"
    # and the decoder starts anew
    assert decoder.feed(b"a") + decoder.flush() == "a"


def test_bytes_that_can_never_complete_are_not_held() -> None:
    decoder = StreamDecoder()
    assert decoder.feed(b"\xff") == "\ufffd"
    # E0 wants A0 to BF behind it
    assert decoder.feed(b"\xe0") == ""
    assert decoder.feed(b"\x80") == "\ufffd\ufffd"
    assert decoder.feed(b"\xf0\x9f") + decoder.feed(b"<") == "\ufffd<"
    # half a surrogate pair is no character in UTF-8; Python sees that one byte later
    assert decoder.feed(b"\xed\xa0") + decoder.feed(b"\x80") == "\ufffd" * 3
