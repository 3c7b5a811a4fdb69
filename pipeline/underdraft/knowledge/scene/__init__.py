"""What of a project's files concerns the scene."""
