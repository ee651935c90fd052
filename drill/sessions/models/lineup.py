"""Who can take part in a benchmark, and how each is started: an interpreter, a module, options.

Leaves out starting them (bench.py) and whether the packages are there: each says so itself.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Launch(NamedTuple):
    """A contender's name, the interpreter that runs it, its module in drill.core.bench, its options."""

    name: str
    python: str
    module: str
    options: tuple[str, ...]


class Setting(NamedTuple):
    """What all contenders share: the model, the threads, the tokens that a cache must hold.

    `python` runs drill; `peer_python` runs what `python` has no package for. `jit_cache` keeps what numba
    compiles.
    """

    model: Path
    threads: int
    room: int
    python: str
    peer_python: str | None = None
    jit_cache: Path | None = None
    device: str = "cpu"


# name -> options; in the order of tables, the first one here is what the others are compared with
OURS = {
    "drill-int16": ("--backend", "numba", "--activations", "int16"),
    "drill-int8": ("--backend", "numba", "--activations", "int8"),
    "drill-int16-1t": ("--backend", "numba", "--activations", "int16"),
    "drill-numpy": ("--backend", "numpy"),
    "drill-torch": ("--backend", "torch"),
}
# name -> module, and the package that it needs
PEERS = {"llama.cpp": ("llama_cpp", "llama_cpp"), "transformers": ("transformers", "transformers")}
NAMES = (*OURS, *PEERS)


def lineup(setting: Setting, names: Sequence[str] = NAMES) -> list[Launch]:
    """Return the contenders of these names, in the order of NAMES, none of them twice."""
    chosen = [name for name in NAMES if name in names]
    if setting.threads == 1 and "drill-int16" in chosen:
        chosen = [name for name in chosen if name != "drill-int16-1t"]
    return [_ours(setting, name) if name in OURS else _peer(setting, name) for name in chosen]


def _ours(setting: Setting, name: str) -> Launch:
    options = [*_shared(setting, 1 if name.endswith("-1t") else setting.threads), *OURS[name]]
    if name == "drill-torch":
        return Launch(name, _python(setting, "torch"), "ours", (*options, "--device", setting.device))
    if setting.jit_cache and "numba" in options:
        options += ["--cache", str(setting.jit_cache)]
    return Launch(name, setting.python, "ours", tuple(options))


def _peer(setting: Setting, name: str) -> Launch:
    module, package = PEERS[name]
    return Launch(name, _python(setting, package), module, _shared(setting, setting.threads))


def _shared(setting: Setting, threads: int) -> tuple[str, ...]:
    return str(setting.model.absolute()), "--room", str(setting.room), "--threads", str(threads)


def _python(setting: Setting, package: str) -> str:
    """Return the interpreter that has a package; the peers' own one where this one lacks it."""
    return setting.peer_python if setting.peer_python and find_spec(package) is None else setting.python
