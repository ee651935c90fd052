"""transformers in float32 as a contender: `python -m drill.core.bench.transformers MODEL`.

Leaves out `generate`: what it does around a step would count against the peer.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from drill.core.bench.contender import Options, own_stdout, parser, serve
from drill.core.bench.protocol import Hello


class Transformers:
    """A causal model in float32 with its default cache."""

    def __init__(self, options: Options) -> None:
        """Load a GGUF file or a folder; ImportError without torch, transformers or gguf."""
        import torch
        import transformers

        torch.set_num_threads(options.threads)
        self._torch, self._new_cache = torch, transformers.DynamicCache
        self._model = transformers.AutoModelForCausalLM.from_pretrained(
            **source(options.model), dtype=torch.float32, local_files_only=True
        ).eval()
        self._cache: Any = self._new_cache()
        self.vocabulary = int(self._model.config.vocab_size)
        self.hello = Hello(f"transformers {transformers.__version__}, torch {torch.__version__}", 4, 4)

    def feed(self, tokens: Sequence[int]) -> None:
        """Compute tokens after those held."""
        with self._torch.inference_mode():
            self._model(
                self._torch.tensor([tokens]), past_key_values=self._cache, use_cache=True, logits_to_keep=1
            )

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on."""
        if length:
            # a count to take away: newer versions refuse a length to keep
            self._cache.crop(length - self._cache.get_seq_length())
        else:
            self._cache = self._new_cache()


def source(model: Path) -> dict[str, str]:
    """Return what `from_pretrained` takes for a GGUF file or a folder."""
    if model.is_dir():
        return {"pretrained_model_name_or_path": str(model)}
    return {"pretrained_model_name_or_path": str(model.parent), "gguf_file": model.name}


def main(arguments: Sequence[str]) -> None:
    """Serve on stdin and stdout."""
    parsed = parser().parse_args(arguments)
    serve(lambda: Transformers(parsed), sys.stdin, own_stdout())


if __name__ == "__main__":
    main(sys.argv[1:])
