"""Counts of feedback: topics with their signals and scores, and how much of the text runs kept."""
