"""Reads entities, other names, relations and events out of the chapters, for the writer to take or to refuse."""
