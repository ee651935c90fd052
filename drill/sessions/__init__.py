"""Use cases as state machines: they join the rooms below and print nothing."""
