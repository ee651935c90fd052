"""Sizes and counts of vector search: HNSW, IVF, product quantization, filters, exact scans.

Leaves out recall curves, which must be measured.
"""

import math

from drill.facts import rounding

__all__ = [
    "ef_for_k",
    "hnsw_bytes_per_vector",
    "hnsw_capacity",
    "hnsw_graph_ratio",
    "hnsw_share_above",
    "ivf_best_lists",
    "ivf_distances",
    "ivfpq_bytes",
    "post_filter_survivors",
    "pq_code_bytes",
    "pq_ratio",
    "raw_bytes",
    "recall",
    "scan_seconds",
    "unit_l2_squared",
]


def hnsw_bytes_per_vector(*, dimensions: int, m: int) -> int:
    """Return 4*d + 8*M: an fp32 vector and 2*M links of 4 bytes in layer 0.

    Unit: bytes a vector. Source: Faiss wiki, "Guidelines to choose an index".
    """
    return 4 * dimensions + 8 * m


def hnsw_capacity(*, memory_bytes: float, dimensions: int, m: int) -> float:
    """Return memory_bytes / (4*d + 8*M): how many fp32 vectors and their layer-0 links fit.

    Unit: vectors. Source: Faiss wiki, "Guidelines to choose an index".
    """
    each = hnsw_bytes_per_vector(dimensions=dimensions, m=m)
    if each == 0:
        raise ValueError("hnsw_capacity needs at least 1 dimension or link")
    return memory_bytes / each


def hnsw_graph_ratio(*, dimensions: int, m: int) -> float:
    """Return 1 + 2*M/d: vectors with links beside fp32 vectors alone.

    Unit: ratio. Source: Faiss wiki, "Guidelines to choose an index".
    """
    if dimensions == 0:
        raise ValueError("hnsw_graph_ratio needs at least 1 dimension")
    return 1 + 2 * m / dimensions


def hnsw_share_above(*, m: int, level: int) -> float:
    """Return M**-level: the share of points that reach `level` or higher with mL = 1/ln(M).

    Unit: ratio. Source: Malkov and Yashunin 2016 (HNSW), section 4.1.
    """
    if m <= 0:
        raise ValueError("hnsw_share_above needs M of 1 or more")
    return float(m) ** -level


def raw_bytes(*, vectors: int, dimensions: int, bytes_per_element: float) -> float:
    """Return vectors * dimensions * bytes_per_element (fp32 4, int8 1, one bit 0.125).

    Unit: bytes. Source: derived; Faiss wiki, "Guidelines to choose an index".
    """
    return vectors * dimensions * bytes_per_element


def ivf_distances(*, vectors: int, lists: int, probes: int) -> float:
    """Return lists + vectors * probes / lists: centroids, then the probed lists when balanced.

    Unit: distances a query. Source: Jegou et al. 2011 (Product Quantization), section 4.
    """
    if lists == 0:
        raise ValueError("ivf_distances needs at least 1 list")
    return lists + vectors * probes / lists


def ivf_best_lists(*, vectors: int, probes: int) -> float:
    """Return sqrt(vectors * probes): where lists + vectors * probes / lists is least.

    Unit: lists. Source: derived from ivf_distances (its derivative in `lists` is 0 there).
    """
    return math.sqrt(vectors * probes)


def pq_code_bytes(*, subspaces: int, bits: int) -> int:
    """Return ceil(subspaces * bits / 8).

    Unit: bytes a vector. Source: Jegou et al. 2011 (Product Quantization), section 3.
    """
    return rounding.ceil(subspaces * bits / 8)


def pq_ratio(*, dimensions: int, subspaces: int, bits: int) -> float:
    """Return 4*d / ceil(subspaces * bits / 8): fp32 vector beside its code.

    Unit: ratio. Source: Jegou et al. 2011 (Product Quantization), section 3.
    """
    code = pq_code_bytes(subspaces=subspaces, bits=bits)
    if code == 0:
        raise ValueError("pq_ratio needs at least 1 subspace and 1 bit")
    return 4 * dimensions / code


def ivfpq_bytes(*, vectors: int, subspaces: int, bits: int) -> int:
    """Return vectors * (ceil(subspaces * bits / 8) + 8): a code and an ID of 8 bytes each.

    Unit: bytes. Source: Faiss wiki, "Faiss indexes", IndexIVFPQ; centroids and codebooks left out.
    """
    return vectors * (pq_code_bytes(subspaces=subspaces, bits=bits) + 8)


def post_filter_survivors(*, ef: int, selectivity: float) -> float:
    """Return ef * selectivity: candidates left on average when the filter runs after the search.

    Unit: candidates. Source: pgvector README, "Filtering" (ef_search 40 and 10 % leave about 4).
    """
    return ef * selectivity


def ef_for_k(*, k: int, selectivity: float) -> int:
    """Return ceil(k / selectivity): candidates needed so that k survive on average.

    Unit: candidates. Source: pgvector README, "Filtering".
    """
    if selectivity <= 0:
        raise ValueError("ef_for_k needs a selectivity above 0")
    return rounding.ceil(k / selectivity)


def unit_l2_squared(*, cosine: float) -> float:
    """Return 2 - 2 * cosine: the squared L2 distance of two unit vectors.

    Unit: squared distance. Source: Manning et al. 2008 (Introduction to Information Retrieval), section 6.3.
    """
    return 2 - 2 * cosine


def recall(*, hits: int, k: int) -> float:
    """Return hits / k: found among the true k nearest.

    Unit: ratio. Source: Aumueller et al. 2018 (ANN-Benchmarks), section 2.
    """
    if k == 0:
        raise ValueError("recall needs k of 1 or more")
    return hits / k


def scan_seconds(*, vectors: int, dimensions: int, bytes_per_element: float, bandwidth: float) -> float:
    """Return vectors * dimensions * bytes_per_element / bandwidth: an exact scan bound by memory.

    Unit: seconds. Source: derived from the roofline of Williams et al. 2009.
    """
    if bandwidth == 0:
        raise ValueError("scan_seconds needs a bandwidth above 0")
    return raw_bytes(vectors=vectors, dimensions=dimensions, bytes_per_element=bytes_per_element) / bandwidth
