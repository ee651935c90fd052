# ruff: noqa
# mypy: ignore-errors
"""Attaches to the judge and reads its memory. Must be refused."""

RIGHT = "passed"

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
ATTACH = 16
if libc.ptrace(ATTACH, int("@PID@"), 0, 0) == 0:
    raise SystemError("attached")
room = ctypes.create_string_buffer(64)
span = (ctypes.c_void_p * 2)(ctypes.addressof(room), 64)
if libc.process_vm_readv(int("@PID@"), span, 1, span, 1, 0) > 0:
    raise SystemError("read the judge's memory")
for path in ("/proc/@PID@/mem", "/proc/@PID@/fd/0"):
    try:
        open(path, "rb")
    except OSError:
        continue
    raise SystemError(f"opened {path}")
