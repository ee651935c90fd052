"""The formulas that interviews ask for, each with a worked number that drill.facts reckons when it is shown.

Leaves out all others, and where they come from: drill.facts says that of each.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from drill.facts.gpus import GPUS
from drill.facts.models import MODELS
from drill.facts.registry import formula
from drill.study.question import Number, Topic
from drill.study.units import display

_ZEROS = re.compile(r"\.0+(?!\d)")


class Worked(NamedTuple):
    """A formula by its name in drill.facts, in words, and the quantities of its worked number.

    `given` says them, each as `{name:UNIT}`, or as `{name:}` a bare number; the worked number is in `unit`.
    """

    topic: Topic
    name: str
    says: str
    given: str
    args: Mapping[str, Number]
    unit: str


class _Amount:
    """A quantity that a format string shows in the unit it names."""

    def __init__(self, value: Number) -> None:
        self._value = value

    def __format__(self, unit: str) -> str:
        # put in is a round number: 20 ms, not 20.0 ms
        return _ZEROS.sub("", display(self._value, unit)) if unit else f"{self._value:,}"


def given_of(worked: Worked) -> str:
    """Return what is put into the formula, in words."""
    return worked.given.format_map({name: _Amount(value) for name, value in worked.args.items()})


def result_of(worked: Worked) -> str:
    """Return what the formula gives, with its unit."""
    return display(formula(worked.name)(**worked.args), worked.unit)


_LLAMA, _H100 = MODELS["llama-3-8b"], GPUS["h100-sxm"]
_BF16 = 2
_WEIGHTS = _LLAMA.parameters * _BF16
_CACHE = {
    "layers": _LLAMA.layers,
    "kv_heads": _LLAMA.kv_heads,
    "head_dim": _LLAMA.head_dim,
    "bytes_per_element": _BF16,
}
_PER_TOKEN = formula("kv.bytes_per_token")(**_CACHE)

WORKED = (
    Worked(
        Topic("tokens"),
        "tokens.from_words",
        "tokens ≈ words / 0.75 (English)",
        "{words:words}",
        {"words": 1500},
        "tokens",
    ),
    Worked(
        Topic("tokens"),
        "price.request_dollars",
        "price = input tokens × input price + output tokens × output price",
        "{input_tokens:tokens} at ${input_price:}/Mtok in, {output_tokens:} at ${output_price:}/Mtok out",
        {"input_tokens": 3000, "output_tokens": 500, "input_price": 3, "output_price": 15},
        "$",
    ),
    Worked(
        Topic("forward-pass"),
        "params.forward_flops_per_token",
        "FLOP a token = 2 × parameters + 4 × layers × heads × head_dim × context",
        f"{_LLAMA.name} at {{context:tokens}}",
        {
            "parameters": _LLAMA.parameters,
            "layers": _LLAMA.layers,
            "heads": _LLAMA.heads,
            "head_dim": _LLAMA.head_dim,
            "context": 8192,
        },
        "GFLOP",
    ),
    Worked(
        Topic("prefill-decode"),
        "latency.total_seconds",
        "latency = TTFT + (output tokens − 1) × ITL",
        "TTFT {ttft_seconds:ms}, ITL {itl_seconds:ms}, {output_tokens:tokens}",
        {"ttft_seconds": 0.4, "itl_seconds": 0.02, "output_tokens": 501},
        "s",
    ),
    Worked(
        Topic("prefill-decode"),
        "latency.prefill_linear_seconds",
        "prefill ≈ 2 × parameters × prompt / (FLOP/s × MFU)",
        f"{_LLAMA.name}, {{prompt_tokens:tokens}}, {_H100.name} at {{mfu:%}} MFU",
        {
            "parameters": _LLAMA.parameters,
            "prompt_tokens": 4096,
            "flops_per_second": _H100.bf16_flops,
            "mfu": 0.5,
        },
        "ms",
    ),
    Worked(
        Topic("prefill-decode"),
        "latency.decode_step_seconds",
        "decode step = (weight bytes + batch × context × KV bytes a token) / bandwidth",
        f"{_LLAMA.name} in BF16, {{batch:sequences}} of {{context:tokens}}, {_H100.name}",
        {
            "weight_bytes": _WEIGHTS,
            "batch": 32,
            "context": 4096,
            "kv_bytes_per_token": _PER_TOKEN,
            "bandwidth": _H100.bandwidth,
        },
        "ms",
    ),
    Worked(
        Topic("prefill-decode"),
        "latency.decode_tokens_per_second",
        "tokens/s of one stream ≤ bandwidth / weight bytes",
        f"{_LLAMA.name} in BF16, {_H100.name}",
        {"weight_bytes": _WEIGHTS, "bandwidth": _H100.bandwidth},
        "tokens/s",
    ),
    Worked(
        Topic("prefill-decode"),
        "hardware.ridge",
        "ridge = FLOP/s / bandwidth; below it memory is the bound",
        f"{_H100.name}, BF16",
        {"flops_per_second": _H100.bf16_flops, "bandwidth": _H100.bandwidth},
        "FLOP/B",
    ),
    Worked(
        Topic("kv-cache"),
        "kv.bytes_per_token",
        "KV bytes a token = 2 × layers × KV heads × head_dim × bytes",
        f"{_LLAMA.name} in BF16",
        _CACHE,
        "KiB",
    ),
    Worked(
        Topic("kv-cache"),
        "kv.cache_bytes",
        "KV cache = KV bytes a token × tokens × sequences",
        f"{_LLAMA.name} in BF16, {{tokens:tokens}}, {{batch:sequences}}",
        {**_CACHE, "tokens": 8192, "batch": 16},
        "GiB",
    ),
    Worked(
        Topic("kv-cache"),
        "kv.tokens_that_fit",
        "tokens that fit = (memory × utilization − weights) / KV bytes a token",
        f"{_LLAMA.name} in BF16, {{room_bytes:GB}} left of an {_H100.name} at 90%",
        {"room_bytes": 0.9 * _H100.memory_bytes - _WEIGHTS, "bytes_per_token": _PER_TOKEN},
        "tokens",
    ),
    Worked(
        Topic("kv-cache"),
        "price.cached_prefix_ratio",
        "cached prefix = (write + read × (calls − 1)) / calls of its full price",
        "{calls:calls}, write {write:}x, read {read:}x",
        {"calls": 20, "write": 1.25, "read": 0.1},
        "%",
    ),
    Worked(
        Topic("serving"),
        "hardware.weight_bytes",
        "weights = parameters × bits / 8",
        f"{MODELS['llama-3-70b'].name} at {{bits:}} bits",
        {"parameters": MODELS["llama-3-70b"].parameters, "bits": 4.5},
        "GB",
    ),
    Worked(
        Topic("serving"),
        "hardware.critical_batch",
        "compute-bound from batch = FLOP/s × bytes a weight / (2 × bandwidth)",
        f"{_H100.name}, BF16",
        {
            "flops_per_second": _H100.bf16_flops,
            "bandwidth": _H100.bandwidth,
            "bytes_per_weight": _BF16,
        },
        "sequences",
    ),
    Worked(
        Topic("serving"),
        "speculation.expected_tokens",
        "tokens a target pass = (1 − a^(g + 1)) / (1 − a)",
        "acceptance a = {acceptance:}, g = {draft_tokens:} draft tokens",
        {"acceptance": 0.8, "draft_tokens": 4},
        "tokens",
    ),
    Worked(
        Topic("serving"),
        "limits.concurrency",
        "in flight = requests/s × latency (Little's law)",
        "{requests_per_second:requests/s}, {latency_seconds:s} each",
        {"requests_per_second": 20, "latency_seconds": 6},
        "requests",
    ),
    Worked(
        Topic("serving"),
        "limits.requests_per_second",
        "requests/s = min(RPM, TPM / tokens a request) / 60",
        "RPM {rpm:}, TPM {tpm:}, {tokens_per_request:tokens} each",
        {"rpm": 3000, "tpm": 1_000_000, "tokens_per_request": 2000},
        "requests/s",
    ),
    Worked(
        Topic("sampling"),
        "sampling.two_logit_probability",
        "p of the larger of two logits = 1 / (1 + e^(−gap / T))",
        "gap {gap:}, T = {temperature:}",
        {"gap": 1, "temperature": 0.5},
        "%",
    ),
    Worked(
        Topic("sampling"),
        "sampling.standard_error",
        "standard error of an eval = sqrt(p × (1 − p) / items)",
        "p = {share:}, {items:items}",
        {"share": 0.8, "items": 400},
        "%",
    ),
    Worked(
        Topic("structured-output"),
        "price.tool_definition_tokens",
        "tool tokens = tools × tokens a definition × calls",
        "{tools:} tools of {tokens_per_tool:tokens}, {calls:calls}",
        {"tools": 20, "tokens_per_tool": 150, "calls": 10},
        "tokens",
    ),
    Worked(
        Topic("structured-output"),
        "structured.mask_bytes",
        "token bitmask = sequences × ceil(vocabulary / 32) × 4 bytes",
        f"{{batch:sequences}}, {_LLAMA.name}'s vocabulary of {{vocab:}}",
        {"batch": 64, "vocab": _LLAMA.vocab},
        "KiB",
    ),
    Worked(
        Topic("vector-search"),
        "vectors.hnsw_bytes_per_vector",
        "HNSW bytes a vector = 4 × dimensions + 8 × M",
        "{dimensions:dimensions}, M = {m:}",
        {"dimensions": 768, "m": 16},
        "B",
    ),
    Worked(
        Topic("vector-search"),
        "vectors.ivf_distances",
        "IVF distances a query = lists + vectors × nprobe / lists",
        "{vectors:vectors}, {lists:lists}, nprobe {probes:}",
        {"vectors": 1_000_000, "lists": 1024, "probes": 16},
        "distances",
    ),
    Worked(
        Topic("vector-search"),
        "vectors.ef_for_k",
        "ef_search for k after a filter = k / selectivity",
        "k = {k:}, {selectivity:%} pass the filter",
        {"k": 10, "selectivity": 0.1},
        "candidates",
    ),
    Worked(
        Topic("context-windows"),
        "context.chat_input_tokens",
        "input tokens of a chat = T × P + g × T × (T − 1) / 2",
        "T = {turns:} turns, prompt P = {system:}, growth g = {growth:} a turn",
        {"turns": 20, "system": 1000, "growth": 500},
        "tokens",
    ),
)
