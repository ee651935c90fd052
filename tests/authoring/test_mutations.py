"""Real banks, mutilated: a check may find faults but never fails itself."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.authoring.checks.links import Targets
from drill.authoring.inspection import Effort, inspect
from drill.authoring.shelf import shelve, shipped
from drill.authoring.targets import load_targets
from drill.content.outline import load_outline

QUICK = Effort(draws=20, run=None)
ROOT = Path(__file__).resolve().parents[2]
BANKS = [path.read_text(encoding="utf-8") for path in shipped(ROOT)]
SIGNS = "\t\n\r\0\x1b :#-|>{}[]&*!%@`'\"\\,?aZ09é€\u202e\ufeff\U0001f600"


@pytest.fixture(scope="module")
def targets() -> Targets:
    outline = load_outline(ROOT / "questions" / "outline.yaml")
    return load_targets(ROOT, outline, set())[0]


def mutated(text: str, rng: random.Random) -> str:
    mutate = rng.choice(
        [delete_line, double_line, indent_line, swap_lines, replace_sign, delete_sign, truncate, swap_scalars]
    )
    return mutate(text, rng)


def delete_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def double_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    return "".join([*lines[: at + 1], *lines[at:]])


def indent_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(["  ", " ", "\t", "- "]) + lines[at]
    return "".join(lines)


def swap_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def replace_sign(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(SIGNS) + text[at + 1 :]


def delete_sign(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


def truncate(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def swap_scalars(text: str, rng: random.Random) -> str:
    """Give one key the value of another, on one line each."""
    lines = text.splitlines(keepends=True)
    keyed = [at for at, line in enumerate(lines) if ": " in line]
    one, other = rng.choice(keyed), rng.choice(keyed)
    lines[one] = lines[one].partition(": ")[0] + ": " + lines[other].partition(": ")[2]
    return "".join(lines)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bank=st.integers(0, len(BANKS) - 1), seed=st.integers(0, 2**32), times=st.integers(1, 3))
def test_only_findings(bank: int, seed: int, times: int, targets: Targets, tmp_path: Path) -> None:
    rng = random.Random(seed)
    text = BANKS[bank]
    for _ in range(times):
        text = mutated(text, rng) or "\n"
    path = tmp_path / "mutated.yaml"
    path.write_bytes(text.encode())
    shelved = shelve(path, ROOT)
    found = [*shelved.findings, *inspect(shelved, targets, rng_seed=1, effort=QUICK)]
    for finding in found:
        file, line, _ = finding.order
        assert file == str(path)
        assert 1 <= line <= len(text.splitlines()) + 1
        assert "\n" not in str(finding)
