"""Search: full text, vectors, and keeping both in step with the tables."""
