"""The lock: what it sees in edits of a bank, what `accept` writes and refuses."""

import json
from typing import Any

import pytest

BANK = "questions/kv-cache.yaml"
ACCEPT = "run `drill author check --accept`"


def test_a_changed_answer_needs_a_rev(mini: Any) -> None:
    mini.edit("[keys and values, KV pairs]", "[keys and values]")
    line = f"{BANK}:4: the answer of `toy-short` changed; set `rev: 2`"
    assert mini.lines() == [line]
    assert mini.lines(accept=True) == [line]
    mini.edit("    difficulty: 2\n", "    difficulty: 2\n    rev: 2\n")
    assert mini.lines() == [f"{BANK}:4: `rev` 2 of `toy-short` is not in the lock; {ACCEPT}"]
    assert mini.lines(accept=True) == []
    assert mini.lines() == []


def test_wording_may_change(mini: Any) -> None:
    mini.edit("What is kept of every", "What is stored of each")
    mini.edit("They are projections", "Both are projections")
    assert mini.lines() == []


def test_a_rev_never_goes_back(mini: Any) -> None:
    mini.edit("    difficulty: 2\n", "    difficulty: 2\n    rev: 3\n")
    mini.check(accept=True)
    mini.edit("rev: 3", "rev: 2")
    line = f"{BANK}:4: `rev` of `toy-short` goes back from 3 to 2; raise it"
    assert mini.lines() == mini.lines(accept=True) == [line]


def test_a_new_item(mini: Any) -> None:
    extra = mini.bank.read_text().replace("toy-", "new-")
    mini.write("new.yaml", extra)
    assert mini.lines() == [
        f"questions/new.yaml:4: `new-short` is not in the lock; {ACCEPT}",
        f"questions/new.yaml:14: `new-order` is not in the lock; {ACCEPT}",
    ]
    assert mini.lines(accept=True) == []
    assert mini.lines() == []


def test_a_gone_item_is_retired_and_its_id_never_used_again(mini: Any) -> None:
    mini.edit("id: toy-order", "id: toy-steps")
    gone = [line for line in mini.lines() if "gone" in line]
    assert gone == [f"questions/lock.json:4: `toy-order` is gone from the banks but not retired; {ACCEPT}"]
    assert mini.lines(accept=True) == []
    assert json.loads(mini.lock.read_text())["retired"] == {"toy-order": 1}
    mini.edit("id: toy-steps", "id: toy-order")
    reused = f"{BANK}:14: id `toy-order` was retired and is never used again; take a new id"
    assert reused in mini.lines()
    assert mini.lines(accept=True) == [reused]


def test_an_item_set_aside_is_not_gone(mini: Any) -> None:
    mini.edit("steps: [queued, prefilled, decoded, freed]", "steps: []")
    assert [line for line in mini.lines() if "gone" in line] == []


def test_a_lock_that_names_files_is_read(mini: Any) -> None:
    lock = json.loads(mini.lock.read_text())
    for item in lock["items"].values():
        item["file"] = BANK
    mini.lock.write_text(json.dumps(lock))
    assert mini.lines() == []


def test_a_missing_lock_is_one_finding(mini: Any) -> None:
    mini.lock.unlink()
    assert mini.lines() == [f"questions/lock.json:1: missing; {ACCEPT}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": 1,\n<<<<<<< ours\n', "2: not JSON; take the file back from git"),
        ('{"format": 2}', "1: not a lock of drill ("),
        ('{"format": 1, "items": []}', "1: not a lock of drill ("),
        ("\udcff", "1: not a lock of drill ("),
    ],
)
def test_a_damaged_lock_is_one_finding_and_stays(mini: Any, text: str, said: str) -> None:
    mini.lock.write_bytes(text.encode(errors="surrogateescape"))
    before = mini.lock.read_bytes()
    for accept in (False, True):
        [line] = mini.lines(accept=accept)
        assert line.startswith(f"questions/lock.json:{said}")
        assert line.endswith("; take the file back from git")
    assert mini.lock.read_bytes() == before


def test_the_lock_is_sorted(mini: Any) -> None:
    mini.edit("id: toy-order", "id: toy-steps")
    mini.check(accept=True)
    assert list(json.loads(mini.lock.read_text())["items"]) == ["toy-short", "toy-steps"]
