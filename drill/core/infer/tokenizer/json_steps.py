"""Which of our patterns the steps of a tokenizer.json amount to, and what it puts in front of a text.

Leaves out the vocabulary itself (from_json.py).
"""

from collections.abc import Mapping
from typing import Any

from drill.core.errors import FileError
from drill.core.infer.tokenizer.patterns import PATTERNS

Step = Mapping[str, Any]


def pattern_of(document: Mapping[str, Any], where: str) -> str:
    """Return the name of the pattern that does the same as the file's steps; FileError when none does."""
    name = _name(_flat(document.get("pre_tokenizer"), "pretokenizers"))
    if name is None:
        raise FileError(f"{where}: its pre_tokenizer is none of {', '.join(PATTERNS)}: only those are read")
    kinds = [step["type"] for step in _flat(document.get("normalizer"), "normalizers")]
    if kinds != (["NFC"] if PATTERNS[name].composes else []):
        raise FileError(f"{where}: its normalizer ({kinds}) is not what {name} has: such files aren't read")
    return name


def adds_special(step: Step | None, specials: Mapping[str, int]) -> int | None:
    """Return the id of the special token that the post-processor puts in front of a text, if it does."""
    for part in _flat(step, "processors"):
        first = part["single"][0] if part["type"] == "TemplateProcessing" else {}
        if "SpecialToken" in first:
            return specials[first["SpecialToken"]["id"]]
    return None


def _flat(step: Step | None, inside: str) -> list[Step]:
    if step is None:
        return []
    return list(step[inside]) if step["type"] == "Sequence" else [step]


def _name(steps: list[Step]) -> str | None:
    if not steps or steps[-1]["type"] != "ByteLevel" or steps[-1].get("add_prefix_space"):
        return None
    if steps[-1].get("use_regex", True):
        return _after_digits(steps[:-1])
    return _by_regex(steps[0]) if len(steps) == 2 else None


def _after_digits(steps: list[Step]) -> str | None:
    if not steps:
        return "gpt2"
    single = len(steps) == 1 and steps[0]["type"] == "Digits" and steps[0].get("individual_digits")
    return "smollm" if single else None


def _by_regex(step: Step) -> str | None:
    isolates = step["type"] == "Split" and step["behavior"] == "Isolated" and not step.get("invert")
    # "llama-bpe" and "cl100k_base" are one expression under two names
    names = {pattern.regex: name for name, pattern in PATTERNS.items()}
    return names.get(step["pattern"].get("Regex", "")) if isolates else None
