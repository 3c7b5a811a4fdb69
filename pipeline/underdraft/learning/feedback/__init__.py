"""Events from feedback on runs, and their log."""
