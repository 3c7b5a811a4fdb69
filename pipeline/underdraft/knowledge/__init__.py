"""What a project knows: who is named in a scene, the excerpts that concern them, and the story graph."""
