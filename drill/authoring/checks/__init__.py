"""One check a file: each takes a question and yields what is wrong with it."""
