"""Data sheet figures of GPUs: memory, bandwidth and dense tensor throughput.

Leaves out sparse figures (twice as high on paper), and devices whose throughput public tables disagree on.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

READ = "2026-11-29"


class Gpu(NamedTuple):
    """One row; bytes, bytes a second and dense FLOP a second; `fp8_flops` is None without FP8 units.

    `memory_bytes` is the sheet's decimal figure, which a tool may report differently; `date` is the day read.
    """

    name: str
    memory_bytes: int
    bandwidth: int
    bf16_flops: int
    fp8_flops: int | None
    source: str
    date: str


GIGA = 10**9
TERA = 10**12

GPUS: Mapping[str, Gpu] = MappingProxyType(
    {
        "a100-40-sxm": Gpu(
            "A100 40 GB SXM",
            40 * GIGA,
            1555 * GIGA,
            312 * TERA,
            None,
            "NVIDIA A100 data sheet, as public tables quote it",
            READ,
        ),
        "a100-80-sxm": Gpu(
            "A100 80 GB SXM",
            80 * GIGA,
            2039 * GIGA,
            312 * TERA,
            None,
            "NVIDIA A100 data sheet, as public tables quote it",
            READ,
        ),
        "h100-pcie": Gpu(
            "H100 PCIe",
            80 * GIGA,
            2000 * GIGA,
            756 * TERA,
            1513 * TERA,
            "NVIDIA H100 data sheet, as public tables quote it",
            READ,
        ),
        "h100-sxm": Gpu(
            "H100 SXM",
            80 * GIGA,
            3350 * GIGA,
            989 * TERA,
            1979 * TERA,
            "NVIDIA H100 data sheet, as public tables quote it",
            READ,
        ),
        "h200-sxm": Gpu(
            "H200 SXM",
            141 * GIGA,
            4800 * GIGA,
            989 * TERA,
            1979 * TERA,
            "NVIDIA H200 data sheet, as public tables quote it",
            READ,
        ),
        # Tables give 180 or 192 GB and 7.7 or 8 TB/s: a question with this row must state its figures.
        "b200": Gpu(
            "B200 HGX",
            180 * GIGA,
            8000 * GIGA,
            2250 * TERA,
            4500 * TERA,
            "NVIDIA HGX B200 data sheet, as public tables quote it; 180 GB usable",
            READ,
        ),
    }
)
