"""`drill find`: questions by the words in them, then those near in meaning."""

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drill.study.question import ItemId, Question

# of a question that holds not all of the words: below this cosine it is about something else
NEAR = 0.35
MOST_NEAR = 10


@click.command()
@click.argument("words", nargs=-1, required=True)
@json_option
@click.pass_obj
def find(app: App, words: tuple[str, ...], as_json: bool) -> int:
    """List the questions that hold all WORDS; exit code 1 when there are none.

    Once `drill model get minilm` has fetched a model for it, the nearest in meaning come first, and ten at
    most follow that are near and hold other words.
    """
    from drill.cli.find_documents import FindDocument, FoundDocument
    from drill.errors import Exit
    from drill.sessions.lookup import find as questions_with
    from drill.study.question import kind_of
    from drill.ui.tables import found_view

    desk = app.open_desk()
    questions = {row.id: desk.library.compiled(row.id).question for row in desk.library.rows}
    prompts = {item: _prompt(app, question) for item, question in questions.items()}
    exact = [question.id for question in questions_with(desk, words)]
    cosines = _cosines(app, prompts, " ".join(words), quiet=as_json)
    rows = [
        FoundDocument(item, questions[item].topic, kind_of(questions[item]), prompts[item], by)
        for item, by in _ranked(exact, cosines)
    ]
    if as_json:
        app.print_json(FindDocument(rows))
    else:
        parts = [
            [(r.item, r.topic, r.kind, r.prompt) for r in rows if r.by == by] for by in ("words", "meaning")
        ]
        app.console.print(found_view(*parts))
    return Exit.DONE if rows else Exit.NOT_PASSED


def _prompt(app: App, question: "Question") -> str:
    from drill.study.example import example_words
    from drill.study.instance import fill

    return " ".join(fill(question.prompt, example_words(question, app.rng(0))).split())


def _ranked(exact: "list[ItemId]", cosines: "Mapping[ItemId, float]") -> "list[tuple[ItemId, str]]":
    """Return items with what they were found by; without cosines the exact ones as they come."""
    best_first = sorted(cosines, key=lambda item: -cosines[item])
    holds_all = set(exact)
    near = [item for item in best_first if item not in holds_all and cosines[item] >= NEAR]
    first = [item for item in best_first if item in holds_all] if cosines else exact
    return [(item, "words") for item in first] + [(item, "meaning") for item in near[:MOST_NEAR]]


def _cosines(
    app: App, prompts: "Mapping[ItemId, str]", words: str, *, quiet: bool
) -> "Mapping[ItemId, float]":
    """Return how near each prompt is; nothing without the model, and a word on stderr when it is broken."""
    from drill.sessions.models.catalog import MINILM
    from drill.sessions.models.shelf import Shelf

    folder = Shelf(app.paths.models).place(MINILM.name)
    if not prompts or not folder.exists():
        return {}
    from drill.core.errors import FileError
    from drill.sessions.blas import one_thread

    # once the questions have their vectors a few words are left, too little to share among threads
    with one_thread(os.environ) if app.paths.nearness.exists() else nullcontext():
        from drill.core.infer.embedding import open_embedder
    from drill.sessions.nearness import manifest_of, similarities
    from drill.ui.models import counting_bar

    try:
        embedder = open_embedder(folder)
    except FileError as error:
        app.say(f"{error}; found by words alone")
        return {}
    kept = app.paths.nearness, manifest_of(embedder, model=MINILM.name, sha256=MINILM.sha256)
    if quiet:
        return similarities(prompts, words, embedder, kept, lambda done, total: None)
    with counting_bar(app.console, "embedding questions, once") as progress:
        return similarities(prompts, words, embedder, kept, progress)
