"""Katas before the judge: trials, mutants, the proof, and what makes it stale."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from drill.authoring.katas.bench import Job, judged, open_bench, task_of
from drill.authoring.katas.check import check_all, check_changed, check_slugs, prove_slugs
from drill.authoring.katas.parsed import parse_all, seeded_tests
from drill.authoring.katas.proof import stale
from drill.authoring.katas.proving import prove
from drill.authoring.katas.trials import Trial, hold, judge_trials, read_visible, repeats, trials
from drill.content.katas import read_kata
from drill.study.verdict import Check, Verdict

FAULTS = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("fault", FAULTS["judge"], ids=lambda fault: fault["fault"])
def test_what_the_judge_finds(mini: Any, fault: dict[str, Any]) -> None:
    mini.spoil(fault["files"])
    wanted = [trial for trial in trials(mini.folders, 0) if trial.path == mini.root / fault["tried"]]
    task = task_of(read_kata(mini.folders.open_folder, mini.folders.spoilers))
    results = list(judge_trials(task, wanted, lambda jobs: map(judged, list(jobs))))
    assert list(map(str, hold(mini.folders, results))) == fault["says"]


@pytest.mark.parametrize("fault", FAULTS["visible"], ids=lambda fault: fault["fault"])
def test_all_pass_the_visible_tests(mini: Any, fault: dict[str, Any]) -> None:
    mini.spoil(fault["files"])
    assert list(map(str, read_visible(mini.folders))) == fault["says"]


@pytest.mark.parametrize("fault", FAULTS["proven"], ids=lambda fault: fault["fault"])
def test_a_proof_that_says_nothing(mini: Any, fault: dict[str, Any]) -> None:
    mini.spoil(fault["files"])
    assert list(map(str, check_all(mini.root).findings)) == fault["says"]


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


@pytest.mark.usefixtures("quick")
def test_a_proof_with_other_comparisons(mini: Any) -> None:
    mini.write(f"{SPOILERS}/equivalent.yaml", EQUIVALENT)
    prove_slugs([], mini.root, lambda _: None, date="2026-12-10")
    saved = json.loads(mini.folders.proof.read_bytes())
    mini.folders.proof.write_text(json.dumps({**saved, "checks": "of before"}), "utf-8")
    line = "drill/grader/checks.py has changed since the proof; run `drill author check clamp --full`"
    assert list(map(str, check_all(mini.root).findings)) == [f"{SPOILERS}/proof.json:1: {line}"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("fault", FAULTS["proof"], ids=lambda fault: fault["fault"])
def test_a_proof_that_fails_is_not_written(mini: Any, fault: dict[str, Any]) -> None:
    mini.spoil(fault["files"])
    report = prove_slugs([], mini.root, lambda _: None, date="2026-12-10")
    assert sorted(map(str, report.findings)) == fault["says"]
    assert (report.proven[0].proof, mini.folders.proof.exists()) == (None, False)


def test_what_only_the_clock_killed_is_tried_again(mini: Any) -> None:
    """On a busy machine every mutant is stopped at first: no right one counts as killed for it."""
    mini.write(f"{SPOILERS}/equivalent.yaml", EQUIVALENT)
    met: set[bytes] = set()

    def judge_all(jobs: Iterable[Job]) -> Iterator[Verdict]:
        for job in jobs:
            is_first = job.fail_fast and job.source not in met
            met.add(job.source)
            late = Check("test_ends", "an end", "failed", difference="still running after 2 s")
            yield Verdict("clamp", (late,)) if is_first else judged(job)

    proof = prove(mini.folders, judge_all, lambda _: None, date="2026-12-10").proof
    assert proof is not None
    assert (proof.killed, proof.explained) == (proof.mutants - 2, 2)


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
