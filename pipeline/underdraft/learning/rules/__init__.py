"""Rules learned from the ledger: measured preferences and distilled rules; read ``lifecycle`` first."""

DISTIL_JOB = "distil"
"""Distil a project's signals; the subject is its id, empty for runs without a project."""
