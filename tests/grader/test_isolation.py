"""Walls: the strongest first, the last one always stands, and what a worker may read is listed narrowly."""

import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.grader import confine, isolation
from drill.grader.isolation import package_folder, walls

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the grader is POSIX")


def test_the_last_wall_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert walls()[-1].command == ()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(isolation, "landlock_version", lambda: 0)
    assert [(wall.name, wall.command, wall.landlock) for wall in walls()] == [("a sweep", (), False)]


def test_windows_is_refused_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    line = "coding drills need Linux or macOS; on Windows run drill inside WSL"
    with pytest.raises(MissingError, match=f"^{line}$"):
        walls()


def test_a_package_that_is_missing_says_what_to_do() -> None:
    assert (package_folder("numpy") / "__init__.py").is_file()
    line = "the package nothing_of_this_name is not installed; install drill again"
    with pytest.raises(MissingError, match=f"^{line}$"):
        package_folder("nothing_of_this_name")


def test_a_worker_may_read_no_package_but_those_given() -> None:
    numpy = package_folder("numpy")
    allowed = confine._readable([numpy])
    for hidden in (package_folder("pytest"), package_folder("drill"), Path(__file__)):
        assert not any(hidden.is_relative_to(path) for path in allowed), hidden
    assert any((package_folder("json") / "__init__.py").is_relative_to(path) for path in allowed)


def test_a_folder_of_libraries_that_holds_python_is_opened_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdlib = tmp_path / "lib" / "python3"
    (stdlib / "site-packages" / "drill").mkdir(parents=True)
    library = tmp_path / "lib" / "libpython3.so.1"
    library.touch()
    maps = tmp_path / "maps"
    maps.write_text(f"00-01 r-xp 0 00:00 0    {library}\n00-01 r-xp 0 00:00 0    /usr/lib/libc.so.6\n")
    monkeypatch.setattr(confine, "_MAPS", maps)
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(stdlib))
    folders = confine._library_folders()
    assert library in folders
    assert Path("/usr/lib") in folders
    assert tmp_path / "lib" not in folders
