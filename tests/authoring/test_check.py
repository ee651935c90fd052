"""What a check of files and of the whole tree says, on a miniature tree."""

import json
from pathlib import Path
from typing import Any

import pytest

from drill.authoring.check import check
from drill.authoring.inspection import Effort
from drill.errors import ContentError, UsageError


def test_the_shipped_banks_are_right(root: Path) -> None:
    seen: list[str] = []
    banks = [root / "questions"]
    report = check(banks, root=root, rng_seed=7, progress=seen.append, effort=Effort(draws=300))
    assert list(map(str, report.findings)) == []
    assert (report.questions >= 60, report.files) == (True, 9)
    assert seen == sorted(seen)


def test_a_right_tree_says_nothing(mini: Any) -> None:
    assert mini.check() == ((), 2, 1)


def test_findings_come_by_file_and_line(mini: Any) -> None:
    mini.write("attention.yaml", "format: 1\ntopic: kv-cache\nquestions: []\nmore: 1\n")
    mini.edit("[keys and values, KV pairs]", "[]")
    mini.edit("[queued, prefilled, decoded, freed]", "[a, b]")
    places = [line.split(": ")[0] for line in mini.lines()]
    assert places == [
        "questions/attention.yaml:4",
        "questions/kv-cache.yaml:11",
        "questions/kv-cache.yaml:21",
    ]


def test_a_line_number_is_compared_as_a_number(mini: Any) -> None:
    mini.edit("difficulty: 2", "difficulty: 9")
    mini.edit("steps: [queued, ", "steps: [freed, ")
    places = [line.split(": ")[0] for line in mini.lines()]
    assert places == ["questions/kv-cache.yaml:6", "questions/kv-cache.yaml:21"]


def test_an_outline_key_that_nobody_asks(mini: Any) -> None:
    mini.edit("outline: [kv-reuse]", "outline: [kv-memory]")
    assert mini.lines() == [
        "questions/outline.yaml:2: no question asks `kv-reuse`; write one, or name the key in one that does"
    ]


def test_a_broken_question_is_one_finding_though_it_alone_asks_a_key(mini: Any) -> None:
    mini.edit("steps: [queued, prefilled, decoded, freed]", "steps: []")
    assert mini.lines() == ["questions/kv-cache.yaml:21: `steps` needs 3 to 8 steps"]


def test_a_topic_that_the_outline_does_not_have(mini: Any) -> None:
    mini.edit("topic: kv-cache", "topic: kv-cach")
    assert mini.lines() == ["questions/kv-cache.yaml:2: unknown topic `kv-cach`; did you mean `kv-cache`?"]


def test_own_banks_may_have_any_topic(mini: Any, tmp_path: Path) -> None:
    text = mini.bank.read_text().replace("toy-", "own-").replace("topic: kv-cache", "topic: my-topic")
    own = tmp_path / "own.yaml"
    own.write_text(text)
    assert mini.check(own) == ((), 2, 1)


def test_an_id_of_another_file(mini: Any) -> None:
    text = mini.bank.read_text().replace("id: toy-order", "id: other-order")
    other = mini.write("other.yaml", text)
    wanted = [
        "questions/other.yaml:4: id `toy-short` stands already in questions/kv-cache.yaml; give it its own"
    ]
    assert mini.lines(other) == wanted
    assert mini.lines(mini.bank) == [
        "questions/kv-cache.yaml:4: id `toy-short` stands already in questions/other.yaml; give it its own"
    ]
    assert wanted[0] in mini.lines()


def test_related_questions_may_stand_in_another_file(mini: Any) -> None:
    text = mini.bank.read_text().replace("toy-", "other-").replace("kata:softmax", "question:toy-order")
    assert mini.lines(mini.write("other.yaml", text)) == []


def test_a_folder_is_its_banks(mini: Any) -> None:
    assert mini.check(mini.root / "questions") == ((), 2, 1)


@pytest.mark.parametrize("name", ["exercises", "exercises/softmax", "questions/primers"])
def test_a_folder_without_banks_is_no_check(mini: Any, name: str) -> None:
    folder = mini.root / name
    with pytest.raises(
        UsageError, match=f"{name}: a folder without banks; name a bank, its folder or a kata"
    ):
        mini.check(mini.bank, folder)


def test_a_file_that_is_not_there(mini: Any) -> None:
    missing = mini.root / "questions" / "nothing.yaml"
    assert mini.lines(missing) == ["questions/nothing.yaml:1: no such file; check the path"]


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_a_byte_order_mark_and_crlf_are_fine(mini: Any, change: Any) -> None:
    mini.bank.write_bytes(change(mini.bank.read_text()).encode())
    assert mini.lines() == []


def test_a_primer_that_can_not_be_read(mini: Any) -> None:
    mini.edit("# KV cache", "KV cache", "primers/kv-cache.md")
    assert (
        "questions/primers/kv-cache.md:1: the first line must be `# Title`; write the title there"
        in mini.lines()
    )


def test_an_outline_that_can_not_be_read_is_an_error(mini: Any) -> None:
    mini.write("outline.yaml", "- {key: x\n")
    with pytest.raises(ContentError, match=r"outline\.yaml:\d"):
        mini.check()


def test_accept_takes_no_paths(mini: Any) -> None:
    with pytest.raises(UsageError, match="leave the paths out"):
        mini.check(mini.bank, accept=True)


def test_nothing_is_accepted_while_something_is_found(mini: Any) -> None:
    before = mini.lock.read_text()
    mini.edit("toy-short", "toy-brief")
    mini.edit("steps: [queued, ", "steps: [freed, ")
    assert len(mini.lines(accept=True)) == 1
    assert mini.lock.read_text() == before


def test_the_lock_as_json(mini: Any) -> None:
    lock = json.loads(mini.lock.read_text())
    assert sorted(lock["items"]) == ["toy-order", "toy-short"]
    assert sorted(lock["items"]["toy-order"]) == ["answer", "rev"]
    assert (lock["format"], lock["retired"]) == (1, {})
