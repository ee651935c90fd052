"""Plays a sitting in a terminal: shows a page, waits for a key, does what it says.

Leaves out pages (feedback.py, ui) and the rules (sessions). Ctrl-C leaves at any moment: what was
answered is on disk already.
"""

from datetime import date

from drill.cli.app import App
from drill.cli.keys import ENTER, read_key, read_line
from drill.cli.play.asking import Action, Reply, ask
from drill.cli.play.doubts import keep_doubt
from drill.cli.play.feedback import RATING_NAMES, answered_page, why_page
from drill.cli.play.interview import Interview
from drill.cli.play.primers import primer_page, related_page
from drill.content.locate import primer_topics
from drill.sessions.answering import Given, Outcome, due_for
from drill.sessions.quiz import Quiz, Turn
from drill.sessions.suggesting import Suggester
from drill.study.journal import Answered, Rating
from drill.study.sure import ANSWERS
from drill.ui.screen import Keys, Screen
from drill.ui.sheet import hint_view
from drill.ui.verdict import day_words

_SURE: Keys = tuple((f"{number}", words) for number, words in enumerate(ANSWERS, start=1))


class _QuitError(Exception):
    """The learner has had enough."""


class Player:
    """One sitting in one terminal."""

    def __init__(self, app: App, quiz: Quiz, suggester: Suggester) -> None:
        """Take a sitting and who suggests what answers say; nothing is shown yet."""
        self.app = app
        self.quiz = quiz
        self.interview = Interview(app, suggester)
        self.screen = Screen(app.console, read_key=read_key)
        self._note = ""

    def play(self) -> None:
        """Play to the end, or until the learner quits."""
        try:
            while (turn := self.quiz.next()) is not None:
                self._primer()
                self._one(turn)
        except _QuitError:
            return

    def _primer(self) -> None:
        topic = self.quiz.primer_due()
        page = primer_page(topic, self.app.paths.cache) if topic else None
        if topic and page:
            self.screen.show(page, [("Enter", "to the questions")])
            read_key()
        if topic:
            self.quiz.primer_shown(topic)

    def _one(self, turn: Turn) -> None:
        """Ask one turn until it is answered or left."""
        hint, began = "", self.app.seconds()
        while self.quiz.turn is turn:
            reply = ask(self.screen, turn, hint or self._take_note(), ask_open=self.interview.ask)
            if isinstance(reply, Action):
                self._act(reply.key, turn)
                continue
            seconds = self.app.seconds() - began - reply.waited
            given = Given(reply.text, seconds, 0, self._confidence(), reply.ticks, reply.claims)
            outcome = self.quiz.answer(given)
            hint = outcome.mark.says
            if outcome.entry is not None:
                self.interview.recorded(turn)
                self._after(turn, reply, outcome, seconds)

    def _take_note(self) -> str:
        note, self._note = self._note, ""
        return note

    def _confidence(self) -> int | None:
        if not self.quiz.desk.settings.confidence:
            return None
        self.app.console.print()
        self.screen.ask_keys("how sure are you?", _SURE)
        key = read_key()
        return int(key) if key in ("1", "2", "3") else None

    def _after(self, turn: Turn, reply: Reply, outcome: Outcome, seconds: float) -> None:
        """Show what came of an answer until the learner goes on."""
        shown = seconds if self.quiz.desk.settings.clock else None
        wants_all = False
        while True:
            if wants_all:
                page = why_page(turn, reply, outcome, self._days(outcome))
            else:
                page = answered_page(turn, reply, outcome, then=self._then(turn, outcome), seconds=shown)
            keys = self._keys(turn, outcome, wants_all=wants_all)
            self.screen.show([*page, *hint_view(self._take_note())], keys)
            key = read_key()
            if key in (ENTER, "s"):
                return
            if key == "?":
                wants_all = not wants_all
            elif key in ("1", "2", "3", "4"):
                outcome = self.quiz.rate(outcome, Rating(int(key)))
            elif key == "u":
                self.quiz.undo()
                return
            else:
                self._related(key, turn)
                self._act(key, turn)

    def _keys(self, turn: Turn, outcome: Outcome, *, wants_all: bool) -> Keys:
        related = [("p", "primer")] if turn.compiled.question.topic in primer_topics() else []
        if any(target.startswith("question:") for target in turn.compiled.question.related):
            related.append(("r", "related"))
        wrong = outcome.mark.verdict != "right"
        keys = [("Enter", "next"), ("?", "back" if wants_all else "why"), ("u", "undo"), ("1-4", "rating")]
        more = [("*", "bookmark"), ("n", "note"), ("!", "doubtful"), ("z", "suspend"), ("q", "quit")]
        return [*keys, *(related if wrong or wants_all else []), *more]

    def _related(self, key: str, turn: Turn) -> None:
        if key == "p":
            page = primer_page(turn.compiled.question.topic, self.app.paths.cache)
            if page:
                self.screen.show(page, [("Enter", "back")])
                read_key()
        elif key == "r":
            item, page = related_page(self.quiz, turn, self.app.rng(0))
            if item is not None:
                self.screen.show(page, [("a", "ask it next"), ("Enter", "back")])
                if read_key().lower() == "a":
                    self.quiz.bring_forward(item)

    def _then(self, turn: Turn, outcome: Outcome) -> str:
        """Return what happens to the item now."""
        record, item = outcome.record, turn.ask.item
        if self.quiz.wishes.cram or record is None or record.due is None:
            return "the schedule is left alone"
        if record.is_leech:
            return f"missed {record.lapses} times: set aside"
        ahead = (record.due - self.quiz.desk.today).days
        when = "tomorrow" if ahead == 1 else f"{day_words(record.due)}, in {ahead} days"
        return (
            f"comes back in this session, then {when}" if self.quiz.comes_back(item) else f"comes back {when}"
        )

    def _days(self, outcome: Outcome) -> list[tuple[str, date, int]]:
        """Return, for each rating, the day on which the item would come back."""
        entry = outcome.entry
        if self.quiz.wishes.cram or entry is None or not isinstance(entry.body, Answered):
            return []
        desk, longest, item = self.quiz.desk, self.quiz.agenda.longest_interval, entry.body.ask.item
        days = [
            due_for(desk, item, outcome.before, rating, day=entry.stamp.day, longest=longest)
            for rating in Rating
        ]
        return [(name, day, (day - desk.today).days) for name, day in zip(RATING_NAMES, days, strict=True)]

    def _act(self, key: str, turn: Turn) -> None:
        """Do what one of the keys that work everywhere says."""
        item = turn.ask.item
        if key == "q":
            raise _QuitError
        if key == "u" and self.quiz.undo() is None:
            self._note = "nothing to undo"
        elif key == "s":
            self.quiz.skip()
        elif key == "z":
            self.quiz.suspend(item)
            self._note = f"set aside; `drill resume {item}` brings it back"
        elif key == "*":
            self._note = "bookmarked" if self.quiz.bookmark(item) else "bookmark taken off"
        elif key == "n":
            self.quiz.note(item, read_line("note > "))
            self._note = "noted"
        elif key == "!":
            keep_doubt(self.app, self.quiz, turn, read_line("what is wrong with it? > "))
            self._note = f"kept in {self.app.paths.doubts}, the file to send"
