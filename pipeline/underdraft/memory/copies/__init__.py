"""Whole stores and writers, copied, kept in a file, listed and removed."""
