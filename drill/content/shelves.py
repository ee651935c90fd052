"""Banks beside the shipped ones: the list of those added, and the one that a learner writes.

Leaves out reading their questions (banks.py).
"""

from pathlib import Path

from drill.content.files import read_text
from drill.content.writing import alone, write_atomically
from drill.errors import UsageError
from drill.study.text import harmless, one_line


def added_banks(listing: Path) -> list[Path]:
    """Return the banks added, in the order they were; none where the list doesn't exist yet."""
    if not listing.exists():
        return []
    return [Path(line) for line in read_text(listing).split("\n") if line.strip()]


def add_bank(listing: Path, bank: Path) -> None:
    """Put a bank on the list; UsageError when it stands there already, or its path does not fit on a line."""
    if "\n" in str(bank) or harmless(str(bank)) != str(bank):
        raise UsageError(f"{one_line(str(bank))}: a path with control characters can't be added; rename it")
    with alone(listing):
        banks = added_banks(listing)
        if bank in banks:
            raise UsageError(f"{bank} is added already; `drill bank list` shows all")
        write_atomically(listing, "".join(f"{path}\n" for path in [*banks, bank]))


def remove_bank(listing: Path, bank: Path) -> None:
    """Take a bank off the list; its answers stay in the journal."""
    with alone(listing):
        banks = added_banks(listing)
        if bank not in banks:
            raise UsageError(f"{bank} is not among the added banks; `drill bank list` shows all")
        write_atomically(listing, "".join(f"{path}\n" for path in banks if path != bank))
