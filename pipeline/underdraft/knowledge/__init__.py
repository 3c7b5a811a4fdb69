"""A project's knowledge: the names in a scene, the excerpts about them, and the story graph."""
