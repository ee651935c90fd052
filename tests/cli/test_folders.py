"""Where drill keeps things on each platform."""

from pathlib import Path

import pytest

from drill.cli.folders import user_folders
from drill.errors import MissingError


@pytest.fixture(autouse=True)
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))


@pytest.mark.parametrize(
    ("env", "platform", "data", "cache"),
    [
        ({}, "linux", "/home/ann/.local/share/drill", "/home/ann/.cache/drill"),
        ({"XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"}, "linux", "/d/drill", "/c/drill"),
        (
            {"XDG_DATA_HOME": "d", "XDG_CACHE_HOME": ""},
            "freebsd14",
            "/home/ann/.local/share/drill",
            "/home/ann/.cache/drill",
        ),
        (
            {},
            "darwin",
            "/home/ann/Library/Application Support/drill",
            "/home/ann/Library/Caches/drill",
        ),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/drill", "/local/drill/Cache"),
        ({}, "win32", "/home/ann/AppData/Local/drill", "/home/ann/AppData/Local/drill/Cache"),
    ],
)
def test_folders(env: dict[str, str], platform: str, data: str, cache: str) -> None:
    assert user_folders(env, platform) == (Path(data), Path(cache))


def test_a_person_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    for platform in ("linux", "darwin", "win32"):
        with pytest.raises(MissingError, match="no home folder is known; set HOME or DRILL_HOME"):
            user_folders({}, platform)
    assert user_folders({"XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"}, "linux")[0] == Path("/d/drill")
