"""What a sentence-transformers folder says of the way from a text's tokens to its one vector.

Leaves out every way but the mean over tokens, with or without a length of 1 at the end.
"""

import json
from pathlib import Path
from typing import NamedTuple

from drill.core.errors import FileError
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.json_file import read_object

MODULES, LIMITS = "modules.json", "sentence_bert_config.json"
MEAN = "pooling_mode_mean_tokens"
# modules after the transformer itself
KNOWN = (["Pooling"], ["Pooling", "Normalize"])


class Recipe(NamedTuple):
    """Whether vectors get a length of 1, and how many tokens of a text are read, [CLS] and [SEP] included."""

    normalizes: bool
    longest: int


def recipe_of(folder: Path, *, width: int, context: int) -> Recipe:
    """Return the recipe for a model of this width and context; FileError for one that isn't supported."""
    kinds, pooling = _modules(folder / MODULES)
    if kinds[:1] != ["Transformer"] or kinds[1:] not in KNOWN:
        raise FileError(
            f"{folder / MODULES}: has {', '.join(kinds)}; only Transformer, Pooling and Normalize are read"
        )
    _check_pooling(folder / pooling / "config.json", width)
    return Recipe("Normalize" in kinds, _longest(folder / LIMITS, context))


def _modules(path: Path) -> tuple[list[str], str]:
    """Return the kinds of module in order, and the pooling's folder."""
    try:
        listed = json.loads(path.read_bytes())
        kinds = [str(module["type"]).rpartition(".")[2] for module in listed]
        places = [str(module["path"]) for module in listed]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        raise FileError(f"{path}: can't be read as a list of modules; get the whole folder") from None
    for name in (*kinds, *places):
        # a module lies in the folder, whatever a hostile list says
        if not name.isprintable() or name in (".", "..") or Path(name).name != name.strip("/"):
            raise FileError(f"{path}: {name!a} is no module's type or folder; get the whole folder")
    return kinds, places[1] if len(places) > 1 else ""


def _check_pooling(path: Path, width: int) -> None:
    fields = Fields(read_object(path), str(path))
    if fields.has("pooling_mode"):
        fields.refuse_unless(fields.text("pooling_mode") == "mean", "pooling_mode", "mean")
    else:
        fields.refuse_unless(fields.flag(MEAN, False), MEAN, "true")
    for key in fields.values:
        if key.startswith("pooling_mode_") and key != MEAN:
            fields.refuse_unless(not fields.flag(key, False), ascii(key), "false")
    said = fields.count("word_embedding_dimension", width)
    if said != width:
        raise FileError(f"{path}: pools {said} numbers, the model has {width}; get a matching folder")


def _longest(path: Path, context: int) -> int:
    if not path.is_file():
        return context
    fields = Fields(read_object(path), str(path))
    fields.refuse_unless(not fields.flag("do_lower_case", False), "do_lower_case", "false")
    longest = fields.count("max_seq_length", context)
    if not 3 <= longest <= context:
        raise FileError(f"{path}: reads {longest} tokens, the model has room for 3 to {context}; mend it")
    return longest
