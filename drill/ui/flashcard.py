"""A question as the two sides of a flashcard in HTML, and how they look.

Leaves out the file that holds them (store/ankiwriting.py) and which numbers and order are shown (sessions).
"""

from collections.abc import Mapping, Sequence

from drill.study.ask import Ask
from drill.study.instance import words, worked_line
from drill.study.marking import right_answer
from drill.study.prose import Prose
from drill.study.question import (
    LETTERS,
    Bug,
    Choice,
    Multi,
    Numeric,
    Open,
    Order,
    Predict,
    Question,
    Short,
    kind_of,
)
from drill.study.reasons import Why, reasons
from drill.ui.card_text import CardTexts, code_block, numbered, paragraphs, typed
from drill.ui.markup import Child, Markup, element, joined

_WANTED = {
    "choice": "one is right",
    "multi": "several are right",
    "short": "a word or a phrase",
    "order": "put the steps in order",
    "predict": "exactly what is printed",
    "bug": "the wrong line, and the reason",
    "open": "an answer in sentences",
}
CSS = """\
.card { font-family: sans-serif; font-size: 18px; line-height: 1.45; text-align: left; max-width: 44em;
  margin: 0 auto; padding: 0 .6em; }
.card p { margin: .5em 0; }
.card pre { overflow-x: auto; padding: .6em; border-radius: 4px; background: rgba(127, 127, 127, .15); }
.card code { font-family: monospace; font-size: .92em; }
.card blockquote { margin: .5em 0 .5em 1em; padding-left: .6em; border-left: 2px solid #999; }
.card .quiet, .card .number { opacity: .7; font-size: .85em; }
.card .answer { font-size: 1.1em; font-weight: bold; }
.card .right { color: #17692f; }
.nightMode.card .right, .nightMode .card .right, .night_mode .card .right { color: #7fce95; }
"""


def front(question: Question, ask: Ask, prose: Mapping[str, Prose]) -> Markup:
    """Return what is asked: the prompt, its code, and options or steps in the order of the ask."""
    texts = CardTexts(prose, words(question, ask.numbers))
    head = _quiet(f"{question.topic} · {kind_of(question)} · {_wanted(question)}")
    listed = _lettered(_choices(question, ask), texts)
    return joined(head, texts.blocks(question.prompt), _code(question), listed)


def back(question: Question, ask: Ask, prose: Mapping[str, Prose]) -> Markup:
    """Return the answer, why it is right, and why each other one is wrong."""
    texts = CardTexts(prose, words(question, ask.numbers))
    return joined(
        _answer(question, ask, texts),
        texts.blocks(question.explanation),
        _section(_whys_head(question), [_why(why, texts) for why in reasons(question, ask)]),
        _section("asked next", [element("p", texts.line(text)) for text in question.follow_ups]),
    )


def _quiet(text: str) -> Markup:
    return element("p", typed(text), class_="quiet")


def _section(head: str, parts: Sequence[Markup]) -> Markup:
    """Return parts below their head, nothing where there are none."""
    return joined(_quiet(head), *parts) if parts else joined()


def _wanted(question: Question) -> str:
    if isinstance(question, Numeric):
        return f"a number in {question.unit}" if question.unit else "a plain number"
    return _WANTED[kind_of(question)]


def _code(question: Question) -> Markup:
    if isinstance(question, Bug):
        return numbered(question.code)
    return code_block(question.code) if isinstance(question, Predict) else joined()


def _choices(question: Question, ask: Ask) -> dict[str, str]:
    """Return what stands beside each letter."""
    texts: list[str] = []
    if isinstance(question, Order):
        texts = [question.steps[step] for step in ask.order]
    elif isinstance(question, Choice | Multi | Bug):
        texts = [question.options[index].text for index in ask.order]
    return dict(zip(LETTERS, texts, strict=False))


def _lettered(choices: Mapping[str, str], texts: CardTexts) -> Markup:
    return paragraphs(joined(element("b", letter), " ", texts.line(text)) for letter, text in choices.items())


def _answer(question: Question, ask: Ask, texts: CardTexts) -> Markup:
    answer = right_answer(question, ask)
    match question:
        case Order():
            choices = _choices(question, ask)
            more = _lettered({letter: choices[letter] for letter in answer}, texts)
        case Numeric():
            more = element("p", typed(worked_line(question, ask.numbers)))
        case Short(accepted=(_, *others)):
            more = _quiet(f"also: {', '.join(others)}") if others else joined()
        case _:
            return _answer_in_full(question, ask, texts)
    return joined(_strong(answer), more)


def _answer_in_full(question: Question, ask: Ask, texts: CardTexts) -> Markup:
    """Return the answer of a kind whose letters or words alone would say nothing."""
    if isinstance(question, Open):
        return _points(question, texts)
    if isinstance(question, Choice | Multi):
        return _picked(question, ask, texts)
    if isinstance(question, Bug):
        line = question.code.splitlines()[question.line - 1].strip()
        head = _strong(f"line {question.line}: ", element("code", typed(line)))
        return joined(head, _picked(question, ask, texts), code_block(question.fixed))
    return code_block(right_answer(question, ask))


def _strong(*parts: Child) -> Markup:
    return element(
        "p", *(part if isinstance(part, Markup) else typed(part) for part in parts), class_="answer"
    )


def _picked(question: Choice | Multi | Bug, ask: Ask, texts: CardTexts) -> Markup:
    """Return the right options in full, so that the front need not be looked at."""
    shown = [(letter, question.options[index]) for letter, index in zip(LETTERS, ask.order, strict=False)]
    right = [(letter, option.text) for letter, option in shown if option.right]
    return joined(*(_strong(f"{letter} ", texts.line(text)) for letter, text in right))


def _points(question: Open, texts: CardTexts) -> Markup:
    said = [element("p", "+ ", texts.line(point.text), class_="right") for point in question.points]
    claims = [element("p", "✗ ", texts.line(claim)) for claim in question.wrong_claims]
    return joined(*said, _section("wrong, though often said", claims))


def _why(why: Why, texts: CardTexts) -> Markup:
    sign, style = ("✓ ", "right") if why.right else ("✗ ", None)
    return element("p", sign, element("b", typed(why.label)), " ", texts.line(why.text), class_=style)


def _whys_head(question: Question) -> str:
    return "each option" if isinstance(question, Choice | Multi | Bug) else "wrong, though often given"
