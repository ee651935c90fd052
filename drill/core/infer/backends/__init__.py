"""The same small set of operations on numpy, numba and torch."""
