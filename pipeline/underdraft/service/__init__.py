"""Other programs at the table: the MCP server."""
