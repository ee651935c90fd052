# ruff: noqa
# mypy: ignore-errors
"""Leaves folders without permissions and 2,000 folders deep. They must be gone."""

RIGHT = "passed"

import os

os.mkdir("shut")
open("shut/file", "w").close()
os.chmod("shut", 0)
for _ in range(2000):
    os.mkdir("d")
    os.chdir("d")
os.chdir("@TMP@")
