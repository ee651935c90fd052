"""Whether the numbers of a config agree with each other, whichever kind of file they came from.

Leaves out the tensors (shapes.py).
"""

from drill.core.errors import FileError
from drill.core.infer.model.config import ModelConfig


def checked(config: ModelConfig, where: str) -> ModelConfig:
    """Return `config` as it is; FileError for counts that contradict each other."""
    if config.heads % config.kv_heads:
        raise FileError(
            f"{where}: {config.heads} heads can't share {config.kv_heads} KV heads evenly; get the file again"
        )
    if config.family != "llama" and config.heads * config.head_dim != config.width:
        raise FileError(
            f"{where}: {config.heads} heads don't divide a width of {config.width}; get the file again"
        )
    if config.rope_dims % 2 or config.rope_dims > config.head_dim:
        raise FileError(
            f"{where}: can't rotate {config.rope_dims} of {config.head_dim} components; get the file again"
        )
    return config
