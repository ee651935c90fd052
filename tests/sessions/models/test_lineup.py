"""Who is started with what."""

from pathlib import Path

import pytest

from drill.sessions.models import lineup as module
from drill.sessions.models.lineup import NAMES, Setting, lineup

SETTING = Setting(Path("/m/tiny.gguf"), 2, 96, "here", "there", Path("/cache"))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """This interpreter has llama-cpp-python and nothing else."""
    monkeypatch.setattr(module, "find_spec", lambda name: name == "llama_cpp" or None)


def test_everyone_in_the_order_of_tables() -> None:
    assert [launch.name for launch in lineup(SETTING)] == list(NAMES)
    assert [launch.name for launch in lineup(SETTING, ("llama.cpp", "drill-int8"))] == [
        "drill-int8",
        "llama.cpp",
    ]


def test_the_other_interpreter_runs_what_this_one_lacks() -> None:
    pythons = {launch.name: launch.python for launch in lineup(SETTING)}

    assert pythons["drill-int16"] == pythons["llama.cpp"] == "here"
    assert pythons["drill-torch"] == pythons["transformers"] == "there"
    assert {launch.python for launch in lineup(SETTING._replace(peer_python=None))} == {"here"}


def test_options() -> None:
    options = {launch.name: " ".join(launch.options) for launch in lineup(SETTING)}
    numba = "--backend numba --activations int16 --cache /cache"

    assert options["drill-int16"] == f"/m/tiny.gguf --room 96 --threads 2 {numba}"
    assert options["drill-int16-1t"] == f"/m/tiny.gguf --room 96 --threads 1 {numba}"
    assert options["drill-torch"].endswith("--backend torch --device cpu")
    assert options["llama.cpp"] == "/m/tiny.gguf --room 96 --threads 2"


def test_one_thread_is_not_measured_twice() -> None:
    names = [launch.name for launch in lineup(SETTING._replace(threads=1))]

    assert "drill-int16" in names
    assert "drill-int16-1t" not in names
