"""One function of a solution blanked, the rest as it was."""

import ast

import pytest

from drill.content.crux import blanked
from drill.errors import ContentError

SOURCE = '''"""A class."""


class Index:
    """Holds points."""

    def select(self, points):
        """Return the nearest.

        Twice.
        """
        best = min(points)
        return best

    def bare(self):
        return 1


def last(x):
    if x:
        return 1
    return 2
'''


def test_a_method_keeps_its_docstring() -> None:
    got = blanked(SOURCE, "select")

    assert '        Twice.\n        """\n        raise NotImplementedError\n\n    def bare' in got
    assert "min(points)" not in got


def test_a_function_without_one_has_the_raise_alone() -> None:
    got = blanked(SOURCE, "last")

    assert got.endswith("def last(x):\n    raise NotImplementedError\n")
    assert "best = min(points)" in got


@pytest.mark.parametrize("name", ["select", "bare", "last"])
def test_what_is_left_is_python(name: str) -> None:
    tree = ast.parse(blanked(SOURCE, name))

    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert sorted(names) == ["bare", "last", "select"]


def test_no_such_function() -> None:
    with pytest.raises(ContentError, match="crux"):
        blanked(SOURCE, "nowhere")
