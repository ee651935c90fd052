"""What a question points at exists: sources, outline keys, related items.

Leaves out where the targets come from (targets.py) and outline keys that no question names (tree.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from drill.authoring.finding import Fault, quoted
from drill.content.validation import did_you_mean
from drill.study.question import Question


class Targets(NamedTuple):
    """The keys and ids that may be pointed at; `primers` maps a topic to the outline keys of its primer."""

    sources: Set[str]
    outline: Set[str]
    questions: Set[str]
    primers: Mapping[str, Set[str]]
    katas: Set[str]
    labs: Set[str]


def check_links(question: Question, targets: Targets) -> Iterator[Fault]:
    """Yield a fault for each unknown source, outline key and related target."""
    for index, source in enumerate(question.sources):
        if source.key not in targets.sources:
            hint = mend(source.key, targets.sources, "add it to sources.yaml")
            yield Fault(("sources", index, "key"), f"unknown source {quoted(source.key)}; {hint}")
    for index, key in enumerate(question.outline):
        if key not in targets.outline:
            hint = mend(key, targets.outline, "see outline.yaml")
            yield Fault(("outline", index), f"unknown outline key {quoted(key)}; {hint}")
    for index, target in enumerate(question.related):
        problem = _unrelated(target, targets)
        if problem:
            yield Fault(("related", index), problem)


def mend(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return `did you mean ...?` for a near word, else what to do otherwise."""
    return did_you_mean(word, sorted(known)).removeprefix("; ") or otherwise


def _unrelated(target: str, targets: Targets) -> str:
    """Return what is wrong with a related target, or ""."""
    room, _, rest = target.partition(":")
    if room == "primer":
        return _no_primer(rest, targets)
    known = {"question": targets.questions, "kata": targets.katas, "lab": targets.labs}
    if room not in known:
        return f"{quoted(target)} points nowhere; begin with question:, kata:, lab: or primer:"
    if rest in known[room]:
        return ""
    return f"unknown {room} {quoted(rest)}; {mend(rest, known[room], 'delete the line')}"


def _no_primer(rest: str, targets: Targets) -> str:
    topic, mark, key = rest.partition("#")
    if topic not in targets.primers:
        return f"unknown primer {quoted(topic)}; {mend(topic, targets.primers, 'delete the line')}"
    if mark and key not in targets.primers[topic]:
        hint = mend(key, targets.primers[topic], "name a key that stands there")
        return f"the primer `{topic}` has no paragraph {quoted(key)}; {hint}"
    return ""
