"""drill as a contender: `python -m drill.core.bench.ours MODEL --backend numba`.

Leaves out the other backends' packages: what isn't installed makes the contender absent.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from drill import __version__
from drill.core.bench.contender import Options, own_stdout, parser, serve
from drill.core.bench.protocol import Hello
from drill.core.infer.backends.choose import load_model
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint


class Ours:
    """One of drill's backends with a cache of its own."""

    def __init__(self, options: Options) -> None:
        """Load as the options say; CoreError where that can't be done here."""
        _keep_code(options)
        checkpoint = open_checkpoint(options.model)
        self._model = load_model(
            checkpoint, options.device, options.backend, options.threads, activations=options.activations
        )
        self._cache = self._model.new_cache(options.room)
        self.vocabulary = self._model.config.vocabulary
        self.hello = _hello(options, checkpoint)

    def feed(self, tokens: Sequence[int]) -> None:
        """Compute tokens after those held."""
        begin = self._cache.length
        self._model.forward(tokens, range(begin, begin + len(tokens)), self._cache)

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on."""
        self._cache.rewind(length)


def _hello(options: Options, checkpoint: Checkpoint) -> Hello:
    name = f"drill {__version__}, {options.backend}"
    if options.backend != "numba":
        # on CUDA a model is kept in bfloat16
        width = 2 if options.device == "cuda" else 4
        return Hello(name, width, width)
    from drill.core.infer.backends.numba.matrices import bytes_per_weight, matrices

    kept = bytes_per_weight(list(matrices(checkpoint, options.activations)))
    return Hello(f"{name}, {options.activations}", kept, 2)


def _keep_code(options: Options) -> None:
    if options.cache and options.backend == "numba" and find_spec("numba"):
        from drill.core.infer.backends.numba.warming import keep_code_in

        keep_code_in(options.cache)


def main(arguments: Sequence[str]) -> None:
    """Serve on stdin and stdout."""
    options = parser()
    options.add_argument("--backend", default="numba", choices=("numpy", "numba", "torch"))
    options.add_argument("--activations", default="int16", choices=("int16", "int8"))
    options.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    options.add_argument("--cache", type=Path, help="folder for what numba compiles")
    parsed = options.parse_args(arguments)
    serve(lambda: Ours(parsed), sys.stdin, own_stdout())


if __name__ == "__main__":
    main(sys.argv[1:])
