"""Observations of the writer's taste in an edit: named and deterministic, no model and no guess."""
