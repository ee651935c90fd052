"""Formulas and tables of LLM inference, from which banks, katas, labs and core take their numbers.

Leaves out everything but the standard library; registry.py finds a formula or a table by its name.
"""
