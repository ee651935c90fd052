"""`drill kata watch` in a real terminal: writers in place and by rename, the clock, every way out."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
WRONG = "import numpy as np\n\n\ndef softmax(x, axis=-1):\n    return np.exp(x)\n"
NO_AXIS = "import numpy as np\n\n\ndef softmax(x):\n    e = np.exp(x - x.max())\n    return e / e.sum()\n"
KATA = ["-m", "drill", "kata"]
Start = Callable[..., pexpect.spawn]


@pytest.fixture
def solution(process_env: dict[str, str]) -> Path:
    return Path(process_env["DRILL_HOME"]) / "katas" / "softmax" / "solution.py"


@pytest.fixture
def watch(process_env: dict[str, str], solution: Path) -> Iterator[Start]:
    """Start softmax and watch it up to the first verdict: the starter is not started."""
    watches: list[pexpect.spawn] = []

    def begin(size: tuple[int, int] = (40, 100)) -> pexpect.spawn:
        pexpect.run(
            f"{sys.executable} {' '.join(KATA)} start softmax --json", env=process_env, timeout=PATIENCE
        )
        assert solution.exists()
        options = {"env": process_env, "timeout": PATIENCE, "dimensions": size, "encoding": "utf-8"}
        watches.append(pexpect.spawn(sys.executable, [*KATA, "watch"], **options))
        watches[-1].expect("not started")
        # the clock runs below the page
        watches[-1].expect(r"0[45]:\d\d left · watching solution.py")
        return watches[-1]

    yield begin
    for one in watches:
        one.close(force=True)


def test_writers_in_place_and_by_rename(watch: Start, solution: Path) -> None:
    terminal = watch()

    solution.write_text(WRONG)
    terminal.expect("of 36 passed")
    terminal.expect("watching")
    solution.unlink()
    terminal.expect("waiting for solution.py")
    partial = solution.with_name(".solution.py.swp")
    shutil.copy(ROOT / "solutions" / "softmax" / "solution.py", partial)
    partial.rename(solution)
    terminal.expect("all checks passed")
    terminal.expect("Easy")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_hint_and_a_submission_from_inside(watch: Start, solution: Path) -> None:
    terminal = watch()
    solution.write_text(WRONG)
    terminal.expect("of 36 passed")
    terminal.expect("watching")

    terminal.send("h")
    terminal.expect("hint 1: ")
    terminal.expect(r"hint \(costs Good\)")
    terminal.send("s")
    terminal.expect("attempt 1 .* 1 hint used")
    terminal.send("q")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 1


def test_a_page_longer_than_the_screen_is_printed_whole(watch: Start, solution: Path) -> None:
    """No key would turn it: what is cleared would never be read."""
    terminal = watch((24, 80))
    solution.write_text(NO_AXIS)

    terminal.expect(r"\x1b\[2J")
    terminal.expect("watching")

    page = terminal.before
    assert "of 36 passed" in page
    assert page.count("\n") > 24
    assert "\x1b[2J" not in page
    assert "Space" not in page


@pytest.mark.parametrize(("key", "code"), [("q", 1), ("\x04", 1), ("\x03", 130)])
def test_every_way_out(watch: Start, key: str, code: int) -> None:
    terminal = watch()

    terminal.send(key)

    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == code
