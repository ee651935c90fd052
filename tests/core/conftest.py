"""The real model, where it is at hand: `DRILL_TEST_MODEL` names its GGUF file."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def model_file() -> Path:
    """SmolLM2-135M-Instruct.Q4_1.gguf; tests that need it are skipped without it."""
    path = Path(os.environ.get("DRILL_TEST_MODEL", "absent"))
    if not path.is_file():
        pytest.skip("no model file: DRILL_TEST_MODEL names none")
    return path
