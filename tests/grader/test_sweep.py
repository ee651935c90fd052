"""Cleaning up after a worker: its orphans, its folders however they were left, and those of dead judges."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from drill.grader.sweep import SCRATCH_PREFIX, adopt_orphans, remove, remove_stale, sweep

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
PYTHON = (sys.executable, "-I", "-S", "-c")


def test_a_folder_is_removed_however_deep_and_shut(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    code = "import os\nfor _ in range(1500): os.mkdir('d'); os.chdir('d')"
    subprocess.run([*PYTHON, code], cwd=folder, check=True)
    (folder / "shut").mkdir()
    (folder / "shut" / "file").touch()
    (folder / "shut").chmod(0)
    (folder / "link").symlink_to(tmp_path)
    (tmp_path / "kept").touch()
    remove(folder)
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["kept"]


def test_folders_of_dead_judges_go_and_others_stay(tmp_path: Path) -> None:
    names = [f"{SCRATCH_PREFIX}{owner}-abc" for owner in (_dead(), os.getpid(), "other")]
    for name in names:
        (tmp_path / name).mkdir()
    remove_stale(tmp_path)
    assert {path.name for path in tmp_path.glob(f"{SCRATCH_PREFIX}*")} == set(names[1:])


def test_folders_of_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / f"{SCRATCH_PREFIX}{_dead()}-abc"
    folder.mkdir()
    us = os.getuid()
    with monkeypatch.context() as patched:
        patched.setattr(os, "getuid", lambda: us + 1)
        remove_stale(tmp_path)
    assert folder.exists()
    remove_stale(tmp_path)
    assert not folder.exists()


def _dead() -> int:
    """Return the number of a process that has ended."""
    process = subprocess.Popen([*PYTHON, "pass"])
    process.wait()
    return process.pid


def test_orphans_are_found_by_cookie_and_by_parent_and_ours_are_spared() -> None:
    ours_first = subprocess.Popen([*PYTHON, "import time; time.sleep(60)"])
    try:
        ours = adopt_orphans()
        fork = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n"
        subprocess.run([*PYTHON, fork], check=True)
        marked = subprocess.Popen([*PYTHON, "import time; time.sleep(60)"], env={"DRILL_WORKER": "crumb"})
        time.sleep(0.3)
        assert len(adopt_orphans() - ours) == 2
        sweep("crumb", ours)
        assert adopt_orphans() == ours
        assert ours_first.poll() is None
        assert marked.poll() is not None
    finally:
        ours_first.kill()
        ours_first.wait()
