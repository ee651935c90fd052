"""Contenders in real processes: drill on a tiny file, and peers whose packages are fakes of ten lines."""

import os
import sys
from pathlib import Path

import pytest

from drill.core.bench.protocol import Absent, Hello, Task
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint
from drill.errors import MissingError
from drill.sessions.models.bench import Contestant, Plan, bench, contestants
from drill.sessions.models.lineup import Setting, lineup

# as much of llama-cpp-python as is called; FAKE says what goes wrong
FAKE_LLAMA = """
import ctypes, os, sys
from types import SimpleNamespace

__version__ = "0.0"
llama_token = ctypes.c_int32
held = 0
print("llama.cpp likes to talk", flush=True)
if os.environ.get("FAKE") == "broken":
    raise OSError("libllama.so: wrong machine\\n\\n")


class Llama:
    def __init__(self, path, **settings):
        assert settings["flash_attn"] and settings["n_threads"] == 1, settings
        self._ctx = SimpleNamespace(ctx="context")

    def n_vocab(self):
        return 40


def llama_batch_get_one(array, count):
    return list(array)[:count]


def llama_decode(context, batch):
    global held
    held += len(batch)
    if os.environ.get("FAKE") == "dies":
        sys.exit("out of memory")
    return 1 if os.environ.get("FAKE") == "refuses" else 0


def llama_get_logits(context):
    assert held


def llama_get_memory(context):
    return "memory"


def llama_memory_seq_rm(memory, sequence, begin, end):
    global held
    assert (memory, sequence, end) == ("memory", 0, -1) and begin < held
    held = begin
"""
TASKS = (Task("decode", 4, 2), Task("prefill", 0, 8))


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of contenders that find the fake."""
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / "llama_cpp.py").write_text(FAKE_LLAMA)
    return {**os.environ, "PYTHONPATH": str(tmp_path / "fake")}


@pytest.fixture
def setting(tiny_gguf: Path) -> Setting:
    return Setting(tiny_gguf, 1, 32, sys.executable)


@pytest.fixture
def checkpoint(tiny_gguf: Path) -> Checkpoint:
    return open_checkpoint(tiny_gguf)


def test_a_report_of_two(checkpoint: Checkpoint, setting: Setting, env: dict[str, str]) -> None:
    seen: list[tuple[int, int]] = []
    launches = lineup(setting, ("llama.cpp", "drill-numpy"))
    report = bench(checkpoint, launches, Plan(TASKS, 2, 1), env, lambda *count: seen.append(count))

    assert [entry.name for entry in report.entries] == ["drill-numpy", "llama.cpp"]
    assert report.entries[1].hello == Hello("llama-cpp-python 0.0, flash attention", None, 2)
    assert [(figure.task, figure.contender) for figure in report.figures] == [
        (task, name) for task in TASKS for name in ("drill-numpy", "llama.cpp")
    ]
    assert [figure.ratio for figure in report.figures[::2]] == [1, 1]
    # a fake is faster than whatever computes
    assert all(figure.ratio < 1 for figure in report.figures[1::2])
    assert [share is None for share in report.shares] == [False, False, True, True]
    assert (seen[0], seen[-1], report.waits) == ((1, 12), (12, 12), 0)


def test_shares_count_bytes_as_each_keeps_them(
    checkpoint: Checkpoint, setting: Setting, env: dict[str, str]
) -> None:
    launches = lineup(setting, ("llama.cpp", "drill-numpy"))
    report = bench(checkpoint, launches, Plan(TASKS[:1], 1, 1), env)
    float32, packed = (
        share / figure.rate
        for share, figure in zip(report.shares, report.figures, strict=True)
        if share is not None
    )

    assert float32 > 1.5 * packed


def test_one_that_is_not_here_is_left_out_with_the_reason(
    checkpoint: Checkpoint, setting: Setting, env: dict[str, str]
) -> None:
    absent = "import sys; sys.modules['transformers'] = None"
    (Path(env["PYTHONPATH"]) / "sitecustomize.py").write_text(absent)
    launches = lineup(setting, ("transformers", "llama.cpp"))
    report = bench(checkpoint, launches, Plan(TASKS[:1], 1, 1), env)

    assert [entry.name for entry in report.entries] == ["llama.cpp"]
    assert list(report.absent) == ["transformers"]


def test_one_that_breaks_while_loading_is_left_out_with_its_last_words(
    setting: Setting, env: dict[str, str]
) -> None:
    (launch,) = lineup(setting, ("llama.cpp",))
    contestant = Contestant(launch, {**env, "FAKE": "broken"})
    said = contestant.hello()
    contestant.close()

    assert said == Absent("ended while loading: OSError: libllama.so: wrong machine")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("absent", "No such file or directory"), ("", "Permission denied"), ("plain", "Permission denied")],
)
def test_an_interpreter_that_can_not_be_run(
    setting: Setting, env: dict[str, str], tmp_path: Path, name: str, reason: str
) -> None:
    (tmp_path / "plain").touch()
    (launch,) = lineup(setting, ("llama.cpp",))
    python = str(tmp_path / name)
    with pytest.raises(MissingError) as caught:
        Contestant(launch._replace(python=python), env)
    assert str(caught.value) == f"{python}: can't be run ({reason}); name a Python with --peer-python"


@pytest.mark.parametrize("said", ["hello", r"\377"])
def test_a_program_that_is_no_python_is_left_out(
    setting: Setting, env: dict[str, str], tmp_path: Path, said: str
) -> None:
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\nprintf '{said}\\n'\n")
    program.chmod(0o755)
    other, ours = (lineup(setting, (name,))[0] for name in ("llama.cpp", "drill-numpy"))
    with contestants([other._replace(python=str(program)), ours], env) as (running, absent):
        assert [entry.name for entry in running] == ["drill-numpy"]
    assert absent["llama.cpp"].startswith("said no JSON: ")


@pytest.mark.parametrize(
    ("whim", "words"),
    [("dies", "out of memory"), ("refuses", "RuntimeError: llama_decode returned 1")],
)
def test_one_that_ends_in_the_middle_ends_the_benchmark(
    checkpoint: Checkpoint, setting: Setting, env: dict[str, str], whim: str, words: str
) -> None:
    launches = lineup(setting, ("llama.cpp",))
    said = rf"^llama.cpp ended during decode 4 \({words}\); leave it out with --without$"
    with pytest.raises(MissingError, match=said):
        bench(checkpoint, launches, Plan(TASKS, 1, 1), {**env, "FAKE": whim})


def test_nobody_runs_here(setting: Setting, env: dict[str, str]) -> None:
    said = r"^no contender runs here \(llama.cpp: ended while loading: .*\); name others with --only$"
    with (
        pytest.raises(MissingError, match=said),
        contestants(lineup(setting, ("llama.cpp",)), {**env, "FAKE": "broken"}),
    ):
        pass


def test_no_process_stays(setting: Setting, env: dict[str, str]) -> None:
    with contestants(lineup(setting, ("llama.cpp",)), env) as (running, _):
        (contestant,) = running.values()

    assert contestant._process.poll() == 0
