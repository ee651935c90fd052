"""Arithmetic over numbers and named values, as banks write it and learners type it.

Leaves out units (quantity.py) and everything that can run: no calls, no eval, all sizes bounded.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from drill.study.question import Number

LONGEST = 200  # characters
DEEPEST = 20  # brackets, signs and powers inside one another
LARGEST = 1e30
LARGEST_EXPONENT = 64

NOTHING: Mapping[str, Number] = {}
TOKEN = re.compile(
    r"\s*(?:(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?)(?![0-9,])"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[a-z_][a-z0-9_.]*)"
    r"|(?P<sign>\*\*|[-+*/()]))"
)


class ArithmeticProblem(ValueError):
    """Why an expression has no value; `position` counts characters from 0."""

    def __init__(self, reason: str, position: int) -> None:
        """Keep the reason and the place, and say both."""
        super().__init__(f"{reason} at character {position + 1}")
        self.reason = reason
        self.position = position


def evaluate(text: str, names: Mapping[str, Number] = NOTHING) -> Number:
    """Return the value of `text`; whole quotients of integers stay integers.

    Understands + - * / ** ( ), a leading minus, `1,536`, `1.6e9`, and names such as `model.layers`.
    Raises ArithmeticProblem for anything else, for division by zero and past the bounds above.
    """
    if len(text) > LONGEST:
        raise ArithmeticProblem(f"more than {LONGEST} characters", LONGEST)
    return _Parser(_tokens(text), names).whole()


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


def _tokens(text: str) -> list[_Token]:
    tokens, position, end = [], 0, len(text.rstrip())
    while position < end:
        match = TOKEN.match(text, position)
        if match is None:
            raise ArithmeticProblem(*_unreadable(text, position))
        kind = match.lastgroup or ""
        tokens.append(_Token(kind, match[kind], match.start(kind)))
        position = match.end()
    return [*tokens, _Token("end", "", end)]


def _unreadable(text: str, position: int) -> tuple[str, int]:
    place = position + len(text[position:]) - len(text[position:].lstrip())
    hint = " (a comma groups thousands, as in 1,536; a decimal needs a point)" if text[place] == "," else ""
    return f"can't read `{text[place]}`{hint}", place


class _Parser:
    """Recursive descent: sum > product > signed > power > atom."""

    def __init__(self, tokens: list[_Token], names: Mapping[str, Number]) -> None:
        self.tokens = tokens
        self.names = names
        self.index = 0
        self.depth = 0

    def whole(self) -> Number:
        value = self.sum()
        if self.next.kind != "end":
            raise ArithmeticProblem(f"`{self.next.text}` doesn't follow", self.next.position)
        return value

    @property
    def next(self) -> _Token:
        return self.tokens[self.index]

    def take(self, *signs: str) -> _Token | None:
        """Return the next token and step over it, if it is one of `signs`."""
        token = self.next
        if token.kind != "sign" or token.text not in signs:
            return None
        self.index += 1
        return token

    def sum(self) -> Number:
        value = self.product()
        while sign := self.take("+", "-"):
            right = self.product()
            value = _bounded(value + right if sign.text == "+" else value - right, sign.position)
        return value

    def product(self) -> Number:
        value = self.signed()
        while sign := self.take("*", "/"):
            right = self.signed()
            result = value * right if sign.text == "*" else _quotient(value, right, sign.position)
            value = _bounded(result, sign.position)
        return value

    def signed(self) -> Number:
        """Every way down passes here, so that depth is counted here."""
        if self.depth == DEEPEST:
            raise ArithmeticProblem(f"more than {DEEPEST} levels deep", self.next.position)
        self.depth += 1
        value = -self.signed() if self.take("-") else self.power()
        self.depth -= 1
        return value

    def power(self) -> Number:
        base = self.atom()
        sign = self.take("**")
        return base if sign is None else _power(base, self.signed(), sign.position)

    def atom(self) -> Number:
        token = self.next
        if self.take("("):
            return self.bracketed(token)
        if token.kind not in ("number", "grouped", "name"):
            raise ArithmeticProblem(_missing(token), token.position)
        self.index += 1
        value = self.value_of(token) if token.kind == "name" else _number(token.text.replace(",", ""))
        return _bounded(value, token.position)

    def bracketed(self, opening: _Token) -> Number:
        value = self.sum()
        if not self.take(")"):
            raise ArithmeticProblem("a bracket isn't closed", opening.position)
        return value

    def value_of(self, token: _Token) -> Number:
        if token.text not in self.names:
            raise ArithmeticProblem(f"no value named `{token.text}`", token.position)
        return self.names[token.text]


def _missing(token: _Token) -> str:
    return f"a number is missing before `{token.text}`" if token.text else "a number is missing"


def _number(text: str) -> Number:
    return int(text) if text.isdigit() else float(text)


def _quotient(left: Number, right: Number, position: int) -> Number:
    if right == 0:
        raise ArithmeticProblem("division by zero", position)
    if isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    return left / right


def _power(base: Number, exponent: Number, position: int) -> Number:
    if abs(exponent) > LARGEST_EXPONENT:
        raise ArithmeticProblem(f"an exponent above {LARGEST_EXPONENT}", position)
    if base == 0 and exponent < 0:
        raise ArithmeticProblem("division by zero", position)
    if base < 0 and exponent != int(exponent):
        raise ArithmeticProblem("a root of a negative number", position)
    # Before computing, so that an integer power can't grow huge on the way.
    if base != 0 and exponent * math.log10(abs(base)) > math.log10(LARGEST):
        raise ArithmeticProblem("a result above 1e30", position)
    result: Number = base**exponent
    return _bounded(result, position)


def _bounded(value: Number, position: int) -> Number:
    if not abs(value) <= LARGEST:
        raise ArithmeticProblem("a number above 1e30", position)
    return value
