"""A miniature kata, right in every respect, and ways to check it."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from drill.authoring.katas import check, trials
from drill.authoring.katas.bench import Job
from drill.authoring.katas.exercises import Outline
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.static import check_files
from drill.content.outline import load_outline
from drill.study.verdict import Check, Outcome, Verdict

OUTLINE = "- {key: clamp-range, topic: sampling, text: Numbers stay in a range}\n"
EXERCISE = """\
format: 1
title: Clamp
topic: sampling
outline: [clamp-range]
level: 1
minutes: 5
functions: [clamp]
limits: {test_seconds: 3, total_seconds: 30}
hints: [Two comparisons., Which end is nearer?, Return the end.]
"""
README = "# Clamp\n\n    clamp(x, low, high) -> int\n"
SIGNATURE = "def clamp(x: int, low: int, high: int) -> int:\n"
HEAD = f'"""Clamp."""\n\n\n{SIGNATURE}    """Return x, or the end of low..high that it lies beyond."""\n'
STARTER = HEAD + "    raise NotImplementedError\n"
SOLUTION = HEAD + "    if x < low:\n        return low\n    if x > high:\n        return high\n    return x\n"
OTHER = HEAD + "    return max(low, min(x, high))\n"
VISIBLE = '''\
"""Visible."""

from solution import clamp


def test_inside():
    """Inside."""
    assert clamp(1, 0, 2) == 1


def test_one_point():
    """One point."""
    assert clamp(5, 5, 5) == 5
'''
HIDDEN_HEAD = '"""Hidden."""\n\nfrom drill.grader.checks import exact\n'
HIDDEN_TEST = '''

def test_{name}(solution):
    """{name}"""
    exact(solution.clamp({args}), {want}, expected="{want}")
'''
HIDDEN_SEEDED = '''

def test_fresh(solution, seed):
    """fresh"""
    exact(solution.clamp(3 + seed % 5, 0, 9), 3 + seed % 5, expected="the same")
'''
CASES = {
    "below": ("-3, 0, 9", 0),
    "above": ("12, 0, 9", 9),
    "far_below": ("-1000, -10, 9", -10),
    "far_above": ("1000, 0, 99", 99),
    "at_low": ("0, 0, 9", 0),
    "at_high": ("9, 0, 9", 9),
    "inside": ("4, 0, 9", 4),
    "one_below": ("-1, 0, 9", 0),
    "one_above": ("10, 0, 9", 9),
    "negative": ("-4, -9, -2", -4),
    "negative_above": ("0, -9, -2", -2),
    "empty_inside": ("7, 7, 7", 7),
}
HIDDEN = HIDDEN_HEAD + "".join(
    HIDDEN_TEST.format(name=name, args=args, want=want) for name, (args, want) in CASES.items()
)
HIDDEN += HIDDEN_SEEDED
WRONG_DOC = '"""{what}: whoever forgets that the range has two ends.\n\ncaught by: {tests}\n"""\n\n\n'
WRONG = {
    "no_low": ("Never looks at the lower end", "test_below", "min(x, high)"),
    "no_high": ("Never looks at the upper end", "test_above", "max(x, low)"),
    "keeps_all": ("Gives back what it was given", "test_below, test_above", "x"),
    "one_end": ("Sends both sides to the lower end", "test_above", "x if low <= x <= high else low"),
    "other_end": ("Sends both sides to the upper end", "test_below", "x if low <= x <= high else high"),
    "no_sign": ("Drops the sign of the number first", "test_negative", "max(low, min(abs(x), high))"),
}


class MiniKata:
    """One kata, `clamp`, under a root; its files are edited by their path under it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folders = Folders(root, "clamp")
        self.write("questions/outline.yaml", OUTLINE)
        texts = {"README.md": README, "exercise.yaml": EXERCISE, "starter.py": STARTER}
        for name, text in (texts | {"test_visible.py": VISIBLE}).items():
            self.write(f"exercises/clamp/{name}", text)
        spoilers = {"solution.py": SOLUTION, "notes.md": "# Notes\n", "test_hidden.py": HIDDEN}
        spoilers["other/nested.py"] = OTHER
        for name, (what, tests, value) in WRONG.items():
            doc = WRONG_DOC.format(what=what, tests=tests)
            spoilers[f"wrong/{name}.py"] = f"{doc}def clamp(x, low, high):\n    return {value}\n"
        for name, text in spoilers.items():
            self.write(f"solutions/clamp/{name}", text)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def spoil(self, files: dict[str, list[str] | str | None]) -> None:
        """Do what a fault in faults.yaml says of its files."""
        for name, change in files.items():
            path = self.root / name
            if isinstance(change, list):
                self.edit(name, *change)
            elif change is not None:
                self.write(name, change)
            elif path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()

    def outline(self) -> Outline:
        return Outline.of(load_outline(self.root / "questions/outline.yaml"))

    def lines(self) -> list[str]:
        return [str(finding) for finding in check_files(self.folders, self.outline())]


@pytest.fixture
def mini(tmp_path: Path) -> MiniKata:
    """A kata that is right."""
    return MiniKata(tmp_path)


CALLS = {name: (f"clamp({args})", want) for name, (args, want) in CASES.items()}


def judge_by_cases(jobs: Iterable[Job]) -> list[Verdict]:
    """Give the verdicts that the judge would give, without a process."""
    return [Verdict("clamp", tuple(_checks(job))) for job in jobs]


def _checks(job: Job) -> Iterator[Check]:
    names: dict[str, object] = {}
    exec(job.source, names)
    fresh = {"fresh": (f"clamp({3 + job.seed % 5}, 0, 9)", 3 + job.seed % 5)}
    for name, (call, want) in (CALLS | fresh).items():
        yield Check(f"test_{name}", name, _outcome(call, names, want))


def _outcome(call: str, names: dict[str, object], want: int) -> Outcome:
    try:
        return "passed" if eval(call, names) == want else "failed"
    except NotImplementedError:
        return "not started"
    except TypeError:
        return "failed"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let proofs start no process: the judge's part is tested by itself."""
    monkeypatch.setattr(check, "open_bench", lambda: nullcontext(judge_by_cases))
    monkeypatch.setattr(trials, "visible_failure", lambda solution, tests: "")
