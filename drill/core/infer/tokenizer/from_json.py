"""A vocabulary out of Hugging Face's tokenizer.json, with the tokenizer_config.json beside it.

Leaves out other models than byte-level BPE, and every step that the patterns of patterns.py don't cover.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from drill.core.errors import FileError
from drill.core.infer.tokenizer.byte_level import merges_of, tokens_of
from drill.core.infer.tokenizer.json_steps import adds_special, pattern_of
from drill.core.infer.tokenizer.vocabulary import Vocabulary

BYTES = 256


def vocabulary_from_json(path: Path, *, size: int | None = None) -> Vocabulary:
    """Return the vocabulary of a tokenizer.json; FileError, with the file's name, for one that can't be read.

    `size` is the model's own count of ids where that is larger: the ids in between stand for no text.
    """
    where = str(path)
    document, settings = read_object(path), _settings(path.parent)
    try:
        return _vocabulary(document, settings, size or 0, where)
    except (AttributeError, KeyError, TypeError) as error:
        raise FileError(
            f"{where}: a field is missing or of another kind ({error}): get the file again"
        ) from error


def read_object(path: Path) -> dict[str, Any]:
    """Return a JSON object; FileError when there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FileError(f"{path}: can't be read as JSON: get the file again") from error
    if not isinstance(document, dict):
        raise FileError(f"{path}: holds no JSON object: get the file again")
    return document


def _settings(folder: Path) -> dict[str, Any]:
    path = folder / "tokenizer_config.json"
    settings = read_object(path) if path.is_file() else {}
    apart = folder / "chat_template.jinja"
    if apart.is_file():
        settings["chat_template"] = apart.read_text(encoding="utf-8")
    return settings


def _vocabulary(
    document: Mapping[str, Any], settings: Mapping[str, Any], size: int, where: str
) -> Vocabulary:
    model = document["model"]
    specials = _specials(document, where)
    known = _known(model, specials, where)
    by_id = {number: known[text] for text, number in model["vocab"].items() if text in known}
    everything = by_id | {number: text.encode() for text, number in specials.items()}
    bos = _special(settings, "bos_token", specials)
    opening = adds_special(document.get("post_processor"), specials)
    template = settings.get("chat_template")
    return Vocabulary(
        tokens=_in_order(everything, size, where),
        ranks={token: number for number, token in by_id.items()},
        specials=specials,
        pattern=pattern_of(document, where),
        merges=None if model.get("ignore_merges") else _merges(model, known, where),
        bos=opening if bos is None else bos,
        eos=_special(settings, "eos_token", specials),
        adds_bos=opening is not None or bool(settings.get("add_bos_token")),
        chat_template=template if isinstance(template, str) else None,
    )


def _specials(document: Mapping[str, Any], where: str) -> dict[str, int]:
    added = document.get("added_tokens") or []
    for token in added:
        if any(token.get(flag) for flag in ("lstrip", "rstrip", "single_word")):
            raise FileError(
                f"{where}: {token['content']!r} takes in the space around it: such tokens aren't read"
            )
    return {token["content"]: token["id"] for token in added}


def _known(model: Mapping[str, Any], specials: Mapping[str, int], where: str) -> dict[str, bytes]:
    if model.get("type", "BPE") != "BPE" or model.get("byte_fallback"):
        raise FileError(f"{where}: the model isn't byte-level BPE: only that is read")
    known = tokens_of({n: text for text, n in model["vocab"].items() if text not in specials}, where)
    single = sum(len(token) == 1 for token in known.values())
    if model.get("unk_token") and single < BYTES:
        raise FileError(
            f"{where}: bytes without a token become {model['unk_token']!r}: such vocabularies aren't read"
        )
    return known


def _merges(model: Mapping[str, Any], known: Mapping[str, bytes], where: str) -> list[tuple[bytes, bytes]]:
    # older files write a pair as one line
    pairs = (pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"])
    return merges_of(pairs, known, where)


def _in_order(tokens: Mapping[int, bytes], size: int, where: str) -> list[bytes]:
    last = max(tokens)
    # an id out of nowhere must not make a list of gigabytes
    if min(tokens) < 0 or last >= 2 * len(tokens) + BYTES or 0 < size <= last:
        raise FileError(
            f"{where}: token id {last} doesn't fit the model: the file is broken or of another model"
        )
    return [tokens.get(number, b"") for number in range(max(size, last + 1))]


def _special(settings: Mapping[str, Any], key: str, specials: Mapping[str, int]) -> int | None:
    value = settings.get(key)
    text = value.get("content") if isinstance(value, dict) else value
    return specials.get(text) if isinstance(text, str) else None
