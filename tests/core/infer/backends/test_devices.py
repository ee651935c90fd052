"""Asking the driver for CUDA devices."""

import ctypes
import sys
from types import SimpleNamespace

import pytest

from drill.core.infer.backends.devices import cuda_devices, torch_sees_cuda


def test_without_a_driver_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", absent)
    assert cuda_devices() == 0


@pytest.mark.parametrize(("init", "expected"), [(0, 3), (100, 0)])
def test_the_driver_is_asked(monkeypatch: pytest.MonkeyPatch, init: int, expected: int) -> None:
    def count(into: object) -> int:
        ctypes.cast(into, ctypes.POINTER(ctypes.c_int))[0] = 3  # type: ignore[arg-type]
        return 0

    driver = SimpleNamespace(cuInit=lambda flags: init, cuDeviceGetCount=count)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: driver)
    assert cuda_devices() == expected


@pytest.mark.parametrize("sees", [True, False])
def test_torch_is_asked(monkeypatch: pytest.MonkeyPatch, sees: bool) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: sees))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert torch_sees_cuda() == sees
