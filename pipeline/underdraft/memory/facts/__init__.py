"""Atomic memories: facts learned from what is said in sessions."""
