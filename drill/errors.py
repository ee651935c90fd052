"""What a person can mend, as one family of errors; the root command prints them.

Leaves out our own bugs: those keep their traceback and end with Exit.BUG.
"""

from enum import IntEnum, unique


@unique
class Exit(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    NOT_PASSED = 1
    USAGE = 2
    CONTENT = 3
    MISSING = 4
    BUG = 70
    INTERRUPTED = 130


class DrillError(Exception):
    """One line that names the place and the mend."""

    exit_code = Exit.CONTENT


class UsageError(DrillError):
    """The words of the command do not fit."""

    exit_code = Exit.USAGE


class ContentError(DrillError):
    """Content or configuration that a person can mend."""

    exit_code = Exit.CONTENT


class DamagedError(ContentError):
    """The learner's own data is damaged, and the next start mends what can be mended."""


class MissingError(DrillError):
    """Something on this machine is missing: a model, a GPU, an endpoint, a writable folder."""

    exit_code = Exit.MISSING
