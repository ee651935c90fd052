"""A sitting in a terminal: pages and keys, or one line an answer."""
