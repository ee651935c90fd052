"""HNSW compiled by numba: the same graph and the same answers as hnsw.py, forty times as fast.

engine.py is the way in. Leaves out ids and files (../hnsw_index.py).
"""
