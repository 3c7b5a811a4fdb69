"""The writer's memories: preferences, facts and notes."""
