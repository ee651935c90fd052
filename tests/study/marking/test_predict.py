"""Typed output against printed output."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import mark
from drill.study.question import Predict

Build = Callable[..., Predict]
Written = Callable[[Predict], Ask]


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("1\n2\n", "1\n2"),  # last line end
        ("1\n2\n", "1  \n2\t\n\n"),  # trailing spaces, more line ends
        ("1\n2\n", "1\r\n2\r\n"),
        ("1\n2\n", r"1\n2"),  # one line of piped input
        ("1\n2\n", r"1\n2\n"),
        ("'a\\nb'\n", r"'a\nb'"),  # a repr prints backslash and n themselves
        ("café\n", "cafe\N{COMBINING ACUTE ACCENT}"),  # both forms look alike
        ("\n1\n", "\n1"),  # an empty first line counts
        ("", ""),  # nothing printed, nothing typed
        ("  1\n", "  1"),
    ],
)
def test_the_printed_output(predict: Build, as_written: Written, output: str, text: str) -> None:
    question = predict(output=output)
    found = mark(question, as_written(question), text, tries=0)
    assert (found.verdict, found.score) == ("right", 1)


@pytest.mark.parametrize(
    ("output", "text", "says"),
    [
        ("1\n2\n", "1\n3", "line 2 is 2"),
        ("1\n2\n", r"1\n3", "line 2 is 2"),
        ("1\n2\n", "1", "it prints 2 lines, not 1"),
        ("1\n", "1\n2", "it prints 1 line, not 2"),
        ("1\n\n2\n", "1\n2\n3", "line 2 is empty"),
        ("1\n2\n", "1 2", "line 1 is 1"),  # one space is no line break
        ("True\n", "true", "line 1 is True"),  # case is part of an output
        ("1\n2\n", "3", "print adds nothing up."),  # a slip of the bank
        ("  1\n", "1", "line 1 is 1"),  # leading spaces count
    ],
)
def test_another_output(predict: Build, as_written: Written, output: str, text: str, says: str) -> None:
    question = predict(output=output)
    found = mark(question, as_written(question), text, tries=0)
    assert (found.verdict, found.score, found.says) == ("wrong", 0, says)
    assert found.answer == output.rstrip()


def test_nothing_typed_is_asked_again(predict: Build, as_written: Written) -> None:
    assert mark(predict(), as_written(predict()), " \n", tries=0).verdict == "retry"
