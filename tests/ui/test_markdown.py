"""Sections as Markdown: what is typed stays what is read, and tables keep their columns."""

from drill.ui.markdown import markdown
from drill.ui.page import Facts, Part, Section, Table


def test_all_that_a_section_holds() -> None:
    table = Table("A *table*", ("One", "T|wo"), [("a", "b")])
    parts: list[Part] = [Facts([("pairs", "of <b>")]), "It is `so`.", table]
    assert markdown("A [title]", "by someone_else", [Section("Section", parts)]) == (
        "# A \\[title\\]\n\nby someone\\_else\n\n## Section\n\n- pairs: of \\<b\\>\n\nIt is \\`so\\`.\n\n"
        "A \\*table\\*:\n\n| One | T\\|wo |\n| --- | --- |\n| a | b |\n"
    )


def test_a_cell_is_one_line_and_steers_nothing() -> None:
    text = markdown("T", "L", [Section("S", [Table("C", ("One", "Two"), [("a\n\n| b |", "\x1b[31m")])])])
    assert text.splitlines()[-1] == "| a \\| b \\| | ␛\\[31m |"
