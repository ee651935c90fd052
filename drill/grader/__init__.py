"""Runs code that drill did not write, in a process of its own with limits."""
