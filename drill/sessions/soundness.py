"""Whether a journal is sound and what it keeps of each item follows from its entries.

Leaves out what a start looks at, and restoring (store).
"""

from drill.sessions.desk import rules_of, snapshot_of
from drill.store.journal import Journal
from drill.study.record import fold
from drill.study.settings import changed, settings_of


def faults_in(journal: Journal) -> list[str]:
    """Check a journal from end to end; what is wrong is left to the next start, which mends it."""
    faults = journal.check() or _odd_snapshots(journal)
    if faults:
        journal.doubt()
    return faults


def _odd_snapshots(journal: Journal) -> list[str]:
    settings = settings_of(changed(journal.entries(tags=("setting-changed",))))
    if journal.fold() != rules_of(settings):
        # the next desk makes them all anew
        return []
    return [
        f"the state of {kept.item} does not follow from its entries"
        for kept in journal.snapshots()
        if kept != snapshot_of(kept.item, fold(journal.entries(item=kept.item), settings.weights))
    ]
