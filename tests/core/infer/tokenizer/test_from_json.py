import json
from pathlib import Path
from typing import Any

import pytest

from drill.core.errors import FileError
from drill.core.infer.tokenizer.from_json import vocabulary_from_json
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.vocabulary import Vocabulary

END = {"id": 3, "content": "<|end|>", "special": True, "lstrip": False, "rstrip": False, "single_word": False}


def document(**model: Any) -> dict[str, Any]:
    return {
        "added_tokens": [END],
        "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False},
        "post_processor": None,
        "model": {
            "type": "BPE",
            "vocab": {"a": 0, "Ġ": 1, "Ġa": 2},
            "merges": ["Ġ a"],
            "unk_token": None,
            **model,
        },
    }


def write(folder: Path, content: object, name: str = "tokenizer.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_both_ways_to_write_merges(tmp_path: Path) -> None:
    expected = Vocabulary(
        tokens=[b"a", b" ", b" a", b"<|end|>"],
        ranks={b"a": 0, b" ": 1, b" a": 2},
        specials={"<|end|>": 3},
        pattern="gpt2",
        merges=[(b" ", b"a")],
    )
    assert vocabulary_from_json(write(tmp_path, document())) == expected
    assert vocabulary_from_json(write(tmp_path, document(merges=[["Ġ", "a"]]))) == expected


def test_the_settings_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path, document())
    settings = {
        "bos_token": {"content": "<|end|>"},
        "eos_token": "<|end|>",
        "chat_template": "{{ x }}",
        "add_bos_token": True,
    }
    write(tmp_path, settings, "tokenizer_config.json")
    found = vocabulary_from_json(path)
    assert (found.bos, found.eos, found.adds_bos, found.chat_template) == (3, 3, True, "{{ x }}")
    write(tmp_path, "{{ y }}", "chat_template.jinja")
    assert vocabulary_from_json(path).chat_template == "{{ y }}"


def test_bos_by_the_post_processor(tmp_path: Path) -> None:
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<|end|>"}}, {"Sequence": {"id": "A"}}],
    }
    found = vocabulary_from_json(write(tmp_path, document() | {"post_processor": template}))
    assert (found.bos, found.adds_bos) == (3, True)


def test_ignored_merges_leave_ranks(tmp_path: Path) -> None:
    assert vocabulary_from_json(write(tmp_path, document(ignore_merges=True))).merges is None


def test_a_special_token_may_stand_among_the_ordinary_ones(tmp_path: Path) -> None:
    path = write(tmp_path, document(vocab={"a": 0, "Ġ": 1, "Ġa": 2, "<|end|>": 3}))
    assert b"<|end|>" not in vocabulary_from_json(path).ranks


def test_the_model_may_have_more_ids(tmp_path: Path) -> None:
    path = write(tmp_path, document())
    assert vocabulary_from_json(path, size=6).tokens[3:] == [b"<|end|>", b"", b""]
    with pytest.raises(FileError, match="token id 3 doesn't fit the model"):
        vocabulary_from_json(path, size=3)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "can't be read as JSON"),
        ("[" * 100_000, "can't be read as JSON"),
        ("[]", "holds no JSON object"),
        ({}, r"a field is missing or of another kind \('model'\)"),
        (document(vocab=["a"]), "a field is missing or of another kind"),
        (document(merges=[7]), "merge 0 doesn't make|a field is missing or of another kind"),
        (document(type="Unigram"), "the model isn't byte-level BPE"),
        (document(byte_fallback=True), "the model isn't byte-level BPE"),
        (document(unk_token="<|end|>"), r"bytes without a token become '<\|end\|>'"),
        (document(vocab={"日": 0}), "token 0 holds a character"),
        (document(vocab={"a": 0, "Ġ": 1, "Ġa": 10**9}), "token id 1000000000 doesn't fit the model"),
        (document(vocab={"a": -1, "Ġ": 1, "Ġa": 2}), "token id 3 doesn't fit the model"),
        (
            document() | {"added_tokens": [END | {"rstrip": True}]},
            r"'<\|end\|>' takes in the space around it",
        ),
        (document() | {"pre_tokenizer": None}, "its pre_tokenizer is none of"),
    ],
)
def test_a_broken_or_foreign_file_is_one_line(tmp_path: Path, content: object, message: str) -> None:
    with pytest.raises(FileError, match=f"tokenizer.json: ({message})") as raised:
        vocabulary_from_json(write(tmp_path, content))
    assert "\n" not in str(raised.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="can't be read as JSON"):
        vocabulary_from_json(tmp_path / "tokenizer.json")


def test_equals_the_library_that_wrote_the_file(tmp_path: Path, mixed: str, random_texts: list[str]) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
    steps = tokenizers.pre_tokenizers
    theirs.pre_tokenizer = steps.Sequence(
        [steps.Digits(individual_digits=True), steps.ByteLevel(add_prefix_space=False)]
    )
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=500, special_tokens=["<|end|>"], show_progress=False)
    theirs.train_from_iterator([mixed, *random_texts], trainer)
    theirs.save(str(tmp_path / "tokenizer.json"))
    ours = Tokenizer(vocabulary_from_json(tmp_path / "tokenizer.json"))
    assert ours.encode("a<|end|> b", allowed_special="all") == theirs.encode("a<|end|> b").ids
    for text in (mixed, *random_texts):
        assert ours.encode_ordinary(text) == theirs.encode(text).ids
