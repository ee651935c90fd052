"""`python -m drill` is `drill`."""

from drill.cli.main import main

main()
