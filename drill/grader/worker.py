"""The untrusted side: runs a learner's code in a process of its own and answers over a pipe.

Run by its path, `python -I -S worker.py CONFIG`; imports nothing of drill but the two files beside it.
Nothing here decides a verdict: expected values never come to this process.
"""

import importlib.util
import json
import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import FrameType, ModuleType, TracebackType
from typing import Any

MODULE = "solution"
_HASH_BYTES = 16
_SWITCHED_OFF = "the code switched off what measures it"


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} can't be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Worker:
    """Answers requests one by one; objects stay here, under numbers."""

    def __init__(self, config: dict[str, Any], protocol: ModuleType) -> None:
        """Take the pipe's two ends and the folder with the learner's file."""
        self._in = config["in_fd"]
        self._out = config["out_fd"]
        self._file = str(Path(config["scratch"]) / f"{MODULE}.py")
        self._protocol = protocol
        self._objects: list[Any] = []
        self._numbers: dict[int, int] = {}

    def serve(self) -> None:
        """Answer until the judge closes its end."""
        # bound once: a solution may replace what builtins and modules are called
        write, exit_now = os.write, os._exit
        self._send((0, "ready"), write)
        while True:
            request = self._receive()
            if request is None:
                exit_now(0)
            # the turn's number comes back with the answer: a reply out of turn is seen
            turn, *asked = request
            self._send((turn, *self._answer(asked)), write)

    def _receive(self) -> Any:
        head = self._read(self._protocol.HEAD_BYTES)
        if head is None:
            return None
        data = self._read(self._protocol.frame_size(head))
        return None if data is None else self._protocol.unpack(data, self._resolve)

    def _read(self, size: int) -> bytes | None:
        parts = []
        while size:
            part = os.read(self._in, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _send(self, reply: tuple[Any, ...], write: Callable[[int, Any], int] = os.write) -> None:
        try:
            data = self._protocol.pack(reply, self._refer)
        except self._protocol.ProtocolError as refused:
            data = self._protocol.pack((reply[0], "refused", str(refused)))
        except BaseException:  # a class of the learner's that raises when its name is asked for; no memory
            data = self._protocol.pack((reply[0], "refused", "something that can't be sent"))
        view = memoryview(self._protocol.frame(data))
        while view:
            view = view[write(self._out, view) :]

    def _answer(self, asked: list[Any]) -> tuple[Any, ...]:
        """Do what is asked; whatever is raised becomes part of the answer."""
        doing: dict[str, Callable[..., tuple[Any, ...]]]
        doing = {"import": self._import, "get": self._get, "call": self._call}
        try:
            reply = doing[asked[0]](*asked[1:])
        except BaseException as raised:  # SystemExit and KeyboardInterrupt are answers too
            reply = self._raised(raised)
        self._flush()
        return reply

    def _flush(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:  # noqa: S112 - the learner may have closed or replaced it
                continue

    def _import(self) -> tuple[Any, ...]:
        module = _load(MODULE, Path(self._file))
        self._objects[:] = [module]
        names = [name for name in vars(module) if type(name) is str and not name.startswith("__")]
        return ("value", names, "", {})

    def _get(self, number: int, name: str) -> tuple[Any, ...]:
        value = getattr(self._objects[number], name)
        return ("value", None, "method", {}) if callable(value) else ("value", value, "", {})

    def _call(self, number: int, name: str, given: Any, what: str) -> tuple[Any, ...]:
        args, kwargs = given
        target = getattr(self._objects[number], name) if name else self._objects[number]
        value, measure = _measured(what, self._file, lambda: target(*args, **kwargs))
        return ("value", value, self._digest((args, kwargs)), measure)

    def _digest(self, value: Any) -> str:
        """Return a hash of arguments as they are after the call, so that the judge sees a changed one."""
        try:
            packed = self._protocol.pack(value, self._refer)
        except self._protocol.ProtocolError:
            return "changed into something that is no plain data"
        return blake2b(packed, digest_size=_HASH_BYTES).hexdigest()

    def _refer(self, value: Any) -> Any:
        """Keep an object here and refer to it by a number; the same object has the same number."""
        callback = getattr(value, "_drill_callback", None) if type(value) is _Callback else None
        if callback is not None:
            return self._protocol.Reference("callback", callback)
        number = self._numbers.get(id(value))
        if number is None:
            number = len(self._objects)
            self._objects.append(value)
            self._numbers[id(value)] = number
        return self._protocol.Reference("handle", number, type(value).__name__)

    def _resolve(self, reference: Any) -> Any:
        return self._objects[reference.id] if reference.kind == "handle" else _Callback(self, reference.id)

    def call_back(self, number: int, args: Any) -> Any:
        """Call a function that stayed with the judge."""
        self._send((0, "callback", number, list(args)))
        reply = self._receive()
        if reply is None or reply[0] != "answer":
            raise RuntimeError("the function passed in raised an exception")
        return reply[1]

    def _raised(self, raised: BaseException) -> tuple[Any, ...]:
        types = [kind.__name__ for kind in type.mro(type(raised))]
        try:
            message = str(raised)
        except BaseException:
            message = "(its message can't be read)"
        return ("raised", types, message[:2000], self._trace(raised.__traceback__, raised))

    def _trace(self, traceback: TracebackType | None, raised: BaseException) -> str:
        """Return the learner's own lines of a traceback, the last ten."""
        if isinstance(raised, SyntaxError) and raised.filename == self._file:
            return f"line {raised.lineno}: {(raised.text or '').strip()}"
        try:
            lines = Path(self._file).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:  # the learner's code removed it
            lines = []
        found = []
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == self._file:
                number = traceback.tb_lineno
                source = lines[number - 1].strip() if number <= len(lines) else ""
                found.append(f"line {number}, in {traceback.tb_frame.f_code.co_name}: {source}")
            traceback = traceback.tb_next
        return "\n".join(found[-10:])


class _Callback:
    """A function of the judge's, as the learner's code sees it."""

    def __init__(self, worker: Worker, number: int) -> None:
        self._drill_worker = worker
        self._drill_callback = number

    def __call__(self, *args: Any) -> Any:
        return self._drill_worker.call_back(self._drill_callback, args)


def _measured(what: str, file: str, run: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """Run and measure one thing: lines executed in the learner's file, peak bytes, or CPU seconds."""
    if what == "steps":
        return _steps(file, run)
    if what == "memory":
        tracemalloc.start()
        try:
            value = run()
            if not tracemalloc.is_tracing():
                raise RuntimeError(_SWITCHED_OFF)
            return value, {"peak_bytes": tracemalloc.get_traced_memory()[1]}
        finally:
            tracemalloc.stop()
    began = time.process_time()
    value = run()
    return value, {"seconds": time.process_time() - began} if what == "seconds" else {}


def _steps(file: str, run: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    count = 0

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return local

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        return local if frame.f_code.co_filename == file else None

    sys.settrace(enter)
    try:
        value = run()
        if sys.gettrace() is not enter:
            raise RuntimeError(_SWITCHED_OFF)
    finally:
        sys.settrace(None)
    return value, {"steps": count}


def main(config: dict[str, Any]) -> None:
    """Load what is needed, shut the doors, then serve."""
    here = Path(__file__).parent
    sys.dont_write_bytecode = True
    sys.path[:0] = config["packages"]
    protocol = _load("drill_protocol", here / "protocol.py")
    confine = _load("drill_confine", here / "confine.py")
    landlock = importlib.import_module("landlock") if config["landlock"] else None
    scratch = Path(config["scratch"])
    os.chdir(scratch)
    confine.drop_paths()
    # before the files are locked: how much is mapped now stands in /proc
    confine.limit(**config["limits"], private_ids=config["private_ids"])
    if landlock is not None:
        confine.lock_files(landlock, scratch=scratch, packages=[Path(path) for path in config["readable"]])
        confine.scope(landlock.landlock_abi_version())
    sys.meta_path.insert(0, confine.Importer([MODULE]))
    for name in ("drill_protocol", "drill_confine", "landlock", "landlock.plumbing", "landlock.porcelain"):
        sys.modules.pop(name, None)
    worker = Worker(config, protocol)
    worker.serve()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
