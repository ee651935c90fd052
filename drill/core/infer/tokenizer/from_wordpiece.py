"""A WordPiece vocabulary out of Hugging Face's tokenizer.json, or of BERT's own vocab.txt.

Leaves out other kinds of vocabulary: from_json.py reads those.
"""

from collections.abc import Mapping
from pathlib import Path

from drill.core.errors import FileError
from drill.core.infer.tokenizer.bert_words import Cleaning
from drill.core.infer.tokenizer.cutting import well_formed
from drill.core.infer.tokenizer.wordpiece import (
    CLOSES,
    CONTINUES,
    LONGEST_WORD,
    OPENS,
    UNKNOWN,
    WordPiece,
)
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.json_file import read_object

JSON, TEXT, SETTINGS = "tokenizer.json", "vocab.txt", "tokenizer_config.json"


def wordpiece_of(folder: Path, *, rows: int) -> WordPiece:
    """Return the tokenizer of a folder; `rows` are embedded, so ids lie below.

    FileError when neither file is there, or one is broken or of another kind.
    """
    if (folder / JSON).is_file():
        return _from_json(folder / JSON, rows)
    if (folder / TEXT).is_file():
        return _from_text(folder / TEXT, rows)
    raise FileError(f"{folder}: has neither {JSON} nor {TEXT}; get the whole folder")


def _from_json(path: Path, rows: int) -> WordPiece:
    document = Fields(read_object(path), str(path))
    model = _part(document, "model", "WordPiece")
    model.refuse_unless(
        model.text("continuing_subword_prefix", CONTINUES) == CONTINUES,
        "continuing_subword_prefix",
        CONTINUES,
    )
    key = "max_input_chars_per_word"
    model.refuse_unless(model.count(key, LONGEST_WORD) == LONGEST_WORD, key, str(LONGEST_WORD))
    model.refuse_unless(model.text("unk_token", UNKNOWN) == UNKNOWN, "unk_token", UNKNOWN)
    _part(document, "pre_tokenizer", "BertPreTokenizer")
    vocabulary = model.values.get("vocab")
    if not isinstance(vocabulary, Mapping):
        raise FileError(f"{path}: model: vocab must map pieces to ids; get the file again")
    return WordPiece(_checked(vocabulary, rows, str(path)), _cleaning(document))


def _cleaning(document: Fields) -> Cleaning:
    steps = _part(document, "normalizer", "BertNormalizer")
    return Cleaning(
        lower=steps.flag("lowercase", True),
        strip_accents=_flag_or_none(steps, "strip_accents"),
        cleans=steps.flag("clean_text", True),
        spaces_ideographs=steps.flag("handle_chinese_chars", True),
    )


def _from_text(path: Path, rows: int) -> WordPiece:
    beside = path.parent / SETTINGS
    settings = Fields(read_object(beside) if beside.is_file() else {}, str(beside))
    cleaning = Cleaning(
        lower=settings.flag("do_lower_case", True),
        strip_accents=_flag_or_none(settings, "strip_accents"),
        spaces_ideographs=settings.flag("tokenize_chinese_chars", True),
    )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise FileError(f"{path}: can't be read as UTF-8 text; get the file again") from None
    # read_text has made every line end the same; other separators are pieces
    lines = text.removesuffix("\n").split("\n")
    found = {line: number for number, line in enumerate(lines)}
    if len(found) < len(lines):
        raise FileError(f"{path}: a piece stands there twice; get the file again")
    return WordPiece(_checked(found, rows, str(path)), cleaning)


def _flag_or_none(fields: Fields, key: str) -> bool | None:
    return fields.flag(key, False) if fields.has(key) else None


def _part(document: Fields, key: str, kind: str) -> Fields:
    value = document.values.get(key)
    # files of before the types were written have none in their model
    said = value.get("type", kind if key == "model" else None) if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or said != kind:
        raise FileError(f"{document.where}: {key} must be {kind}; use another model")
    return Fields(value, f"{document.where}: {key}")


def _checked(vocabulary: Mapping[str, object], rows: int, where: str) -> dict[str, int]:
    """Return ids by piece; FileError for an id that is none, or there twice, or beyond the rows."""
    found = {piece: number for piece, number in vocabulary.items() if type(number) is int}
    # a bool is an int to Python alone; half of a surrogate pair is no text
    if len(found) < len(vocabulary) or "" in found or not _is_text("\n".join(found)):
        raise FileError(f"{where}: each piece needs text and a whole number; get the file again")
    if len(set(found.values())) < len(found):
        raise FileError(f"{where}: two pieces have one id; get the file again")
    for piece in (UNKNOWN, OPENS, CLOSES):
        if piece not in found:
            raise FileError(f"{where}: has no {piece}; get the file again")
    first, last = min(found.values()), max(found.values())
    if first < 0 or last >= rows:
        raise FileError(f"{where}: has ids {first} to {last}, the model embeds {rows}; get a matching file")
    return found


def _is_text(text: str) -> bool:
    return well_formed(text) == text
