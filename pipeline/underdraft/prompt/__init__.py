"""Templates, and the bytes of a prompt: of a run, and of a recorded one that is looked at again."""
