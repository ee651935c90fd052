# ruff: noqa
# mypy: ignore-errors
"""Connects to a port of this machine. Must be refused."""

RIGHT = "passed"
NEEDS = "network"

import socket

for host in ("127.0.0.1", "::1"):
    try:
        socket.create_connection((host, int("@PORT@")), timeout=0.5)
    except OSError:
        continue
    raise SystemError("connected")
