"""What an edit shows of the writer's taste: named, deterministic observations, no model and no guess."""
