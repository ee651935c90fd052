"""The JSON documents that commands print with --json, each with a version.

Leaves out printing. `python -m drill.cli.documents` writes their schema into docs/.
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from drill.cli.bench_documents import BENCH_DOCUMENTS
from drill.cli.export_documents import EXPORT_DOCUMENTS
from drill.cli.find_documents import FIND_DOCUMENTS
from drill.cli.kata_documents import KATA_DOCUMENTS, KataOfferDocument
from drill.cli.mock_documents import MOCK_DOCUMENTS
from drill.cli.model_documents import MODEL_DOCUMENTS
from drill.cli.plan_documents import PLAN_DOCUMENTS
from drill.cli.readiness_documents import PLACEMENT_DOCUMENTS
from drill.cli.stats_documents import STATS_DOCUMENTS
from drill.cli.talk_documents import TALK_DOCUMENTS


class DueDocument(Struct):
    """`drill due --json`."""

    day: date
    reviews: int
    new: int
    minutes: int
    left_over: int
    topics: dict[str, int]
    katas: Sequence[KataOfferDocument] = ()
    version: int = 1


class AskDocument(Struct):
    """`drill ask --json`: an ask without its answer; `ask` is the id for `drill answer`."""

    ask: str
    item: str
    kind: str
    topic: str
    prompt: str
    code: str
    choices: dict[str, str]
    unit: str
    grammar: str
    version: int = 1


class AnswerDocument(Struct):
    """`drill answer --json`: the verdict on an ask."""

    ask: str
    item: str
    verdict: str
    score: float
    says: str
    answer: str
    explanation: str
    rating: str
    due: date | None
    version: int = 1


class MergedDocument(Struct):
    """`drill log import` and `merge` with --json: what was not here before."""

    entries: int
    items: int
    version: int = 1


class SyncDocument(Struct):
    """`drill sync --json`: what came in, logs read and written in the folder, what is amiss there."""

    entries: int
    items: int
    read: int
    written: int
    troubles: Sequence[str]
    version: int = 1


class MeasureDocument(Struct):
    """How far predictions lie from what came, in TuneDocument."""

    log_loss: float
    rmse_bins: float


class TuneDocument(Struct):
    """`drill tune --json`; no measures while there are too few reviews."""

    reviews: int
    adopted: bool
    measures: dict[str, MeasureDocument]
    version: int = 1


class PastDocument(Struct):
    """One entry in HistoryDocument."""

    day: date
    what: str
    detail: str
    counts: bool


class HistoryDocument(Struct):
    """`drill history ID --json`."""

    item: str
    answers: int
    lapses: int
    due: date | None
    recall: float | None
    suspended: bool
    bookmarked: bool
    entries: Sequence[PastDocument]
    version: int = 1


class SettingDocument(Struct):
    """One setting in ConfigDocument."""

    name: str
    value: str
    default: str
    help: str


class ConfigDocument(Struct):
    """`drill config --json`."""

    settings: Sequence[SettingDocument]
    version: int = 1


class BankDocument(Struct):
    """One bank in BanksDocument."""

    path: str
    origin: str
    questions: int


class BanksDocument(Struct):
    """`drill bank list --json`."""

    banks: Sequence[BankDocument]
    version: int = 1


class FindingDocument(Struct):
    """One finding in CheckDocument."""

    place: str
    message: str


class ProofDocument(Struct):
    """One kata's proof in CheckDocument, with the share of its mutants that a test kills."""

    kata: str
    mutants: int
    killed: int
    explained: int
    kill_rate: float


class CheckDocument(Struct):
    """`drill author check --json`."""

    files: int
    questions: int
    katas: int
    findings: Sequence[FindingDocument]
    proofs: Sequence[ProofDocument]
    version: int = 1


class BackupDocument(Struct):
    """`drill backup --json`."""

    path: str
    entries: int
    version: int = 1


DOCUMENTS = (
    DueDocument,
    AskDocument,
    AnswerDocument,
    HistoryDocument,
    *FIND_DOCUMENTS,
    ConfigDocument,
    BanksDocument,
    CheckDocument,
    MergedDocument,
    SyncDocument,
    BackupDocument,
    TuneDocument,
    *KATA_DOCUMENTS,
    *MODEL_DOCUMENTS,
    *BENCH_DOCUMENTS,
    *TALK_DOCUMENTS,
    *STATS_DOCUMENTS,
    *PLACEMENT_DOCUMENTS,
    *PLAN_DOCUMENTS,
    *MOCK_DOCUMENTS,
    *EXPORT_DOCUMENTS,
)


def schema() -> bytes:
    """Return the JSON Schema of all documents, by name under `$defs`."""
    _, definitions = msgspec.json.schema_components(DOCUMENTS, ref_template="#/$defs/{name}")
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=2) + b"\n"


if __name__ == "__main__":
    Path("docs/output.schema.json").write_bytes(schema())
