"""Both kinds of file, and what is broken in them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from drill.core.errors import FileError
from drill.core.infer.tokenizer.from_wordpiece import wordpiece_of

PIECES = ["[UNK]", "[CLS]", "[SEP]", "é", "e", "É"]


def document(**model: Any) -> dict[str, Any]:
    vocabulary = {piece: number for number, piece in enumerate(PIECES)}
    return {
        "normalizer": {"type": "BertNormalizer", "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "vocab": vocabulary, **model},
    }


def put(folder: Path, content: object, name: str = "tokenizer.json") -> Path:
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_json_file_says_how_to_clean(tmp_path: Path) -> None:
    said = document()
    assert wordpiece_of(put(tmp_path, said), rows=6).pieces("É") == [4]
    said["normalizer"]["strip_accents"] = False
    assert wordpiece_of(put(tmp_path, said), rows=6).pieces("É") == [3]
    said["normalizer"]["lowercase"] = False
    assert wordpiece_of(put(tmp_path, said), rows=6).pieces("É") == [5]


def test_a_list_of_lines_takes_its_settings_from_beside(tmp_path: Path) -> None:
    put(tmp_path, "\n".join(PIECES) + "\n", "vocab.txt")
    assert wordpiece_of(tmp_path, rows=6).pieces("É x") == [4, 0]
    put(tmp_path, {"do_lower_case": False, "strip_accents": None}, "tokenizer_config.json")
    assert wordpiece_of(tmp_path, rows=6).pieces("É") == [5]


def test_both_files_of_a_model_agree(tiny_bert: Path, tmp_path: Path) -> None:
    vocabulary = json.loads((tiny_bert / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    put(tmp_path, "\n".join(vocabulary), "vocab.txt")
    one, other = (wordpiece_of(folder, rows=len(vocabulary)) for folder in (tiny_bert, tmp_path))
    for text in ("KV cache: 2*L bytes!", "naïve Zoë", "日本"):
        assert one.encode(text, 40) == other.encode(text, 40)


REFUSED: dict[str, tuple[object, str]] = {
    "no json": ("{", "tokenizer.json: isn't JSON with every key once; get the file again"),
    "no model": ({}, "tokenizer.json: model must be WordPiece; use another model"),
    "bpe": (document(type="BPE"), "tokenizer.json: model must be WordPiece; use another model"),
    "a list": ({**document(), "normalizer": []}, "normalizer must be BertNormalizer; use another model"),
    "cut otherwise": (
        {**document(), "pre_tokenizer": {"type": "Whitespace"}},
        "pre_tokenizer must be BertPreTokenizer; use another model",
    ),
    "prefix": (document(continuing_subword_prefix="@@"), "model: continuing_subword_prefix must be ##; use"),
    "longest": (document(max_input_chars_per_word=200), "model: max_input_chars_per_word must be 100; use"),
    "unknown": (document(unk_token="<unk>"), "model: unk_token must be [UNK]; use another model"),
    "no mapping": (document(vocab=PIECES), "model: vocab must map pieces to ids; get the file again"),
    "no [SEP]": (document(vocab={"[UNK]": 0, "[CLS]": 1}), "has no [SEP]; get the file again"),
    "nothing": (document(vocab={}), "has no [UNK]; get the file again"),
    "an id twice": (document(vocab={"[UNK]": 0, "a": 0}), "two pieces have one id; get the file again"),
    "true": (document(vocab={"[UNK]": True}), "each piece needs text and a whole number; get the file again"),
    "a text": (
        document(vocab={"[UNK]": "0"}),
        "each piece needs text and a whole number; get the file again",
    ),
    "no text": (document(vocab={"": 0}), "each piece needs text and a whole number; get the file again"),
    "half a pair": (document(vocab={"\ud800": 0}), "each piece needs text and a whole number; get the file"),
    "too many": (
        document(vocab={"[UNK]": 0, "[CLS]": 1, "[SEP]": 10**12}),
        "has ids 0 to 1000000000000, the model embeds 6; get a matching file",
    ),
    "below zero": (
        document(vocab={"[UNK]": 0, "[CLS]": 1, "[SEP]": -1}),
        "has ids -1 to 1, the model embeds 6",
    ),
    "no flag": (
        {**document(), "normalizer": {"type": "BertNormalizer", "lowercase": 1}},
        "must be true or false",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_broken_is_named(name: str, tmp_path: Path) -> None:
    content, says = REFUSED[name]
    with pytest.raises(FileError) as caught:
        wordpiece_of(put(tmp_path, content), rows=6)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_broken_lists_of_lines(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r": has neither tokenizer.json nor vocab.txt; get the whole folder"):
        wordpiece_of(tmp_path, rows=6)
    put(tmp_path, "[UNK]\n[CLS]\n[CLS]\n", "vocab.txt")
    with pytest.raises(FileError, match=r"vocab.txt: a piece stands there twice; get the file again"):
        wordpiece_of(tmp_path, rows=6)
    (tmp_path / "vocab.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match=r"vocab.txt: can't be read as UTF-8 text; get the file again"):
        wordpiece_of(tmp_path, rows=6)
    shutil.rmtree(tmp_path)
