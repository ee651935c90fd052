"""The shipped banks, read once."""

from pathlib import Path

import pytest

from drill.content.banks import load_bank
from drill.study.question import Question

BANKS = Path(__file__).parents[2] / "questions"
NOT_BANKS = {"outline", "sources"}


@pytest.fixture(scope="session")
def banks() -> dict[str, list[Question]]:
    """Return every shipped question by topic."""
    paths = [path for path in sorted(BANKS.glob("*.yaml")) if path.stem not in NOT_BANKS]
    loaded = [load_bank(path, path.name) for path in paths]
    assert [problem for one in loaded for problem in one.problems] == []
    return {one.topic: [located.question for located in one.questions] for one in loaded}
