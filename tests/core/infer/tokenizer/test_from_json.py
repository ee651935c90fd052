import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import FileError
from drill.core.infer.tokenizer.from_json import vocabulary_from_json
from drill.core.infer.tokenizer.regex_bpe import RegexBpe
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.vocabulary import Vocabulary

END = {"id": 3, "content": "<|end|>", "special": True, "lstrip": False, "rstrip": False, "single_word": False}


def document(**model: Any) -> dict[str, Any]:
    return {
        "added_tokens": [END],
        "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True},
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


def ids_of(folder: Path, text: str, vocab: dict[str, int], merges: list[list[str]]) -> list[int]:
    content = document(vocab=vocab, merges=merges, ignore_merges=True) | {"added_tokens": []}
    return Tokenizer(vocabulary_from_json(write(folder, content))).encode(text)


def test_ignore_merges_means_that_whole_pieces_need_none(tmp_path: Path) -> None:
    abc = {"a": 0, "b": 1, "c": 2, "d": 3, "ab": 4, "abc": 5}
    assert ids_of(tmp_path, "abc", abc, [["a", "b"]]) == [5]
    assert ids_of(tmp_path, "abcd", abc, [["a", "b"]]) == [4, 2, 3]
    # the order of the merges counts, not that of the ids
    turned = {"a": 0, "b": 1, "c": 2, "d": 3, "bc": 4, "ab": 5}
    assert ids_of(tmp_path, "abcd", turned, [["a", "b"], ["b", "c"]]) == [5, 2, 3]


@st.composite
def vocabularies(draw: st.DrawFn) -> tuple[dict[str, int], list[list[str]]]:
    """Tokens over a few letters with ids in any order, some out of reach; merges in any order, some several a
    token; now and then every way to make each token, in the order of the ids, as in Llama 3's file."""
    words = draw(st.sets(st.text("abc", min_size=2, max_size=5), max_size=8))
    tokens = draw(st.permutations([*"abc", *sorted(words)]))
    ids = {token: number for number, token in enumerate(tokens)}
    ways = [[token[:at], token[at:]] for token in tokens for at in range(1, len(token))]
    ways = [pair for pair in ways if pair[0] in ids and pair[1] in ids]
    if draw(st.booleans()) or not ways:
        return ids, ways
    return ids, draw(st.lists(st.sampled_from(ways), unique_by=tuple, max_size=10))


@settings(max_examples=150, deadline=None)
@given(vocabularies(), st.booleans(), st.lists(st.text("abc ", max_size=12), max_size=8))
def test_random_vocabularies_encode_as_the_library_does(
    tmp_path_factory: pytest.TempPathFactory,
    made: tuple[dict[str, int], list[list[str]]],
    ignores: bool,
    texts: list[str],
) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    vocab, merges = made
    path = tmp_path_factory.mktemp("random") / "tokenizer.json"
    content = document(vocab=vocab, merges=merges, ignore_merges=ignores) | {"added_tokens": []}
    path.write_text(json.dumps(content), encoding="utf-8")
    theirs, vocabulary = tokenizers.Tokenizer.from_file(str(path)), vocabulary_from_json(path)
    ours, twin = Tokenizer(vocabulary), RegexBpe(vocabulary)
    for text in (*texts, *vocab, "".join(vocab)):
        assert ours.encode_ordinary(text) == twin.encode_ordinary(text) == theirs.encode(text).ids


@pytest.mark.parametrize("dropout", [None, 0.0])
def test_what_is_there_and_off_is_read(tmp_path: Path, dropout: float | None) -> None:
    off = {"dropout": dropout, "continuing_subword_prefix": "", "end_of_word_suffix": None}
    assert len(vocabulary_from_json(write(tmp_path, document(**off))).tokens) == 4


def test_a_special_token_may_stand_among_the_ordinary_ones(tmp_path: Path) -> None:
    path = write(tmp_path, document(vocab={"a": 0, "Ġ": 1, "Ġa": 2, "<|end|>": 3}))
    assert b"<|end|>" not in vocabulary_from_json(path).ranks


def test_the_model_may_have_more_ids(tmp_path: Path) -> None:
    path = write(tmp_path, document())
    assert vocabulary_from_json(path, size=6).tokens[3:] == [b"<|end|>", b"", b""]
    with pytest.raises(FileError, match="token id 3 doesn't fit the model"):
        vocabulary_from_json(path, size=3)


def added(**changes: object) -> dict[str, Any]:
    return document() | {"added_tokens": [END | changes]}


def processed(**template: object) -> dict[str, Any]:
    return document() | {"post_processor": {"type": "TemplateProcessing", **template}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "isn't JSON with every key once"),
        ("[" * 100_000, "isn't JSON with every key once"),
        ('{"model": {}, "model": {}}', "isn't JSON with every key once"),
        ("[]", "must be a JSON object"),
        ({}, r"a field is missing or of another kind \('model'\)"),
        (document(vocab=["a"]), "a field is missing or of another kind"),
        (document(merges=[7]), "merge 0 doesn't make|a field is missing or of another kind"),
        (document(type="Unigram"), "the model isn't byte-level BPE"),
        (document(byte_fallback=True), "the model isn't byte-level BPE"),
        (document(end_of_word_suffix="</w>"), "the model isn't byte-level BPE"),
        (document(continuing_subword_prefix="##"), "the model isn't byte-level BPE"),
        (document(dropout=0.1), "the model isn't byte-level BPE"),
        (document(type="Unigram", vocab=[["a", 0.0]]), "the model isn't byte-level BPE"),
        (document(vocab={}, merges=[]) | {"added_tokens": []}, "has no tokens: get the file again"),
        (document(vocab={"a": 0, "Ġ": 0, "Ġa": 2}), "token '\\\\u0120' has id 0: it needs text and an id"),
        (document(vocab={"a": 0.5, "Ġ": 1, "Ġa": 2}), "token 'a' has id 0.5: it needs"),
        (document(vocab={"a": True, "Ġ": 0, "Ġa": 2}), "token 'a' has id True: it needs"),
        (document(vocab={"a": "0", "Ġ": 1, "Ġa": 2}), "token 'a' has id '0': it needs"),
        (document(vocab={"\ud800": 0}), r"token '\\ud800' has id 0: it needs text"),
        (added(content="\ud800"), r"token '\\ud800' has id 3: it needs text"),
        (added(content=""), "token '' has id 3: it needs text"),
        (added(content=7), "a field is missing or of another kind"),
        (added(content=None), "token None has id 3: it needs text"),
        (added(id=3.0), r"token '<\|end\|>' has id 3.0: it needs"),
        (added(id=True), r"token '<\|end\|>' has id True: it needs"),
        (added(id=None), r"token '<\|end\|>' has id None: it needs"),
        (added(id=1), r"the added token '<\|end\|>' and the model disagree on id 1: get the file again"),
        (added(content="a"), "the added token 'a' and the model disagree on id 3"),
        (document() | {"added_tokens": [END, END | {"content": "b"}]}, "token 'b' has id 3: it needs"),
        (document() | {"added_tokens": [END, END | {"id": 4}]}, "an added token is there twice"),
        (document() | {"added_tokens": [7]}, "a field is missing or of another kind"),
        (processed(single=[]), "a field is missing or of another kind"),
        (processed(single=[{"SpecialToken": {"id": "<s>"}}]), "a field is missing or of another kind"),
        (processed(), "a field is missing or of another kind"),
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
    with pytest.raises(FileError, match=r"tokenizer.json: can't be read \(No such file or directory\)"):
        vocabulary_from_json(tmp_path / "tokenizer.json")


def test_a_template_that_is_no_text(tmp_path: Path) -> None:
    path = write(tmp_path, document())
    (tmp_path / "chat_template.jinja").write_bytes(b"\xff")
    with pytest.raises(
        FileError, match=r"chat_template.jinja: can't be read as UTF-8 text: get the file again$"
    ):
        vocabulary_from_json(path)


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
