"""What a solution of a kata may use.

Leaves out enforcing it (confine.py, process.py).
"""

from msgspec import Struct


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds a test and in all; memory beyond the interpreter's; output, file size; processes."""

    test_seconds: float = 5.0
    total_seconds: float = 60.0
    memory_mb: int = 512
    output_kb: int = 64
    file_kb: int = 256
    processes: int = 1

    @property
    def output_bytes(self) -> int:
        """The most that may be printed in all."""
        return self.output_kb * 1024

    def for_worker(self) -> dict[str, int]:
        """Return what the worker sets on itself."""
        return {
            "memory_bytes": self.memory_mb << 20,
            "file_bytes": self.file_kb << 10,
            "processes": self.processes,
            "cpu_seconds": int(self.total_seconds) + 5,
        }
