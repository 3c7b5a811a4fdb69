"""Reads names of people out of the chapters, for the writer to take or to refuse."""
