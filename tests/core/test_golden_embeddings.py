"""The real embedding model against what sentence-transformers said of 200 sentences in five scripts.

golden/record_embeddings.py recorded them, one sentence at a time, as int16 of 2^-15.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.opset import OpSet
from drill.core.infer.embedding import open_embedder

GOLDEN = Path(__file__).with_name("golden")
TOLERANCE = 1e-4


def sentences() -> list[str]:
    found: list[str] = json.loads((GOLDEN / "sentences.json").read_text(encoding="utf-8"))
    return found


def recorded() -> Floats:
    with np.load(GOLDEN / "embeddings.npz") as file:
        vectors: Floats = file["vectors"].astype(np.float32) / np.float32(2**15)
    return vectors


def test_the_record_is_of_unit_vectors_in_five_scripts() -> None:
    vectors = recorded()
    assert vectors.shape == (len(sentences()), 384) == (200, 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=3e-4)
    firsts = [sentence[0] for sentence in sentences()[::40]]
    assert firsts == ["T", "К", "Η", "大", "ا"]


def worst(folder: Path, ops: OpSet | None = None) -> float:
    found = open_embedder(folder, ops).embed(sentences())
    assert not found.cut.any()
    return float(abs(found.vectors - recorded()).max())


def test_vectors_are_those_of_sentence_transformers(minilm_folder: Path) -> None:
    assert worst(minilm_folder) < TOLERANCE


def test_on_torch_too(minilm_folder: Path) -> None:
    pytest.importorskip("torch")
    from drill.core.infer.backends.torch_ops import TorchOps

    assert worst(minilm_folder, TorchOps("cpu", "float32")) < TOLERANCE
