# ruff: noqa
# mypy: ignore-errors
"""Leaves folders without permissions and 1,100 folders deep. They must be gone."""

RIGHT = None

import os

os.mkdir("shut")
open("shut/file", "w").close()
os.chmod("shut", 0)
for _ in range(1100):
    os.mkdir("d")
    os.chdir("d")
os.chdir("@TMP@")
