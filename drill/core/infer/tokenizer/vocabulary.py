"""A vocabulary as data: the bytes of each token, the merges, the special tokens.

Leaves out reading one from a file (from_gguf.py, from_json.py, from_ranks.py) and encoding with it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Vocabulary(NamedTuple):
    """Everything that a tokenizer is built from.

    `tokens[id]` is the token's bytes (empty for ids that stand for no text); `ranks` gives each mergeable
    token's priority, lower first; `specials` maps the text of special tokens to ids; `pattern` names the
    pre-tokenizer (patterns.py). With `merges` only the pairs in that list merge, in its order; `whole_pieces`
    says that a piece which is a token is that token all the same, merges or not. Without `merges` the ranks
    alone decide. `chat_template` is the Jinja text of the file, if it has one.
    """

    tokens: Sequence[bytes]
    ranks: Mapping[bytes, int]
    specials: Mapping[str, int]
    pattern: str
    merges: Sequence[tuple[bytes, bytes]] | None = None
    whole_pieces: bool = False
    bos: int | None = None
    eos: int | None = None
    adds_bos: bool = False
    chat_template: str | None = None
