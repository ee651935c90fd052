"""Which backend runs a checkpoint: what was asked for, else the fastest that is here.

Leaves out the backends themselves; each is imported only when it is chosen.
"""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from drill.core.errors import InputError, MissingError
from drill.core.infer.backends.base import Model
from drill.core.infer.backends.devices import cuda_devices, torch_sees_cuda
from drill.core.infer.weights.checkpoint import Checkpoint

Device = Literal["auto", "cpu", "cuda"]
Backend = Literal["numpy", "numba", "torch"]
Activations = Literal["int16", "int8"]
DType = Literal["float32", "bfloat16"]


class Compiling(NamedTuple):
    """Where machine code is kept, who is told how much of it is ready, and who hears why it can't be kept."""

    folder: Path
    progress: Callable[[int, int], None]
    say: Callable[[str], None]


def load_model(  # noqa: PLR0913 - one argument an option
    checkpoint: Checkpoint,
    device: Device = "auto",
    backend: Backend | None = None,
    threads: int | None = None,
    *,
    activations: Activations = "int16",
    dtype: DType | None = None,
    compiling: Compiling | None = None,
) -> Model:
    """Return the checkpoint as a model that runs.

    `threads` is for numba and torch (numpy's BLAS has its own count), `activations` for numba, `dtype`
    for torch: bfloat16 on CUDA and float32 on a CPU when None. With `compiling` numba's kernels are made at
    once; without it in the first forward pass, for this process alone. MissingError when what was asked
    for is not on this machine, InputError when the parts don't go together.
    """
    place = _place(device, backend)
    if place == "cuda" or backend == "torch":
        return _torch(checkpoint, place, threads, dtype or ("bfloat16" if place == "cuda" else "float32"))
    if backend == "numba" or (backend is None and _numba_serves(checkpoint)):
        return _numba(checkpoint, threads, activations, compiling)
    return _numpy(checkpoint)


def _place(device: Device, backend: Backend | None) -> Literal["cpu", "cuda"]:
    if device == "cuda" and backend in ("numpy", "numba"):
        raise InputError(f"backend {backend} runs on the CPU only; take --device cpu, or --backend torch")
    if device == "cuda" and not cuda_devices():
        raise MissingError(
            "no CUDA device: the driver shows none; take --device cpu, or install NVIDIA's driver"
        )
    if device == "auto":
        may_be_cuda = backend in (None, "torch") and find_spec("torch") and cuda_devices()
        return "cuda" if may_be_cuda and torch_sees_cuda() else "cpu"
    return device


def _numba_serves(checkpoint: Checkpoint) -> bool:
    if find_spec("numba") is None:
        return False
    from drill.core.infer.backends.numba.model import unsupported

    return unsupported(checkpoint) is None


def _numpy(checkpoint: Checkpoint) -> Model:
    from drill.core.infer.backends.numpy_ops import NumpyOps
    from drill.core.infer.model.networks import build

    return build(checkpoint, NumpyOps())


def _numba(
    checkpoint: Checkpoint, threads: int | None, activations: Activations, compiling: Compiling | None
) -> Model:
    if find_spec("numba") is None:
        raise MissingError("numba is not installed; pip install 'drill[fast]', or take --backend numpy")
    from drill.core.infer.backends.numba.model import NumbaLlama, unsupported

    reason = unsupported(checkpoint)
    if reason is not None:
        raise InputError(f"backend numba can't run {checkpoint.config.name}: {reason}; take --backend numpy")
    model = NumbaLlama(checkpoint, threads=threads or _cores(), activations=activations)
    if compiling is not None:
        from drill.core.infer.backends.numba.warming import keep_code_in

        trouble = keep_code_in(compiling.folder)
        if trouble is not None:
            compiling.say(trouble)
        model.warm(compiling.progress)
    return model


def _torch(checkpoint: Checkpoint, place: Literal["cpu", "cuda"], threads: int | None, dtype: DType) -> Model:
    if find_spec("torch") is None:
        raise MissingError("torch is not installed; pip install 'drill[cuda]', or take --backend numpy")
    if place == "cuda" and not torch_sees_cuda():
        raise MissingError(
            "this torch sees no CUDA device; install a torch built for CUDA, or take --device cpu"
        )
    from drill.core.infer.backends.torch_ops import TorchOps
    from drill.core.infer.model.networks import build

    return build(checkpoint, TorchOps(place, dtype, threads))


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
