"""The wheel, installed alone into an empty folder: what lands there, and that it runs there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _run(*command: str, cwd: Path, said: str = "", **env: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        input=said,
        env={name: value for name, value in os.environ.items() if not name.startswith("DRILL_")} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content and nothing else."""
    dist, site = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("site")
    build = ["build", "--wheel", "--no-isolation", "--outdir", str(dist), str(ROOT)]
    _run(sys.executable, "-m", *build, cwd=dist)
    [wheel] = dist.glob("*.whl")
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(site)]
    _run(sys.executable, "-m", "pip", "install", *options, str(wheel), cwd=dist)
    return site


def _names(folder: Path, pattern: str = "*") -> set[str]:
    files = (path.relative_to(folder) for path in folder.rglob(pattern) if path.is_file())
    # caches of tools are no content, and _data has its own test
    return {path.as_posix() for path in files if not any(part[0] in "._" for part in path.parent.parts)}


def test_only_drill_lands_in_site_packages(site: Path) -> None:
    [info] = site.glob("drill-*.dist-info")

    # pip puts the console script into bin/
    assert {path.name for path in site.iterdir()} == {"drill", info.name, "bin"}
    assert {path.name for path in (site / "bin").iterdir()} == {"drill"}
    assert (info / "licenses" / "LICENSE").is_file()


def test_the_package_is_whole_and_typed(site: Path) -> None:
    assert _names(site / "drill", "*.py") == _names(ROOT / "drill", "*.py")
    assert (site / "drill" / "py.typed").is_file()


@pytest.mark.parametrize("folder", ["questions", "exercises", "solutions"])
def test_the_content_lands_under_data(site: Path, folder: str) -> None:
    content = _names(ROOT / folder)

    assert content
    assert _names(site / "drill" / "_data" / folder) == content


def test_the_wheel_runs_where_nothing_of_the_clone_is(site: Path, tmp_path: Path) -> None:
    home, empty = tmp_path / "home", tmp_path / "empty"
    empty.mkdir()
    drill = [sys.executable, "-m", "drill"]
    env = {"PYTHONPATH": str(site), "DRILL_HOME": str(home)}
    quiz = ["quiz", "--kind", "choice", "--limit", "1", "--seed", "1"]

    where = _run(sys.executable, "-c", "import drill; print(drill.__file__)", cwd=empty, **env)
    assert Path(where.strip()).is_relative_to(site)
    assert _run(*drill, "--version", cwd=empty, **env).startswith("drill")
    assert "1 answered" in _run(*drill, *quiz, cwd=empty, said="a\n", **env)
    assert list(empty.iterdir()) == []
