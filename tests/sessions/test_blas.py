"""The environment as a library finds it when it is loaded, and afterwards."""

import pytest

from drill.sessions.blas import THREADS, one_thread


def test_inside_there_is_one_thread_and_nothing_is_left() -> None:
    env = {"HOME": "/home/ada"}
    with one_thread(env):
        assert env == {"HOME": "/home/ada", **dict.fromkeys(THREADS, "1")}
    assert env == {"HOME": "/home/ada"}


def test_what_the_user_said_stays() -> None:
    env = {"OPENBLAS_NUM_THREADS": "3"}
    with one_thread(env):
        assert env["OPENBLAS_NUM_THREADS"] == "3"
    assert env == {"OPENBLAS_NUM_THREADS": "3"}


def test_it_is_put_back_after_a_fault() -> None:
    env: dict[str, str] = {}
    with pytest.raises(ImportError), one_thread(env):
        raise ImportError
    assert env == {}
