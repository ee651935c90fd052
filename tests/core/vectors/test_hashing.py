"""The embedder without a model: the same everywhere, and near where spelling is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.vectors.hashing import HashingEmbedder

# the word and its only trigram are one feature: a place and a sign
A_IN_EIGHT = [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
DIGEST = "b57ea2b1fe4b"


def test_vectors_are_the_same_on_every_machine() -> None:
    embedder = HashingEmbedder(8)
    assert embedder.embed(["a"]).vectors.round(4).tolist() == [A_IN_EIGHT]
    assert embedder.digest[:12] == DIGEST


def test_shared_words_and_spelling_are_near() -> None:
    texts = ["How large is the KV cache?", "the KV-cache: how large!", "how large are caches", "a cat sat"]
    one, same, near, far = HashingEmbedder().embed(texts).vectors
    assert one @ same > one @ near > one @ far
    assert one @ same > 0.8


def test_case_width_and_order_do_not_count() -> None:
    one, other = HashingEmbedder().embed(["KV cache", "ＣＡＣＨＥ kv"]).vectors
    np.testing.assert_allclose(one, other, atol=1e-6)


@settings(max_examples=50, deadline=None)
@given(texts=st.lists(st.text(), max_size=5))
def test_vectors_have_length_one_or_no_words(texts: list[str]) -> None:
    found = HashingEmbedder(64).embed([*texts, "", "..."])
    lengths = np.linalg.norm(found.vectors, axis=1)
    assert ((abs(lengths - 1) < 1e-5) | (lengths == 0)).all()
    assert lengths[-2:].tolist() == [0, 0]
    assert found.cut.tolist() == [0] * (len(texts) + 2)


def test_half_a_surrogate_pair_is_text_too() -> None:
    assert HashingEmbedder(16).embed(["a\ud800b"]).vectors.any()


def test_progress_and_size() -> None:
    steps: list[tuple[int, int]] = []
    HashingEmbedder(4).embed(["a", "b"], lambda done, total: steps.append((done, total)))
    assert steps == [(1, 2), (2, 2)]
    with pytest.raises(InputError, match="dimension is 0; give a whole number from 1 on"):
        HashingEmbedder(0)
