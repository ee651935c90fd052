# ruff: noqa
# mypy: ignore-errors
"""Leaves hundreds of files. They must be gone."""

RIGHT = "passed"

for number in range(500):
    with open(f"file{number}", "w") as file:
        file.write("x")
