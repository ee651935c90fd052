"""README and CONTRIBUTING name only what is there, and leave out no command."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from drill.cli.app import Paths
from drill.cli.documents import schema
from drill.cli.main import SECTIONS
from drill.cli.main import drill as root
from drill.errors import Exit

ROOT = Path(__file__).resolve().parents[1]
README, CONTRIBUTING = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
)
TEXT = re.sub(r"<!-- \[\[\[cog.*?\]\]\] -->", "", README + CONTRIBUTING, flags=re.DOTALL)
SHELL = "".join(re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL))
# without the blocks: the others are examples to be typed in
PROSE = " ".join(re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL).split())
CODE = [*re.findall(r"`([^`]+)`", PROSE), *(line.partition("  #")[0] for line in SHELL.splitlines())]
Names = tuple[str, ...]


def _commands(group: click.Command, path: Names = ()) -> Iterator[tuple[Names, click.Command]]:
    if not isinstance(group, click.Group):
        yield path, group
        return
    if path and group.invoke_without_command:
        yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _commands(command, (*path, name))


COMMANDS = dict(_commands(root))
GROUPS = {path[:1] for path in COMMANDS if len(path) > 1}


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_help_and_stands_in_the_readme(path: Names) -> None:
    assert COMMANDS[path].help
    assert f"| `drill {' '.join(path)}` | " in README


def test_every_command_has_its_section() -> None:
    names = [name for section in SECTIONS.values() for name in section]

    assert len(names) == len(set(names))
    assert {path[0] for path in COMMANDS} == set(names)


def _command_lines() -> set[str]:
    found = (re.search(r"(?:^|[ /|])(drill(?: [^|&;]*)?)$", text.strip()) for text in CODE)
    return {match[1] for match in found if match}


@pytest.mark.parametrize("line", sorted(_command_lines()))
def test_every_command_named_is_there(line: str) -> None:
    """The first words are a command, and each option is one of its own."""
    words = shlex.split(line)[1:]
    names = tuple(word for word in words if not word.startswith("-"))
    command = next((COMMANDS[names[:size]] for size in (3, 2, 1) if names[:size] in COMMANDS), None)

    assert command or names[:1] in GROUPS | {(), ("COMMAND",)}
    parameters = (command or root).params
    known = {option for each in parameters for option in (*each.opts, *each.secondary_opts)} | {"--help"}
    assert {word for word in words if word.startswith("-")} <= known


def _paths() -> set[str]:
    folders = r"(?:\.ci|docs|drill|exercises|questions|solutions|tests)"
    return {path for text in CODE for path in re.findall(rf"(?:^| )({folders}/[\w./-]+)", text)}


@pytest.mark.parametrize("name", sorted(_paths()))
def test_every_path_named_is_there(name: str) -> None:
    """A word in capitals stands for any name: `questions/TOPIC.yaml`."""
    assert list(ROOT.glob(re.sub(r"\b[A-Z]+\b", "*", name)))


def _anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)]+)\)", PROSE))))
def test_every_link_leads_somewhere(target: str) -> None:
    path, _, anchor = target.partition("#")

    assert (ROOT / path).exists()
    assert not anchor or anchor in _anchors(CONTRIBUTING)


@pytest.mark.parametrize("module", sorted(set(re.findall(r"-m (drill\.[\w.]+)", PROSE))))
def test_every_module_run_is_there(module: str) -> None:
    assert find_spec(module)


def test_every_file_of_the_data_folder_is_explained() -> None:
    paths = Paths(data=Path("data"), cache=Path("cache"))

    for path in (paths.journal, paths.own_bank, paths.added_banks, paths.doubts, paths.log):
        assert f"| `{path.name}` | " in README


@pytest.mark.parametrize("code", Exit)
def test_every_exit_code_is_explained(code: Exit) -> None:
    assert f"| {code.value} | " in README


def test_the_generated_table_is_fresh() -> None:
    check = [sys.executable, "-m", "cogapp", "--check", "README.md"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, "run `cog -r README.md`"


def test_the_schema_of_output_is_fresh() -> None:
    committed = (ROOT / "docs" / "output.schema.json").read_bytes()

    assert committed == schema(), "run `python -m drill.cli.documents`"
