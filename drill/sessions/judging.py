"""A judge behind an endpoint, asked what an interview answer says.

Leaves out the question put to it and how its reply is read (study/marking/judging.py), and HTTP (endpoint).
Whatever goes wrong becomes one line beside the suggestions that there are without it.
"""

from drill.endpoint.client import Endpoint, Message
from drill.endpoint.errors import EndpointError
from drill.sessions.suggesting import Announce, Suggestion
from drill.study.marking.judging import UnreadableError, Verdict, read_verdict, request_for
from drill.study.question import Open
from drill.study.text import one_line

UNREADABLE = "the judge's answer can't be read"
LEFT_OUT = "the judge was left out"


class Judge:
    """Asks one model; after a failure of the endpoint it is off, so that a sitting waits for it once."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Take the endpoint to ask."""
        self.name = f"{one_line(endpoint.model)} at {endpoint.address.place}"
        self.is_off = False
        self._endpoint = endpoint

    def judged(self, question: Open, text: str, by_words: Suggestion, announce: Announce) -> Suggestion:
        """Return what the judge suggests, else `by_words` with the reason; Ctrl-C goes on without it.

        What `announce` shows may name that key: from its first word on the key does what it says.
        """
        try:
            announce(self.name)
            verdict = self._ask(question, text)
        except UnreadableError:
            return by_words._replace(problem=UNREADABLE)
        except EndpointError as error:
            self.is_off = True
            return by_words._replace(problem=str(error))
        except KeyboardInterrupt:
            self.is_off = True
            return by_words._replace(problem=LEFT_OUT)
        points = {at: by_words.points.get(at) for at, said in enumerate(verdict.points) if said}
        claims = frozenset(at for at, made in enumerate(verdict.claims) if made)
        return Suggestion(points, claims, by=self.name)

    def _ask(self, question: Open, text: str) -> Verdict:
        request = request_for(question, text)
        messages = [Message("system", request.system), Message("user", request.user)]
        return read_verdict(question, self._endpoint.chat(messages, request.schema))
