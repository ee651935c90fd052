"""Each command in a line or two."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from drill.cli import main

Drill = Callable[..., Any]
TOMORROW = "2026-12-11T09:00:00+01:00"
BANK = """\
format: 1
topic: mine
questions:
  - {id: mine-one, kind: short, difficulty: 1, outline: [own], sources: [{key: own}], prompt: One?,
     accepted: [one], explanation: One.}
  - {id: mine-two, kind: shrt, difficulty: 1, outline: [own], sources: [{key: own}], prompt: Two?,
     accepted: [two], explanation: Two.}
"""

UNFAIR = """\
format: 1
topic: own
questions:
  - {id: own-one, kind: numeric, difficulty: 1, outline: [own], sources: [{key: own}], prompt: "{x}?",
     params: {x: {values: [1]}}, formula: kv.cache_bytes, unit: B, worked: "{answer}", band: [1, 2],
     traps: [{misconception: m, why: w, expression: x}], explanation: So.}
  - {id: own-two, kind: short, difficulty: 1, outline: [own], sources: [{key: own}], prompt: Two?,
     accepted: [two], explanation: Two.}
"""

pytestmark = pytest.mark.usefixtures("toy_banks")


def every(group: click.Group) -> list[tuple[str, click.Command]]:
    """Return the commands of a group, those in groups below too."""
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((name, command))
        found += every(command) if isinstance(command, click.Group) else []
    return found


def test_every_command_has_help_of_one_line() -> None:
    for name, command in every(main.drill):
        assert (command.help or "").partition("\n")[0].endswith((".", ":")), name


def test_version_and_help(drill: Drill, capsys: pytest.CaptureFixture[str]) -> None:
    assert (drill("--version").code, drill("--help").code) == (0, 0)
    lines = capsys.readouterr().out.splitlines()
    sections = ("Daily:", "Look:", "Prepare:", "Data:", "Authors:")
    assert lines[0].startswith("drill, version ")
    assert [line for line in lines if line in sections] == list(sections)


def test_bare_drill_without_a_terminal_shows_today_and_asks_nothing(drill: Drill) -> None:
    result = drill()
    assert (result.code, result.err) == (0, "")
    assert "8 new" in result.out


def test_due(drill: Drill) -> None:
    assert drill("due", "--short").out == "0 due, 8 new, 6 min\n"
    drill("quiz", "--new", "8", "--seed", "1", stdin="?\n.\n" * 9)
    assert drill("due", "--short").out == "0 due, 0 new, 0 min\n"
    assert drill("due", "--short", now=TOMORROW).out.startswith("8 due, 0 new, ")


def test_history_tells_every_answer(drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    drill("undo")
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    entries = json.loads(drill("history", "toy-choice", "--json").out)["entries"]
    what = [(entry["what"], entry["counts"]) for entry in entries]
    assert what == [("wrong", False), ("undone", True), ("right", True)]


def test_find(drill: Drill) -> None:
    assert "toy-short · kv-cache · short" in drill("find", "LOGICAL", "blocks").out
    assert drill("find", "logical", "nowhere") == ("no question holds all of these words\n", "", 1)


def test_find_shows_numbers_for_placeholders(drill: Drill) -> None:
    found = drill("find", "toy-numeric")
    assert re.search(r"[0-9],[0-9]{3}", found.out)
    assert "{" not in found.out
    assert found == drill("find", "toy-numeric")


def test_what_is_added_is_asked_tomorrow(drill: Drill) -> None:
    added = drill("add", "--prompt", "Who am I?", "--answer", "the learner")
    assert added.out == "added own-who-am-i; it comes first among your new questions\n"
    asked = drill("quiz", "--topic", "own", stdin="The Learner\n", now=TOMORROW)
    assert "1 answered · 1 right" in asked.out


def test_a_question_added_in_the_place_of_a_deleted_one_is_new(drill: Drill, home: Path) -> None:
    drill("add", "--prompt", "Who am I?", "--answer", "the learner")
    drill("quiz", "--topic", "own", stdin="the learner\n")
    (home / "own.yaml").unlink()
    added = drill("add", "--prompt", "Who am I!", "--answer", "me")
    assert added.out.startswith("added own-who-am-i-2; ")


def test_an_ask_passes_over_what_cannot_be_drawn(drill: Drill, home: Path) -> None:
    home.mkdir()
    (home / "own.yaml").write_text(UNFAIR, encoding="utf-8")
    asked = drill("ask", "--topic", "own")
    assert (asked.code, asked.out.splitlines()[0]) == (0, "Two?")
    assert asked.err.startswith(f"drill: set aside {home}/own.yaml:4: `own-one` can't be drawn: ")
    assert asked.err.count("\n") == 1


def test_undo_reaches_into_earlier_sittings(drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    drill("quiz", "--kind", "bug", "--seed", "1", stdin="2 c\n", now=TOMORROW)
    assert drill("undo").out == "undone: toy-bug, right, answered on 2026-12-11\n"
    assert drill("undo").out == "undone: toy-choice, wrong, answered on 2026-12-10\n"
    assert drill("undo") == ("nothing to undo\n", "", 1)
    assert drill("due", "--short").out.startswith("0 due, 8 new")


def test_suspend_and_resume(drill: Drill) -> None:
    assert drill("suspend", "toy-short").out.startswith("toy-short is set aside; ")
    assert drill("suspend", "toy-short").out == "toy-short is set aside already\n"
    assert "0 due, 7 new" in drill("due", "--short").out
    assert drill("resume", "toy-short").out == "toy-short is in the queue again\n"
    assert drill("resume", "toy-short").out == "toy-short is not set aside\n"
    assert "0 due, 8 new" in drill("due", "--short").out


def test_config(drill: Drill) -> None:
    assert drill("config", "minutes").out.split()[:2] == ["minutes", "20"]
    assert "(default 20)" in drill("config", "minutes", "030").out
    assert drill("config", "minutes").out.split()[:2] == ["minutes", "30"]
    assert "default" not in drill("config", "minutes", "--reset").out
    assert drill("config", "minutes", "0").code == 2
    assert len(json.loads(drill("config", "--json").out)["settings"]) >= 8


def test_banks(drill: Drill, tmp_path: Path) -> None:
    """A broken question in an added bank is set aside with one line, each time; the sitting goes on."""
    bank = tmp_path / "mine.yaml"
    bank.write_text(BANK, encoding="utf-8")
    aside = f"drill: set aside {bank}:6: unknown kind `shrt`; did you mean `short`?\n"
    assert drill("bank", "add", str(bank)) == (f"added {bank}: 1 questions\n", aside, 0)
    sitting = drill("quiz", "--topic", "mine", stdin="one\n")
    assert (sitting.err, sitting.code) == (aside, 0)
    assert "1 answered · 1 right" in sitting.out
    assert ("added", 1) in {
        (row["origin"], row["questions"]) for row in json.loads(drill("bank", "list", "--json").out)["banks"]
    }
    assert drill("bank", "remove", str(bank)).code == 0
    assert str(bank) not in drill("bank", "list").out


def test_an_added_bank_that_is_gone_is_left_out(drill: Drill, tmp_path: Path) -> None:
    bank = tmp_path / "mine.yaml"
    bank.write_text(BANK, encoding="utf-8")
    drill("bank", "add", str(bank))
    bank.unlink()
    left_out = drill("due", "--short")
    assert left_out.err.startswith(f"drill: set aside {bank}: not there")
    assert (left_out.err.count("\n"), left_out.code) == (1, 0)


@pytest.mark.parametrize("args", [("due", "--short"), ("bank", "list")], ids=" ".join)
def test_an_added_bank_that_cannot_be_looked_at_is_left_out(
    drill: Drill, home: Path, args: tuple[str, ...]
) -> None:
    """A name too long stands for a folder that is locked: looking at both raises."""
    home.mkdir()
    (home / "banks.txt").write_text(f"/{'a' * 300}.yaml\n", encoding="utf-8")
    result = drill(*args)
    assert result.err.startswith("drill: set aside /aaa")
    assert (result.err.count("\n"), result.code) == (1, 0)


def test_read(drill: Drill) -> None:
    assert drill("read").out == "kv-cache\n"
    assert drill("read", "kv-cache").out == drill("read", "--all").out
    assert drill("read", "kv-cache").out.startswith("KV cache\n\nEvery layer keeps one key")


def test_stats(drill: Drill) -> None:
    drill("quiz", "--new", "8", "--seed", "1", stdin="?\n.\n" * 9)
    assert drill("stats").out.startswith("8 answers · streak 1 day\n")


def test_stats_by_section(drill: Drill) -> None:
    drill("quiz", "--new", "8", "--seed", "1", stdin="?\n.\n" * 9)
    assert "hardest items\n" not in drill("stats").out
    assert drill("stats", "--all").out.count("\n\n") >= 6
    hardest = drill("stats", "hardest").out
    assert "hardest items\ntoy-" in hardest
    assert "mastery by topic" not in hardest


def test_readiness_by_section_page_and_document(drill: Drill) -> None:
    drill("placement", "--seed", "1", stdin="\n" * 20)
    assert "overall   not enough evidence  from 6 questions" in drill("stats", "ready").out
    assert "not enough evidence" not in drill("stats").out
    assert "<td>not enough evidence</td>" in drill("stats", "--html", "-").out
    documents = json.loads(drill("stats", "--json").out)["readiness"]
    assert [(one["topic"], one["chance"], one["questions"]) for one in documents] == [
        (None, None, 6.0),
        ("kv-cache", None, 4.0),
        ("sampling", None, 2.0),
    ]


def test_placement_over_a_pipe(drill: Drill) -> None:
    """It ends with its input, and goes on at the next."""
    first = drill("placement", "--seed", "1", stdin="block table\n")
    assert first.code == 0
    assert "1/6" in first.out
    assert "\nright\n" in first.out
    assert "placement · 1 answered · 1 right" in first.out
    second = drill("placement", "--topics", "sampling", stdin="1\n")
    assert "sampling · predict" in second.out
    document = json.loads(drill("placement", "--json").out)
    assert (document["answers"], document["right"], document["known"]) == (2, 1, ["toy-short"])
    assert (document["missed"], document["later"], document["version"]) == (["toy-predict"], 0, 1)
    assert drill("undo").code == 0
    assert json.loads(drill("placement", "--json").out)["missed"] == []


def test_stats_as_a_page(drill: Drill, tmp_path: Path) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    path = tmp_path / "figures.html"
    assert drill("stats", "--html", str(path)) == (f"{path}: written; open it in a browser\n", "", 0)
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "1 answer on 1 day" in page
    # each line of the outline is on it
    assert "Memory grows with tokens" in page
    assert drill("stats", "--html", "-").out == page


def test_map(drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    whole = drill("map").out
    assert whole.startswith("kv-cache\n  ###########. 0.95     1/3\n    Keys and values")
    assert "\nsampling\n" in whole
    assert drill("map", "kv-cache").out == whole.partition("\nsampling")[0]


def test_stats_leave_out_what_was_undone(drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    drill("undo")
    assert drill("stats").out.startswith("0 answers · streak 0 days\n")
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    assert drill("stats").out.startswith("1 answer · streak 1 day\n")


def test_a_seed_gives_the_same_sitting(drill: Drill, home: Path) -> None:
    first = drill("quiz", "--new", "8", "--seed", "7")
    assert drill("quiz", "--new", "8", "--seed", "7") == first


def test_completion(process: Callable[..., Any], process_env: dict[str, str]) -> None:
    script = process("completion", "bash").stdout.decode()
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=10)
    words = {"_DRILL_COMPLETE": "bash_complete", "COMP_WORDS": "drill qu", "COMP_CWORD": "1"}
    assert process(env=words).stdout == b"plain,quiz\n"
