"""A model as it lies in a file or folder: its shape, its packed weights, its vocabulary."""

from collections.abc import Mapping
from typing import NamedTuple

from drill.core.infer.model.config import ModelConfig
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.tensor import Tensor


class Checkpoint(NamedTuple):
    """What a loader returns; tensors go by GGUF's names, whatever the file called them."""

    config: ModelConfig
    tensors: Mapping[str, Tensor]
    vocabulary: Vocabulary | None
