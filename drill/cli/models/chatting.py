"""`drill model chat`: turn after turn with one KV cache; over a pipe, a line is a turn.

Leaves out loading (opening.py) and the options (options.py).
"""

from drill.cli.app import App
from drill.cli.models.running import stream
from drill.core.errors import InputError
from drill.core.infer.tokenizer.templates import Message
from drill.sessions.models.speaker import Speaker, Wish

PROMPT = "> "
WORDS = "a line is a turn · /again forgets all · /quit or Ctrl-D leaves · Ctrl-C ends an answer"


def chat(app: App, speaker: Speaker, system: str | None, wish: Wish) -> None:
    """Talk until the input ends or /quit; a turn that doesn't fit is said and taken back."""
    if app.is_interactive:
        app.say(WORDS)
    opening = [] if system is None else [Message("system", system)]
    messages = list(opening)
    while (line := _read(app)) is not None:
        if line == "/quit":
            return
        if line == "/again":
            messages = list(opening)
        elif line:
            messages = _turn(app, speaker, messages, line, wish)


def _turn(app: App, speaker: Speaker, messages: list[Message], line: str, wish: Wish) -> list[Message]:
    """Return the conversation with the turn and its answer."""
    asked = [*messages, Message("user", line)]
    try:
        steps = speaker.answer(speaker.chat_ids(asked), wish)
    except InputError as error:
        app.say(f"{error}; /again forgets the turns before")
        return messages
    told: list[str] = []
    try:
        stream(app, steps, told.append)
    except KeyboardInterrupt:
        app.say("left off; the next turn goes on from here")
    return [*asked, Message("assistant", "".join(told))]


def _read(app: App) -> str | None:
    """Return the next line, None at the end of input; Ctrl-C while it waits ends the command."""
    if app.is_interactive:
        app.stdout.write(PROMPT)
        app.stdout.flush()
    line = app.stdin.readline()
    return line.strip() if line else None
