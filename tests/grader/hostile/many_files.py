# ruff: noqa
# mypy: ignore-errors
"""Leaves thousands of files. They must be gone."""

RIGHT = "passed"

for number in range(3000):
    with open(f"file{number}", "w") as file:
        file.write("x")
