"""Benchmarks of the inference core: what runs in each contender's process, and how rounds compare.

Leaves out starting those processes (sessions/models/bench.py).
"""
