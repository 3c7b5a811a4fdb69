"""Embedders: a local one, and litellm's."""
