"""The journal in SQLite; the only home of sqlite3.

Leaves out what entries mean: study folds them.
"""
