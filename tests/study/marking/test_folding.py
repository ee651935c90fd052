"""Which ways of writing are the same answer, and which are not."""

import pytest

from drill.study.marking.folding import fold, words

SAME = [
    ("KV cache", "kv-cache"),
    ("KV cache", "KVCache"),
    ("KV cache", "kv_cache"),
    ("KV cache", "  kv \N{NO-BREAK SPACE} cache. "),
    ("KV cache", "“KV cache”"),
    ("KV cache", "`KV cache`"),
    ("KV cache", "kv \N{EN DASH} cache"),
    ("café", "cafe\N{COMBINING ACUTE ACCENT}"),  # NFC and NFD look alike
    ("CAFÉ", "cafe\N{COMBINING ACUTE ACCENT}"),
    ("Little's law", "Littles law"),
    ("Little's law", "little’s law"),
    ("top-p", "top p"),
    ("FP8", "fp-8"),
    ("1/sqrt(d)", "1 / sqrt( d )"),
    ("a, b", "a,b"),
    ("STRASSE", "straße"),
]
APART = [
    ("-inf", "inf"),  # a sign is no hyphen
    ("x = -1", "x = 1"),
    ("2 3", "23"),  # two numbers are not one
    ("2-3", "23"),
    ("1.5", "15"),
    ("top-p", "top-k"),
    ("a/b", "ab"),
    ("e4m3", "e5m2"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_answer(a: str, b: str) -> None:
    assert fold(a) == fold(b)


@pytest.mark.parametrize(("a", "b"), APART)
def test_another_answer(a: str, b: str) -> None:
    assert fold(a) != fold(b)


@pytest.mark.parametrize("sign", ["'", '"', "-", ".", "_", "`"])
def test_an_answer_of_signs_alone_does_not_vanish(sign: str) -> None:
    assert fold(sign)


def test_words_lose_case_and_hyphens() -> None:
    assert words("Memory-bound, in parallel.") == words("memory bound in PARALLEL")


@pytest.mark.parametrize(
    "pair",
    [
        "cache caches",
        "batch batches",
        "query queries",
        "loss losses",
        "GPU GPUs",
        "cache caching",
        "prefill prefilled",
        "cut cutting",
        "route routed",
        "quantized quantization",
        "speculative speculation",
        "quadratic quadratics",
        "exact exactly",
    ],
)
def test_forms_of_a_word_are_one(pair: str) -> None:
    one, other = words(pair)
    assert one == other


@pytest.mark.parametrize("pair", ["bus bu", "loss lose", "pass past", "ring r", "red r", "read ready"])
def test_other_words_stay_apart(pair: str) -> None:
    a, b = words(pair)
    assert a != b
