"""drill: daily practice for interviews about LLM inference."""

__version__ = "0.1.0"
