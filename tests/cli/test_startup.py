"""What is imported before the first question of `drill quiz` is drawn: only what draws it.

Leaves out times, which are a machine's own: benchmarks/startup.py prints them as ratios.
"""

import subprocess
import sys
from collections.abc import Callable

import pytest

LATE = {
    "difflib",
    "lzma",
    "markdown_it",
    "numba",
    "numpy",
    "pdb",
    "platformdirs",
    "prompt_toolkit",
    "pygments",
    "pytest",
    "questionary",
    "secrets",
    "tiktoken",
    "traceback",
    "yaml",
}
FIRST_QUESTION = """
import sys
from contextlib import suppress
from drill.cli.main import main

with suppress(SystemExit):
    main()
import {player}
print(*sorted(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("player", ["drill.cli.play.lines", "drill.cli.play.player"])
def test_the_first_question_waits_for_no_library_that_it_does_not_need(
    player: str, process: Callable[..., object], process_env: dict[str, str]
) -> None:
    process("due")  # fills the cache: compiling a bank may import what it likes
    script = FIRST_QUESTION.format(player=player)
    # input ends at the first question, so that nothing after it is imported
    ran = subprocess.run(
        [sys.executable, "-c", script, "quiz", "--seed", "1"],
        env=process_env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    assert "1/10" in ran.stdout
    imported = set(ran.stderr.split())
    assert player in imported
    assert imported & LATE == set()
