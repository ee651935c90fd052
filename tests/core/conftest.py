"""The real models, where they are at hand: DRILL_TEST_MODEL names a GGUF file, DRILL_TEST_MINILM a folder."""

import os
from pathlib import Path

import pytest

REAL = {"model_file", "minilm_folder"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a real model, so that it can be run alone where one was fetched."""
    for item in items:
        if REAL & set(getattr(item, "fixturenames", ())):
            item.add_marker("real_model")


@pytest.fixture(scope="session")
def model_file() -> Path:
    """SmolLM2-135M-Instruct.Q4_1.gguf; tests that need it are skipped without it."""
    path = Path(os.environ.get("DRILL_TEST_MODEL", "absent"))
    if not path.is_file():
        pytest.skip("no model file: DRILL_TEST_MODEL names none")
    return path


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """all-MiniLM-L6-v2 as sentence-transformers keeps it; tests that need it are skipped without it."""
    path = Path(os.environ.get("DRILL_TEST_MINILM", "absent"))
    if not path.is_dir():
        pytest.skip("no embedding model: DRILL_TEST_MINILM names no folder")
    return path
