"""Options that several commands share.

Leaves out commands.
"""

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on stdout.")
