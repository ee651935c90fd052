# ruff: noqa
# mypy: ignore-errors
"""Opens solutions and hidden tests by their paths, by links, by /proc. Must be refused."""

RIGHT = "passed"

import os

paths = ["@KATA@/hidden.py", "@KATA@/right.py", "@ROOT@/solutions/softmax/solution.py", "@ROOT@/README.md"]
for number, path in enumerate(paths):
    os.symlink(path, f"link{number}")
for path in [
    *paths,
    "link0",
    "/proc/self/cwd/link0",
    "/proc/@PID@/cmdline",
    "/proc/@PID@/environ",
    "/etc/passwd",
]:
    try:
        with open(path, "rb") as file:
            file.read(1)
    except OSError:
        continue
    raise SystemError(f"{path} was read")
try:
    os.link("@KATA@/hidden.py", "hard")
except OSError:
    pass
else:
    raise SystemError("a hard link was made")
