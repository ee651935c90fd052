"""Block formats of GGUF, from packed bytes to floats."""
