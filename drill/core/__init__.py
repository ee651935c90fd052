"""The reference inference core: a library of its own, which imports nothing of drill but its facts."""
