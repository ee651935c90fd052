# ruff: noqa
# mypy: ignore-errors
"""Leaves pipes and sockets among its files. They must be gone."""

RIGHT = "passed"

import os
import socket

os.mkfifo("solution.fifo")
server = socket.socket(socket.AF_UNIX)
try:
    server.bind("socket")
except OSError:
    pass
