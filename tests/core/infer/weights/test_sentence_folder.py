"""What a folder says of pooling, and what isn't supported."""

import json
import shutil
from pathlib import Path

import pytest

from drill.core.errors import FileError
from drill.core.infer.weights.sentence_folder import recipe_of


@pytest.fixture
def folder(tiny_bert: Path, tmp_path: Path) -> Path:
    return shutil.copytree(tiny_bert, tmp_path / "copy")


def put(path: Path, content: object) -> None:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def modules(*kinds: str, path: str = "1_Pooling") -> list[dict[str, str]]:
    return [{"type": f"some.package.{kind}", "path": path if kind == "Pooling" else ""} for kind in kinds]


def test_a_recipe(folder: Path) -> None:
    assert recipe_of(folder, width=16, context=40) == (True, 32)
    put(folder / "modules.json", modules("Transformer", "Pooling"))
    put(folder / "1_Pooling" / "config.json", {"pooling_mode": "mean"})
    (folder / "sentence_bert_config.json").unlink()
    assert recipe_of(folder, width=16, context=40) == (False, 40)


REFUSED: dict[str, tuple[str, object, str]] = {
    "dense": (
        "modules.json",
        modules("Transformer", "Pooling", "Dense"),
        "modules.json: has Transformer, Pooling, Dense; only Transformer, Pooling and Normalize are read",
    ),
    "alone": ("modules.json", modules("Transformer"), "has Transformer; only Transformer, Pooling and"),
    "none": ("modules.json", [], "modules.json: has ; only Transformer, Pooling and Normalize are read"),
    "no list": ("modules.json", {"a": 1}, "can't be read as a list of modules; get the whole folder"),
    "no json": ("modules.json", "[", "can't be read as a list of modules; get the whole folder"),
    "deep": ("modules.json", "[" * 10**5, "can't be read as a list of modules; get the whole folder"),
    "outside": (
        "modules.json",
        modules("Transformer", "Pooling", path="../1_Pooling"),
        "'../1_Pooling' is no module's type or folder; get the whole folder",
    ),
    "up": (
        "modules.json",
        modules("Transformer", "Pooling", path=".."),
        "'..' is no module's type or folder",
    ),
    "escape": (
        "modules.json",
        modules("Transformer", "Pool\x1bing"),
        r"'Pool\x1bing' is no module's type or folder; get the whole folder",
    ),
    "elsewhere": (
        "modules.json",
        modules("Transformer", "Pooling", path="2"),
        "config.json: can't be read (No",
    ),
    "[CLS]": (
        "1_Pooling/config.json",
        {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False},
        "config.json: pooling_mode_mean_tokens must be true; use another model",
    ),
    "both": (
        "1_Pooling/config.json",
        {"pooling_mode_max_tokens": True, "pooling_mode_mean_tokens": True},
        "config.json: 'pooling_mode_max_tokens' must be false; use another model",
    ),
    "word": (
        "1_Pooling/config.json",
        {"pooling_mode": "lasttoken"},
        "pooling_mode must be mean; use another",
    ),
    "width": (
        "1_Pooling/config.json",
        {"word_embedding_dimension": 8, "pooling_mode": "mean"},
        "config.json: pools 8 numbers, the model has 16; get a matching folder",
    ),
    "lower": (
        "sentence_bert_config.json",
        {"do_lower_case": True},
        "do_lower_case must be false; use another",
    ),
    "long": (
        "sentence_bert_config.json",
        {"max_seq_length": 41},
        "sentence_bert_config.json: reads 41 tokens, the model has room for 3 to 40; mend it",
    ),
    "short": ("sentence_bert_config.json", {"max_seq_length": 2}, "reads 2 tokens, the model has room for 3"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_supported(name: str, folder: Path) -> None:
    file, content, says = REFUSED[name]
    put(folder / file, content)
    with pytest.raises(FileError) as caught:
        recipe_of(folder, width=16, context=40)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_modules_nobody_knows_how_to_pool(folder: Path) -> None:
    (folder / "modules.json").unlink()
    with pytest.raises(FileError, match=r"modules.json: can't be read as a list of modules"):
        recipe_of(folder, width=16, context=40)
