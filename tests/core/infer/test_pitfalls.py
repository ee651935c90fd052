"""What implementations get wrong in practice and no other test of the core would notice.

Leaves out what has a test beside its code, which is nearly all.
"""

from typing import Any

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.sampling import candidates, processors
from drill.core.infer.sampling.distribution import distribution
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.options import SamplingOptions
from drill.core.infer.weights.hf_config import config_from_hf


def logits_of(*probabilities: float) -> Floats:
    return np.log(np.array(probabilities, np.float32))


def test_top_p_of_one_keeps_a_tail_that_no_sum_can_see() -> None:
    logits = np.full(1000, -25, np.float32)
    logits[3] = 0
    assert np.isfinite(processors.keep_top_p(logits[None], 1)).all()
    assert len(candidates.keep_top_p(candidates.from_logits(logits), 1).ids) == 1000


@pytest.mark.parametrize(("order", "kept"), [("vllm", [0]), ("transformers", [0]), ("llama.cpp", [0, 1])])
def test_min_p_looks_at_tempered_probabilities_but_for_llama_cpp(order: str, kept: list[int]) -> None:
    # the second has half the probability of the first, at T = .5 a quarter
    options = SamplingOptions(temperature=0.5, min_p=0.4, order=order)
    found = distribution(logits_of(0.6, 0.3, 0.1), options, History())
    assert np.flatnonzero(found).tolist() == kept


def test_what_a_config_leaves_out_is_not_llama_3_s() -> None:
    sizes = ("hidden_size", "num_hidden_layers", "intermediate_size", "vocab_size", "max_position_embeddings")
    values: dict[str, Any] = {"model_type": "llama", "num_attention_heads": 4, **dict.fromkeys(sizes, 64)}
    config = config_from_hf(values, "f", name="small")
    assert (config.rope_theta, config.eps, config.kv_heads, config.tied) == (10_000, 1e-6, 4, False)


def test_angles_stay_exact_where_weights_are_bfloat16() -> None:
    pytest.importorskip("torch")
    from drill.core.infer.backends.torch_ops import TorchOps

    results = []
    for ops in (NumpyOps(), TorchOps("cpu", "bfloat16")):
        positions = ops.step([0, 0, 0], [1, 257, 100_001], 1).positions
        turn = ops.rotation(positions, ops.put_exact(np.array([1.0, 0.37])))
        results.append([ops.floats(part) for part in turn])
    np.testing.assert_allclose(results[1], results[0], atol=1e-6)
