"""The JSON documents of the commands around katas, and of `drill doctor`.

Leaves out making them from what sessions return (drills/).
"""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from drill.study.verdict import Outcome


class KataOfferDocument(Struct):
    """A kata that today holds: `why` is open, due or new."""

    kata: str
    minutes: float
    why: str


class KataDocument(Struct):
    """One kata in KatasDocument."""

    kata: str
    title: str
    topic: str
    level: int
    minutes: float
    open: bool
    due: date | None


class KatasDocument(Struct):
    """`drill kata list --json`."""

    katas: Sequence[KataDocument]
    version: int = 1


class KataStatusDocument(Struct):
    """`drill kata status`, `start` and `reset` with --json. Clock fields are None where no clock runs.

    `kept` is where work that a blank starter replaced was kept.
    """

    kata: str
    open: bool
    file: str
    minutes: float | None
    seconds_left: float | None
    crux: bool
    hints: int
    failed: int
    submits: int
    passes: int
    due: date | None
    kept: str | None = None
    version: int = 1


class KataTestDocument(Struct):
    """`drill kata test --json`: the visible tests."""

    kata: str
    passed: bool
    output: str
    version: int = 1


class KataCheckDocument(Struct):
    """One hidden test in KataVerdictDocument. What is not to be seen yet is empty."""

    name: str
    title: str
    outcome: Outcome
    called: str
    returned: str
    expected: str
    difference: str
    case: str
    trace: str


class KataVerdictDocument(Struct):
    """`drill kata submit --json` and `watch --json`. `error` says why nothing could be judged.

    `counted` is False for the same file that failed before. `rating` and `due` come with a pass, the first
    one of a day.
    """

    kata: str
    outcome: Outcome
    error: str
    passed: int
    total: int
    checks: Sequence[KataCheckDocument]
    printed: str
    dropped_bytes: int
    seconds: float
    isolation: str
    late: bool
    counted: bool
    hints: int
    failed: int
    rating: str | None
    due: date | None
    version: int = 1


class KataHintDocument(Struct):
    """`drill kata hint --json`."""

    kata: str
    number: int
    hint: str
    version: int = 1


class KataGaveUpDocument(Struct):
    """`drill kata give-up --json`."""

    kata: str
    due: date
    version: int = 1


class KataSolutionDocument(Struct):
    """`drill kata solution --json`: the diffs are unified, a line an element."""

    kata: str
    solution: str
    notes: str
    against_theirs: Sequence[str]
    against_last: Sequence[str]
    version: int = 1


class DoctorLineDocument(Struct):
    """One line in DoctorDocument: `state` is good, weak or bad."""

    name: str
    state: str
    says: str


class DoctorDocument(Struct):
    """`drill doctor --json`."""

    lines: Sequence[DoctorLineDocument]
    version: int = 1


KATA_DOCUMENTS = (
    KatasDocument,
    KataStatusDocument,
    KataTestDocument,
    KataVerdictDocument,
    KataHintDocument,
    KataGaveUpDocument,
    KataSolutionDocument,
    DoctorDocument,
)
