"""Run a short Python text in a child process with limits, and say what it printed.

Leaves out namespaces and a sweep for children that leave their session: the judge of coding drills has those.
"""

import math
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

# run by its path: the child must not import drill
LIMITED = Path(__file__).with_name("limited.py")
MEMORY_BYTES = 1 << 30
OUTPUT_BYTES = 1 << 16
SCRIPT = "snippet.py"
TRACEBACK = "Traceback (most recent call last):"


class SnippetResult(NamedTuple):
    """What a snippet did.

    `output` is what it printed, up to the limit. `error` is "" or the line that says why it failed, such as
    `AssertionError: 3 != 4`. A negative `exit_code` is the signal that ended it.
    """

    output: str
    error: str
    timed_out: bool
    exit_code: int


def run_snippet(
    code: str,
    *,
    seconds: float = 5,
    memory_bytes: int = MEMORY_BYTES,
    output_bytes: int = OUTPUT_BYTES,
) -> SnippetResult:
    """Run `code` alone in a fresh folder: empty environment, no input, own session, killed as a group.

    `seconds` are of the wall clock; the file limit of the kernel caps what is printed.
    """
    with tempfile.TemporaryDirectory(prefix="drill-snippet-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # one byte above the limit, so that "just full" and "too much" differ
        process = _start(code, folder, [math.ceil(seconds) + 1, memory_bytes, output_bytes + 1])
        timed_out = _wait(process, seconds)
        output = _read(folder / "printed", output_bytes + 1)
        complaint = _read(folder / "complained", output_bytes).decode(errors="replace")
    error = _reason(process.returncode, complaint)
    if timed_out:
        error = f"still running after {seconds:g} s"
    elif len(output) > output_bytes:
        error = f"printed more than {output_bytes} bytes"
    text = output[:output_bytes].decode(errors="replace")
    return SnippetResult(text, error, timed_out, process.returncode)


def _start(code: str, folder: Path, limits: list[int]) -> subprocess.Popen[bytes]:
    work = folder / "work"
    work.mkdir()
    # a lone surrogate is for the child's Python to refuse, not for ours
    (work / SCRIPT).write_bytes(code.encode(errors="surrogatepass"))
    # files, not pipes: a child that lives on can't hold the reader
    with (folder / "printed").open("wb") as out, (folder / "complained").open("wb") as err:
        return subprocess.Popen(  # noqa: S603 our own interpreter and no shell
            [sys.executable, "-I", "-B", "-S", str(LIMITED), *map(str, limits), SCRIPT],
            cwd=work,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )


def _environment() -> dict[str, str]:
    # one thread: BLAS would take address space for each core
    environment = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    if "SYSTEMROOT" in os.environ:  # Windows starts no Python without it
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return environment


def _wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for the end or the time limit, then end whatever is left of the group."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return True
    else:
        return False
    finally:
        _kill_group(process)
        process.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if not hasattr(os, "killpg"):
        process.kill()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return  # nobody is left
    except PermissionError:
        return  # macOS says so for a group of zombies


def _read(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def _reason(exit_code: int, complaint: str) -> str:
    """Return the line of a traceback that names the exception, without its trail."""
    if exit_code == 0:
        return ""
    lines = [line for line in complaint.rpartition(TRACEBACK)[2].splitlines() if line.strip()]
    if lines:
        return next((line for line in lines if not line.startswith(" ")), lines[-1])
    return f"killed by signal {-exit_code}" if exit_code < 0 else f"ended with exit code {exit_code}"
