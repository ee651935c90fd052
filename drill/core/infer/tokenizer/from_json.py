"""A vocabulary out of Hugging Face's tokenizer.json, with the tokenizer_config.json beside it.

Leaves out other models than byte-level BPE, and every step that the patterns of patterns.py don't cover.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from drill.core.errors import FileError
from drill.core.infer.tokenizer.byte_level import merges_of, tokens_of
from drill.core.infer.tokenizer.cutting import well_formed
from drill.core.infer.tokenizer.json_steps import adds_special, pattern_of
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.json_file import read_object

BYTES = 256
# what a BPE model may have that is no byte-level BPE as it is known here
FOREIGN = ("byte_fallback", "continuing_subword_prefix", "end_of_word_suffix", "dropout")


def vocabulary_from_json(path: Path, *, size: int | None = None) -> Vocabulary:
    """Return the vocabulary of a tokenizer.json; FileError, with the file's name, for one that can't be read.

    `size` is the model's own count of ids where that is larger: the ids in between stand for no text.
    """
    where = str(path)
    document, settings = read_object(path), _settings(path.parent)
    try:
        return _vocabulary(document, settings, size or 0, where)
    except (AttributeError, LookupError, TypeError) as error:
        raise FileError(
            f"{where}: a field is missing or of another kind ({error}): get the file again"
        ) from error


def _settings(folder: Path) -> dict[str, Any]:
    path = folder / "tokenizer_config.json"
    settings = read_object(path) if path.is_file() else {}
    apart = folder / "chat_template.jinja"
    if apart.is_file():
        settings["chat_template"] = _template(apart)
    return settings


def _template(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: can't be read as UTF-8 text: get the file again") from error


def _vocabulary(
    document: Mapping[str, Any], settings: Mapping[str, Any], size: int, where: str
) -> Vocabulary:
    model = document["model"]
    if model.get("type", "BPE") != "BPE" or any(model.get(key) for key in FOREIGN):
        raise FileError(f"{where}: the model isn't byte-level BPE: only that is read")
    ids = _checked_ids(model["vocab"].items(), where)
    specials = _specials(document, where)
    _check_apart(ids, specials, where)
    known = _known(model, ids, specials, where)
    by_id = {ids[text]: token for text, token in known.items()}
    everything = by_id | {number: text.encode() for text, number in specials.items()}
    bos = _special(settings, "bos_token", specials)
    opening = adds_special(document.get("post_processor"), specials)
    template = settings.get("chat_template")
    return Vocabulary(
        tokens=_in_order(everything, size, where),
        ranks={token: number for number, token in by_id.items()},
        specials=specials,
        pattern=pattern_of(document, where),
        merges=_merges(model, known, where),
        whole_pieces=bool(model.get("ignore_merges")),
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
    return _checked_ids([(token["content"], token["id"]) for token in added], where)


def _checked_ids(pairs: Iterable[tuple[Any, Any]], where: str) -> dict[str, int]:
    """Return ids by text; FileError for what is no text or no whole number, and for a text or id twice."""
    texts: dict[int, str] = {}
    for text, number in pairs:
        # bool is an int to Python; half of a surrogate pair is no text to UTF-8
        if type(number) is not int or number in texts or not text or well_formed(text) != text:
            raise FileError(f"{where}: token {text!a} has id {number!a}: it needs text and an id of its own")
        texts[number] = text
    ids = {text: number for number, text in texts.items()}
    if len(ids) < len(texts):
        raise FileError(f"{where}: an added token is there twice: get the file again")
    return ids


def _check_apart(ids: Mapping[str, int], specials: Mapping[str, int], where: str) -> None:
    """FileError for an added token with another id than the model gives it, or with that of another text."""
    texts = {number: text for text, number in ids.items()}
    for text, number in specials.items():
        if ids.get(text, number) != number or texts.get(number, text) != text:
            raise FileError(
                f"{where}: the added token {text!a} and the model disagree on id {number}: get the file again"
            )


def _known(
    model: Mapping[str, Any], ids: Mapping[str, int], specials: Mapping[str, int], where: str
) -> dict[str, bytes]:
    known = tokens_of({number: text for text, number in ids.items() if text not in specials}, where)
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
    if not tokens:
        raise FileError(f"{where}: has no tokens: get the file again")
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
