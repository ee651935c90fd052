"""Asks for an interview answer: its text, then the learner's own ticks beside what seems to be said.

Leaves out marking, and who suggests (sessions/suggesting.py). What is typed is on disk before the ticks.
"""

from collections.abc import Mapping

from rich.console import RenderableType
from rich.text import Text

from drill.cli.app import App
from drill.cli.keys import read_key, read_lines
from drill.cli.play.asking import ACTIONS, Action, Reply, head_of, page_of, typed, typed_keys
from drill.cli.play.drafting import AGAIN, EDIT, OFFER, Drafts, edited
from drill.sessions.quiz import Turn
from drill.sessions.sheet import Sheet
from drill.sessions.suggesting import Suggester, Suggestion
from drill.study.marking import sentences
from drill.study.question import Open
from drill.ui.mock import HOW_TO_ANSWER
from drill.ui.rubric import claim_view, note_view, point_view, sentences_view
from drill.ui.screen import Screen
from drill.ui.sheet import head_view


class Interview:
    """Takes interview answers of one sitting; `problems` are for the end, when no page clears them away."""

    def __init__(self, app: App, suggester: Suggester, actions: Mapping[str, str] = ACTIONS) -> None:
        """Take who suggests, and the keys that work besides; nothing is shown yet."""
        self.drafts = Drafts(app.paths.draft)
        # one list: what can't be kept is told beside what can't be suggested
        self.problems = self.drafts.problems
        self._app = app
        self._suggester = suggester
        self._actions = actions
        self._note = ""

    def ask(self, screen: Screen, turn: Turn, sheet: Sheet, hint: str) -> Reply | Action:
        """Show a turn, take a text and the ticks beside it."""
        draft = self.drafts.of(turn.ask.item)
        page = page_of(turn, sheet, hint)
        page += [Text(), Text(HOW_TO_ANSWER, style="quiet")]
        page += note_view(OFFER if draft else "")
        page += note_view(self._note)
        self._note = ""
        screen.show(page, typed_keys(self._actions))
        first = typed("> ", self._actions)
        if isinstance(first, Action):
            return first
        if draft and first.text == AGAIN:
            return self._tick(screen, turn, draft)
        if first.text == EDIT:
            return self._edited(screen, turn, draft)
        return self._tick(screen, turn, the_rest_of(first.text))

    def _edited(self, screen: Screen, turn: Turn, draft: str) -> Reply | Action:
        """Take an answer from the learner's editor."""
        text, self._note = edited(draft)
        return Action(EDIT) if text is None else self._tick(screen, turn, text)

    def recorded(self, turn: Turn) -> None:
        """Forget the text on disk: it stands in the journal now."""
        self.drafts.drop(turn.ask.item)

    def _tick(self, screen: Screen, turn: Turn, text: str) -> Reply | Action:
        """Go through the rubric: each key point beside one's own sentences, then the wrong claims."""
        question = turn.compiled.question
        if not isinstance(question, Open):
            return Reply(text)
        own, began = sentences(text), self._app.seconds()
        found = self._suggested(screen, turn, question, text)
        waited = self._app.seconds() - began
        note = f"{found.problem}; your own ticks count" if found.problem else ""
        note = note or (f"suggested by {found.by}; your own ticks count" if found.by else "")
        ticks = []
        for place, point in enumerate(question.points):
            page = [head_view(head_of(turn)), *sentences_view(own, found.points.get(place))]
            page += [*note_view(note), *point_view(place + 1, len(question.points), point.text)]
            if _said(screen, page, len(own), is_suggested=place in found.points):
                ticks.append(place)
        claims = [
            place
            for place, claim in enumerate(question.wrong_claims)
            if _claimed(screen, turn, claim, is_suggested=place in found.claims)
        ]
        return Reply(text, tuple(ticks), tuple(claims), waited)

    def _suggested(self, screen: Screen, turn: Turn, question: Open, text: str) -> Suggestion:
        """Keep a text, then ask for suggestions; a judge is waited for in sight."""
        if text:
            self.drafts.keep(turn.ask.item, text)
        page = [head_view(head_of(turn)), *sentences_view(sentences(text), None)]

        def announce(name: str) -> None:
            screen.show([*page, *note_view(f"asking {name}; Ctrl-C goes on without")])

        found = self._suggester.of(question, text, announce)
        if found.problem:
            self.problems.append(f"{found.problem}; your own ticks count")
        return found


def the_rest_of(first: str) -> str:
    """Return an answer of which the first line was read: up to a lone `.`."""
    return "" if first == "." else f"{first}\n{read_lines('> ')}".strip()


def _said(screen: Screen, page: list[RenderableType], count: int, *, is_suggested: bool) -> bool:
    """Return whether a key point was said: y, or the number of the sentence that says it."""
    default = "said" if is_suggested else "not said"
    numbers = "123456789"[:count]
    keys: list[tuple[str, str]] = [("y", "said"), ("x", "not said"), ("Enter", default)]
    span = numbers if len(numbers) < 2 else f"{numbers[0]}-{numbers[-1]}"
    screen.show(page, [(span, "the sentence that says it"), *keys] if numbers else keys)
    while True:
        key = read_key().lower()
        if key in ("y", *numbers):
            return True
        if key == "x":
            return False
        if key == "enter":
            return is_suggested


def _claimed(screen: Screen, turn: Turn, claim: str, *, is_suggested: bool) -> bool:
    """Return whether a wrong claim was made: y; Enter where that is suggested."""
    keys = [("Enter", "I said it"), ("x", "no")] if is_suggested else [("y", "I said it"), ("Enter", "no")]
    screen.show([head_view(head_of(turn)), *claim_view(claim)], keys)
    key = read_key().lower()
    return key in ("y", "enter") if is_suggested else key == "y"
