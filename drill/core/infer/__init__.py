"""Tokens to logits to tokens: tokenizer, weights, forward pass, KV cache, sampling."""
