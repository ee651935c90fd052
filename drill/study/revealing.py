"""How much of a verdict a learner is told: what failed, a few in words, one in full when it is stuck.

Leaves out drawing it (ui). The inputs of a hidden test stay hidden as long as they can.
"""

import msgspec

from drill.study.verdict import Check, Verdict

# the failing checks that are told in words; of the others the title only
TOLD = 3
# from this failed submission on, the smallest failing case is shown in full
FULL_FROM_FAILED = 2


def revealed(verdict: Verdict, *, failed: int) -> Verdict:
    """Return a verdict without what stays hidden; `failed` counts the failed submissions, this one too."""
    wrong = [check for check in verdict.checks if check.outcome != "passed"]
    told = {check.name for check in wrong[:TOLD]}
    smallest = smallest_case(wrong) if failed >= FULL_FROM_FAILED else None
    checks = tuple(
        _revealed(check, is_told=check.name in told, is_full=check is smallest) for check in verdict.checks
    )
    return msgspec.structs.replace(verdict, checks=checks)


def smallest_case(wrong: list[Check]) -> Check | None:
    """Return the failing check with the shortest case, the first of several."""
    return min((check for check in wrong if check.case), key=lambda check: len(check.case), default=None)


def _revealed(check: Check, *, is_told: bool, is_full: bool) -> Check:
    if is_full or (is_told and not check.case):
        return check
    if is_told:
        return msgspec.structs.replace(check, case="")
    return Check(check.name, check.title, check.outcome)
