"""The story graph: entities, relations and events with story time."""
