"""A Hugging Face folder to tensors by GGUF's names: renamed, transposed where GPT-2 has it otherwise.

Leaves out PyTorch's pickled files: reading one runs code.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.model.config import Family, ModelConfig
from drill.core.infer.weights.blocks import FORMATS
from drill.core.infer.weights.hf_config import config_from_hf
from drill.core.infer.weights.json_file import read_object
from drill.core.infer.weights.names import gguf_name, is_transposed
from drill.core.infer.weights.safetensors import INDEX, SINGLE, read_folder
from drill.core.infer.weights.tensor import Tensor

# of the formats that have a reader these alone are dtypes of safetensors: what calls itself Q8_0 is broken
DTYPES = ("F32", "F16", "BF16")


def read_hf_folder(folder: Path) -> tuple[ModelConfig, dict[str, Tensor]]:
    """Return config and tensors; FileError when a file is absent or broken or a dtype has no reader."""
    path = folder / "config.json"
    config = config_from_hf(read_object(path), str(path), name=folder.resolve().name)
    if not (folder / INDEX).is_file() and not (folder / SINGLE).is_file():
        raise FileError(f"{folder}: has no {SINGLE}; save the model with safe_serialization=True")
    tensors = renamed(read_folder(folder), config.family, str(folder))
    if config.tied:
        # a saved head beside tied embeddings is a copy, or stale; transformers doesn't use it either
        tensors.pop("output.weight", None)
    return config, tensors


def renamed(tensors: Mapping[str, Tensor], family: Family, where: str) -> dict[str, Tensor]:
    """Return the weights among `tensors` by GGUF's names, each [out, in].

    FileError for a dtype without a reader, and for two tensors that have one name in GGUF.
    """
    found: dict[str, Tensor] = {}
    for old, tensor in tensors.items():
        name = gguf_name(old, family)
        if name is None:
            continue
        if name in found:
            raise FileError(f"{where}: {old} and another tensor are both {name}; get the files again")
        if tensor.format not in DTYPES:
            raise FileError(f"{where}: {old} is {tensor.format}; save the model as bfloat16 or float32")
        found[name] = _turned(tensor, name, family)
    return found


def _turned(tensor: Tensor, name: str, family: Family) -> Tensor:
    if not is_transposed(name, family) or len(tensor.shape) != 2:
        return tensor._replace(name=name)
    rows, columns = tensor.shape
    size = FORMATS[tensor.format].size
    data = tensor.data.reshape(rows, columns, size).swapaxes(0, 1)
    return Tensor(name, (columns, rows), tensor.format, np.ascontiguousarray(data).reshape(columns, -1))
