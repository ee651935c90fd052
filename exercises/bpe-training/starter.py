"""Learn BPE merges from a text."""


def bpe_train(text: str, vocab_size: int) -> list[tuple[int, int]]:
    """Return the merges learned from a text, in order: the i-th (from 0) makes id 256 + i.

    Ids 0 to 255 are the bytes. At most vocab_size - 256 merges come back, fewer when no pair is left twice.
    """
    raise NotImplementedError


def merge_pair(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Return a new list with each occurrence of the pair replaced by new_id, from the left, without overlap."""
    raise NotImplementedError
