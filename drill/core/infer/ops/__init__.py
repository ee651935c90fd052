"""The operations of a transformer in numpy, each in its clearest right form."""
