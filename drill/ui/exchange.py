"""What came of a merge: one line each.

Leaves out what is amiss, which goes to stderr.
"""


def entries_words(count: int) -> str:
    """Return `1 entry`, `2 entries`."""
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def merged_line(entries: int, items: int) -> str:
    """Return what a log brought."""
    if not entries:
        return "nothing new: all of its entries are here"
    return f"{entries_words(entries)} new, on {items:,} {'item' if items == 1 else 'items'}"


def synced_line(entries: int, items: int, *, read: int, written: int) -> str:
    """Return what a sync brought and left."""
    came = merged_line(entries, items) if entries else "nothing new"
    return f"{came} · {read} {'log' if read == 1 else 'logs'} read, {written} written"
