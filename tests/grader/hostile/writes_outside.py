# ruff: noqa
# mypy: ignore-errors
"""Writes to the kata, to shared folders, and beside its own. Must be refused."""

RIGHT = "passed"

import os

for folder in ("@KATA@", "@ROOT@/drill", "/tmp", "/dev/shm", "/var/tmp", ".."):
    try:
        with open(f"{folder}/drill-hostile-written", "w") as file:
            file.write("here")
    except OSError:
        pass
    else:
        raise SystemError(f"{folder} was written to")
    try:
        os.mkdir(f"{folder}/drill-hostile-made")
    except OSError:
        continue
    raise SystemError(f"{folder} got a folder")
