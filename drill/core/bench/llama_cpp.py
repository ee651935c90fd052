"""llama.cpp as a contender, by the package llama-cpp-python: `python -m drill.core.bench.llama_cpp MODEL`.

Leaves out llama-cpp-python's own loop: it copies the logits of every token, which would count
against the peer.
"""

import sys
from collections.abc import Sequence

from drill.core.bench.contender import Options, own_stdout, parser, serve
from drill.core.bench.protocol import Hello
from drill.core.errors import FileError

BATCH = 512


class LlamaCpp:
    """A llama.cpp context with flash attention, which is its faster setting, and its default f16 cache."""

    def __init__(self, options: Options) -> None:
        """Load; ImportError without the package, FileError for what is no GGUF file."""
        import llama_cpp

        if not options.model.is_file():
            raise FileError(f"{options.model}: llama.cpp reads GGUF files only")
        self._api = llama_cpp
        self._llama = llama_cpp.Llama(
            str(options.model),
            n_ctx=options.room,
            n_batch=BATCH,
            n_ubatch=BATCH,
            n_threads=options.threads,
            n_threads_batch=options.threads,
            flash_attn=True,
            verbose=False,
        )
        self._context = self._llama._ctx.ctx
        self.vocabulary = int(self._llama.n_vocab())
        self.hello = Hello(f"llama-cpp-python {llama_cpp.__version__}, flash attention", None, 2)

    def feed(self, tokens: Sequence[int]) -> None:
        """Compute tokens after those held."""
        for begin in range(0, len(tokens), BATCH):
            self._decode(tokens[begin : begin + BATCH])
        # waits for the last of them
        self._api.llama_get_logits(self._context)

    def _decode(self, tokens: Sequence[int]) -> None:
        array = (self._api.llama_token * len(tokens))(*tokens)
        status = self._api.llama_decode(self._context, self._api.llama_batch_get_one(array, len(tokens)))
        if status:
            raise RuntimeError(f"llama_decode returned {status}")

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on."""
        self._api.llama_memory_seq_rm(self._api.llama_get_memory(self._context), 0, length, -1)


def main(arguments: Sequence[str]) -> None:
    """Serve on stdin and stdout."""
    parsed = parser().parse_args(arguments)
    serve(lambda: LlamaCpp(parsed), sys.stdin, own_stdout())


if __name__ == "__main__":
    main(sys.argv[1:])
