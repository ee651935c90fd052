"""Banks and katas under one command: which paths mean which, and options that don't fit them."""

from pathlib import Path
from typing import Any

import pytest

from drill.authoring.everything import Outcome, Wanted, check_everything
from drill.authoring.katas.folders import slug_of
from drill.errors import UsageError

ONCE = Wanted(how=None, accept=False, seed=1, date="2026-12-10")
FULL = ONCE._replace(how="full")
CHANGED = ONCE._replace(how="changed")


def run(mini: Any, wanted: Wanted, *paths: Path) -> Outcome:
    return check_everything(paths, wanted, mini.root, lambda _: None)


def test_without_paths_all_is_checked(mini: Any) -> None:
    outcome = run(mini, ONCE)
    assert (outcome.banks.questions, outcome.banks.files, outcome.katas.katas) == (2, 1, 1)
    places = [finding.place for finding in outcome.findings]
    assert places == sorted(places)
    assert "solutions/softmax:1" in places


@pytest.mark.parametrize("wanted", [ONCE, FULL])
def test_a_slug_is_a_kata(mini: Any, wanted: Wanted) -> None:
    outcome = run(mini, wanted, Path("softmax"))
    assert (outcome.banks.files, outcome.katas.katas, outcome.proven) == (0, 1, ())
    assert "exercises/softmax/README.md:1" in [finding.place for finding in outcome.findings]


def test_full_without_paths_is_about_every_kata(mini: Any) -> None:
    assert run(mini, FULL).katas.katas == 1


def test_a_bank_leaves_katas_alone(mini: Any) -> None:
    outcome = run(mini, ONCE, mini.bank)
    assert (outcome.findings, outcome.banks.files, outcome.katas.katas) == ([], 1, 0)


def test_what_names_a_kata(mini: Any) -> None:
    folder = mini.root / "exercises" / "softmax"
    assert [slug_of(path, mini.root) for path in (folder, Path("softmax"), Path("softmx"))] == [
        "softmax",
        "softmax",
        None,
    ]
    assert slug_of(mini.root / "elsewhere" / "softmax", mini.root) is None


@pytest.mark.parametrize("wanted", [FULL, CHANGED])
def test_banks_have_no_proof(mini: Any, wanted: Wanted) -> None:
    with pytest.raises(
        UsageError, match=r"kv-cache\.yaml: no kata; --full and --prove-changed are about katas"
    ):
        run(mini, wanted, mini.bank)


@pytest.mark.parametrize(
    ("wanted", "paths"), [(FULL, ()), (FULL, (Path("softmax"),)), (ONCE, (Path("softmax"),))]
)
def test_katas_have_no_lock(mini: Any, wanted: Wanted, paths: tuple[Path, ...]) -> None:
    with pytest.raises(UsageError, match="--accept locks the banks; leave --full and the katas out"):
        run(mini, wanted._replace(accept=True), *paths)


def test_accept_goes_with_what_changed(mini: Any) -> None:
    mini.lock.unlink()
    run(mini, CHANGED._replace(accept=True))
    assert mini.lock.exists()


def test_what_changed_is_not_named(mini: Any) -> None:
    with pytest.raises(UsageError, match="--prove-changed draws the katas itself; leave the paths out"):
        run(mini, CHANGED, Path("softmax"))
