"""Extractors of memories from what the writer said."""
