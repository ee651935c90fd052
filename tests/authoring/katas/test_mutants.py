"""What the mutator changes, kind by kind, and that the same text gives the same mutants."""

import ast

import pytest

from drill.authoring.katas.mutants import mutants


def bodies(source: str) -> set[str]:
    return {mutant.source.decode() for mutant in mutants(source)}


KINDS = {
    "arithmetic": ("a + b", {"a - b"}),
    "division": ("a / b", {"a * b", "a // b", "b / a"}),
    "operands": ("a @ b", {"b @ a"}),
    "border": ("a < b", {"a <= b", "a >= b"}),
    "equality": ("a == b", {"a != b"}),
    "chain": ("a < b <= c", {"a <= b <= c", "a >= b <= c", "a < b < c", "a < b > c"}),
    "membership": ("a in b", {"a not in b"}),
    "constant": ("f(3)", {"f(4)", "f(2)", "f(6)", "f(0)", "f(-3)"}),
    "float": ("f(0.5)", {"f(1.5)", "f(-0.5)", "f(1.0)", "f(0.0)"}),
    "truth": ("f(True)", {"f(False)"}),
    "minus": ("-a", {"a"}),
    "not": ("not a", {"a"}),
    "and": ("a and b", {"a or b", "a", "b"}),
    "axis": ("f(axis=a)", {"f(axis=0)", "f(axis=-1)", "f(axis=None)", "f()"}),
    "keepdims": ("f(keepdims=True)", {"f(keepdims=False)", "f()"}),
    "swap": ("f(a, b, c)", {"f(b, a, c)", "f(a, c, b)"}),
    "slice": ("x[a:]", {"x[:]", "x[a + 1:]", "x[a - 1:]", "x[a:-1]"}),
    "choice": ("a if b else c", {"a if not b else c", "a if True else c", "a if False else c"}),
    "filter": ("[a for a in b if c]", {f"[a for a in b if {c}]" for c in ("not c", "True", "False")}),
}


@pytest.mark.parametrize(("source", "wanted"), KINDS.values(), ids=KINDS)
def test_kinds_of_expressions(source: str, wanted: set[str]) -> None:
    assert bodies(source) == wanted | {"pass"}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a = 5 * b", "pass"),
        ("a += b", "a -= b"),
        ("for a in b:\n    break", "for a in b:\n    continue"),
        ("for a in b:\n    continue", "for a in b:\n    break"),
        ("def f():\n    return a", "def f():\n    return None"),
        ("def f():\n    if a:\n        return b\n    c()", "def f():\n    if a:\n        pass\n    c()"),
        ("def f(a=1):\n    pass", "def f(a=2):\n    pass"),
        ("while a:\n    b()", "while not a:\n    b()"),
    ],
)
def test_kinds_of_statements(source: str, wanted: str) -> None:
    assert wanted in bodies(source)


@pytest.mark.parametrize(
    "source",
    ["import a", '"""Doc."""', "def f(a: int | None) -> list[3]:\n    pass", "@f(3)\nclass A:\n    pass"],
)
def test_what_is_left_alone(source: str) -> None:
    assert bodies(source) == set()


def test_a_mutant_names_its_line() -> None:
    first = mutants("def f(a):\n    # why\n    return 2 * a\n")[0]
    assert (first.line, first.text, first.change) == (3, "return 2 * a", "return 2 * a -> return None")


def test_two_equal_changes_of_a_line_differ_in_words() -> None:
    words = [mutant.change for mutant in mutants("a = b + c if x else b + c")]
    assert {"b + c -> b - c", "b + c -> b - c (2)"} <= set(words)
    assert len(words) == len(set(words))


def test_mutants_are_always_the_same_and_parse() -> None:
    source = "def f(x, n=2):\n    return [i * n for i in x[1:] if i > n and not i == 3]\n"
    found = mutants(source)
    assert found == mutants(source)
    assert len(found) == len({mutant.source for mutant in found}) > 20
    for mutant in found:
        ast.parse(mutant.source)
