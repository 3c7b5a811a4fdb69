"""What a workspace is opened with: its store, and what the workspaces of one process share."""
