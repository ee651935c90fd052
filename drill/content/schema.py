"""The JSON Schema of a bank, for editors; `python -m drill.content.schema` writes it.

Leaves out what only drill's own check can say: an editor sees YAML's numbers where drill sees text.
"""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from drill.content.locate import content_root
from drill.study.question import Bank

_LOOSE = {
    "string": ["string", "number", "boolean", "null"],
    "integer": ["integer", "string"],
    "number": ["number", "string"],
    "boolean": ["boolean", "string"],
}


def bank_schema() -> dict[str, Any]:
    """Return the schema of a bank file, in which each scalar may be a text or what YAML takes it for."""
    loosened: dict[str, Any] = _loosened(msgspec.json.schema(Bank))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A bank of drill"} | loosened


def _loosened(node: Any) -> Any:
    if isinstance(node, list):
        return [_loosened(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    return {key: _value(key, inner) for key, inner in node.items()}


def _value(key: str, inner: Any) -> Any:
    if not isinstance(inner, str):
        return _loosened(inner)
    # whether a docstring keeps its indentation depends on the versions of Python and msgspec
    if key == "description":
        return cleandoc(inner)
    return _LOOSE.get(inner, inner) if key == "type" else inner


def schema_text() -> str:
    """Return the schema as the committed file holds it."""
    return json.dumps(bank_schema(), indent=1, sort_keys=True) + "\n"


def schema_path() -> Path:
    """Return where the committed file stands."""
    return content_root() / "questions" / "bank.schema.json"


if __name__ == "__main__":
    schema_path().write_text(schema_text(), encoding="utf-8")
