# ruff: noqa
# mypy: ignore-errors
"""Never comes back from its import. Must fail within the time of one check."""

RIGHT = "failed"
SAYS = "still running"

while True:
    pass
