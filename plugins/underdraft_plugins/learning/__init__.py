"""Learning from feedback."""
