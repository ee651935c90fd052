"""Model files to arrays."""
