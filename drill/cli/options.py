"""Options and types of options that several commands share.

Leaves out commands.
"""

from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on stdout.")


class Minutes(click.FloatRange):
    """Minutes that a clock can run: a range lets nan through, and no date is 1e300 minutes away."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the minutes; what is no length of time fails in one line."""
        from drill.study.kata import LONGEST_MINUTES

        minutes = float(super().convert(value, param, ctx))
        if not minutes <= LONGEST_MINUTES:
            self.fail(f"{minutes} is no number of minutes up to {LONGEST_MINUTES:,}", param, ctx)
        return minutes
