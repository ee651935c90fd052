"""Runs the visible tests in a learner's folder under plain pytest, as they would themselves.

Leaves out hidden tests (judge.py). Nothing is walled off: it is the learner's own code in their own shell.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

_OPTIONS = ("-q", "-p", "no:cacheprovider", "--rootdir=.", "-c", os.devnull)


def run_visible(folder: Path, write: Callable[[str], object], *, color: bool, width: int) -> int:
    """Run the tests of a folder, hand over each line as it comes, and return pytest's exit code."""
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": str(width)}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pytest", *_OPTIONS, f"--color={'yes' if color else 'no'}", "."]
    with subprocess.Popen(  # noqa: S603 - our own interpreter, no shell
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        try:
            for line in process.stdout or ():
                write(line)
        except BaseException:
            process.kill()
            raise
    return process.returncode
