"""The first thing a snippet's process runs: set limits on itself, then become the snippet.

Leaves out the wall clock, which the parent watches. Imports nothing of drill: it is run by its path,
`python -I limited.py CPU_SECONDS MEMORY_BYTES FILE_BYTES SCRIPT`.
"""

import os
import sys
from contextlib import suppress

# counts every process and thread of the user, not just ours: low enough against fork bombs only
MOST_PROCESSES = 4096


def _set_limits(cpu_seconds: int, memory_bytes: int, file_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has none
        return
    limits = {
        "RLIMIT_CPU": cpu_seconds,
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_FSIZE": file_bytes,
        "RLIMIT_NPROC": MOST_PROCESSES,
        "RLIMIT_CORE": 0,
    }
    for name, value in limits.items():
        # macOS lacks some and refuses others; a hard limit below ours stays as it is
        with suppress(AttributeError, OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (value, value))


def main(arguments: list[str]) -> None:
    """Take the limits as three numbers, then run the script in their place."""
    *numbers, script = arguments
    _set_limits(*map(int, numbers))
    os.execv(sys.executable, [sys.executable, "-I", "-B", "-X", "utf8", script])  # noqa: S606 no shell wanted


if __name__ == "__main__":
    main(sys.argv[1:])
