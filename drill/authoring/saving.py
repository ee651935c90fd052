"""Writes what the checks keep beside the content, as JSON: a crash leaves the old file whole.

Leaves out what is kept (lock.py, katas/proof.py).
"""

import json
import os
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct


def save(path: Path, value: Struct) -> None:
    """Write a struct in one step, keys sorted."""
    text = json.dumps(msgspec.to_builtins(value), sort_keys=True, indent=2) + "\n"
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).chmod(0o644)  # a temporary file is its owner's alone
    Path(file.name).replace(path)
