"""Texts to vectors: batches, empty and long texts, and folders with something wrong."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import FileError
from drill.core.infer import embedding
from drill.core.infer.embedding import TextEmbedder, open_embedder


@pytest.fixture(scope="module")
def embedder(tiny_bert: Path) -> TextEmbedder:
    return open_embedder(tiny_bert)


def test_every_text_has_a_vector_of_length_one(embedder: TextEmbedder) -> None:
    found = embedder.embed(["cache", "", " \n", "日本", "a b"])
    assert found.vectors.shape == (5, embedder.dimension)
    assert found.vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-6)
    # both are [CLS] [SEP]
    np.testing.assert_allclose(found.vectors[1], found.vectors[2], atol=1e-6)
    assert found.cut.tolist() == [0] * 5


def test_no_texts(embedder: TextEmbedder) -> None:
    found = embedder.embed([])
    assert (found.vectors.shape, found.cut.shape) == ((0, 16), (0,))


def test_what_does_not_fit_is_said(embedder: TextEmbedder) -> None:
    found = embedder.embed(["x " * 40, "x " * 30, "x"])
    assert found.cut.tolist() == [10, 0, 0]
    np.testing.assert_allclose(found.vectors[0], found.vectors[1], atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(texts=st.lists(st.text(max_size=30), min_size=1, max_size=6), room=st.integers(1, 60))
def test_a_vector_does_not_depend_on_the_others(embedder: TextEmbedder, texts: list[str], room: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedding, "PACKED", room)
        together = embedder.embed(texts).vectors
    for text, vector in zip(texts, together, strict=True):
        np.testing.assert_allclose(embedder.embed([text]).vectors[0], vector, atol=2e-6)


def test_progress_ends_with_all(embedder: TextEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "PACKED", 8)
    steps: list[tuple[int, int]] = []
    embedder.embed(["a b c d", "e", "f", "g h i"], lambda done, total: steps.append((done, total)))
    assert steps == [(1, 4), (3, 4), (4, 4)]


def test_the_mean_is_over_all_tokens_and_normalizing_can_be_left_out(tiny_bert: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_bert, tmp_path / "copy")
    text = (folder / "modules.json").read_text(encoding="utf-8")
    (folder / "modules.json").write_text(text[: text.rindex(", {")] + "]", encoding="utf-8")
    plain = open_embedder(folder)
    hidden = plain._encoder.encode([plain._tokenizer.encode("a b", 32).ids])[0]
    assert len(hidden) == 4
    mean = plain.embed(["a b"]).vectors[0]
    np.testing.assert_allclose(mean, hidden.mean(axis=0), atol=1e-6)
    unit = open_embedder(tiny_bert).embed(["a b"]).vectors[0]
    np.testing.assert_allclose(unit, mean / np.linalg.norm(mean), atol=1e-6)


@pytest.mark.parametrize(
    ("gone", "says"),
    [
        ("config.json", r"config.json: can't be read \(No such file or directory\); get the whole folder"),
        ("model.safetensors", r"copy: has no model.safetensors; save the model with safe_serialization=True"),
        ("tokenizer.json", r"copy: has neither tokenizer.json nor vocab.txt; get the whole folder"),
        ("modules.json", r"modules.json: can't be read as a list of modules; get the whole folder"),
        ("1_Pooling/config.json", r"config.json: can't be read \(No such file or directory\)"),
    ],
)
def test_a_missing_file_is_named(tiny_bert: Path, tmp_path: Path, gone: str, says: str) -> None:
    folder = shutil.copytree(tiny_bert, tmp_path / "copy")
    (folder / gone).unlink()
    # weights in a pickle are never opened
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    with pytest.raises(FileError, match=says) as caught:
        open_embedder(folder)
    assert "\n" not in str(caught.value)


def test_weights_of_another_size_are_refused(tiny_bert: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_bert, tmp_path / "copy")
    path = folder / "config.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"intermediate_size": 24', '"intermediate_size": 25')
    )
    with pytest.raises(FileError, match=r"blk.0.ffn_up.weight is \(24, 16\), its config says \(25, 16\)"):
        open_embedder(folder)
    whole = (tiny_bert / "model.safetensors").read_bytes()
    for size in (0, 7, 100, len(whole) // 2, len(whole) - 1):
        (folder / "model.safetensors").write_bytes(whole[:size])
        with pytest.raises(FileError):
            open_embedder(folder)
