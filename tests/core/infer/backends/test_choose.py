"""Which backend is taken on machines that have or lack numba, torch and a CUDA device."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from drill.core.errors import InputError, MissingError
from drill.core.infer.backends import choose
from drill.core.infer.backends.choose import Compiling, load_model
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.decoder import Decoder
from drill.core.infer.weights.random import random_checkpoint

CONFIG = ModelConfig(
    family="llama", name="toy", layers=1, width=8, heads=2, kv_heads=1, head_dim=4, hidden=8,
    vocabulary=9, context=16, eps=1e-5, rope_dims=4, tied=True,
)  # fmt: skip
TOY = random_checkpoint(CONFIG, np.random.default_rng(1))
NUMBA = "drill.core.infer.backends.numba.model"

Machine = Callable[..., list[str]]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Pretend what is here; returns a list that tells which backend was loaded."""

    def pretend(
        *,
        numba: bool = False,
        torch: bool = False,
        cuda: int = 0,
        cpu_build: bool = False,
        refuses: str | None = None,
    ) -> list[str]:
        loaded: list[str] = []
        here = {"numba": numba, "torch": torch}
        monkeypatch.setattr(choose, "find_spec", lambda name: here[name] or None)
        monkeypatch.setattr(choose, "cuda_devices", lambda: cuda)
        installed = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: cuda > 0 and not cpu_build))
        monkeypatch.setitem(sys.modules, "torch", installed if torch else None)
        monkeypatch.setitem(sys.modules, NUMBA, kernels(loaded, refuses))
        monkeypatch.setitem(sys.modules, "drill.core.infer.backends.torch_ops", ops(loaded))
        monkeypatch.setattr(
            "drill.core.infer.model.networks.build", lambda _, ops: loaded.append(type(ops).__name__)
        )
        return loaded

    return pretend


def kernels(loaded: list[str], refuses: str | None) -> ModuleType:
    module = ModuleType(NUMBA)
    module.unsupported = lambda checkpoint: refuses  # type: ignore[attr-defined]
    module.NumbaLlama = lambda checkpoint, threads, activations: loaded.append(  # type: ignore[attr-defined]
        f"numba {activations} {threads > 0}"
    )
    return module


def ops(loaded: list[str]) -> ModuleType:
    module = ModuleType("torch_ops")
    module.TorchOps = lambda *args: loaded.append("torch " + " ".join(map(str, args)))  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize(
    ("here", "asked", "expected"),
    [
        ({}, {}, "NumpyOps"),
        ({"numba": True}, {}, "numba int16 True"),
        ({"numba": True}, {"backend": "numpy"}, "NumpyOps"),
        ({"numba": True, "refuses": "gpt2"}, {}, "NumpyOps"),
        ({"numba": True}, {"backend": "numba", "activations": "int8"}, "numba int8 True"),
        ({"torch": True, "numba": True}, {}, "numba int16 True"),
        ({"torch": True, "numba": True, "cuda": 1}, {}, "torch cuda bfloat16 None"),
        ({"torch": True, "numba": True, "cuda": 1}, {"device": "cpu"}, "numba int16 True"),
        ({"numba": True, "cuda": 1}, {}, "numba int16 True"),
        ({"torch": True, "numba": True, "cuda": 1, "cpu_build": True}, {}, "numba int16 True"),
        ({"torch": True, "cuda": 1, "cpu_build": True}, {}, "NumpyOps"),
        ({"torch": True, "cuda": 1, "cpu_build": True}, {"backend": "torch"}, "torch cpu float32 None"),
        ({"torch": True}, {"backend": "torch", "threads": 2}, "torch cpu float32 2"),
        ({"torch": True, "cuda": 1}, {"backend": "torch", "device": "cpu"}, "torch cpu float32 None"),
        ({"torch": True, "cuda": 1}, {"device": "cuda", "dtype": "float32"}, "torch cuda float32 None"),
    ],
)
def test_the_fastest_that_is_here(
    machine: Machine, here: dict[str, object], asked: dict[str, str], expected: str
) -> None:
    loaded = machine(**here)
    load_model(TOY, **asked)  # type: ignore[arg-type]
    assert loaded[0] == expected


NO_NUMBA = "numba is not installed; pip install 'drill[fast]', or take --backend numpy"
NO_TORCH = "torch is not installed; pip install 'drill[cuda]', or take --backend numpy"
NO_DEVICE = "no CUDA device: the driver shows none; take --device cpu, or install NVIDIA's driver"

CPU_BUILD = "this torch sees no CUDA device; install a torch built for CUDA, or take --device cpu"


@pytest.mark.parametrize(
    ("here", "asked", "error", "message"),
    [
        ({}, {"backend": "numba"}, MissingError, NO_NUMBA),
        ({}, {"backend": "torch"}, MissingError, NO_TORCH),
        ({"cuda": 1}, {"device": "cuda"}, MissingError, NO_TORCH),
        ({"torch": True}, {"device": "cuda"}, MissingError, NO_DEVICE),
        ({"torch": True, "cuda": 1, "cpu_build": True}, {"device": "cuda"}, MissingError, CPU_BUILD),
        ({"cuda": 1}, {"device": "cuda", "backend": "numpy"}, InputError, "numpy runs on the CPU only"),
        ({"numba": True, "refuses": "gpt2"}, {"backend": "numba"}, InputError, "can't run toy: gpt2"),
    ],
)
def test_what_is_asked_by_name_and_not_there_is_an_error(
    machine: Machine, here: dict[str, object], asked: dict[str, str], error: type[Exception], message: str
) -> None:
    machine(**here)
    with pytest.raises(error, match=re.escape(message)):
        load_model(TOY, **asked)  # type: ignore[arg-type]


def test_numpy_is_always_there() -> None:
    assert isinstance(load_model(TOY, "cpu", "numpy"), Decoder)


@pytest.mark.parametrize("trouble", [None, "/read-only: no space; kernels are compiled anew by each process"])
def test_kernels_are_compiled_at_once_where_they_can_be_kept(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, trouble: str | None
) -> None:
    machine(numba=True)
    told: list[object] = []
    warming = ModuleType("warming")

    def keep_code_in(folder: Path) -> str | None:
        told.append(folder)
        return trouble

    warming.keep_code_in = keep_code_in  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "drill.core.infer.backends.numba.warming", warming)
    made = SimpleNamespace(warm=lambda progress: progress(1, 1))
    monkeypatch.setattr(sys.modules[NUMBA], "NumbaLlama", lambda *_, **__: made)
    compiling = Compiling(Path("/kernels"), lambda done, total: told.append((done, total)), told.append)
    assert load_model(TOY, compiling=compiling) is made
    assert told == [Path("/kernels"), *([trouble] if trouble else []), (1, 1)]
