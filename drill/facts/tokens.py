"""Counts of tokens: from words, between tokenizers and languages, and in a vocabulary.

Leaves out tokenizing itself and prices (price.py).
"""

__all__ = ["from_words", "premium", "saving", "vocabulary"]


def from_words(*, words: float, words_per_token: float = 0.75) -> float:
    """Return words / words_per_token: a rule of thumb for English only.

    Unit: tokens. Source: OpenAI help center, "What are tokens and how to count them".
    """
    if words_per_token == 0:
        raise ValueError("from_words needs more than 0 words a token")
    return words / words_per_token


def saving(*, old_chars_per_token: float, new_chars_per_token: float) -> float:
    """Return 1 - old_chars_per_token / new_chars_per_token: fewer tokens for the same text.

    Unit: ratio. Source: Llama 3 report (2024), section 3.2 (3.17 to 3.94 characters a token).
    """
    if new_chars_per_token == 0:
        raise ValueError("saving needs more than 0 characters a token")
    return 1 - old_chars_per_token / new_chars_per_token


def vocabulary(*, merges: int, specials: int) -> int:
    """Return 256 + merges + specials: byte tokens, one token a merge, special tokens.

    Unit: tokens of the vocabulary. Source: tiktoken, definition of gpt2 (256 + 50,000 + 1).
    """
    return 256 + merges + specials


def premium(*, tokens_language: float, tokens_english: float) -> float:
    """Return tokens_language / tokens_english on parallel text.

    Unit: ratio. Source: Petrov et al. 2023 (Language Model Tokenizers Introduce Unfairness).
    """
    if tokens_english == 0:
        raise ValueError("premium needs more than 0 English tokens")
    return tokens_language / tokens_english
