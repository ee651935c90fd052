"""Typed look-ups in what a model file says about itself: each answers, or names the key and the mend.

Leaves out which keys there are (gguf_config.py, hf_config.py).
"""

from collections.abc import Mapping

from drill.core.errors import FileError

# what float32 holds with room for a product; and JSON may hold a number that no float does
LEAST, LARGEST = 1e-30, 1e30
# more than any model has, and small enough that products of two stay exact in every integer type
MOST = 2**31 - 1


class Fields:
    """`values` by key; `prefix` stands before every key that is asked for, `where` before every message.

    A key whose value is null counts as absent; without a default, an absent key is a FileError.
    """

    def __init__(self, values: Mapping[str, object], where: str, prefix: str = "") -> None:
        self.values = values
        self.where = where
        self.prefix = prefix

    def count(self, key: str, default: int | None = None) -> int:
        """Return a whole number from 1 to 2^31 - 1."""
        value = self._found(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
            raise self._wrong(key, "a whole number of at least 1")
        return value

    def positive(self, key: str, default: float | None = None) -> float:
        """Return a number from 1e-30 to 1e30."""
        value = self._found(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not LEAST <= value <= LARGEST:
            raise self._wrong(key, "a number from 1e-30 to 1e30")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self._found(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string that can be shown: control characters would reach the terminal."""
        value = self._found(key, default)
        if not isinstance(value, str) or not value.isprintable():
            raise self._wrong(key, "printable text")
        return value

    def has(self, key: str) -> bool:
        """Whether the key is there with a value."""
        return self.values.get(self.prefix + key) is not None

    def refuse_unless(self, holds: bool, key: str, only: str) -> None:
        """FileError unless `holds`: the core computes `key` in the one way `only`."""
        if not holds:
            raise FileError(f"{self.where}: {self.prefix}{key} must be {only}; use another model")

    def _found(self, key: str, default: object) -> object:
        value = self.values.get(self.prefix + key)
        value = default if value is None else value
        if value is None:
            raise FileError(f"{self.where}: doesn't say {self.prefix}{key}; get a complete file")
        return value

    def _wrong(self, key: str, wanted: str) -> FileError:
        return FileError(f"{self.where}: {self.prefix}{key} must be {wanted}; get the file again")
