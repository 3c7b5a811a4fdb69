"""Contradictions in the story, found without a model."""
