"""What you can run and debug yourself; the hidden tests ask for more."""

from solution import kv_plan


def llama_2_7b():
    return {
        "num_hidden_layers": 32,
        "hidden_size": 4096,
        "num_attention_heads": 32,
        "weight_bytes": 13_476_831_232,
    }


def test_one_gpu():
    """The example of the README."""
    plan = kv_plan(llama_2_7b(), mem=24, util=0.9, ctx=4096, bs=16, dtype="float16")
    assert plan == {"bytes_per_token": 524_288, "blocks": 968, "tokens": 15_488, "seqs": 3}


def test_twice_the_precision():
    """In float32 each number of the cache takes four bytes."""
    plan = kv_plan(llama_2_7b(), mem=24, util=0.9, ctx=4096, bs=16, dtype="float32")
    assert plan == {"bytes_per_token": 1_048_576, "blocks": 484, "tokens": 7_744, "seqs": 1}


def test_shorter_sequences():
    """Sequences of 1,024 tokens: the same blocks serve more of them."""
    plan = kv_plan(llama_2_7b(), mem=24, util=0.9, ctx=1024, bs=16, dtype="float16")
    assert plan == {"bytes_per_token": 524_288, "blocks": 968, "tokens": 15_488, "seqs": 15}
