"""Roofline arithmetic, quantized sizes, and what pipelines and experts do to a device.

Leaves out measured efficiency: these are ceilings.
"""

__all__ = [
    "absmax_scale",
    "attainable_flops",
    "bubble_share",
    "critical_batch",
    "expert_bytes_read",
    "expert_weight_bytes",
    "experts_hit",
    "gemm_intensity",
    "quantized_bits",
    "ridge",
    "weight_bytes",
]


def ridge(*, flops_per_second: float, bandwidth: float) -> float:
    """Return flops_per_second / bandwidth: the intensity above which compute is the bound.

    Unit: FLOP/byte. Source: Williams et al. 2009 (Roofline).
    """
    _check_bandwidth(bandwidth)
    return flops_per_second / bandwidth


def attainable_flops(*, flops_per_second: float, bandwidth: float, intensity: float) -> float:
    """Return min(flops_per_second, bandwidth * intensity).

    Unit: FLOP/s. Source: Williams et al. 2009 (Roofline).
    """
    return min(flops_per_second, bandwidth * intensity)


def gemm_intensity(*, m: int, n: int, k: int, bytes_per_element: float) -> float:
    """Return 2*m*n*k / (b * (m*k + k*n + m*n)): each matrix moved once.

    Unit: FLOP/byte. Source: NVIDIA, Matrix Multiplication Background guide.
    """
    moved = bytes_per_element * (m * k + k * n + m * n)
    if moved == 0:
        raise ValueError("gemm_intensity needs matrices of 1 element or more")
    return 2 * m * n * k / moved


def critical_batch(*, flops_per_second: float, bandwidth: float, bytes_per_weight: float) -> float:
    """Return flops_per_second * bytes_per_weight / (2 * bandwidth): where linear layers turn compute-bound.

    Unit: sequences. Source: Stanford CS336, lecture 10; derived from Williams et al. 2009.
    """
    _check_bandwidth(bandwidth)
    return flops_per_second * bytes_per_weight / (2 * bandwidth)


def quantized_bits(*, bits: float, overhead_bits: float, group: int) -> float:
    """Return bits + overhead_bits / group, the overhead being a group's scale and zero point.

    Unit: bits a weight. Source: llama.cpp block formats (Q4_0: 4 bits, one fp16 scale for 32 weights).
    """
    if group == 0:
        raise ValueError("quantized_bits needs a group of 1 weight or more")
    return bits + overhead_bits / group


def weight_bytes(*, parameters: float, bits: float) -> float:
    """Return parameters * bits / 8.

    Unit: bytes. Source: derived; llama.cpp, quantize README (bits a weight).
    """
    return parameters * bits / 8


def absmax_scale(*, largest: float, format_max: float) -> float:
    """Return largest / format_max: the factor that takes a stored number back to its original.

    Unit: ratio. Source: OCP 8-bit floating point specification (E4M3 reaches 448, E5M2 57,344).
    """
    if format_max == 0:
        raise ValueError("absmax_scale needs a format that reaches above 0")
    return largest / format_max


def bubble_share(*, stages: int, microbatches: int) -> float:
    """Return (p - 1) / (m + p - 1): idle share of the whole pipeline schedule.

    Unit: ratio, of total time. Source: Huang et al. 2019 (GPipe), section 2.3.
    """
    slots = microbatches + stages - 1
    if slots == 0:
        raise ValueError("bubble_share needs at least 1 stage and 1 microbatch")
    return (stages - 1) / slots


def experts_hit(*, experts: int, active: int, tokens: int) -> float:
    """Return E * (1 - (1 - k/E)**tokens): distinct experts that a batch reads when routing is uniform.

    Unit: experts of a layer. Source: derived from uniform top-k routing (Shazeer et al. 2017).
    """
    if experts == 0:
        raise ValueError("experts_hit needs at least 1 expert")
    return experts * (1 - (1 - active / experts) ** tokens)


def expert_weight_bytes(
    *, layers: int, experts: int, hidden: int, expert_width: int, bytes_per_weight: float
) -> float:
    """Return layers * experts * 3 * hidden * expert_width * b: gate, up and down matrices of all experts.

    Unit: bytes. Source: derived from Shazeer et al. 2017 (experts) and Shazeer 2020 (SwiGLU).
    """
    return layers * experts * 3 * hidden * expert_width * bytes_per_weight


def expert_bytes_read(
    *, layers: int, experts: int, active: int, tokens: int, bytes_per_expert: float
) -> float:
    """Return layers * experts_hit * bytes_per_expert: each distinct expert is read once a step.

    Unit: bytes a step. Source: derived from uniform top-k routing (Shazeer et al. 2017).
    """
    return layers * experts_hit(experts=experts, active=active, tokens=tokens) * bytes_per_expert


def _check_bandwidth(bandwidth: float) -> None:
    if bandwidth == 0:
        raise ValueError("a roofline needs a bandwidth above 0")
