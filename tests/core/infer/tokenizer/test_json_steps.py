from typing import Any

import pytest

from drill.core.errors import FileError
from drill.core.infer.tokenizer.json_steps import adds_special, pattern_of
from drill.core.infer.tokenizer.patterns import PATTERNS

BYTES_ALONE = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
DIGITS = {"type": "Digits", "individual_digits": True}


def split(regex: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


@pytest.mark.parametrize(
    ("steps", "name"),
    [
        (BYTE_LEVEL, "gpt2"),
        (sequence(DIGITS, BYTE_LEVEL), "smollm"),
        (sequence(split(PATTERNS["o200k_base"].regex), BYTES_ALONE), "o200k_base"),
    ],
)
def test_patterns_by_their_steps(steps: dict[str, Any], name: str) -> None:
    assert pattern_of({"pre_tokenizer": steps}, "f") == name


def test_qwen2_comes_with_its_normalizer() -> None:
    steps = sequence(split(PATTERNS["qwen2"].regex), BYTES_ALONE)
    assert pattern_of({"pre_tokenizer": steps, "normalizer": {"type": "NFC"}}, "f") == "qwen2"
    with pytest.raises(FileError, match=r"^f: its normalizer \(\[\]\) is not what qwen2 has"):
        pattern_of({"pre_tokenizer": steps}, "f")
    with pytest.raises(FileError, match=r"is not what gpt2 has"):
        pattern_of(
            {
                "pre_tokenizer": BYTE_LEVEL,
                "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}]},
            },
            "f",
        )


@pytest.mark.parametrize(
    "steps",
    [
        None,
        {"type": "Whitespace"},
        {**BYTE_LEVEL, "add_prefix_space": True},
        BYTES_ALONE,
        sequence({**DIGITS, "individual_digits": False}, BYTE_LEVEL),
        sequence(split(r"\w+"), BYTES_ALONE),
        sequence(split(PATTERNS["o200k_base"].regex) | {"invert": True}, BYTES_ALONE),
        sequence(DIGITS, split(PATTERNS["o200k_base"].regex), BYTES_ALONE),
    ],
)
def test_other_steps_are_refused(steps: dict[str, Any] | None) -> None:
    with pytest.raises(FileError, match=r"^f: its pre_tokenizer is none of gpt2, smollm"):
        pattern_of({"pre_tokenizer": steps}, "f")


def test_what_stands_in_front_of_a_text() -> None:
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}}],
    }
    assert (
        adds_special({"type": "Sequence", "processors": [{"type": "ByteLevel"}, template]}, {"<s>": 4}) == 4
    )
    assert adds_special({**template, "single": [{"Sequence": {"id": "A"}}]}, {"<s>": 4}) is None
    assert adds_special(None, {}) is None
