"""What tests of the core share: the real models, where they are at hand, and what becomes of files.

DRILL_TEST_MODEL names a GGUF file, DRILL_TEST_MINILM a folder.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
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


@pytest.fixture
def full_disk() -> Callable[[], AbstractContextManager[None]]:
    """A disk on which no file takes a byte, while the context is open."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def opened() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return opened


@pytest.fixture(params=["empty", "cut", "zeros", "another pickle"])
def damage(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    """Each way in which a file of machine code may be damaged."""

    def do(file: Path) -> None:
        whole = file.read_bytes()
        left = {
            "empty": b"",
            "cut": whole[: len(whole) // 2],
            "zeros": bytes(500),
            "another pickle": b"I5\n.",
        }
        file.write_bytes(left[request.param])

    return do
