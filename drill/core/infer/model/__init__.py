"""The shapes of a model, and its forward pass."""
