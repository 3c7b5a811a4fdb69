"""Models: litellm's, and one that works offline."""
