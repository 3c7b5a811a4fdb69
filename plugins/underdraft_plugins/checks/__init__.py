"""What reads the story without a model."""
