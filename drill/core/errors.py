"""What can go wrong in the core and be mended: one family, each message one line with the place and the mend.

Leaves out exit codes and printing: the program that uses the core maps these.
"""


class CoreError(Exception):
    """The base of what a person can mend."""


class FileError(CoreError):
    """A model file is broken, hostile or of a kind that the core can't read."""


class InputError(CoreError):
    """What was asked doesn't fit the model: too long, unknown token, an option out of range."""


class MissingError(CoreError):
    """A package or device that was asked for is not on this machine."""
