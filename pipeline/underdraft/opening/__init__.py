"""Opening a workspace: its store, and the parts that the workspaces of one process share."""
