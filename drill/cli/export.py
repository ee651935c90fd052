"""`drill export`: questions for Anki, one's own answers and items as a table or as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drill.cli.app import App

if TYPE_CHECKING:
    from drill.sessions.outgoing import Given, State

_a_file = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
_items_option = click.option("--items", is_flag=True, help="The state of each item, not the answers.")


@click.group()
def export() -> None:
    """Take questions to Anki, or your answers to a spreadsheet or a script."""


@export.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be given again."
)
@click.option(
    "--due-in", type=click.IntRange(min=0), metavar="DAYS", help="Only what falls due within so many days."
)
@click.option("--exam", is_flag=True, help="The questions kept for mock interviews, too.")
@click.pass_obj
def anki(app: App, file: Path, topics: tuple[str, ...], due_in: int | None, exam: bool) -> int:
    """Write questions as flashcards to FILE.apkg; imported again, an edited one replaces itself.

    A deck for each topic. A numeric question shows one draw of its numbers, the same at each export.
    """
    from drill.cli.flashcards import write_cards
    from drill.cli.play.start import check_topics
    from drill.errors import Exit
    from drill.sessions.agenda import Wishes
    from drill.sessions.flashcards import Chosen, rows_of
    from drill.ui.console import busy

    desk = app.open_desk()
    check_topics(desk, Wishes(topics))
    rows = rows_of(desk, Chosen(topics, due_in, exam))
    if not rows:
        app.say("no question fits; nothing was written")
        return Exit.NOT_PASSED
    with busy(app.console, f"writing {len(rows):,} cards"):
        written = write_cards(app, desk, rows, file)
    noun = "card" if written == 1 else "cards"
    app.console.print(f"{file}: {written:,} {noun}; in Anki: File, Import", soft_wrap=True)
    return Exit.DONE


@export.command()
@_a_file
@_items_option
@click.pass_obj
def csv(app: App, file: Path, items: bool) -> None:
    """Write your answers as a table to FILE, or with - to stdout; undone ones are marked.

    RFC 4180 in UTF-8. A text that a spreadsheet would take for a formula gets a quote in front.
    """
    from drill.sessions.outgoing import Given, State
    from drill.sessions.tabletext import table_text
    from drill.ui.console import busy

    with busy(app.console, "reading the journal"):
        rows = _rows(app, items=items)
        text = table_text((State if items else Given)._fields, rows)
    _put(app, file, text, count=len(rows), items=items)


@export.command()
@_a_file
@_items_option
@click.pass_obj
def json(app: App, file: Path, items: bool) -> None:
    """Write your answers as one JSON document to FILE, or with - to stdout; undone ones are marked."""
    import msgspec

    from drill.cli.export_documents import AnswersDocument, GivenDocument, ItemsDocument, StateDocument
    from drill.ui.console import busy

    with busy(app.console, "reading the journal"):
        rows = _rows(app, items=items)
        document = (
            ItemsDocument([StateDocument(*row) for row in rows])
            if items
            else AnswersDocument([GivenDocument(*row) for row in rows])
        )
        text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
    _put(app, file, text, count=len(rows), items=items)


def _rows(app: App, *, items: bool) -> "Sequence[Given] | Sequence[State]":
    from drill.content.katas import load_exercises
    from drill.sessions.outgoing import answers, states

    desk = app.open_desk()
    if items:
        return list(states(desk, load_exercises(app.paths.cache)))
    return list(answers(desk))


def _put(app: App, file: Path, text: str, *, count: int, items: bool) -> None:
    from drill.cli.writing import keep_own
    from drill.content.writing import write_atomically

    if str(file) == "-":
        app.write_utf8(text)
        return
    keep_own(app, file)
    write_atomically(file, text)
    noun = "item" if items else "answer"
    app.console.print(f"{file}: {count:,} {noun}{'' if count == 1 else 's'}", soft_wrap=True)
