"""The fixtures that hidden tests get: one solution for all tests of a file, a seed, and their clocks."""

from collections.abc import Callable

from drill.study.limits import Limits
from drill.study.verdict import Verdict

Judged = Callable[..., Verdict]

SHARED = """
    import pytest
    from drill.grader.checks import exact

    @pytest.fixture(scope="module")
    def box(shared_solution, seed):
        return shared_solution.Box(seed)

    def test_first(box):
        exact(box.add(), 8, expected="8")

    def test_second(box):
        exact(box.add(), 9, expected="9")
"""
BOX = """
    import time
    class Box:
        def __init__(self, n):
            self.n = n
        def add(self):
            self.n += 1
            return self.n
"""


def test_an_object_may_be_built_once_for_all_tests(judged: Judged) -> None:
    assert [check.outcome for check in judged(SHARED, BOX).checks] == ["passed", "passed"]


def test_what_fails_while_it_is_built_fails_each_test_that_needs_it(judged: Judged) -> None:
    checks = judged(SHARED, "class Box:\n    def __init__(self, n): raise ValueError('no')\n").checks
    assert [(check.outcome, check.difference) for check in checks] == [
        ("failed", "raised ValueError: no")
    ] * 2


def test_a_time_out_ends_one_test_and_the_next_gets_its_own_time(judged: Judged) -> None:
    hidden = (
        "def test_a(solution):\n    solution.nap(9)\ndef test_b(solution):\n    assert solution.nap(0) == 0\n"
    )
    source = "import time\ndef nap(n):\n    time.sleep(n)\n    return n\n"
    checks = judged(hidden, source, limits=Limits(test_seconds=1.5, total_seconds=60)).checks
    assert [(check.outcome, check.difference) for check in checks] == [
        ("failed", "still running after 1.5 s"),
        ("passed", ""),
    ]
    assert checks[0].called == "nap(9)"


def test_a_failure_shows_no_line_of_the_hidden_test(judged: Judged) -> None:
    hidden = "def test_a(solution):\n    secret = 41\n    assert solution.f() == secret\n"
    check = judged(hidden, "def f():\n    return 1\n").checks[0]
    assert check.outcome == "failed"
    assert "secret" not in repr(check)
    assert "41" not in repr(check)
