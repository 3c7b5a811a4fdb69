"""Checks of the story without a model."""
