"""What can go wrong with an endpoint and be mended: one family, each message one line with place and mend.

Leaves out exit codes and printing: the program that uses the client maps these. No message holds the key, nor
any text of the server's.
"""


class EndpointError(Exception):
    """The base of what a person can mend."""


class AddressError(EndpointError):
    """The URL is none that a chat endpoint can have."""


class PackageError(EndpointError):
    """The package that speaks HTTP is not installed."""


class UnreachableError(EndpointError):
    """Nothing answers there, or not in time, or the connection can't be trusted."""


class DeniedError(EndpointError):
    """The server answers, but not to this key, model or path."""


class ReplyError(EndpointError):
    """The server's answer is none that a chat endpoint gives."""
