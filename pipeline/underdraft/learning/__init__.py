"""Feedback becomes an event, an event signals, signals preferences."""
