"""The tables of a benchmark, wide and narrow."""

import io

import pytest

from drill.ui.bench import Row, Run, bench_view
from drill.ui.console import make_console

RUN = Run(
    model="SmolLM2",
    threads=2,
    rounds=7,
    bandwidth=31.1e9,
    contenders={"drill-int16": "drill 0.1.0, numba, int16", "llama.cpp": "llama-cpp-python 0.3.36"},
    absent={"transformers": "No module named 'transformers'"},
    quiet=40,
    waits=42,
)
ROWS = [
    Row("decode 64", "drill-int16", 305.4, 269.0, 391.0, 1.0, 1.04),
    Row("decode 64", "llama.cpp", 96.8, 90.2, 117.0, 3.154, 0.33),
    Row("prefill 512", "drill-int16", 1299.0, 1200.0, 1400.0, 1.0, None),
    Row("prefill 512", "llama.cpp", 211.0, 200.0, 220.0, 6.16, None),
]


def drawn(run: Run, width: int) -> str:
    out = io.StringIO()
    console = make_console(out, {}, width=width)
    for part in bench_view(run, ROWS):
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_wide() -> None:
    assert (
        drawn(RUN, 80)
        == """\
SmolLM2 · 2 threads · 7 rounds, medians

decode 64
             tokens/s  lowest-highest  drill-int16 is  of ceiling
drill-int16     305.4     269.0-391.0                        104%
llama.cpp        96.8      90.2-117.0           3.15x         33%

prefill 512
             tokens/s  lowest-highest  drill-int16 is
drill-int16    1299.0   1200.0-1400.0
llama.cpp       211.0     200.0-220.0           6.16x

memory reads at 31.1 GB/s: that is the ceiling of decode
drill-int16: drill 0.1.0, numba, int16
llama.cpp: llama-cpp-python 0.3.36
transformers didn't run: No module named 'transformers'
40 of 42 samples began on an idle machine"""
    )


@pytest.mark.parametrize("width", [40, 59])
def test_narrow_leaves_the_range_out(width: int) -> None:
    lines = drawn(RUN, width).splitlines()

    assert "drill-int16     305.4               104%" in lines
    assert "llama.cpp        96.8  3.15x         33%" in lines
    assert all(len(line) <= width for line in lines)


def test_one_of_each_and_no_waiting() -> None:
    shown = drawn(RUN._replace(threads=1, rounds=1, waits=0, quiet=0), 80)

    assert "1 thread · 1 round, medians" in shown
    assert "idle" not in shown
