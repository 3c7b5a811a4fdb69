"""What the writer did with a run becomes an event, and the log of events."""
