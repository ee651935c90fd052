"""Katas before the judge: trials, mutants, the proof, and what makes it stale."""

import json
from pathlib import Path
from typing import Any

import pytest

from drill.authoring.katas.bench import Job, judged, open_bench, task_of
from drill.authoring.katas.check import check_all, check_changed, check_slugs, prove_slugs
from drill.authoring.katas.parsed import parse_all, seeded_tests
from drill.authoring.katas.proof import stale
from drill.authoring.katas.trials import Trial, hold, judge_trials, read_visible, repeats, trials
from drill.content.katas import read_kata

SPOILERS = "solutions/clamp"
EQUIVALENT = """\
- line: "if x < low:"
  change: x < low -> x <= low
  why: At the end itself both branches return the same number.
- line: "if x > high:"
  change: x > high -> x >= high
  why: At the end itself both branches return the same number.
"""
OTHER_WAY = "def clamp(x, low, high):\n    return sorted((low, x, high))[1]\n"
UNPROVEN = f"{SPOILERS}/proof.json:1: missing; run `drill author check clamp --full`"


def tried(mini: Any, *names: str) -> list[str]:
    """Return what one seed says of some of the files, by the ends of their paths."""
    wanted = [trial for trial in trials(mini.folders, 0) if trial.path.name in names]
    task = task_of(read_kata(mini.folders.open_folder, mini.folders.spoilers))
    results = list(judge_trials(task, wanted, lambda jobs: map(judged, list(jobs))))
    return [str(finding) for finding in hold(mini.folders, results)]


def test_a_starter_that_is_begun(mini: Any) -> None:
    mini.edit("exercises/clamp/starter.py", "raise NotImplementedError", "return low")
    assert tried(mini, "starter.py") == [
        "exercises/clamp/starter.py:1: `test_below` says passed; every test must call the solution"
    ]


def test_a_right_solution_that_is_refused(mini: Any) -> None:
    mini.edit(f"{SPOILERS}/other/nested.py", "max(low,", "max(low + 1,")
    (line,) = tried(mini, "nested.py", "solution.py")
    assert line.startswith(
        f"{SPOILERS}/other/nested.py:1: refused by `test_below` with seed 0 (got 1, expected 0"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "return min(x, high)",
            "return max(low, min(x, high))",
            "passes with seed 0; a hidden test must catch it",
        ),
        (
            "caught by: test_below",
            "caught by: test_above",
            "caught by `test_below`, not by `test_above`; put that into its docstring",
        ),
        ("def clamp", "def clip", "`clamp` is missing; the starter defines it; a wrong solution runs"),
    ],
)
def test_a_wrong_solution(mini: Any, old: str, new: str, said: str) -> None:
    mini.edit(f"{SPOILERS}/wrong/no_low.py", old, new)
    (line,) = tried(mini, "no_low.py")
    assert line.startswith(f"{SPOILERS}/wrong/no_low.py:1: {said}")


def test_a_hidden_test_that_trips_over_itself(mini: Any) -> None:
    mini.edit(f"{SPOILERS}/test_hidden.py", "3 + seed % 5, 0, 9), 3", "3 + seed % 5 // 0, 0, 9), 3")
    (line,) = tried(mini, "solution.py")
    assert "solution.py:1: breaks test_fresh with seed 0" in line


def test_all_pass_the_visible_tests(mini: Any) -> None:
    for path in mini.folders.wrong()[1:]:
        path.unlink()
    mini.edit("exercises/clamp/test_visible.py", "clamp(1, 0, 2) == 1", "clamp(-1, 0, 2) == 0")
    (found,) = read_visible(mini.folders)
    assert found.place == f"{SPOILERS}/wrong/keeps_all.py:1"
    assert found.message == "fails test_inside; right and wrong solutions pass all visible tests"


def test_only_what_a_seed_can_change_is_tried_again(mini: Any) -> None:
    trees, _ = parse_all(mini.folders)
    assert seeded_tests(trees[mini.folders.hidden]) == {"test_fresh"}
    task = task_of(read_kata(mini.folders.open_folder, mini.folders.spoilers))
    wanted = [trial for trial in trials(mini.folders, 0) if trial.path.stem in ("nested", "no_low")]
    mini.write(
        f"{SPOILERS}/wrong/lucky.py",
        "def clamp(x, low, high):\n    return max(low, min(x, high)) if x != 3 else 4\n",
    )
    wanted.append(Trial(mini.folders.spoilers / "wrong/lucky.py", "wrong", 0, ("test_fresh",)))
    results = list(judge_trials(task, wanted, lambda jobs: map(judged, list(jobs))))
    again = repeats(mini.folders, results, (1, 2))
    assert [(trial.path.stem, trial.seed) for trial in again] == [
        ("nested", 1),
        ("lucky", 1),
        ("nested", 2),
        ("lucky", 2),
    ]
    (line,) = hold(mini.folders, list(judge_trials(task, again[:2], lambda jobs: map(judged, list(jobs)))))
    assert line.message == "passes with seed 1; a hidden test must catch it"


@pytest.mark.usefixtures("quick")
def test_a_proof_and_what_makes_it_stale(mini: Any) -> None:
    assert list(map(str, check_all(mini.root).findings)) == [UNPROVEN]
    mini.write(f"{SPOILERS}/equivalent.yaml", EQUIVALENT)
    lines: list[str] = []
    report = prove_slugs(["clamp"], mini.root, lines.append, date="2026-12-10")
    assert list(map(str, report.findings)) == []
    saved = json.loads(mini.folders.proof.read_bytes())
    assert (saved["proved"], saved["kill_rate"], saved["explained"]) == ("2026-12-10", 1.0, 2)
    assert saved["mutants"] == saved["killed"] + 2 > 10
    assert lines[0].startswith("clamp: 1 of 9 trials")
    assert check_all(mini.root).findings == ()
    for name in saved["files"]:
        before = (mini.root / name).read_text("utf-8")
        (mini.root / name).write_text(before + "\n", "utf-8")
        assert stale(mini.folders) == f"{name} has changed since the proof"
        (mini.root / name).write_text(before, "utf-8")
    assert stale(mini.folders) == ""
    mini.write(f"{SPOILERS}/other/new.py", "")
    assert stale(mini.folders) == f"{SPOILERS}/other/new.py has changed since the proof"
    mini.folders.proof.write_text("{", "utf-8")
    assert stale(mini.folders) == "not a proof of drill"


@pytest.mark.usefixtures("quick")
def test_survivors_are_listed_and_nothing_is_written(mini: Any) -> None:
    explained = EQUIVALENT.partition('- line: "if x >')[0]
    mini.write(f"{SPOILERS}/equivalent.yaml", explained + explained.replace("x <= low", "x >= low"))
    report = prove_slugs([], mini.root, lambda _: None, date="2026-12-10")
    assert sorted(map(str, report.findings)) == [
        f"{SPOILERS}/equivalent.yaml:4: a test kills `x < low -> x >= low`; delete the entry",
        f"{SPOILERS}/solution.py:8: no test kills `x > high -> x >= high`; add one, or explain it in "
        "equivalent.yaml",
    ]
    assert (report.proven[0].proof, mini.folders.proof.exists()) == (None, False)


@pytest.mark.usefixtures("quick")
def test_what_changed_is_tried_again(mini: Any) -> None:
    mini.edit(f"{SPOILERS}/other/nested.py", "max(low,", "max(low + 1,")
    report = check_changed(mini.root, lambda _: None, draw="2026-12-10")
    assert [finding.place for finding in report.findings] == [
        f"{SPOILERS}/proof.json:1",
        f"{SPOILERS}/other/nested.py:1",
    ]
    (mini.folders.spoilers / "other" / "nested.py").write_text(OTHER_WAY, "utf-8")
    mini.write(f"{SPOILERS}/equivalent.yaml", EQUIVALENT)
    assert prove_slugs(["clamp"], mini.root, lambda _: None, date="2026-12-10").findings == ()
    lines: list[str] = []
    assert check_changed(mini.root, lines.append, draw="2026-12-10") == ((), 1, ())
    assert lines[-1] == "clamp: 9 of 9 trials"


@pytest.mark.usefixtures("quick")
def test_files_at_fault_are_not_tried(mini: Any) -> None:
    mini.edit(f"{SPOILERS}/other/nested.py", "max(low,", "max(low + 1,")
    (mini.folders.spoilers / "notes.md").unlink()
    report = check_slugs(["clamp"], mini.root, lambda _: None, seed=0)
    assert [finding.place for finding in report.findings] == [f"{SPOILERS}/notes.md:1"]


def test_the_judge_may_stop_at_the_first_failure(mini: Any) -> None:
    task = task_of(read_kata(mini.folders.open_folder, mini.folders.spoilers))
    source = (mini.folders.spoilers / "wrong/no_low.py").read_bytes()
    with open_bench(1) as judge_all:
        fast, whole = judge_all([Job(task, source, 0, fail_fast=True), Job(task, source, 0)])
    assert [check.outcome for check in fast.checks] == ["failed"]
    assert (fast.outcome, whole.outcome, len(whole.checks)) == ("failed", "failed", 13)


def test_the_tree_itself_has_no_fault_in_its_files() -> None:
    root = Path(__file__).resolve().parents[3]
    assert list(map(str, check_all(root).findings)) == []
