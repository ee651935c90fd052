"""The list of added banks, and files written whole or not at all."""

from pathlib import Path

import pytest

from drill.content.shelves import add_bank, added_banks, remove_bank, write_atomically
from drill.errors import MissingError, UsageError


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    return tmp_path / "data" / "banks.txt"


def test_banks_are_listed_in_the_order_they_were_added(listing: Path) -> None:
    assert added_banks(listing) == []
    banks = [Path("/banks/b.yaml"), Path("/banks/with space .yaml"), Path("/banks/తె\u2028.yaml")]
    for bank in banks:
        add_bank(listing, bank)
    assert added_banks(listing) == banks
    remove_bank(listing, banks[1])
    assert added_banks(listing) == [banks[0], banks[2]]


def test_a_bank_is_added_once_and_removed_once(listing: Path) -> None:
    bank = Path("/banks/b.yaml")
    with pytest.raises(UsageError, match="not among the added banks"):
        remove_bank(listing, bank)
    add_bank(listing, bank)
    with pytest.raises(UsageError, match="added already"):
        add_bank(listing, bank)


@pytest.mark.parametrize("name", ["two\nlines.yaml", "bad\udcff.yaml", "esc\x1b[2J.yaml"])
def test_a_path_that_does_not_fit_on_a_line_is_refused(listing: Path, name: str) -> None:
    with pytest.raises(UsageError, match="control characters") as error:
        add_bank(listing, Path(name))
    assert "\x1b" not in str(error.value)
    assert "\n" not in str(error.value)
    assert not listing.exists()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(MissingError, match="can't be written"):
        write_atomically(path, "text")
    assert path.is_dir()
    write_atomically(tmp_path / "deep" / "down" / "file", "text")
    assert (tmp_path / "deep" / "down" / "file").read_text() == "text"
