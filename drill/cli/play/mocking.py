"""Plays a mock interview in a terminal, part by part, and shows no verdict but what the next step needs.

Leaves out the rules (sessions/mocks), a pipe (mock_lines.py) and the report. Ctrl-C leaves at any moment.
"""

from rich.console import RenderableType

from drill.cli.app import App
from drill.cli.keys import ENTER, read_key
from drill.cli.play.asking import Action, Reply, ask, typed, typed_keys
from drill.cli.play.drafting import AGAIN, EDIT, OFFER, edited
from drill.cli.play.interview import Interview, the_rest_of
from drill.errors import DamagedError, DrillError
from drill.sessions.answering import Given, Outcome
from drill.sessions.mocks.interview import Mock
from drill.sessions.mocks.steps import FollowTurn, KataTurn
from drill.sessions.quiz import Turn
from drill.sessions.suggesting import Suggester
from drill.ui.mock import follow_up_view, left_words, part_view, plan_view, unsaid_view
from drill.ui.screen import Screen
from drill.ui.sheet import hint_view

ACTIONS = {"?": "don't know", "q": "stop here"}


class StoppedError(Exception):
    """The learner stops here; the interview waits to be resumed."""


class MockPlayer:
    """One interview in one terminal."""

    def __init__(self, app: App, mock: Mock, suggester: Suggester, notes: list[str]) -> None:
        """Take an interview, who suggests what answers say, and lines to show before it begins."""
        self.app = app
        self.mock = mock
        self.interview = Interview(app, suggester, ACTIONS)
        self.screen = Screen(app.console, read_key=read_key)
        self._notes = notes
        self._part = ""
        self._said = ""

    def play(self) -> bool:
        """Play to the end and return True, or False where the learner stopped before."""
        try:
            self._introduce()
            while (step := self.mock.next()) is not None:
                self._enter_part()
                self._take(step)
        except StoppedError:
            return False
        return True

    def _introduce(self) -> None:
        self._pause(plan_view(self.mock.plan, self._notes), "goes on" if self.mock.has_begun() else "begin")

    def _pause(self, page: list[RenderableType], does: str) -> None:
        self.screen.show(page, [("Enter", does), ("q", "stop here")])
        while (key := read_key().lower()) != ENTER:
            if key == "q":
                raise StoppedError

    def _enter_part(self) -> None:
        part = self.mock.part
        if part is not None and part.name != self._part:
            # taken up in the middle of a sizing problem, the step before was told in another sitting
            before = self.mock.step_before()
            page = part_view(part, self.mock.plan.parts, self._said or before)
            self._part, self._said = part.name, before
            self._pause(page, "begin")

    def _take(self, step: Turn | FollowTurn | KataTurn) -> None:
        if isinstance(step, Turn):
            self._ask(step)
        elif isinstance(step, FollowTurn):
            self._follow(step)
        else:
            self._code(step)

    def _hint(self, said: str) -> str:
        part = self.mock.part
        left = "" if part is None else left_words(part, self.mock.seconds_in(part))
        return " · ".join(filter(None, (said, left)))

    def _ask(self, turn: Turn) -> None:
        """Ask one turn until it is answered."""
        began = self.app.seconds()
        while self.mock.turn is turn:
            hint = self._hint(self._said)
            reply = ask(self.screen, turn, hint, ask_open=self.interview.ask, actions=ACTIONS)
            if isinstance(reply, Action) and reply.key == EDIT:
                continue
            if isinstance(reply, Action):
                self._acted(reply)
            given = self._given(reply, began)
            outcome = self.mock.answer(given)
            self._said = self._after(turn, outcome)

    def _given(self, reply: Reply | Action, began: float) -> Given:
        seconds = self.app.seconds() - began
        if isinstance(reply, Action):
            return Given("", seconds, ticks=(), final=True)
        return Given(reply.text, seconds - reply.waited, ticks=reply.ticks, claims=reply.claims)

    def _after(self, turn: Turn, outcome: Outcome) -> str:
        if outcome.entry is None:
            return outcome.mark.says
        self.interview.recorded(turn)
        return self.mock.step_before()

    def _follow(self, turn: FollowTurn) -> None:
        drafts, name, began = self.interview.drafts, turn.draft, self.app.seconds()
        text = self._said_to(turn, drafts.of(name))
        if text:
            drafts.keep(name, text)
        met = self._is_met(turn, text)
        self.mock.follow(turn, text, met=met, seconds=self.app.seconds() - began)
        drafts.drop(name)

    def _said_to(self, turn: FollowTurn, draft: str) -> str:
        """Ask a follow-up and return what is typed; what was typed before a crash can be brought back."""
        note = OFFER if draft else ""
        while True:
            page = follow_up_view(turn.question.topic, turn.text)
            self.screen.show([*page, *hint_view(self._hint(note))], typed_keys(ACTIONS))
            first = typed("> ", ACTIONS)
            if isinstance(first, Action):
                return self._acted(first)
            if draft and first.text == AGAIN:
                return draft
            if first.text != EDIT:
                return the_rest_of(first.text)
            text, note = edited(draft)
            if text is not None:
                return text

    def _acted(self, action: Action) -> str:
        """Return the answer of who doesn't know; who wants to stop here stops."""
        if action.key == "q":
            raise StoppedError
        return ""

    def _is_met(self, turn: FollowTurn, text: str) -> bool:
        """Return whether the learner holds that an answer meets a follow-up."""
        if not text and not turn.unsaid:
            return False
        page = unsaid_view(turn.question.topic, turn.text, text, turn.unsaid)
        self.screen.show(page, [("y", "I said it"), ("x", "no")])
        while (key := read_key().lower()) not in ("y", "x"):
            pass
        return key == "y"

    def _code(self, turn: KataTurn) -> None:
        """Let a kata be written until it passes or is left; what keeps it from being opened is told."""
        try:
            self._watch(turn)
            said = "the kata did not pass yet"
        except DamagedError:
            raise
        except DrillError as error:
            said = str(error)
        self.mock.look()
        if isinstance(self.mock.next(), KataTurn):
            self._leave_kata(said)

    def _watch(self, turn: KataTurn) -> None:
        from drill.cli.drills.opening import open_drilling
        from drill.cli.drills.starting import start_kata
        from drill.cli.drills.watching import Watch
        from drill.sessions.starting import Start

        drilling = open_drilling(self.app, turn.slug, desk=self.mock.desk)
        # an attempt from before has a clock of its own; `w` comes here once more
        self.mock.look()
        start_kata(
            self.app, drilling, Start(again=not self.mock.has_started(turn.slug)), edit=False, as_json=False
        )
        Watch(self.app, drilling, as_json=False).run()

    def _leave_kata(self, said: str) -> None:
        """Ask what becomes of a kata that was left; nobody has to know it."""
        keys = [("w", "watch on"), ("Enter", "end the interview here"), ("q", "stop, and go on later")]
        self.screen.ask_keys(f"\n{said}:", keys)
        while (key := read_key().lower()) not in ("w", ENTER, "q"):
            pass
        if key == "q":
            raise StoppedError
        if key == ENTER:
            self.mock.leave_out()
