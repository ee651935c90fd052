"""Typed quantities: right, in the wrong unit, and wrong for a reason that has a name."""

from collections.abc import Callable

import msgspec
import pytest

from drill.study.ask import Ask, Drawn
from drill.study.marking import Mark, grammar, mark, right_answer
from drill.study.question import Numeric, Param, Trap

Build = Callable[..., Numeric]
NUMBERS: Drawn = {"model": "llama-3-8b", "tokens": 16384, "dtype": 2}  # exactly 2 GiB


def marked(question: Numeric, text: str, *, tries: int = 0) -> Mark:
    return mark(question, Ask(question.id, 1, numbers=NUMBERS), text, tries=tries)


def of(numeric: Build, formula: str, args: dict[str, str], unit: str, tolerance: str = "2%") -> Numeric:
    """A question whose answer follows from `args` alone."""
    return numeric(
        params={"unused": Param(values=(1,))},
        formula=formula,
        args=args,
        unit=unit,
        tolerance=tolerance,
        traps=(Trap("ten times", "A zero too many.", expression="1e30"),),
    )


def marked_of(question: Numeric, text: str, *, tries: int = 0) -> Mark:
    return mark(question, Ask(question.id, 1, numbers={"unused": 1}), text, tries=tries)


@pytest.mark.parametrize(
    "text",
    [
        "2",  # a bare number is in the unit asked
        "2 GiB",
        "2GiB",
        " 2.0 GiB ",
        "~2 GiB",
        "2,048 MiB",
        "2147483648 bytes",
        "2*32*8*128*16384*2 B",  # the formula itself
        "2*32*8*128*16384*2 / 2**30",  # ... worked out in the unit
        "2.147 GB",  # another unit of bytes, the right value
        "2.03 GiB",  # within 2 %
        "1.97 GiB",
    ],
)
def test_right_answers(numeric: Build, text: str) -> None:
    found = marked(numeric(), text)
    assert (found.verdict, found.score, found.answer) == ("right", 1, "2.00 GiB"), found


@pytest.mark.parametrize(
    ("text", "says", "misconception"),
    [
        ("2 GB", "right formula, GB for GiB, 6.9% off", ""),
        ("2.147 GiB", "right formula, GB for GiB, 7.4% off", ""),  # worked out in GB, written GiB
        ("8 GiB", "KV heads, not the 32 query heads.", "all heads"),  # placeholders are filled
        ("8.05", "KV heads, not the 32 query heads.", "all heads"),  # near a trap is enough
        ("1 GiB", "Values are cached too.", "keys only"),
        ("1024 MiB", "Values are cached too.", "keys only"),
        ("2.05 GiB", "2.5% too high", ""),
        ("1.5 GiB", "25% too low", ""),
        ("2000 GiB", "1,000 times too high", ""),
        ("0.002 GiB", "1,000 times too low", ""),
        ("0", "the answer is not 0", ""),
        ("-2 GiB", "the sign is wrong", ""),
    ],
)
def test_wrong_answers_say_what_went_wrong(numeric: Build, text: str, says: str, misconception: str) -> None:
    found = marked(numeric(), text)
    assert (found.verdict, found.score, found.misconception) == ("wrong", 0, misconception)
    assert found.says.startswith(says)
    assert found.answer == "2.00 GiB"


@pytest.mark.parametrize(
    "text",
    [
        "2 s",
        "2 tokens",
        "25%",
        "2147483648",  # bytes without their unit: the number is right
    ],
)
def test_a_wrong_unit_gets_one_hint(numeric: Build, text: str) -> None:
    first = marked(numeric(), text)
    assert (first.verdict, first.says, first.answer) == ("retry", "the answer is asked in GiB", "")
    assert first.helped
    second = marked(numeric(), text, tries=1)
    assert (second.verdict, second.says, second.answer) == ("wrong", "the answer is asked in GiB", "2.00 GiB")


@pytest.mark.parametrize("text", ["", "two", "1/0", "2 GiB or so", "2**9999", "nan", "inf", "(" * 300])
def test_what_is_no_number_is_asked_again(numeric: Build, text: str) -> None:
    found = marked(numeric(), text, tries=4)
    assert (found.verdict, found.answer) == ("retry", "")
    assert not found.helped
    assert grammar(numeric()) in found.says


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("25%", "right"),
        ("25", "right"),
        ("0.25", "right"),  # a plain ratio for a percentage
        ("1/4", "right"),
        ("25.3 %", "right"),
        ("2.5", "wrong"),
        ("2500%", "wrong"),
    ],
)
def test_a_percentage_and_its_ratio_are_one_answer(numeric: Build, text: str, verdict: str) -> None:
    in_percent = of(numeric, "vectors.recall", {"hits": "1", "k": "4"}, "%")
    assert marked_of(in_percent, text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"), [("0.25", "right"), ("25%", "right"), ("1/4", "right"), ("25", "wrong")]
)
def test_a_ratio_may_be_typed_as_a_percentage(numeric: Build, text: str, verdict: str) -> None:
    plain = of(numeric, "vectors.recall", {"hits": "1", "k": "4"}, "")
    assert marked_of(plain, text).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("1000", "1000", "right"),
        ("1000", "1,000", "right"),
        ("1000", "1000 tokens", "right"),
        ("1000", "1001", "wrong"),  # exact has no tolerance
        ("1000", "1000.5", "wrong"),
        ("4000/3", "1333", "right"),  # a whole number typed: the nearest one
        ("4000/3", "1334", "wrong"),
        ("4000/3", "1333.5", "wrong"),
        ("4000/3", "4000/3", "right"),
        ("1.5", "2", "wrong"),  # a third off is no rounding
    ],
)
def test_exact(numeric: Build, answer: str, text: str, verdict: str) -> None:
    question = of(numeric, "tokens.from_words", {"words": answer, "words_per_token": "1"}, "tokens", "exact")
    assert marked_of(question, text).verdict == verdict


def test_the_answer_as_shown_is_right_even_where_it_is_rounded_more_than_the_tolerance(
    numeric: Build,
) -> None:
    question = of(numeric, "tokens.from_words", {"words": "1", "words_per_token": "3"}, "", "exact")
    asked = Ask(question.id, 1, numbers={"unused": 1})
    assert mark(question, asked, right_answer(question, asked), tries=0).verdict == "right"


@pytest.mark.parametrize("text", ["32.5%", "32.5", "0.325", "0.3250001"])
def test_the_trap_of_a_percentage_is_named_in_each_way_of_typing_it(numeric: Build, text: str) -> None:
    in_percent = of(numeric, "vectors.recall", {"hits": "23", "k": "40"}, "%")
    in_percent = msgspec.structs.replace(in_percent, traps=(Trap("plain", "No.", expression="13/40"),))
    assert marked_of(in_percent, text).misconception == "plain"


def test_how_far_a_percentage_is_off_is_said_of_its_nearest_reading(numeric: Build) -> None:
    in_percent = of(numeric, "vectors.recall", {"hits": "23", "k": "40"}, "%")
    assert marked_of(in_percent, "0.46").says == "20% too low"
    assert marked_of(in_percent, "46").says == "20% too low"


def test_the_nearest_of_two_traps_is_named(numeric: Build) -> None:
    near = (Trap("a", "First.", expression="1e9"), Trap("b", "Second.", expression="1.012e9"))
    assert marked(numeric(traps=near, tolerance="2%"), "1.011e9 B").misconception == "b"


def test_the_grammar_names_the_unit(numeric: Build) -> None:
    assert grammar(numeric()) == "a number in GiB, or with its unit; 2*32*8 is understood"
    assert grammar(numeric(unit="")) == "a plain number; 2*32*8 is understood"
