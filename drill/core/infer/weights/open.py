"""The door to all of this: a path to a checkpoint, whatever kind of file lies there.

Leaves out finding and downloading models.
"""

from pathlib import Path

from drill.core.errors import FileError
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.gguf import read_gguf
from drill.core.infer.weights.gguf_config import config_from_gguf
from drill.core.infer.weights.hf_folder import read_hf_folder
from drill.core.infer.weights.shapes import check_shapes


def open_checkpoint(path: Path) -> Checkpoint:
    """Open a GGUF file or a Hugging Face folder, its header checked and its weights still on disk.

    The vocabulary is None when the file has no tokenizer. FileError for what can't be read, doesn't fit
    together, or isn't supported, and for an embedding model.
    """
    checkpoint = open_any(path)
    if checkpoint.config.family == "bert":
        raise FileError(f"{path}: an embedding model has no next token; name a model that generates text")
    return checkpoint


def open_encoder(path: Path) -> Checkpoint:
    """Open a folder with an embedding model; its tokenizer is another module's (from_wordpiece.py)."""
    checkpoint = open_any(path)
    if checkpoint.config.family != "bert":
        raise FileError(f"{path}: a {checkpoint.config.family} model embeds no texts; name a BERT folder")
    return checkpoint


def open_any(path: Path) -> Checkpoint:
    """Open a model of either kind; FileError as open_checkpoint."""
    checkpoint = _from_folder(path) if path.is_dir() else _from_gguf(path)
    check_shapes(checkpoint.config, checkpoint.tensors, str(path))
    _check_vocabulary(checkpoint, str(path))
    return checkpoint


def _check_vocabulary(checkpoint: Checkpoint, where: str) -> None:
    # fewer tokens than rows are common: tables are padded to a round size, and generate draws no padding
    rows = checkpoint.config.vocabulary
    if checkpoint.vocabulary is not None and len(checkpoint.vocabulary.tokens) > rows:
        known = len(checkpoint.vocabulary.tokens)
        raise FileError(f"{where}: has {known} tokens but embeds {rows}; get a matching file")


def _from_gguf(path: Path) -> Checkpoint:
    metadata, tensors = read_gguf(path)
    config = config_from_gguf(metadata, tensors, str(path))
    vocabulary: Vocabulary | None = None
    if "tokenizer.ggml.tokens" in metadata:
        from drill.core.infer.tokenizer.from_gguf import vocabulary_from_gguf

        vocabulary = vocabulary_from_gguf(metadata, str(path))
    return Checkpoint(config, tensors, vocabulary)


def _from_folder(folder: Path) -> Checkpoint:
    config, tensors = read_hf_folder(folder)
    vocabulary: Vocabulary | None = None
    if config.family != "bert" and (folder / "tokenizer.json").is_file():
        from drill.core.infer.tokenizer.from_json import vocabulary_from_json

        vocabulary = vocabulary_from_json(folder / "tokenizer.json", size=config.vocabulary)
    return Checkpoint(config, tensors, vocabulary)
