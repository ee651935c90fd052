"""`drill model run`: one prompt, its answer as it comes.

Leaves out loading (opening.py) and the options (options.py).
"""

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from drill.cli.app import App
from drill.cli.talk_documents import RunDocument, TimingDocument, TokenDocument
from drill.core.infer.generate import Step
from drill.core.infer.tokenizer.templates import Message
from drill.sessions.models.speaker import Speaker, Wish
from drill.study.text import harmless
from drill.ui.talk import timing_view, token_line


class Prompt(NamedTuple):
    """What is asked: a raw text to go on from, or a turn of a chat with an optional system turn."""

    text: str
    system: str | None
    raw: bool


class Shown(NamedTuple):
    """What is shown beside the text: each token, its likeliest rivals, the times."""

    tokens: bool
    logprobs: bool
    timing: bool


def run_prompt(app: App, speaker: Speaker, prompt: Prompt, wish: Wish, shown: Shown) -> None:
    """Stream the answer to stdout; the times go to stderr."""
    ids = ids_of(speaker, prompt)
    steps = speaker.answer(ids, wish)
    if shown.tokens or shown.logprobs:
        for step in steps:
            line = token_line(step, speaker.tokenizer.token_text, logprobs=shown.logprobs)
            app.console.print(line, soft_wrap=True)
    else:
        stream(app, steps)
    if shown.timing:
        for row in timing_view(speaker.watch.times()):
            app.stderr.write(f"{row}\n")


def run_as_json(app: App, speaker: Speaker, prompt: Prompt, wish: Wish) -> None:
    """Print the whole answer as one document."""
    ids = ids_of(speaker, prompt)
    steps = list(speaker.answer(ids, wish))
    times = speaker.watch.times()
    app.print_json(
        RunDocument(
            model=speaker.model.config.name,
            prompt_tokens=len(ids),
            text="".join(step.text for step in steps),
            finish_reason=steps[-1].finish_reason or "length",
            seed=wish.sampling.seed,
            tokens=[_token_document(step, speaker) for step in steps],
            timing=TimingDocument(
                queue_seconds=times.queue_seconds,
                ttft_seconds=times.ttft_seconds,
                itl_seconds=times.itl_seconds,
                tpot_seconds=times.tpot_seconds,
                prefill_tokens_per_second=times.prefill_tokens_per_second,
                decode_tokens_per_second=times.decode_tokens_per_second,
            ),
        )
    )


def stream(app: App, steps: Iterator[Step], told: Callable[[str], None] = lambda text: None) -> None:
    """Write the text as it comes and hand it to `told`; a line feed ends it, an interrupted one too."""
    try:
        for step in steps:
            told(step.text)
            app.stdout.write(harmless(step.text))
            app.stdout.flush()
    finally:
        app.stdout.write("\n")


def ids_of(speaker: Speaker, prompt: Prompt) -> list[int]:
    """Return the prompt's ids."""
    if prompt.raw:
        return speaker.prompt_ids(prompt.text)
    opening = [] if prompt.system is None else [Message("system", prompt.system)]
    return speaker.chat_ids([*opening, Message("user", prompt.text)])


def read_prompt(app: App, words: tuple[str, ...]) -> str:
    """Return the words as one text, or what comes over a pipe where there are none or a lone `-`."""
    if words and words != ("-",):
        return " ".join(words)
    if app.stdin is sys.stdin and app.stdin.isatty():
        app.say("type the prompt, then Ctrl-D")
    return app.stdin.read().rstrip("\n")


def _token_document(step: Step, speaker: Speaker) -> TokenDocument:
    found = step.logprobs
    return TokenDocument(
        id=step.token,
        text=speaker.tokenizer.token_text(step.token),
        logprob=found.chosen if found else None,
        top=[(token, logprob) for token, logprob in found.top] if found else [],
    )
