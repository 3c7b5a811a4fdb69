"""Fetchers of the layers 0 to 5."""
