"""The list of added banks."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from drill.content.shelves import add_bank, added_banks, remove_bank
from drill.errors import UsageError


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


def test_banks_added_and_removed_at_once_all_count(listing: Path) -> None:
    old, new = ([Path(f"/banks/{name}-{n}.yaml") for n in range(8)] for name in ("old", "new"))
    for bank in old:
        add_bank(listing, bank)
    with ThreadPoolExecutor(16) as pool:
        changes = [pool.submit(add_bank, listing, bank) for bank in new]
        changes += [pool.submit(remove_bank, listing, bank) for bank in old]
    assert [change.result() for change in changes] == [None] * 16
    assert sorted(added_banks(listing)) == new
