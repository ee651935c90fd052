"""A JSON file that must hold one object, read so that no content of it does more than raise FileError.

Leaves out what the keys mean.
"""

import json
from pathlib import Path

from drill.core.errors import FileError


def read_object(path: Path) -> dict[str, object]:
    """Return the object; FileError when the file is absent, isn't JSON, or says a key twice."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: can't be read ({error.strerror}); get the whole folder") from None
    return parsed_object(raw, str(path))


def parsed_object(raw: bytes, where: str) -> dict[str, object]:
    """Return the object that the bytes spell; FileError as above, with `where` in front."""
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        # ValueError: not UTF-8, not JSON, a number of thousands of digits, or a repeat
        raise FileError(f"{where}: isn't JSON with every key once; get the file again") from None
    if not isinstance(value, dict):
        raise FileError(f"{where}: must be a JSON object; get the file again")
    return value


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        raise ValueError("a key twice")
    return unique
