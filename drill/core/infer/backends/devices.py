"""How many CUDA devices the driver sees, asked without loading torch: that takes seconds, this milliseconds.

Only where it sees one is torch asked too. Leaves out what kind they are.
"""

import ctypes
import sys


def cuda_devices() -> int:
    """Return the count; 0 without a driver."""
    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(name)
    except OSError:
        return 0
    count = ctypes.c_int(0)
    # both calls return 0 when they succeed
    ready = driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
    return count.value if ready else 0


def torch_sees_cuda() -> bool:
    """Say whether the torch that is installed can use a device: builds for the CPU alone can't."""
    import torch

    return bool(torch.cuda.is_available())
