"""Other programs at the table: every channel, chat completions, a page and MCP over HTTP."""
