"""What needs a run of Python: that code prints what `output` says, that a bug's check tells the texts apart.

Leaves out where a snippet runs: `Run` is the grader's child process.
"""

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher

from drill.authoring.finding import Fault
from drill.grader.snippet import SnippetResult
from drill.study.question import Bug, Predict, Question
from drill.study.text import one_line

Run = Callable[[str], SnippetResult]


def check_snippets(question: Question, run: Run) -> Iterator[Fault]:
    """Yield at most one fault of a `predict` or `bug` question; other kinds run nothing."""
    if isinstance(question, Predict):
        yield from _check_output(question, run)
    elif isinstance(question, Bug):
        yield from _check_line(question) or _check_both_texts(question, run)


def _check_output(question: Predict, run: Run) -> Iterator[Fault]:
    result = run(question.code)
    if result.error:
        yield Fault(("code",), f"the code fails ({one_line(result.error, longest=60)}); mend it")
    elif _printed(result.output) != _printed(question.output):
        shown = one_line(result.output, longest=60) or "nothing"
        yield Fault(("output",), f"the code prints `{shown}`; put that into `output`")


def _printed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _check_both_texts(question: Bug, run: Run) -> Iterator[Fault]:
    fixed = run(f"{question.fixed}\n{question.check}")
    if fixed.error:
        reason = one_line(fixed.error, longest=60)
        yield Fault(("fixed",), f"`check` fails after `fixed` ({reason}); mend one of them")
    elif not run(f"{question.code}\n{question.check}").error:
        yield Fault(("check",), "`check` passes after `code`; make it fail there")


def _check_line(question: Bug) -> list[Fault]:
    differing = _differing_lines(question.code.splitlines(), question.fixed.splitlines())
    if not differing:
        return [Fault(("fixed",), "`code` and `fixed` are equal; mend the fault in `fixed`")]
    if question.line not in differing:
        lines = ", ".join(map(str, sorted(differing)))
        return [Fault(("line",), f"`line` is {question.line}, but `fixed` changes line {lines}; name it")]
    return []


def _differing_lines(code: list[str], fixed: list[str]) -> set[int]:
    """Return the lines of `code`, from 1, that `fixed` changes; beside an inserted line, both neighbors."""
    differing: set[int] = set()
    before, after = ([line.rstrip() for line in text] for text in (code, fixed))
    for tag, start, stop, _, _ in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag == "insert":
            differing |= {start, start + 1} & set(range(1, len(code) + 1))
        elif tag != "equal":
            differing |= set(range(start + 1, stop + 1))
    return differing
