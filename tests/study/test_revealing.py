"""How much of a verdict is told: three failures in words, one case in full from the second failure on."""

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.revealing import TOLD, revealed
from drill.study.verdict import Check, Outcome, Verdict

OUTCOMES: list[Outcome] = ["passed", "failed", "not started", "broken"]


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict:
    checks = [
        Check(f"test_{n}", "t", outcome, "f()", "r", "e", "d", "c" * draw(st.integers(0, 9)), "trace")
        for n, outcome in enumerate(draw(st.lists(st.sampled_from(OUTCOMES), max_size=9)))
    ]
    return Verdict("k", tuple(checks))


@settings(deadline=None)
@given(verdicts(), st.integers(0, 4))
def test_the_rest_stays_hidden(verdict: Verdict, failed: int) -> None:
    shown = revealed(verdict, failed=failed)

    assert [check.outcome for check in shown.checks] == [check.outcome for check in verdict.checks]
    assert sum(bool(check.called) for check in shown.checks) <= TOLD + 1
    cases = [check.case for check in shown.checks if check.case]
    whole = [check.case for check in verdict.checks if check.case and check.outcome != "passed"]
    assert cases == ([min(whole, key=len)] if failed >= 2 and whole else [])
