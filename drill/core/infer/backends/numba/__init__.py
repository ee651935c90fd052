"""The fast backend for CPUs: kernels that work on packed weights, compiled by numba when first needed.

docs/kernels.md walks through it. Leaves out GPT-2 (numpy and torch run it); model.py is the way in.
"""
