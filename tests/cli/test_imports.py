"""`drill --help` and `drill --version` load none of the heavy libraries."""

import subprocess
import sys

import pytest

HEAVY = ["numpy", "numba", "rich", "questionary", "yaml", "sqlite3", "tiktoken", "msgspec"]
PROGRAM = f"""
import atexit, sys
atexit.register(lambda: print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr))
from drill.cli.main import main
main()
"""


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_nothing_heavy_is_imported(option: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, option], capture_output=True, text=True, check=True)

    assert "drill" in done.stdout
    assert done.stderr == "[]\n"
